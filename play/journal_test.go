package play_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// journal keeps the entries of a game in memory.
type journal []play.Entry

func (j journal) earlier(revision int) (play.Entry, error) {
	if revision < 1 || revision > len(j) {
		return play.Entry{}, errors.New("no such entry")
	}
	return j[revision-1], nil
}

// replay returns the game that a journal records.
func (j journal) replay(start play.Board) play.Game {
	g := play.Game{Board: start}
	for i, e := range j {
		if e.Kind == play.Hinted && g.HintLevel == 0 {
			g.Hints++
		}
		switch {
		case e.Board != g.Board || e.Kind == play.Moved || e.Kind == play.Undone:
			g.HintLevel = 0
		case e.Kind == play.Hinted:
			g.HintLevel = e.Level
		}
		if e.Kind == play.Hinted {
			g.Deepest = max(g.Deepest, e.Level)
		}
		if e.Kind == play.Checked || e.Kind == play.Submitted && !e.Board.Grid.Solved() {
			g.Checks++
		}
		if e.Kind == play.Moved && e.Head == e.Revision {
			g.Moves++
		}
		g.Board, g.Head, g.Revision = start, e.Head, i+1
		if e.Head > 0 {
			g.Board = j[e.Head-1].Board
		}
	}
	return g
}

// anyEvent draws what a player may do on a board.
func anyEvent(t *rapid.T, b play.Board) play.Event {
	kind := rapid.SampledFrom([]play.EventKind{play.Moved, play.Hinted, play.Checked, play.Submitted}).Draw(t, "event")
	e := play.Event{Kind: kind, Text: string(kind), Board: b}
	switch kind {
	case play.Moved:
		m := anyMove(b.Clues.Shape()).Draw(t, "move")
		e.Text = m.String()
		e.Board, _ = b.Make(m)
	case play.Hinted:
		e.Level = play.HintLevel(rapid.IntRange(int(play.HintWhere), int(play.HintApply)).Draw(t, "level"))
		if h, err := b.Hint(e.Level); err == nil && e.Level == play.HintApply {
			e.Board = b.Take(h)
		}
	case play.Submitted:
		if rapid.Bool().Draw(t, "solved") {
			e.Board.Grid, _ = b.Solution()
		}
	}
	return e
}

// All levels of a hint on one board are one, a wrong answer is a check, and a move that changes
// nothing is none.
func TestCounters(t *testing.T) {
	g := play.Game{Board: newBoard(t, mini)}
	wrong := g.Board
	wrong.Grid = wrong.Grid.With(sudoku.CellAt(0, 1), 2)
	solution, err := g.Solution()
	must(t, err)
	solved := g.Board
	solved.Grid = solution
	for _, c := range []struct {
		event                play.Event
		hints, checks, moves int
		deepest              play.HintLevel
	}{
		{play.Event{Kind: play.Hinted, Level: 1, Board: g.Board}, 1, 0, 0, 1},
		{play.Event{Kind: play.Hinted, Level: 3, Board: g.Board}, 1, 0, 0, 3},
		{play.Event{Kind: play.Hinted, Level: 2, Board: g.Board}, 1, 0, 0, 3},
		{play.Event{Kind: play.Checked, Board: g.Board}, 1, 1, 0, 3},
		{play.Event{Kind: play.Submitted, Board: g.Board}, 1, 2, 0, 3},
		{play.Event{Kind: play.Hinted, Level: 3, Board: g.Board}, 1, 2, 0, 3},
		{play.Event{Kind: play.Moved, Board: g.Board}, 1, 2, 0, 3},
		{play.Event{Kind: play.Moved, Board: wrong}, 1, 2, 1, 3},
		{play.Event{Kind: play.Hinted, Level: 1, Board: wrong}, 2, 2, 1, 3},
		{play.Event{Kind: play.Submitted, Board: solved}, 2, 2, 1, 3},
	} {
		g, _ = g.Record(c.event)
		if g.Hints != c.hints || g.Checks != c.checks || g.Moves != c.moves || g.Deepest != c.deepest {
			t.Errorf("after %s %d: %d hints to level %s, %d checks, %d moves; want %+v",
				c.event.Kind, c.event.Level, g.Hints, g.Deepest, g.Checks, g.Moves, c)
		}
	}
}

// However moves, hints, checks, answers and undos follow each other: every undo gives the board
// before the last change back, the journal records the whole game, and undoing all of it gives
// the start back.
func TestUndo(t *testing.T) {
	for _, clues := range []string{sudokutest.Moler, mini} {
		start := newBoard(t, clues)
		t.Run(start.Clues.Shape().String(), rapid.MakeCheck(func(t *rapid.T) {
			game, entries := play.Game{Board: start}, journal{}
			var boards []play.Board // before each change that stands
			var texts []string      // of these changes
			undo := func() bool {
				after, entry, err := game.Undo(entries.earlier)
				if len(boards) == 0 {
					if !errors.Is(err, play.ErrNothingToUndo) || after != game {
						t.Fatalf("an undo at the start: %v", err)
					}
					return false
				}
				last := len(boards) - 1
				if err != nil || after.Board != boards[last] || entry.Text != texts[last] || entry.Kind != play.Undone {
					t.Fatalf("undoing %s: %s, %v", texts[last], changes(boards[last], after.Board), err)
				}
				game, entries, boards, texts = after, append(entries, entry), boards[:last], texts[:last]
				return true
			}
			for range rapid.IntRange(1, 60).Draw(t, "events") {
				if rapid.IntRange(0, 3).Draw(t, "undo") == 0 {
					undo()
				} else {
					e := anyEvent(t, game.Board)
					if e.Board != game.Board {
						boards, texts = append(boards, game.Board), append(texts, e.Text)
					}
					var entry play.Entry
					game, entry = game.Record(e)
					entries = append(entries, entry)
					if entry.Event != e || game.Board != e.Board {
						t.Fatalf("recording %+v gives %+v", e, entry)
					}
				}
				if len(entries) > 0 && entries[len(entries)-1].Revision != len(entries) {
					t.Fatalf("entry %d has revision %d", len(entries), entries[len(entries)-1].Revision)
				}
				if got := entries.replay(start); got != game {
					t.Fatalf("the journal gives\n%+v, the game is\n%+v", got, game)
				}
			}
			for undo() {
			}
			if game.Board != start || game.Head != 0 {
				t.Fatalf("all undone leaves %s", changes(start, game.Board))
			}
		}))
	}
}

// The level of a hint is remembered while the board stands, and a move that changes nothing
// ends it too.
func TestHintLevelOfGame(t *testing.T) {
	start := newBoard(t, mini)
	moved, err := start.Play("r1c2=3")
	must(t, err)
	game := play.Game{Board: start}
	for _, c := range []struct {
		event play.Event
		want  play.HintLevel
	}{
		{play.Event{Kind: play.Hinted, Level: play.HintWhere, Board: start}, play.HintWhere},
		{play.Event{Kind: play.Checked, Board: start}, play.HintWhere},
		{play.Event{Kind: play.Hinted, Level: play.HintTechnique, Board: start}, play.HintTechnique},
		{play.Event{Kind: play.Submitted, Board: start}, play.HintTechnique},
		{play.Event{Kind: play.Moved, Board: start}, 0},
		{play.Event{Kind: play.Hinted, Level: play.HintReason, Board: start}, play.HintReason},
		{play.Event{Kind: play.Hinted, Level: play.HintApply, Board: moved}, 0},
	} {
		if game, _ = game.Record(c.event); game.HintLevel != c.want {
			t.Errorf("after %s of level %s: %s, want %s", c.event.Kind, c.event.Level, game.HintLevel, c.want)
		}
	}
	if game.Hints != 2 || game.Checks != 2 || game.Revision != 7 || game.Head != 7 {
		t.Errorf("%+v", game)
	}
}

// A game whose journal cannot be read does not change.
func TestUndoWithoutJournal(t *testing.T) {
	start := newBoard(t, mini)
	game := play.Game{Board: start}
	var entries journal
	for _, text := range []string{"r1c2=3", "r1c3=4"} {
		board, err := game.Play(text)
		must(t, err)
		var entry play.Entry
		game, entry = game.Record(play.Event{Kind: play.Moved, Text: text, Board: board})
		entries = append(entries, entry)
	}
	lost := errors.New("lost")
	for missing := 1; missing <= 2; missing++ {
		after, _, err := game.Undo(func(revision int) (play.Entry, error) {
			if revision == missing {
				return play.Entry{}, lost
			}
			return entries.earlier(revision)
		})
		if !errors.Is(err, lost) || after != game {
			t.Errorf("without entry %d: %v", missing, err)
		}
	}
}
