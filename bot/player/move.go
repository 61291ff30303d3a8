package player

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

// MoveCommand is /move.
func MoveCommand() handler.Handler {
	return handler.Handler{
		Name:    "move",
		Options: []chat.Option{{Name: "moves", Required: true, Kind: chat.TextOption, Narrow: true}},
		Example: []chat.Given{{Name: "moves", Value: "r4c5=7 r1c1=?37"}}, Prepare: handler.OnBoard | handler.Writes, Play: move,
		Buttons: []handler.Button{{Verb: chat.Write, Options: handler.ArgumentAs("moves")}, {
			Verb: chat.TypeMoves, Handler: &handler.Handler{Name: "moves-form", Prepare: handler.OnBoard, Answer: openForm(movesInForm)},
			Sent: &handler.Button{Options: fromField("moves", movesField)},
		}},
	}
}

// UndoCommand is /undo.
func UndoCommand() handler.Handler {
	return handler.Handler{Name: "undo", Prepare: handler.OnBoard | handler.Writes, Play: undo, Buttons: []handler.Button{
		{Verb: chat.TakeBack}, {Verb: chat.GoBack, Handler: &handler.Handler{Name: "rewinding", Prepare: handler.OnBoard | handler.Writes, Play: screen.Asking(rewind)}},
	}}
}

func move(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	text := q.Option("moves")
	var before play.Board
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		before = game.Board
		after, err := game.Play(text)
		return play.Event{Kind: play.Moved, Text: text, Board: after}, err
	})
	if err != nil {
		return handler.Done{}, err
	}
	return afterMove(ctx, env, q, game, before)
}

// afterMove finishes a game after a move that solved it.
func afterMove(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, before play.Board) (handler.Done, error) {
	if game.Solved() {
		return finish(ctx, env, q, game)
	}
	return handler.Done{Outcome: screen.OutcomeOf(game), Screen: func() chat.Reply { return moved(q, game, before) }}, nil
}

func moved(q handler.Query, game games.Game, before play.Board) chat.Reply {
	if game.Open() == 0 {
		return screen.Board(q, game, q.Say("board.full-and-wrong", locale.Args{"Check": chat.Mention("check"), "Hint": chat.Mention("hint")}))
	}
	if game.Practice != "" {
		if step, ok := game.Practised(game.Practice, before); ok { // it made the step of the practice: another is offered
			why := chat.Plain(chat.Cut(q.Reasons(step, before.State()), chat.MaxText-200)) // of contradictions, which fill pages; keep room for the rest
			reply := screen.Board(q, game, q.Say("practice.found", locale.Args{"Step": why, "ToGo": screen.ToGo(q.Speech, game)}))
			reply.Screen.Rows = screen.Beside(q, game, screen.PractiseMore(q, game)...)
			return reply
		}
	}
	body := q.Say("board.moved", locale.Args{"ToGo": screen.ToGo(q.Speech, game)})
	if conflicts := conflictsOf(q.Speech, game.Board); conflicts != "" {
		body = q.Say("board.moved-conflict", locale.Args{"ToGo": screen.ToGo(q.Speech, game), "Conflicts": conflicts})
	}
	return screen.Board(q, game, body)
}

func undo(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	for range screen.Tries {
		game, err := screen.Unfinished(ctx, env, q)
		if err != nil {
			return handler.Done{}, err
		}
		before, text, err := env.Store.Undo(ctx, game)
		if errors.Is(err, postgres.ErrStale) {
			continue
		}
		if err != nil {
			return handler.Done{}, err
		}
		return handler.Done{Outcome: screen.OutcomeOf(before), Screen: func() chat.Reply {
			what := chat.Typed(chat.Cut(text, 100)) // moves as they were typed, or a hint that was carried out
			var level play.HintLevel
			if _, err := fmt.Sscanf(text, hintText, &level); err == nil {
				what = chat.Part{Text: q.Text("board.done-hint", locale.Args{"Level": int(level)})}
			}
			return screen.Board(q, before, q.Say("board.undone", locale.Args{"Text": what, "ToGo": screen.ToGo(q.Speech, before)}))
		}}, nil
	}
	return handler.Done{}, postgres.ErrStale
}

// BatchHandler answers a [chat.Batch].
func BatchHandler() handler.Handler {
	return handler.Handler{Name: "batching", Options: []chat.Option{{Name: chat.BatchMoves}, {Name: chat.BatchNotes}}, Prepare: handler.Writes, Play: batch}
}

func batch(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	batch := q.Action.(chat.Batch)
	game, err := screen.Unfinished(ctx, env, q)
	if err != nil {
		return handler.Done{}, err
	}
	before := game.Board
	for i, text := range batch.Moves {
		before = game.Board
		if game.Ago = 0; i < len(batch.Ago) {
			game.Ago = batch.Ago[i]
		}
		if text == "undo" {
			game, _, err = env.Store.Undo(ctx, game)
		} else {
			var after play.Board
			if after, err = game.Play(text); err == nil {
				game, err = env.Store.Record(ctx, game, play.Event{Kind: play.Moved, Text: text, Board: after})
			}
		}
		if err != nil {
			return handler.Done{}, err // which takes back the events before it
		}
	}
	if len(batch.Notes) > 0 {
		if batch.Noted != nil {
			game.Noted = *batch.Noted
		}
		if game, err = env.Store.SaveNotes(ctx, game, batch.Notes); err != nil {
			return handler.Done{}, err
		}
	}
	return afterMove(ctx, env, q, game, before)
}

// rewind takes back all events since the first wrong digit. It reveals as much as a check
// does, and counts as one.
func rewind(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "rewind", Board: game.Board}, nil
	})
	if err != nil {
		return handler.Done{}, err
	}
	solution, err := screen.SolutionOf(game)
	if err != nil {
		return handler.Done{}, err
	}
	wrong := game.Check(solution).Wrong
	for game.Head > 0 && game.Check(solution).Wrong > 0 {
		if game, _, err = env.Store.Undo(ctx, game); err != nil {
			return handler.Done{}, err
		}
	}
	return handler.Done{
		Outcome: screen.Judged(game, chat.Judged{Wrong: wrong, Open: game.Open()}),
		Screen: func() chat.Reply {
			return screen.Board(q, game, q.SayCount("board.rewound", wrong, locale.Args{"ToGo": screen.ToGo(q.Speech, game)}))
		},
	}, nil
}
