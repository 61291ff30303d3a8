package discord

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Any puzzle opens a board: pasted into /play, as a file, in a message, and by the button below its rating. The puzzle of an
// open daily does not, and a picture is refused.
func TestPlayPasted(t *testing.T) {
	t.Parallel()
	const newspaper = "000000340360000080000070000500008004600209750009605000040500000102000403900000001"
	srv, channel := standIn(t)
	store := archivetest.New(t)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(fishy)); err != nil {
		t.Fatal(err)
	}
	config := quick(srv)
	config.Store = store
	b := bot.New(store, bot.Config{Log: logTo(t)})
	sudokutest.InBackground(t, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(t)) })
	srv.AwaitReady(t)

	message := func(text string) discordtest.Message {
		return discordtest.Message{ID: "77", ChannelID: channel, Content: text}
	}
	wantsBoard := func(name string, c *discordtest.Call) discordtest.Message {
		t.Helper()
		m := c.Answer(t)
		if wantBoard(t, m, true); !strings.Contains(m.Text(), "A pasted sudoku · Medium") {
			t.Errorf("%s: %s", name, m.Text())
		}
		return m
	}
	wantsBoard("/play", srv.Slash(ann, channel, "play", map[string]string{"puzzle": newspaper}))
	srv.Slash(ann, channel, "move", map[string]string{"moves": "r1c1=2"}).Answer(t)
	wantsBoard("undo", srv.Slash(ann, channel, "undo", nil))
	wantsBoard("a file", srv.SlashWith(ann, channel, "play", discordtest.Option{Name: "file", Value: "p.txt", File: []byte("today's\n" + newspaper + "\n")}))
	wantsBoard("a message", srv.About(ann, message("Who can do this?\n```\n"+newspaper+"\n```"), "Play this puzzle"))
	rated := srv.About(ann, message(newspaper), "Rate this puzzle").Answer(t)
	wantsBoard("the button", srv.Press(t, ann, rated, "Play it here"))
	picture := srv.SlashWith(ann, channel, "play", discordtest.Option{Name: "file", Value: "p.png", File: []byte("\x89PNG\r\n\x1a\n")}).Answer(t)
	if !strings.Contains(picture.Text(), "a picture of a printed grid cannot be read") || !picture.Ephemeral {
		t.Errorf("a picture: %s", picture.Text())
	}
	srv.Slash(admin, channel, "daily", map[string]string{"tier": "expert"}).Answer(t)
	clues, err := sudoku.Parse(fishy)
	if err != nil {
		t.Fatal(err)
	}
	turned := sudoku.RandomTransform(clues.Shape(), rand.New(rand.NewPCG(1, 2))).Apply(clues)
	if daily := srv.Slash(ann, channel, "play", map[string]string{"puzzle": turned.String()}).Answer(t); !strings.Contains(daily.Text(), "a daily whose day is not over") {
		t.Errorf("the daily in disguise: %s", daily.Text())
	}
}
