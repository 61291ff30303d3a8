package archive_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// practices is a store with the starter collection, for players to practise with.
func practices(t *testing.T) *archive.Store {
	t.Helper()
	now := &clock{at("2026-03-05 12:00")}
	s := archivetest.New(t).WithClock(now.read)
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "Starter"}, starter.Open())
	must(t, err)
	return s
}

func TestPractice(t *testing.T) {
	s := practices(t)
	t.Run("start", func(t *testing.T) { testStartPractice(t, s) })
	t.Run("rotation", func(t *testing.T) { testPracticeRotation(t, s) })
	t.Run("once", func(t *testing.T) { testPracticeOnce(t, s) })
}

// A practice begins where the technique is first needed, is stored as it began, and can be taken
// back to there; it counts for nothing but itself.
func testStartPractice(t *testing.T, s *archive.Store) {
	guild := daily.NewGuild("42")
	guild.FreshLook = true
	techniques := logic.Techniques
	if testing.Short() { // of the ladder some that are found soon, and one that no puzzle needs
		techniques = append(slices.Clip(logic.Rated), logic.UniqueRectangle1, logic.UniqueRectangle5, logic.AIC)
	}
	for _, technique := range techniques {
		g, err := s.StartPractice(t.Context(), ann, guild, sudoku.Sudoku, technique)
		if none := (*games.NoPracticeError)(nil); errors.As(err, &none) && none.LookedThrough > 0 {
			t.Logf("%s: %v", technique, err)
			continue
		}
		must(t, err)
		state, _, ok := logic.Practice(g.Clues, technique)
		if !ok || g.Board != (play.Board{Clues: g.Clues, Grid: state.Grid, Marks: state.Marks}) || g.Start != g.Board || g.Practice != technique {
			t.Errorf("%s begins with %+v", technique, g)
		}
		if g.Tier < technique.Tier() || g.IsDaily() || technique.Tier() != logic.TierGuessing && g.Tier == logic.TierGuessing {
			t.Errorf("%s: tier %d, date %s", technique, g.Tier, g.Date)
		}
		if again, err := s.Game(t.Context(), g.ID); err != nil || again != g {
			t.Errorf("%s is stored as %+v, %v", technique, again, err)
		}
	}
	for shape, technique := range map[sudoku.Shape]logic.Technique{sudoku.SixBySix: logic.XWing, sudoku.Shidoku: logic.NakedSingle} {
		g, err := s.StartPractice(t.Context(), ann, guild, shape, technique)
		must(t, err)
		if state, _, ok := logic.Practice(g.Clues, technique); !ok || g.Shape != shape || state.Grid.Shape() != shape || g.Board.Grid != state.Grid {
			t.Errorf("%s on a %s begins with %+v", technique, shape, g)
		}
	}
	var none *games.NoPracticeError
	if _, err := s.StartPractice(t.Context(), ann, guild, sudoku.SixBySix, logic.Jellyfish); !errors.As(err, &none) || none.LookedThrough == 0 {
		t.Errorf("a 6×6 with a jellyfish: %v", err)
	}
	g, err := s.StartPractice(t.Context(), ann, guild, sudoku.Sudoku, logic.Pointing)
	must(t, err)
	start := g.Board
	g = record(t, s, g, hinted(g, 1, solution(g)))
	g, _, err = s.Undo(t.Context(), g)
	if must(t, err); g.Board != start {
		t.Errorf("undone it is %+v, and began with %+v", g.Board, start)
	}
	_, _, err = s.Undo(t.Context(), g)
	wantIs(t, err, play.ErrNothingToUndo)
	solve(t, s, g)
	board, err := s.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	if must(t, err); len(board) != 0 {
		t.Errorf("the leaderboard is %+v", board)
	}
	streak, err := s.Streak(t.Context(), "ann", "42", sudoku.Sudoku, date("2026-03-05"))
	if must(t, err); streak != (games.Streak{}) {
		t.Errorf("the streak is %+v", streak)
	}
}

// Each puzzle comes once before one comes again, and then not as a puzzle to solve from its clues.
func testPracticeRotation(t *testing.T, s *archive.Store) {
	guild := daily.NewGuild("42")
	bob := games.Player{ID: "bob"}
	had := map[int64]bool{}
	for range 20 {
		g, err := s.StartPractice(t.Context(), bob, guild, sudoku.Sudoku, logic.XWing)
		if must(t, err); had[g.Puzzle.ID] {
			t.Fatalf("puzzle %d comes twice after %d", g.Puzzle.ID, len(had))
		}
		had[g.Puzzle.ID] = true
	}
	for range 50 {
		g, err := s.StartGame(t.Context(), bob, guild, sudoku.Sudoku, logic.TierXWing)
		if must(t, err); had[g.Puzzle.ID] {
			t.Fatalf("puzzle %d of a practice comes from its clues", g.Puzzle.ID)
		}
	}
}

// fishy first needs an X-Wing.
const fishy = "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42"

// A practice gives nothing away: no puzzle of another guild, none that is or becomes a daily here,
// and none that the player is just playing.
func TestPracticeKeepsSecrets(t *testing.T) {
	s := archivetest.New(t)
	guild, other := daily.NewGuild("42"), daily.NewGuild("43")
	archivetest.ImportFor(t, s, "43", "theirs", fishy)
	start := func(guild daily.Guild) (games.Game, error) {
		return s.StartPractice(t.Context(), ann, guild, sudoku.Sudoku, logic.XWing)
	}
	wantNone := func(guild daily.Guild, looked int, why string) {
		t.Helper()
		_, err := start(guild)
		if none := (*games.NoPracticeError)(nil); !errors.As(err, &none) || none.LookedThrough != looked {
			t.Errorf("%s: %v", why, err)
		}
	}
	wantNone(guild, 0, "a collection of another guild")
	_, err := start(other)
	must(t, err)
	_, err = start(other)
	must(t, err) // the only one comes again
	own, err := s.StartGame(t.Context(), ann, other, sudoku.Sudoku, logic.TierXWing)
	must(t, err)
	wantNone(other, 0, "a puzzle that is being played")
	solve(t, s, own)
	_, err = start(other)
	must(t, err)
	chosen(t, s, other, other.Today(own.Started).AddDays(3), sudoku.Sudoku, logic.TierXWing)
	wantNone(other, 0, "a daily to come")

	archivetest.ImportFor(t, s, "42", "ours", ".5..8..34.3476..9..................5.8.13...97...9.2..8..6.3.7............2..9...")
	_, err = s.StartPractice(t.Context(), ann, guild, sudoku.Sudoku, logic.Jellyfish)
	if none := (*games.NoPracticeError)(nil); !errors.As(err, &none) || none.LookedThrough != 1 || !none.All {
		t.Errorf("a puzzle without a jellyfish: %v", err)
	}
	if _, err = s.StartPractice(t.Context(), ann, guild, sudoku.Sudoku, "magic"); !strings.Contains(err.Error(), `"magic"`) {
		t.Errorf("an unknown technique: %v", err)
	}
}

// A request that is done again starts nothing.
func testPracticeOnce(t *testing.T, s *archive.Store) {
	var ids []int64
	for range 2 {
		_, err := s.Once(t.Context(), "click", func(ctx context.Context) ([]byte, error) {
			g, err := s.StartPractice(ctx, ann, daily.NewGuild("42"), sudoku.Sudoku, logic.XWing)
			ids = append(ids, g.ID)
			return []byte("done"), err
		})
		must(t, err)
	}
	if len(ids) != 1 || slices.Contains(ids, 0) {
		t.Errorf("games %d", ids)
	}
}
