package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func checkCommand() handler {
	return handler{name: "check", board: true, writes: true, play: (*Bot).check, asks: true, buttons: []button{{verb: CheckBoard}}}
}

func submitCommand() handler {
	return handler{
		name:    "submit",
		options: []Option{{Name: "answer", Kind: TextOption}},
		board:   true, writes: true, play: (*Bot).submit, asks: true,
		buttons: []button{{verb: HandIn}},
	}
}

func (b *Bot) check(ctx context.Context, q query) (done, error) {
	game, err := b.change(ctx, q, func(game games.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "check", Board: game.Board}, nil
	})
	if err != nil {
		return nil, err
	}
	solution, err := solutionOf(game)
	return checkedBoard{game, game.Check(solution)}, err
}

// checkedBoard is a game after a check.
type checkedBoard struct {
	game  games.Game
	found play.Check
}

func (d checkedBoard) screen(q query) Reply {
	conflicts := q.Text("check.no-conflicts", nil)
	if found := q.conflicts(d.game.Board); found != "" {
		conflicts = q.Text("check.conflicts", locale.Args{"Conflicts": found})
	}
	args := locale.Args{"Conflicts": conflicts, "ToGo": q.toGo(d.game), "Hint": command("hint")}
	body := q.Say("check.no-mistakes", args)
	if d.found.Wrong > 0 {
		body = q.SayCount("check.mistakes", d.found.Wrong, args)
	}
	return q.board(d.game, body)
}

func (d checkedBoard) outcome(query) Outcome {
	return judged(d.game, Judged{Wrong: d.found.Wrong, Open: d.found.Open})
}

// conflicts names the digits that stand twice in a house: "5 twice in row 1 (r1c13)".
// It is empty where there are none.
func (s speech) conflicts(b play.Board) string {
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
	return s.commas(found)
}

func (b *Bot) submit(ctx context.Context, q query) (done, error) {
	var answer sudoku.Grid
	game, err := b.change(ctx, q, func(game games.Game) (play.Event, error) {
		var err error
		if answer, err = game.Answer(q.option("answer")); err != nil {
			return play.Event{}, err
		}
		event := play.Event{Kind: play.Submitted, Text: "submit", Board: game.Board}
		if answered := (play.Board{Clues: game.Clues, Grid: answer}); answered.Solved() {
			event.Board = answered
		}
		return event, nil
	})
	if err != nil {
		return nil, err
	}
	if game.Solved() {
		return b.finish(ctx, q, game)
	}
	solution, err := solutionOf(game)
	return submitted{game, game.Judge(answer, solution)}, err
}

// submitted is a game after an answer that is not its solution.
type submitted struct {
	game    games.Game
	verdict play.Verdict
}

// screen says how far the answer is from the solution, not where.
func (d submitted) screen(q query) Reply {
	var parts []string
	if d.verdict.Open > 0 {
		parts = append(parts, q.Count("submit.missing", d.verdict.Open, nil))
	}
	if d.verdict.Wrong > 0 {
		parts = append(parts, q.Count("submit.wrong", d.verdict.Wrong, nil))
	}
	key := "submit.not-yet"
	if d.verdict.OtherClues {
		key = "submit.other-puzzle"
	}
	return q.board(d.game, q.Say(key, locale.Args{"Differences": q.commas(parts)}))
}

func (d submitted) outcome(query) Outcome {
	return judged(d.game, Judged{Wrong: d.verdict.Wrong, Open: d.verdict.Open})
}
