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
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// CheckCommand is /check.
func CheckCommand() handler.Handler {
	return handler.Handler{Name: "check", Prepare: handler.OnBoard | handler.Writes, Play: screen.Asking(check), Buttons: []handler.Button{{Verb: chat.CheckBoard}}}
}

// SubmitCommand is /submit.
func SubmitCommand() handler.Handler {
	return handler.Handler{
		Name:    "submit",
		Options: []chat.Option{{Name: "answer", Kind: chat.TextOption, Narrow: true}},
		Prepare: handler.OnBoard | handler.Writes, Play: screen.Asking(submit),
		Buttons: []handler.Button{{Verb: chat.HandIn}},
	}
}

func check(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "check", Board: game.Board}, nil
	})
	if err != nil {
		return handler.Done{}, err
	}
	solution, err := screen.SolutionOf(game)
	found := game.Check(solution)
	return handler.Done{
		Outcome: screen.Judged(game, chat.Judged{Wrong: found.Wrong, Open: found.Open}),
		Screen: func() chat.Reply {
			conflicts := q.Text("check.no-conflicts", nil)
			if found := conflictsOf(q.Speech, game.Board); found != "" {
				conflicts = q.Text("check.conflicts", locale.Args{"Conflicts": found})
			}
			args := locale.Args{"Conflicts": conflicts, "ToGo": screen.ToGo(q.Speech, game), "Hint": chat.Mention("hint")}
			body := q.Say("check.no-mistakes", args)
			if found.Wrong > 0 {
				body = q.SayCount("check.mistakes", found.Wrong, args)
			}
			return screen.Board(q, game, body)
		},
	}, err
}

// conflictsOf names the digits that stand twice in a house: "5 twice in row 1 (r1c13)". It is empty without any.
func conflictsOf(s chat.Speech, b play.Board) string {
	var found []string
	for c := range b.Grid.Conflicts() {
		found = append(found, s.Count("check.conflict", c.Cells.Len(), locale.Args{
			"Digit": c.Digit.String(), "House": s.House(c.House), "Cells": c.Cells.String(),
		}))
	}
	const most = 5 // a message is not a list of all that a player typed at random
	if len(found) > most {
		found = append(found[:most], s.Count("list.more", len(found)-most, nil))
	}
	return s.Commas(found)
}

func submit(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	var answer sudoku.Grid
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		var err error
		if answer, err = game.Answer(q.Option("answer")); err != nil {
			return play.Event{}, err
		}
		event := play.Event{Kind: play.Submitted, Text: "submit", Board: game.Board}
		if answered := (play.Board{Clues: game.Clues, Grid: answer}); answered.Solved() {
			event.Board = answered
		}
		return event, nil
	})
	if err != nil {
		return handler.Done{}, err
	}
	if game.Solved() {
		return finish(ctx, env, q, game)
	}
	solution, err := screen.SolutionOf(game)
	verdict := game.Judge(answer, solution)
	return handler.Done{
		Outcome: screen.Judged(game, chat.Judged{Wrong: verdict.Wrong, Open: verdict.Open}),
		Screen:  func() chat.Reply { return notYet(q, game, verdict) },
	}, err
}

// notYet shows how far an answer is from the solution, without the cells.
func notYet(q handler.Query, game games.Game, verdict play.Verdict) chat.Reply {
	var parts []string
	if verdict.Open > 0 {
		parts = append(parts, q.Count("submit.missing", verdict.Open, nil))
	}
	if verdict.Wrong > 0 {
		parts = append(parts, q.Count("submit.wrong", verdict.Wrong, nil))
	}
	key := "submit.not-yet"
	if verdict.OtherClues {
		key = "submit.other-puzzle"
	}
	return screen.Board(q, game, q.Say(key, locale.Args{"Differences": q.Commas(parts)}))
}

// HintCommand is /hint.
func HintCommand() handler.Handler {
	return handler.Handler{
		Name:    "hint",
		Options: []chat.Option{{Name: "level", Kind: chat.ChoiceOption, Choices: []string{"1", "2", "3", "4"}, Narrow: true}},
		Prepare: handler.OnBoard | handler.Writes, Play: screen.Asking(hint),
		Buttons: []handler.Button{{Verb: chat.MoreHint, Options: handler.ArgumentAs("level")}},
	}
}

// hintText is the text of a hint in the journal of a game: its level.
const hintText = "hint %d"

func hint(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	level, err := play.HintLevel(0), error(nil) // 0: the next one
	if text := q.Option("level"); text != "" {
		level, err = play.ParseHintLevel(strings.TrimSpace(text))
	}
	if err != nil {
		return handler.Done{}, err
	}
	var hint play.Hint
	var before play.Board
	given := level
	game, err := screen.Change(ctx, env, q, func(game games.Game) (play.Event, error) {
		if level == 0 {
			given = game.HintLevel.Next()
		}
		if hint, err = game.Hint(given); err == nil && level == 0 && hint.Level < given { // it says nothing new
			hint, err = game.Hint(given.Next())
		}
		given = hint.Level
		if errors.Is(err, logic.ErrTooHard) {
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
		return handler.Done{}, err
	}
	if game.Solved() {
		return finish(ctx, env, q, game)
	}
	return screen.Hinted(q, game, before, hint), nil
}
