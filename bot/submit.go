package bot

import (
	"context"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func submitCommand() handler {
	return handler{Command{
		Name:        "submit",
		Description: "Hand in the whole answer, or your board as it stands",
		Options: []Option{{
			Name: "answer", Description: "all digits, row by row, in any notation; your own board if left out", Kind: Text,
		}},
		Example: "/submit",
		Details: "An answer is 81 characters (16 for a shidoku), or a drawing of nine lines. You learn how many cells are missing or wrong, not which.",
	}, (*Bot).submit}
}

func (b *Bot) submit(ctx context.Context, r Request) (Reply, error) {
	var answer sudoku.Grid
	game, err := b.change(ctx, r, func(game archive.Game) (play.Event, error) {
		var err error
		if answer, err = answerOf(r.option("answer"), game); err != nil {
			return play.Event{}, err
		}
		event := play.Event{Kind: play.Submitted, Text: "submit", Board: game.Board}
		if answer.Solved() && answer.Extends(game.Clues) {
			event.Board.Grid, event.Board.Marks = answer, sudoku.Pencilmarks{}
		}
		return event, nil
	})
	if err != nil {
		return orOver(err)
	}
	if game.Grid.Solved() {
		return b.finish(ctx, game)
	}
	return judged(game, answer)
}

// answerOf reads an answer; the empty one is the player's own board.
func answerOf(text string, game archive.Game) (sudoku.Grid, error) {
	if strings.TrimSpace(text) == "" {
		return game.Grid, nil
	}
	answer, err := sudoku.Parse(text)
	if err != nil {
		return answer, refuse("%v", err)
	}
	if answer.Shape() != game.Shape {
		return answer, refuse("%s is the answer of a %s, and you play a %s: want %d digits",
			sudoku.Excerpt(answer.String()), answer.Shape(), game.Shape, len(game.Shape.Cells()))
	}
	return answer, nil
}

// judged says how far an answer is from the solution, not where.
func judged(game archive.Game, answer sudoku.Grid) (Reply, error) {
	solution, err := solutionOf(game)
	if err != nil {
		return Reply{}, err
	}
	missing, wrong := differences(answer, solution)
	var parts []string
	if missing > 0 {
		parts = append(parts, count(missing, "cell")+" missing")
	}
	if wrong > 0 {
		parts = append(parts, count(wrong, "cell")+" wrong")
	}
	text := "Not yet: " + strings.Join(parts, ", ") + "."
	if contradicts(answer, game.Clues) {
		text += " It differs from the clues: is it the answer of another puzzle?"
	}
	return boardReply(game, "%s", text), nil
}

// contradicts reports whether an answer has other digits than the clues.
func contradicts(answer, clues sudoku.Grid) bool {
	for c := range clues.Filled().All() {
		if d := answer.At(c); d != 0 && d != clues.At(c) {
			return true
		}
	}
	return false
}
