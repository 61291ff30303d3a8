package bot

import (
	"context"
	"errors"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Outcome is what a request about a game came to. The game itself is in the archive.
type Outcome struct {
	Revision int `json:",omitempty"` // of the game after it

	Stale bool `json:",omitempty"` // nothing was done: the board has changed since, and the same can be asked of the newest
	Retry bool `json:",omitempty"` // it is not known to be done: the same request can be sent again

	Hint   *Hinted `json:",omitempty"`
	Judged *Judged `json:",omitempty"`
	Shared Text    `json:",omitempty"` // what was shared
	Posted Text    `json:",omitempty"` // of a result that was shared from a page: that the channel will have it
}

// Hinted is a hint as far as its level shows it, with where it points, on the board that it was asked
// about.
type Hinted struct {
	Level        play.HintLevel
	Words        string
	Houses       []sudoku.House
	Pattern      []sudoku.Candidate // what the step rests on
	Placements   []sudoku.Candidate // what it concludes
	Eliminations []sudoku.Candidate // and rules out; of mistakes the digits that are wrong
	Lines        [][2]sudoku.Cell   // pairs of cells that belong together
}

// Judged is what a check or an answer found.
type Judged struct {
	Solved bool
	Wrong  int    // digits
	Open   int    // cells
	Words  Text   `json:",omitempty"` // of a game that is solved: its time, its rank and more
	Place  string `json:",omitempty"` // among the results of a daily: "2nd of 9"
}

// hinted is a hint about a board as data.
func (q query) hinted(game archive.Game, before play.Board, hint play.Hint, level play.HintLevel) *Outcome {
	h := &Hinted{Level: level, Words: cut(q.Hint(hint), MaxText)}
	for _, m := range hint.Mistakes {
		if m.Digit != 0 {
			h.Eliminations = append(h.Eliminations, sudoku.Candidate{Cell: m.Cell, Digit: m.Digit})
		}
	}
	points := pointAt(picture.Board{Clues: before.Clues, Grid: before.Grid, Marks: before.Marks}, hint)
	h.Houses = slices.Concat(points.Houses, points.Cover)
	h.Pattern, h.Placements = points.Pattern, points.Placements
	h.Eliminations = append(h.Eliminations, points.Eliminations...)
	h.Lines = linesOfStep(game.Shape, hint.Step)
	return &Outcome{Revision: game.Revision, Hint: h}
}

// linesOfStep joins what reasons on its way through a step: the cells of a fish within each of its
// houses, and the digits of a contradiction as they follow from each other.
func linesOfStep(shape sudoku.Shape, step logic.Step) (lines [][2]sudoku.Cell) {
	for _, h := range step.Houses {
		if len(step.Cover) == 0 {
			break
		}
		var cells sudoku.Cells
		for _, c := range shape.House(h) {
			cells = cells.With(c)
		}
		lines = append(lines, pairs(step.Cells.Intersect(cells).Slice())...)
	}
	var chain []sudoku.Cell
	for _, inner := range step.Chain {
		for _, p := range inner.Placements {
			chain = append(chain, p.Cell)
		}
	}
	return append(lines, pairs(chain)...)
}

// pairs returns each cell with the next.
func pairs(cells []sudoku.Cell) (pairs [][2]sudoku.Cell) {
	for i := 1; i < len(cells); i++ {
		pairs = append(pairs, [2]sudoku.Cell{cells[i-1], cells[i]})
	}
	return pairs
}

// isStale reports whether an error is that of a board that has changed since.
func isStale(err error) bool {
	_, old := errors.AsType[oldButton](err)
	return old || errors.Is(err, archive.ErrStale)
}

func asStale(r Reply) Reply {
	r.Outcome = &Outcome{Stale: true}
	return r
}

func asRetry(r Reply) Reply {
	r.Outcome = &Outcome{Retry: true}
	return r
}

// gameNamed returns the game whose number a request has. The error of one that is not the player's, or of
// another place, is that of one that does not exist.
func (b *Bot) gameNamed(ctx context.Context, q query) (archive.Game, error) {
	game, err := b.store.Game(ctx, q.GameID)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && !q.owns(game) {
		return archive.Game{}, refuse("refusal.no-such-game", nil)
	}
	return game, err
}

// Title names a game and how hard it is: "Daily #12 (Medium) · Thu 5 Mar 2026".
func Title(language string, game archive.Game) string { return speechIn(language).titleOf(game) }

// Introduction says how hard the puzzle of a game is and where it comes from, below its [Title].
func Introduction(language string, game archive.Game) Text {
	return speechIn(language).introduction(game.Tier, game.Puzzle)
}
