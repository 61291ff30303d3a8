package player

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

// BatchHandler answers a [chat.Batch].
func BatchHandler() handler.Handler {
	return handler.Handler{Name: "batching", Options: []chat.Option{{Name: chat.BatchMoves}, {Name: chat.BatchNotes}}, Writes: true, Play: batch}
}

func batch(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	batch := q.Action.(chat.Batch)
	game, err := screen.Unfinished(ctx, env, q)
	if err == nil {
		err = screen.Fits(q, game)
	}
	if err != nil {
		return nil, err
	}
	before := game.Board
	for i, text := range batch.Moves {
		before = game.Board
		if game.Ago = 0; i < len(batch.Ago) {
			game.Ago = batch.Ago[i]
		}
		if game, err = makeEvent(ctx, env, game, text); err != nil {
			return nil, TakenBack{err} // with the events before it
		}
	}
	if len(batch.Notes) > 0 {
		if err := env.Store.SaveNotes(ctx, game.ID, batch.Notes); err != nil {
			return nil, err
		}
	}
	return afterMove(ctx, env, q, game, before)
}

// TakenBack is the error of a handler that has changed something before: all of it is taken back, and
// the answer is not kept.
type TakenBack struct{ error }

func (t TakenBack) Unwrap() error { return t.error }

// makeEvent makes one event of a batch.
func makeEvent(ctx context.Context, env *handler.Env, game games.Game, text string) (games.Game, error) {
	if text == "undo" {
		after, _, err := env.Store.Undo(ctx, game)
		return after, err
	}
	after, err := game.Play(text)
	if err != nil {
		return game, err
	}
	return env.Store.Record(ctx, game, play.Event{Kind: play.Moved, Text: text, Board: after})
}

// rewind takes back what was done since the first digit that is wrong. That says as much as a check
// does, and counts as one.
func rewind(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "rewind", Board: game.Board}, nil
	})
	if err != nil {
		return nil, err
	}
	solution, err := screen.SolutionOf(game)
	if err != nil {
		return nil, err
	}
	wrong := game.Check(solution).Wrong
	for game.Head > 0 && game.Check(solution).Wrong > 0 {
		if game, _, err = env.Store.Undo(ctx, game); err != nil {
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

func (d rewound) Screen(q handler.Query) chat.Reply {
	return screen.Board(q, d.game, q.SayCount("board.rewound", d.wrong, locale.Args{"ToGo": screen.ToGo(q.Speech, d.game)}))
}

func (d rewound) Outcome(handler.Query) chat.Outcome {
	return screen.Judged(d.game, chat.Judged{Wrong: d.wrong, Open: d.game.Open()})
}
