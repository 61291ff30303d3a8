package archive_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// old returns the archive of testdata/schema-4.sql, brought up to date, an hour after its last event.
func old(t *testing.T) (url string, x table) {
	t.Helper()
	return oldWith(t, "")
}

// oldWith is old, with something that was in the archive before.
func oldWith(t *testing.T, statements string) (url string, x table) {
	t.Helper()
	url = archivetest.BareURL(t)
	archivetest.Exec(t, url, string(must1(os.ReadFile(filepath.Join("testdata", "schema-4.sql"))))+statements)
	must(t, postgres.Migrate(t.Context(), url))
	now := &clock{at("2026-11-21 12:40")}
	x = table{Store: archivetest.Open(t, url).WithClock(now.read), clock: now}
	game, err := x.CurrentGame(t.Context(), "ann", "terminal")
	must(t, err)
	x.game = game
	return url, x
}

// The open game of an old archive goes on: back to its start, and to its end.
func TestOldGameGoesOn(t *testing.T) {
	_, x := old(t)
	g := must1(x.CurrentGame(t.Context(), "ann", "terminal"))
	if g.Revision != 16 || g.Head != 16 || g.Hints != 3 || g.Checks != 2 || g.HintLevel != 0 || g.Open() != 53 || !g.Finished.IsZero() {
		t.Fatalf("the game is %+v", g)
	}
	for _, want := range []string{"r2c1=9 -r1c3", "hint 4", "hint 4", "r3c2=?26", "r1c2=7 r1c3=8"} {
		var got string
		var err error
		g, got, err = x.Undo(t.Context(), g)
		must(t, err)
		if got != want {
			t.Fatalf("undone is %q, want %q", got, want)
		}
	}
	if g.Board != play.NewBoard(g.Clues) {
		t.Errorf("after undoing everything the board is %+v", g.Board)
	}
	_, _, err := x.Undo(t.Context(), g)
	wantIs(t, err, play.ErrNothingToUndo)
	g = record(t, x.Store, g, hinted(g, 1, g.Grid))
	if r := solve(t, x.Store, g); r.Hints != 4 || r.Checks != 2 || r.Rank != 0 || r.Elapsed <= 0 {
		t.Errorf("the result is %+v", r)
	}
}

// Hints of before have levels too.
func TestOldHintsHaveLevels(t *testing.T) {
	url, _ := old(t)
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, c.Close(t.Context())) }()
	rows, err := c.Query(t.Context(), `select level from event where kind = 'hinted' or level > 0 order by game, revision`)
	must(t, err)
	levels, err := pgx.CollectRows(rows, pgx.RowTo[int])
	must(t, err)
	if diff := cmp.Diff([]int{1, 2, 1, 1, 2, 4, 1, 2, 3, 4}, levels); diff != "" {
		t.Error(diff)
	}
}

// What was solved stays solved, and the next day counts after it.
func TestOldResults(t *testing.T) {
	_, x := old(t)
	day := date("2026-11-21")
	guild, err := x.Guild(t.Context(), "terminal")
	must(t, err)
	want := daily.NewGuild("terminal")
	want.ChannelID, want.Zone, want.Since, want.Scheduled, want.First = "general", "Europe/Berlin", day.AddDays(1), true, day
	if guild != want {
		t.Errorf("the guild is %+v, want %+v", guild, want)
	}
	results, err := x.DailyResults(t.Context(), "terminal", day, "")
	must(t, err)
	var got []string
	for _, r := range results {
		got = append(got, strings.Join([]string{r.Shape.String(), r.Player.ID}, " "))
		if r.Active <= 0 || r.Active > r.Elapsed || r.Late {
			t.Errorf("a result is %+v", r)
		}
	}
	if diff := cmp.Diff([]string{"sudoku bob", "sudoku ann", "shidoku ann"}, got); diff != "" {
		t.Error(diff)
	}
	x.wantStreak(t, day, 1)
	p, err := x.Post(t.Context(), "terminal", day)
	must(t, err)
	if p.State != daily.PostPosted || p.MessageID != "1001" || p.Daily.Number != 1 {
		t.Errorf("the post is %+v", p)
	}
	wantNothing(t, x.Store, "another owner")

	_, err = x.Daily(t.Context(), guild, day.AddDays(-2), sudoku.Sudoku, 1)
	if early := (*daily.TooEarlyError)(nil); !errors.As(err, &early) {
		t.Errorf("a day that had no daily when the numbers were in the order of asking: %v", err)
	}

	x.clock.now = at("2026-11-22 08:30") // half past nine in Berlin
	next := chosen(t, x.Store, guild, guild.Today(x.clock.now), sudoku.Sudoku, 0)
	if next.Number != 3 || next.Date != day.AddDays(1) || next.Tier != guild.Tier(next.Date) {
		t.Errorf("the next daily is %+v", next)
	}
	g, err := x.StartDaily(t.Context(), ann, next)
	must(t, err)
	x.clock.advance(10 * time.Minute)
	solve(t, x.Store, g)
	x.wantStreak(t, next.Date, 2)
	board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "terminal"})
	must(t, err)
	if len(board) != 2 || board[0].Player.ID != "ann" || board[0].Solved != 2 || board[0].Hints != 2 || board[1].Solved != 1 {
		t.Errorf("the leaderboard is %+v", board)
	}
}

func (x table) wantStreak(t *testing.T, today calendar.Date, want int) {
	t.Helper()
	got, err := x.Streak(t.Context(), "ann", "terminal", today)
	must(t, err)
	if got != (games.Streak{Current: want, Longest: want}) {
		t.Errorf("on %s the streak is %+v, want %d", today, got, want)
	}
}

// The rotation goes on where it was: what a guild had comes last, and a solved grid, which the
// old version took for a puzzle of tier 1, never.
func TestOldRotation(t *testing.T) {
	_, x := old(t)
	guild, err := x.Guild(t.Context(), "terminal")
	must(t, err)
	had := chosen(t, x.Store, guild, date("2026-11-21"), sudoku.Sudoku, 4).Puzzle.ID
	for i := range 6 {
		d := chosen(t, x.Store, guild, date("2026-12-01").AddDays(i), sudoku.Sudoku, 4)
		if again := d.Puzzle.ID == had; again != (i == 5) {
			t.Errorf("day %d has puzzle %d, and %d was a daily before", i, d.Puzzle.ID, had)
		}
	}
	for range 12 {
		g, err := x.StartGame(t.Context(), ann, guild, sudoku.Sudoku, 1)
		if must(t, err); g.Clues.Solved() {
			t.Errorf("game %d is solved already", g.ID)
		}
	}
	for i := range 12 {
		if d := chosen(t, x.Store, guild, date("2026-12-01").AddDays(i), sudoku.Sudoku, 1); d.Clues().Solved() {
			t.Errorf("the daily of %s is solved already", d.Date)
		}
	}
}

// Collections of an old archive are the operator's and everybody's, as they were, but those that
// were imported at the terminal alone, which are its guild's. A solved grid has no place in them.
func TestOldOwners(t *testing.T) {
	url, x := oldWith(t, `
		insert into public.collection (id, name) overriding system value values
			(11, 'terminal'), (12, 'discord'), (13, 'both'), (14, 'abandoned');
		insert into public.import (id, collection, digest, source, by, total, done, duplicates) overriding system value values
			(11, 11, sha256('1'), 'a.txt', 'ann (ann)', 2, 2, 2), (12, 11, sha256('2'), 'b.txt', 'Bob (7) (bob)', 0, 0, 0),
			(13, 12, sha256('3'), 'c.txt', 'ann (ann) (197038439483310086)', 0, 0, 0),
			(14, 13, sha256('4'), 'd.txt', 'ann (ann)', 0, 0, 0), (15, 13, sha256('5'), 'e.txt', 'command line', 0, 0, 0);
		insert into public.entry select 11, n, 5, n, e.grid, e.text, 'from the terminal', e.author, e.comment
		from public.entry e, generate_series(1, 2) n where e.import = 1 and e.puzzle = 5;`)
	collections, err := x.Collections(t.Context())
	must(t, err)
	var got []string
	for _, c := range collections {
		got = append(got, fmt.Sprintf("%s %s %t", c.GuildID, c.Name, c.Shared))
		puzzles := 0
		for _, n := range c.Puzzles {
			puzzles += n
		}
		if want := map[string]int{"Starter": 32, "mine": 3, "mixed": 2, "terminal": 1}[c.Name]; puzzles != want {
			t.Errorf("collection %s has %d puzzles, want %d", c.Name, puzzles, want)
		}
	}
	want := []string{" Starter true", " abandoned true", " both true", " discord true", " mine true", " mixed true", "terminal terminal false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var rows int
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(t.Context())) }()
	must(t, c.QueryRow(t.Context(), `
		select count(*) from daily d join puzzle p on p.id = d.puzzle where (d.import, d.position) <> (p.import, p.position)`).Scan(&rows))
	if rows != 0 {
		t.Errorf("%d dailies are shown as another entry than before", rows)
	}
	report := archivetest.ImportFor(t, x.Store, "7", "mine", archivetest.Royle)
	wantCounts(t, report, "1 read: 1 new, 0 duplicates, 0 rejected")
}
