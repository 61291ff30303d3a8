package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

func moveCommand() handler {
	return handler{
		name:    "move",
		options: []Option{{Name: "moves", Required: true, Kind: TextOption}},
		example: []Given{{"moves", "r4c5=7 r1c1=?37"}}, board: true, writes: true, answer: (*Bot).move,
		buttons: []button{{verb: Write, options: argumentAs("moves")}, typeMoves()},
	}
}

func undoCommand() handler {
	return handler{name: "undo", board: true, writes: true, answer: (*Bot).undo, buttons: []button{
		{verb: TakeBack}, {verb: GoBack, handler: &handler{name: "rewinding", board: true, writes: true, answer: (*Bot).rewind}},
	}}
}

func (b *Bot) move(ctx context.Context, q query) (Reply, error) {
	text := q.option("moves")
	var before play.Board
	game, err := b.change(ctx, q, func(game archive.Game) (play.Event, error) {
		before = game.Board
		after, err := game.Play(text)
		return play.Event{Kind: play.Moved, Text: text, Board: after}, err
	})
	if err != nil {
		return q.orNewest(err)
	}
	return b.moved(ctx, q, game, before)
}

// moved shows a board after a move, and finishes the game where it is solved.
func (b *Bot) moved(ctx context.Context, q query, game archive.Game, before play.Board) (Reply, error) {
	switch {
	case game.Solved():
		return b.finish(ctx, q, game)
	case game.Open() == 0:
		return q.board(game, q.Say("board.full-and-wrong", locale.Args{"Check": command("check"), "Hint": command("hint")})), nil
	}
	if reply, ok := q.practised(game, before); ok {
		return reply, nil
	}
	body := q.Say("board.moved", locale.Args{"ToGo": q.toGo(game)})
	if conflicts := q.conflicts(game.Board); conflicts != "" {
		body = q.Say("board.moved-conflict", locale.Args{"ToGo": q.toGo(game), "Conflicts": conflicts})
	}
	return q.board(game, body), nil
}

func (b *Bot) undo(ctx context.Context, q query) (Reply, error) {
	for range tries {
		game, err := b.unfinished(ctx, q)
		if err == nil {
			err = q.fits(game)
		}
		if err != nil {
			return q.orNewest(err)
		}
		before, text, err := b.store.Undo(ctx, game)
		if errors.Is(err, archive.ErrStale) {
			continue
		}
		if err != nil {
			return Reply{}, err
		}
		return q.board(before, q.undone(text, before)), nil
	}
	return Reply{}, archive.ErrStale
}

// undone says what was taken back: moves as they were typed, or a hint that was carried out.
func (q query) undone(text string, before archive.Game) Text {
	what := typed(cut(text, 100))
	var level play.HintLevel
	if _, err := fmt.Sscanf(text, hintText, &level); err == nil {
		what = Part{Text: q.Text("board.done-hint", locale.Args{"Level": int(level)})}
	}
	return q.Say("board.undone", locale.Args{"Text": what, "ToGo": q.toGo(before)})
}
