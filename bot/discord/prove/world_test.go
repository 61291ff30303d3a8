package prove

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// clues are of a puzzle that everybody knows, from the English Wikipedia's "Sudoku": hints for it
// are quick.
const clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// identifyEvery is what the stand-in wants between two new sessions. What Discord wants, 5 s, would
// be most of the life of a bot that is killed every few seconds.
const identifyEvery = 100 * time.Millisecond

// world is a stand-in and an archive with one puzzle.
type world struct {
	srv      *discordtest.Server
	database string
	store    *archive.Store
}

func newWorld(t testing.TB) *world {
	t.Helper()
	return newWorldOn(t, discordtest.Start(t))
}

func newWorldOn(t testing.TB, srv *discordtest.Server) *world {
	t.Helper()
	w := &world{srv: srv, database: archivetest.URL(t)}
	w.srv.IdentifyEvery = identifyEvery
	if !sudokutest.Proving() {
		w.srv.Deadline = 30 * time.Second // Discord's three are short on a busy machine
	}
	w.store = archivetest.Open(t, w.database)
	if _, err := w.store.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(clues)); err != nil {
		t.Fatal(err)
	}
	return w
}

func (w *world) life(lease time.Duration) life {
	return life{
		Database: w.database, Token: w.srv.Token, API: w.srv.API(), Lease: lease, IdentifyEvery: identifyEvery,
		AnswerIn: w.srv.Deadline,
	}
}

// schedule adds a guild with a channel, where a daily is to be posted at once.
func (w *world) schedule(t testing.TB) (channel string) {
	t.Helper()
	channel = w.srv.AddChannel(w.srv.AddGuild("Puzzlers"), "daily")
	grid, err := sudoku.Parse(clues)
	check(t, err)
	tier, _ := rating.TierOf(grid)
	due := time.Now().UTC().Add(-time.Minute)
	guild := daily.NewGuild(w.srv.GuildOf(channel))
	guild.ChannelID, guild.At, guild.Since, guild.Scheduled = channel, due.Format("15:04"), calendar.DateOf(due), true
	guild.Tiers = [7]logic.Tier{tier, tier, tier, tier, tier, tier, tier}
	check(t, w.store.SaveGuild(t.Context(), guild))
	return channel
}

// post returns the post of a channel's guild in the ledger.
func (w *world) post(t testing.TB, channel string) daily.Post {
	t.Helper()
	guild, err := w.store.Guild(t.Context(), w.srv.GuildOf(channel))
	check(t, err)
	p, err := w.store.Post(t.Context(), guild.ID, guild.Since)
	if err != nil {
		return daily.Post{}
	}
	return p
}

// await waits for a while, and reports whether something came true.
func await(limit time.Duration, done func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if done() {
			return true
		}
	}
	return done()
}

// execute does statements past the store.
func (w *world) execute(t testing.TB, statements string) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), w.database)
	if err == nil {
		_, err = c.Exec(context.Background(), statements)
		_ = c.Close(context.Background())
	}
	check(t, err)
}

// lock does a statement in a transaction that stays open until unlock is called.
func (w *world) lock(t testing.TB, statement string) (unlock func()) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), w.database)
	if err == nil {
		_, err = c.Exec(context.Background(), `begin; `+statement)
	}
	check(t, err)
	return func() { _ = c.Close(context.Background()) }
}

// number asks the database for a number.
func (w *world) number(t testing.TB, query string) (n int) {
	t.Helper()
	c, err := pgx.Connect(context.Background(), w.database)
	if err == nil {
		err = c.QueryRow(context.Background(), query).Scan(&n)
		_ = c.Close(context.Background())
	}
	check(t, err)
	return n
}
