package bot

import (
	"context"
	"errors"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// done is what a handler did with a game, as data. A chat draws a screen of it, and [Bot.Play] returns its
// outcome.
type done interface {
	screen(q query) Reply
	outcome(q query) Outcome
}

// Outcome is what a request about a game came to.
type Outcome struct {
	Game     games.Game `json:"-"` // as it is now, where it can be read
	GameID   int64      `json:",omitempty"`
	Revision int        `json:",omitempty"` // of the game after it

	Problem Text `json:",omitempty"` // why it was not done; nil: it was
	Stale   bool `json:",omitempty"` // for the board has changed since, and the same can be asked of the newest
	Retry   bool `json:",omitempty"` // it is not known to be done: the same request can be sent again

	Hint   *Hinted `json:",omitempty"`
	Judged *Judged `json:",omitempty"`
	Shared Text    `json:",omitempty"` // what was shared
	Posted Text    `json:",omitempty"` // of a result that was shared from a page: that the channel will have it
}

// Play answers a request about a game as data, for networks that draw boards themselves: a [Press] or a
// [Batch] on the game whose number it has, or an [Ask] that starts one. An action on a board that has
// changed since is not done. The error is [postgres.ErrNotFound] for a game that is not the player's, or
// of another guild.
func (b *Bot) Play(ctx context.Context, r Request) (Outcome, error) {
	q := b.queryOf(ctx, r)
	q.game = (*Bot).pressedGame
	h, err := q.understand()
	var o Outcome
	if err == nil {
		o, err = safely(b, h, func() (Outcome, error) { return b.play(ctx, h, q) })
	}
	if err != nil {
		p := b.explain(q, err)
		o = Outcome{Problem: p.words.limited(MaxText), Stale: p.stale, Retry: p.retry}
	}
	if q.pressed == nil || o.Game.ID != 0 || o.Retry {
		return o, nil
	}
	o.GameID = q.pressed.GameID
	if o.Game, err = b.store.Game(ctx, o.GameID); err == nil && !q.owns(o.Game) {
		err = postgres.ErrNotFound
	}
	return o, err
}

// play lets a handler answer in data, as run does in a chat.
func (b *Bot) play(ctx context.Context, h handler, q query) (Outcome, error) {
	if h.play == nil {
		return Outcome{}, refuse("refusal.old-button", locale.Args{"Help": command("help")})
	}
	var game games.Game // which is not kept with the answer
	work := func(ctx context.Context) (Outcome, error) {
		done, err := h.play(b, ctx, q)
		if err != nil {
			return Outcome{}, err
		}
		o := done.outcome(q)
		game = o.Game
		return o, nil
	}
	if !h.writes {
		return work(ctx)
	}
	o, err := once(ctx, b, q, func(words Text) Outcome { return Outcome{Problem: words} }, work)
	o.Game = game
	return o, err
}

// outcomeOf is that of a change of a game that says no more than the board after it.
func outcomeOf(game games.Game) Outcome {
	return Outcome{Game: game, GameID: game.ID, Revision: game.Revision}
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

// judged is the outcome of a check or an answer.
func judged(game games.Game, found Judged) Outcome {
	o := outcomeOf(game)
	o.Judged = &found
	return o
}

// Judged is what a check or an answer found.
type Judged struct {
	Solved bool
	Wrong  int    // digits
	Open   int    // cells
	Words  Text   `json:",omitempty"` // of a game that is solved: its time, its rank and more
	Place  string `json:",omitempty"` // among the results of a daily: "2nd of 9"
}

// outcome points at the board that the hint was asked about.
func (d hinted) outcome(q query) Outcome {
	hint, before := d.hint, d.before
	h := &Hinted{Level: d.level, Words: cut(q.Hint(hint), MaxText)}
	for _, m := range hint.Mistakes {
		if m.Digit != 0 {
			h.Eliminations = append(h.Eliminations, sudoku.Candidate{Cell: m.Cell, Digit: m.Digit})
		}
	}
	points := pointAt(picture.Board{Clues: before.Clues, Grid: before.Grid, Marks: before.Marks}, hint)
	h.Houses = slices.Concat(points.Houses, points.Cover)
	h.Pattern, h.Placements = points.Pattern, points.Placements
	h.Eliminations = append(h.Eliminations, points.Eliminations...)
	h.Lines = linesOfStep(d.game.Shape, hint.Step)
	o := outcomeOf(d.game)
	o.Hint = h
	return o
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
	return old || errors.Is(err, postgres.ErrStale)
}

// Title names a game and how hard it is: "Daily #12 (Medium) · Thu 5 Mar 2026".
func Title(language string, game games.Game) string { return speechIn(language).titleOf(game) }

// Introduction says how hard the puzzle of a game is and where it comes from, below its [Title].
func Introduction(language string, game games.Game) Text {
	return speechIn(language).introduction(game.Tier, game.Puzzle)
}
