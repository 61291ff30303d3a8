package discord

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestMain(m *testing.M) {
	// Most tests wait most of the time: for a lease, or the second that discordgo takes to
	// close a connection. -parallel still has the last word.
	if err := flag.Set("test.parallel", "8"); err != nil {
		panic(err)
	}
	archivetest.Main(m)
}

// clues are of a puzzle that everybody knows, from the English Wikipedia's "Sudoku".
const clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// newArchive returns the address of an archive that holds one puzzle, and a store on it.
func newArchive(t *testing.T) (url string, store *archive.Store) {
	t.Helper()
	url = archivetest.URL(t)
	store = archivetest.Open(t, url)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(clues)); err != nil {
		t.Fatal(err)
	}
	return url, store
}

// scheduleNow has the daily of a guild posted at once.
func scheduleNow(t *testing.T, store *archive.Store, guildID, channel string) daily.Guild {
	t.Helper()
	grid, err := sudoku.Parse(clues)
	must(t, err)
	tier, _ := rating.TierOf(grid)
	due := time.Now().UTC().Add(-time.Minute)
	guild := daily.NewGuild(guildID)
	guild.ChannelID, guild.At, guild.Since, guild.Scheduled = channel, due.Format("15:04"), calendar.DateOf(due), true
	guild.Tiers = [7]logic.Tier{tier, tier, tier, tier, tier, tier, tier}
	must(t, store.SaveGuild(t.Context(), guild))
	return guild
}

// serveBot serves a bot on an archive until the test ends, or stop is called.
func serveBot(t *testing.T, srv *discordtest.Server, store *archive.Store) (stop func()) {
	t.Helper()
	return serveBotWith(t, srv, store, quick(srv))
}

func serveBotWith(t *testing.T, srv *discordtest.Server, store *archive.Store, config Config) (stop func()) {
	t.Helper()
	b := bot.New(store, bot.Config{Lease: time.Minute, Log: logTo(t)})
	config.Store = store
	return connect(t, srv, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(t)) })
}

// What a newcomer does on the first evening.
func TestNewcomer(t *testing.T) {
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := srv.GuildOf(channel)
	scheduleNow(t, store, guild, channel)
	others := goleak.IgnoreCurrent()
	stop := serveBot(t, srv, store)
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })
	post := srv.Messages(channel)[0]
	wantBoard(t, post, false)

	board := srv.Press(t, ann, post, "Play").Answer(t)
	wantBoard(t, board, true)
	wantBoard(t, srv.Slash(ann, channel, "daily", nil).Answer(t), true)
	moved := srv.Slash(ann, channel, "move", map[string]string{"moves": "r1c3=4"}).Answer(t)
	wantBoard(t, moved, true)
	if link := "</help:" + srv.Commands()["help"] + ">"; !strings.Contains(board.Text(), link) {
		t.Errorf("no link %s to a command in %q", link, board.Text())
	}
	hint := srv.Slash(ann, channel, "hint", nil).Answer(t)
	wantBoard(t, hint, true)
	more := srv.Press(t, ann, hint, "Show more")
	if got := more.Answer(t); !more.Updated() || got.Text() == hint.Text() {
		t.Errorf("the next level of the hint: %q", got.Text())
	}

	grid, _ := sudoku.Parse(clues)
	solution, err := solver.Solve(grid)
	must(t, err)
	wrong := solution.With(2, 3).String()
	answer := srv.Slash(ann, channel, "submit", map[string]string{"answer": wrong}).Answer(t)
	if !answer.Ephemeral || !strings.Contains(answer.Text(), "1 cell wrong") {
		t.Errorf("a wrong answer: %q", answer.Text())
	}
	right := srv.Slash(ann, channel, "submit", map[string]string{"answer": solution.String()})
	if got := right.Answer(t); !got.Ephemeral || !strings.Contains(got.Text(), "Correct") {
		t.Errorf("the right answer: %q", got.Text())
	}
	mention := "<@" + ann.ID + ">"
	shared := srv.Press(t, ann, right.Answer(t), "Share")
	if notice := shared.Reply(t, 1); notice.Ephemeral || !strings.Contains(notice.Text(), mention+" · Gridkeeper #1 · Easy · submitted after") {
		t.Errorf("notice: %q", notice.Text())
	}
	if got := srv.Press(t, ann, post, "Results").Answer(t); !strings.Contains(got.Text(), "too fast to compare: "+mention) {
		t.Errorf("results: %q", got.Text())
	}
	if got := srv.Slash(ann, channel, "leaderboard", nil).Answer(t); !strings.Contains(got.Text(), mention) {
		t.Errorf("leaderboard: %q", got.Text())
	}
	wantNoSpoiler(t, srv.Messages(channel), solution)
	if n := len(srv.Requests(toCommands)); n != 1 {
		t.Errorf("commands registered %d times", n)
	}

	stop()
	stop = serveBot(t, srv, store)
	if got := srv.Slash(ann, channel, "streak", nil).Answer(t); !strings.Contains(got.Text(), "1") {
		t.Errorf("streak after a restart: %q", got.Text())
	}
	stop()
	if n := len(srv.Requests(toCommands)); n != 1 {
		t.Errorf("commands registered %d times after a restart, want once in all", n)
	}
	store.Close()
	srv.Close()
	goleak.VerifyNone(t, others)
}

// Posts of the version before buttons named their games keep working, for as long as they are in
// their channels.
func TestOldPost(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := scheduleNow(t, store, srv.GuildOf(channel), channel)
	serveBot(t, srv, store)
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })
	post := srv.Messages(channel)[0]
	old := fmt.Sprintf("daily?date=%s&shape=sudoku&tier=%s#daily:%s:%[1]s", guild.Since, guild.Tier(guild.Since), guild.ID)
	board := srv.PressID(ann, post, old).Answer(t)
	wantBoard(t, board, true)
	if got := srv.PressID(ann, board, "hint").Answer(t); !strings.Contains(got.Text(), "level 1 of 4") {
		t.Errorf("hint: %q", got.Text())
	}
	if got := srv.PressID(ann, post, "leaderboard?date="+guild.Since.String()).Answer(t); !strings.Contains(got.Text(), "nobody has solved") {
		t.Errorf("results: %q", got.Text())
	}
}

// An interaction that two processes get, each twice, is carried out once.
func TestInteractionTwice(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	srv.DuplicateEvents()
	_, store := newArchive(t)
	config := quick(srv)
	config.Shards.All = true
	for range 2 {
		serveBotWith(t, srv, store, config)
	}
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)
	for level := 1; level <= 3; level++ {
		call := srv.Slash(ann, channel, "hint", nil)
		if got, want := call.Answer(t).Text(), fmt.Sprintf("level %d of 4", level); !strings.Contains(got, want) {
			t.Errorf("got %q, want %s", got, want)
		}
		srv.Await(t, "both to try", func() bool { return len(srv.Requests(toCallback)) >= 2*(1+level) })
	}
}

// wantBoard checks that a message has the picture of a board with its alt text.
func wantBoard(t *testing.T, m discordtest.Message, private bool) {
	t.Helper()
	if m.Ephemeral != private || len(m.Attachments) != 1 {
		t.Fatalf("private %v, %d pictures: %q", m.Ephemeral, len(m.Attachments), m.Text())
	}
	picture := m.Attachments[0]
	if !strings.HasPrefix(string(picture.Data), "\x89PNG") || !strings.Contains(picture.Description, "5") {
		t.Errorf("picture %q with alt text %q", picture.Name, picture.Description)
	}
}

// wantNoSpoiler checks that nothing that all may read has a row of the solution.
func wantNoSpoiler(t *testing.T, messages []discordtest.Message, solution sudoku.Grid) {
	t.Helper()
	for _, m := range messages {
		for row := range slices.Chunk([]byte(solution.String()), 9) {
			text := m.Text()
			for _, a := range m.Attachments {
				text += a.Description
			}
			if strings.Contains(strings.ReplaceAll(text, " ", ""), string(row)) {
				t.Errorf("all can read %s in %q", row, text)
			}
		}
	}
}

// Several bots on one archive make one post.
func TestManyBotsOnePost(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	srv.NonceWindow = 0
	_, store := newArchive(t)
	for range 3 {
		serveBot(t, srv, store)
	}
	scheduleNow(t, store, srv.GuildOf(channel), channel)
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) > 0 })
	time.Sleep(300 * time.Millisecond) // some more rounds
	if n := len(srv.Messages(channel)); n != 1 {
		t.Errorf("%d posts", n)
	}
}

// Discord's refusals end in one message, or in none where the channel is closed.
func TestTroubledPosts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		fault discordtest.Fault
		posts int
		tries int
	}{
		"rate limited": {discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 300 * time.Millisecond, Times: 2}, 1, 3},
		"forbidden":    {discordtest.Fault{Status: http.StatusForbidden, Code: 50013, Times: 9}, 0, 1},
		"unknown":      {discordtest.Fault{Status: http.StatusNotFound, Code: 10003, Times: 9}, 0, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			_, store := newArchive(t)
			c.fault.Route = toChannel
			srv.Inject(c.fault)
			scheduleNow(t, store, srv.GuildOf(channel), channel)
			began := time.Now()
			serveBot(t, srv, store)
			srv.Await(t, "all tries", func() bool { return len(srv.Requests(toChannel)) >= c.tries })
			time.Sleep(300 * time.Millisecond) // some more rounds
			// What was refused before the gateway was connected is tried once more when it is.
			got, tries := len(srv.Messages(channel)), len(srv.Requests(toChannel))
			if got != c.posts || tries < c.tries || tries > c.tries+1-c.posts {
				t.Errorf("%d posts in %d tries, want %d in %d", got, tries, c.posts, c.tries)
			}
			if wait := time.Duration(c.fault.Times) * c.fault.RetryAfter; c.posts > 0 && time.Since(began) < wait {
				t.Errorf("posted before the %s that Discord asked for", wait)
			}
		})
	}
}

// Neither an error nor a panic in a round of the daily posts is the last round.
func TestRoundsGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rounds := 0
		s := &service{config: Config{}.withDefaults(), log: logTo(t), round: func(context.Context) error {
			rounds++
			if rounds == 1 {
				return errors.New("the archive is away")
			}
			panic("a mistake of ours")
		}}
		ctx, cancel := context.WithTimeout(t.Context(), 4*s.config.AnnounceEvery-time.Second)
		defer cancel()
		s.announce(ctx, t.Context())
		if rounds != 4 {
			t.Errorf("%d rounds, want one at once and one at each of 3 ticks", rounds)
		}
	})
}

// A wrong token ends the bot at once, and is not shown.
func TestServeWithWrongToken(t *testing.T) {
	srv, _ := standIn(t)
	config := quick(srv)
	config.Token = "wrong-token-of-mine"
	err := Serve(t.Context(), config, bot.New(nil, bot.Config{}), logTo(t))
	if err == nil || !strings.Contains(err.Error(), "discord.token") || strings.Contains(err.Error(), config.Token) {
		t.Error(err)
	}
}
