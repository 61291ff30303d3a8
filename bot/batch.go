package bot

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

// Batch is several moves at once on a game: all are made, or none.
type Batch struct {
	GameID   int64
	Revision int         // of the board that they are for
	Moves    []string    // each one event: moves in play's notation, or "undo"; at most MaxBatch
	Notes    games.Notes // of the cells where they change
}

// MaxBatch is how many events a [Batch] may have.
const MaxBatch = 200

func (Batch) action() {}

// The options of the command that a batch stands for.
const (
	batchMoves = "moves"
	batchNotes = "notes"
)

func batchHandler() handler {
	return handler{name: "batching", options: []Option{{Name: batchMoves}, {Name: batchNotes}}, writes: true, play: (*Bot).batch}
}

// ask returns the command that a batch stands for, by which a repetition is known.
func (b Batch) ask() (Ask, error) {
	if n := len(b.Moves); n > MaxBatch {
		return Ask{}, refuse("refusal.batch", locale.Args{"Number": n, "Most": MaxBatch})
	}
	moves, err := json.Marshal(b.Moves)
	if err != nil {
		return Ask{}, err
	}
	notes, err := json.Marshal(b.Notes)
	if err != nil {
		return Ask{}, fmt.Errorf("notes of a batch: %w", err)
	}
	return Ask{Command: "batching", Options: map[string]string{batchMoves: string(moves), batchNotes: string(notes)}}, nil
}

func (b *Bot) batch(ctx context.Context, q query) (done, error) {
	batch := q.Action.(Batch)
	game, err := b.unfinished(ctx, q)
	if err == nil {
		err = q.fits(game)
	}
	if err != nil {
		return nil, err
	}
	before := game.Board
	for _, text := range batch.Moves {
		before = game.Board
		if game, err = b.makeEvent(ctx, game, text); err != nil {
			return nil, takenBack{err} // with the events before it
		}
	}
	if len(batch.Notes) > 0 {
		if err := b.store.SaveNotes(ctx, game.ID, batch.Notes); err != nil {
			return nil, err
		}
	}
	return b.moved(ctx, q, game, before)
}

// takenBack is the error of a handler that has changed something before: all of it is taken back, and
// the answer is not kept.
type takenBack struct{ error }

func (t takenBack) Unwrap() error { return t.error }

// makeEvent makes one event of a batch.
func (b *Bot) makeEvent(ctx context.Context, game games.Game, text string) (games.Game, error) {
	if text == "undo" {
		after, _, err := b.store.Undo(ctx, game)
		return after, err
	}
	after, err := game.Play(text)
	if err != nil {
		return game, err
	}
	return b.store.Record(ctx, game, play.Event{Kind: play.Moved, Text: text, Board: after})
}

// rewind takes back what was done since the first digit that is wrong. That says as much as a check
// does, and counts as one.
func (b *Bot) rewind(ctx context.Context, q query) (done, error) {
	game, err := b.change(ctx, q, func(game games.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "rewind", Board: game.Board}, nil
	})
	if err != nil {
		return nil, err
	}
	solution, err := solutionOf(game)
	if err != nil {
		return nil, err
	}
	wrong := game.Check(solution).Wrong
	for game.Head > 0 && game.Check(solution).Wrong > 0 {
		if game, _, err = b.store.Undo(ctx, game); err != nil {
			return nil, err
		}
	}
	return rewound{game, wrong}, nil
}

// rewound is a game that was taken back to before its first digit that was wrong.
type rewound struct {
	game  games.Game
	wrong int // digits, before
}

func (d rewound) screen(q query) Reply {
	return q.board(d.game, q.SayCount("board.rewound", d.wrong, locale.Args{"ToGo": q.toGo(d.game)}))
}

func (d rewound) outcome(query) Outcome {
	return judged(d.game, Judged{Wrong: d.wrong, Open: d.game.Open()})
}
