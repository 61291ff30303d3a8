package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

func moveCommand() handler {
	return handler{
		name:    "move",
		options: []Option{{Name: "moves", Required: true, Kind: TextOption}},
		example: []Given{{Name: "moves", Value: "r4c5=7 r1c1=?37"}}, board: true, writes: true, play: (*Bot).move,
		buttons: []button{{verb: Write, options: argumentAs("moves")}, typeMoves()},
	}
}

func undoCommand() handler {
	return handler{name: "undo", board: true, writes: true, play: (*Bot).undo, buttons: []button{
		{verb: TakeBack}, {verb: GoBack, handler: &handler{name: "rewinding", board: true, writes: true, play: (*Bot).rewind, asks: true}},
	}}
}

func (b *Bot) move(ctx context.Context, q query) (done, error) {
	text := q.option("moves")
	var before play.Board
	game, err := b.change(ctx, q, func(game games.Game) (play.Event, error) {
		before = game.Board
		after, err := game.Play(text)
		return play.Event{Kind: play.Moved, Text: text, Board: after}, err
	})
	if err != nil {
		return nil, err
	}
	return b.moved(ctx, q, game, before)
}

// moved finishes a game after a move that solved it.
func (b *Bot) moved(ctx context.Context, q query, game games.Game, before play.Board) (done, error) {
	if game.Solved() {
		return b.finish(ctx, q, game)
	}
	return moved{game, before}, nil
}

// moved is a game after a move.
type moved struct {
	game   games.Game
	before play.Board
}

func (d moved) outcome(query) Outcome { return outcomeOf(d.game) }

func (d moved) screen(q query) Reply {
	if d.game.Open() == 0 {
		return q.board(d.game, q.Say("board.full-and-wrong", locale.Args{"Check": command("check"), "Hint": command("hint")}))
	}
	if reply, ok := q.practised(d.game, d.before); ok {
		return reply
	}
	body := q.Say("board.moved", locale.Args{"ToGo": q.toGo(d.game)})
	if conflicts := q.conflicts(d.game.Board); conflicts != "" {
		body = q.Say("board.moved-conflict", locale.Args{"ToGo": q.toGo(d.game), "Conflicts": conflicts})
	}
	return q.board(d.game, body)
}

func (b *Bot) undo(ctx context.Context, q query) (done, error) {
	for range tries {
		game, err := b.unfinished(ctx, q)
		if err == nil {
			err = q.fits(game)
		}
		if err != nil {
			return nil, err
		}
		before, text, err := b.store.Undo(ctx, game)
		if errors.Is(err, postgres.ErrStale) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return undone{before, text}, nil
	}
	return nil, postgres.ErrStale
}

// undone is a game of which something was taken back.
type undone struct {
	game games.Game
	text string // of the event
}

func (d undone) screen(q query) Reply { return q.board(d.game, q.undone(d.text, d.game)) }

func (d undone) outcome(query) Outcome { return outcomeOf(d.game) }

// undone says what was taken back: moves as they were typed, or a hint that was carried out.
func (q query) undone(text string, before games.Game) Text {
	what := typed(cut(text, 100))
	var level play.HintLevel
	if _, err := fmt.Sscanf(text, hintText, &level); err == nil {
		what = Part{Text: q.Text("board.done-hint", locale.Args{"Level": int(level)})}
	}
	return q.Say("board.undone", locale.Args{"Text": what, "ToGo": q.toGo(before)})
}
