package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func checkCommand() handler {
	return handler{Command{
		Name:        "check",
		Description: "Count the mistakes on your board, without telling where",
		Example:     "/check",
		Details:     "As often as you like; your result tells how often. Digits that stand twice in a row, column or box are named, other mistakes only counted; /hint shows them.",
	}, (*Bot).check}
}

func (b *Bot) check(ctx context.Context, r Request) (Reply, error) {
	game, err := b.change(ctx, r, func(game archive.Game) (play.Event, error) {
		return play.Event{Kind: play.Checked, Text: "check", Board: game.Board}, nil
	})
	if err != nil {
		return orOver(err)
	}
	solution, err := solutionOf(game)
	if err != nil {
		return Reply{}, err
	}
	_, wrong := differences(game.Grid, solution)
	text := "No conflicts."
	if found := conflicts(game.Grid); found != "" {
		text = "Conflicts: " + found + "."
	}
	if wrong == 0 {
		return boardReply(game, "%s No mistakes: %s.", text, toGo(game)), nil
	}
	return boardReply(game, "%s Mistakes: %d. /hint shows where.", text, wrong), nil
}

// conflicts names the digits that stand twice in a house: "5 twice in row 1 (r1c13)".
// It is empty where there are none.
func conflicts(g sudoku.Grid) string {
	var found []string
	for _, h := range g.Shape().Houses() {
		var at [sudoku.MaxSide + 1]sudoku.Cells
		for _, c := range g.Shape().House(h) {
			at[g.At(c)] = at[g.At(c)].With(c)
		}
		for d := 1; d <= g.Shape().Side(); d++ {
			if n := at[d].Len(); n > 1 {
				found = append(found, fmt.Sprintf("%d %s in %s (%s)", d, times(n), h.Name(), at[d]))
			}
		}
	}
	const most = 5 // a message is no list of all that a player typed at random
	if len(found) > most {
		found = append(found[:most], fmt.Sprintf("and %d more", len(found)-most))
	}
	return strings.Join(found, ", ")
}

func times(n int) string {
	if n == 2 {
		return "twice"
	}
	return fmt.Sprintf("%d times", n)
}
