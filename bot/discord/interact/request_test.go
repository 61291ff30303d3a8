package interact

import (
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// logTo writes a log to the test's.
func logTo(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(sudokutest.LogOf(t), nil))
}

// What asks nothing that the bot could answer is left alone.
func TestNoRequest(t *testing.T) {
	user := &discordgo.User{ID: "1001"}
	command := discordgo.ApplicationCommandInteractionData{Name: "daily"}
	d := &Server{}
	for name, i := range map[string]*discordgo.Interaction{
		"no user":         {Type: discordgo.InteractionApplicationCommand, Data: command},
		"member, no user": {Type: discordgo.InteractionApplicationCommand, Data: command, GuildID: "1", Member: &discordgo.Member{}},
		"a ping":          {Type: discordgo.InteractionPing, User: user},
	} {
		if r, ok := d.requestOf(i); ok {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// A file that has gone is not the player's mistake, and they can attach it again.
func TestFileNotFetched(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	d := &Server{Config: Config{Transport: http.DefaultTransport, Limits: Limits{MaxImport: 100, FileHosts: []string{srv.URL, "http://127.0.0.1:1"}}}}
	for _, url := range []string{srv.URL + "/gone.txt", "http://127.0.0.1:1/x", "%"} {
		_, err := d.download(t.Context(), &discordgo.MessageAttachment{URL: url, Filename: "gone.txt"})
		if !errors.Is(err, chat.ErrNotFetched) || strings.Contains(err.Error(), "127.0.0.1/") {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// Files are read from the hosts that are named, and from nowhere else: neither where a name only begins
// like theirs, nor where they send the bot.
func TestFilesOfOtherHosts(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	srv := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusFound))
	defer srv.Close()
	d := &Server{Config: Config{Transport: http.DefaultTransport, Limits: Limits{MaxImport: 100, FileHosts: []string{srv.URL}}}}
	for _, url := range []string{
		srv.URL + "/x", other.URL + "/x", "https" + strings.TrimPrefix(srv.URL, "http") + "/x",
		srv.URL + "@" + strings.TrimPrefix(other.URL, "http://") + "/x", "file:///etc/passwd", "http:///x",
	} {
		_, err := d.download(t.Context(), &discordgo.MessageAttachment{URL: url, Filename: "x.txt"})
		if !errors.Is(err, chat.ErrNotFetched) || asked > 0 {
			t.Errorf("%s: %v, and the other host was asked %d times", url, err, asked)
		}
	}
}

// The size that Discord states is not trusted.
func TestCapped(t *testing.T) {
	errLarge := errors.New("too large")
	for size, want := range map[int]error{10: nil, 11: errLarge} {
		c := &capped{ReadCloser: io.NopCloser(strings.NewReader(strings.Repeat("x", size))), left: 10, err: errLarge}
		data, err := io.ReadAll(c)
		if !errors.Is(err, want) || len(data) > 10 {
			t.Errorf("%d bytes of 10: read %d, %v", size, len(data), err)
		}
	}
}
