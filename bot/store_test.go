package bot

import (
	"context"
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// clock is a time that a test owns.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

// The puzzles of [newStore]: a shidoku, and a sudoku of each tier but x-wing. That of the tier hidden is
// the daily of a Thursday, that of the singletons is what newcomers get, and r1c1 is open in all.
const (
	nightfall = "........4......28....6......7..2..5...83......51..8.9..3...2..8..2.9..719..841..."
	thursday  = "......7..9..6..3.15164...9...3....7..45..21.......6.......1..5...45..........79.2"
	locked    = "....7.65...3.41...9...2...3.......15.521.....7.....82.3....97..........8.1...2..."
)

// fewPuzzles has them, and a clock of its own.
var fewPuzzles = &archivetest.Template{Fill: filled(mini, "puzzle,name,author\n"+nightfall+",Nightfall,C. Moler", thursday, locked, moler)}

// inkala is a puzzle of A. Inkala, 2012, that needs guesses.
const inkala = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

// goldenNugget is among the hardest known: after an Exocet, its steps are long contradictions.
const goldenNugget = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."

var hardest = &archivetest.Template{Fill: filled(goldenNugget)}

// filled puts puzzles into the shared collection "Test", a file after the other.
func filled(files ...string) func(context.Context, string) error {
	return func(ctx context.Context, url string) error {
		if err := archivetest.OwnTime(ctx, url); err != nil {
			return err
		}
		store, err := archive.Open(ctx, url)
		if err != nil {
			return err
		}
		defer store.Close()
		for _, file := range files {
			if _, err = store.ImportFile(ctx, importing.Options{Collection: "Test"}, strings.NewReader(file)); err != nil {
				return err
			}
		}
		return nil
	}
}

// testStore is an archive whose time a test sets.
type testStore struct {
	*archive.Store
	t     testing.TB
	url   string
	timed string // the address at which it has its own time
	clock *clock
	tell  func(time.Time) // the database
}

// newStore returns an archive with a few puzzles, at ten on Thursday 5 March 2026, UTC.
func newStore(t testing.TB) *testStore { return newStoreOf(t, fewPuzzles) }

func newStoreOf(t testing.TB, of *archivetest.Template) *testStore {
	t.Helper()
	return openStore(t, of.URL(t), func(url string) string { return url })
}

// newStoreFar returns an archive like [newStore], and what stands between it and the bot.
func newStoreFar(t testing.TB) (s *testStore, proxy *archivetest.Proxy) {
	t.Helper()
	s = openStore(t, fewPuzzles.URL(t), func(url string) string {
		proxy = archivetest.NewProxy(t, url)
		return proxy.URL
	})
	return s, proxy
}

// openStore opens a database, whose own address is url, at another.
func openStore(t testing.TB, url string, at func(url string) string) *testStore {
	t.Helper()
	s := &testStore{t: t, url: url, clock: &clock{}}
	s.timed, s.tell = archivetest.Clock(t, url)
	s.set(time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC))
	s.Store = archivetest.Open(t, at(s.timed)).WithClock(s.clock.Now)
	return s
}

// set changes the time, of the database too.
func (s *testStore) set(now time.Time) {
	s.clock.now = now
	s.tell(now)
}

// wait lets time pass.
func (s *testStore) wait(d time.Duration) { s.set(s.clock.now.Add(d)) }

// bot returns a bot on the archive.
func (s *testStore) bot() *Bot { return New(s.Store, Config{Now: s.clock.Now}) }

func (s *testStore) guild(id string) daily.Guild {
	s.t.Helper()
	g, err := s.Guild(s.t.Context(), id)
	check(s.t, err)
	return g
}

func (s *testStore) save(g daily.Guild) {
	s.t.Helper()
	check(s.t, s.SaveGuild(s.t.Context(), g))
}

// scheduled has the dailies of guild 7 posted in channel 42 from today on.
func (s *testStore) scheduled() daily.Guild {
	s.t.Helper()
	g := daily.NewGuild("7")
	g.ChannelID, g.Scheduled, g.Since = "42", true, calendar.Date{Year: 2026, Month: 3, Day: 5}
	s.save(g)
	return s.guild("7")
}

// post returns the post of 5 March 2026 in guild 7, zero where there is none.
func (s *testStore) post() daily.Post {
	s.t.Helper()
	p, err := s.Post(s.t.Context(), "7", calendar.Date{Year: 2026, Month: 3, Day: 5})
	if !errors.Is(err, postgres.ErrNotFound) {
		check(s.t, err)
	}
	return p
}

// forget takes all of guilds and players out of the archive, and leaves the puzzles.
func (s *testStore) forget() {
	s.t.Helper()
	statements := "set session_replication_role = replica;" // no order of tables matters
	for _, table := range []string{"outbox", "event", "game", "daily", "drawn", "rotation", "request", "audit", "settings", "player", "guild"} {
		statements += "delete from " + table + ";"
	}
	archivetest.Exec(s.t, s.url, statements)
}

// onArchive is rapid.Check for what does hundreds of transactions a case: make test draws a quarter of its cases.
func onArchive(t *testing.T, prop func(*rapid.T)) {
	t.Helper()
	if testing.Short() {
		checks := flag.Lookup("rapid.checks").Value
		all := checks.String()
		t.Cleanup(func() { check(t, checks.Set(all)) })
		check(t, checks.Set("25")) // of which rapid takes a fifth with -short
	}
	rapid.Check(t, prop)
}

// solved has Ann solve the daily of the day that it is in a guild, a minute later.
func (s *testStore) solved(g daily.Guild) {
	s.t.Helper()
	now := s.clock.now
	daily, err := s.Daily(s.t.Context(), g, g.Today(now), sudoku.Sudoku, 0)
	check(s.t, err)
	game, err := s.StartDaily(s.t.Context(), ann, daily)
	check(s.t, err)
	s.wait(time.Hour)
	game, last := archivetest.SolveButOne(s.t, s.Store, game)
	board, err := game.Play(last)
	check(s.t, err)
	game, err = s.Record(s.t.Context(), game, play.Event{Kind: play.Moved, Text: last, Board: board})
	check(s.t, err)
	_, err = s.Finish(s.t.Context(), game)
	check(s.t, err)
	s.set(now)
}

// solves has a player place the digits of their game over the time since it began, the last one in a move of the
// chat.
func solves(t testing.TB, b *Bot, s *archive.Store, p games.Player) chat.Reply {
	t.Helper()
	g, err := s.CurrentGame(t.Context(), p.ID, "7")
	check(t, err)
	_, last := archivetest.SolveButOne(t, s, g)
	return ask(t, b, p, "move", "moves="+last)
}

// changes are what admins did, the newest first.
func (s *testStore) changes() []library.Change {
	s.t.Helper()
	all, err := s.Changes(s.t.Context(), 100)
	check(s.t, err)
	return all
}

// count returns how many rows a table has.
func (s *testStore) count(table string) int {
	s.t.Helper()
	return archivetest.Read[int](s.t, s.url, "select count(*) from "+table)[0]
}

// answer returns the solution of the game that a player opened last in guild 7.
func (s *testStore) answer(p games.Player) sudoku.Grid {
	s.t.Helper()
	g, err := s.CurrentGame(s.t.Context(), p.ID, "7")
	check(s.t, err)
	solution, err := solver.Solve(g.Clues)
	check(s.t, err)
	return solution
}

// game returns the n-th game that was started.
func (s *testStore) game(n int) games.Game {
	s.t.Helper()
	id := archivetest.Read[int64](s.t, s.url, "select id from game order by id limit 1 offset $1", n)
	if len(id) == 0 {
		s.t.Fatalf("there is no game %d", n)
	}
	g, err := s.Game(s.t.Context(), id[0])
	check(s.t, err)
	return g
}
