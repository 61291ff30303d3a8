package player

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// HintCommand is /hint.
func HintCommand() handler.Handler {
	return handler.Handler{
		Name:    "hint",
		Options: []chat.Option{{Name: "level", Kind: chat.ChoiceOption, Choices: []string{"1", "2", "3", "4"}}},
		Board:   true, Writes: true, Play: hint, Asks: true,
		Buttons: []handler.Button{{Verb: chat.MoreHint, Options: handler.ArgumentAs("level")}},
	}
}

// hintText is what the journal of a game has of a hint: its level.
const hintText = "hint %d"

func hint(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	level, err := levelOf(q.Option("level"))
	if err != nil {
		return nil, err
	}
	var hint play.Hint
	var before play.Board
	given := level
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		if level == 0 {
			given = game.HintLevel.Next()
		}
		if hint, err = game.Hint(given); errors.Is(err, logic.ErrTooHard) {
			return play.Event{}, err
		} else if err != nil {
			return play.Event{}, fmt.Errorf("game %d: %v", game.ID, err) // not the player's mistake
		}
		before = game.Board
		after := game.Board
		if given == play.HintApply {
			after = after.Take(hint)
		}
		return play.Event{Kind: play.Hinted, Text: fmt.Sprintf(hintText, given), Level: given, Board: after}, nil
	})
	if err != nil {
		return nil, err
	}
	if game.Solved() {
		return finish(ctx, env, q, game)
	}
	return screen.Hinted{Game: game, Before: before, Hint: hint, Level: given}, nil
}

// levelOf reads a level, 0 where none is given.
func levelOf(text string) (play.HintLevel, error) {
	if text == "" {
		return 0, nil
	}
	return play.ParseHintLevel(strings.TrimSpace(text))
}
