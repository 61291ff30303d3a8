package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newUnavoidable() *cobra.Command {
	most, draw := 12, false
	cmd := &cobra.Command{
		Use:   "unavoidable [--max N] [--draw] [GRID|FILE|-]...",
		Short: "print the minimal unavoidable sets of a solution",
		Long: "Print the minimal unavoidable sets of every solution, smaller ones first, one a line: cells whose digits\n" +
			"can be exchanged, so that one of them has to be a clue. For a puzzle these are the sets of its solution.\n\n" +
			"A 9×9 solution has about 300 sets of up to 12 cells, found in 10 ms. With each two cells more there are\n" +
			"three times as many, which take six times as long: 16 cells a second, 20 cells half a minute.\n\n" + puzzleArgs,
		Example: "  gridkeeper unavoidable --max 6 solution.txt\n  gridkeeper unavoidable --draw 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if most < 4 || most > sudoku.MaxCells {
				return fmt.Errorf("--max %d: want 4 to %d; no set has fewer than 4 cells", most, sudoku.MaxCells)
			}
			return forEachPuzzle(cmd, args, func(g sudoku.Grid) (string, error) { return unavoidableSets(g, most, draw) })
		},
	}
	cmd.Flags().IntVar(&most, "max", most, "print the sets of up to N cells")
	cmd.Flags().BoolVar(&draw, "draw", false, "below each set, draw the digits that it has in the solution")
	return cmd
}

// unavoidableSets returns a line for each set of a solution, or of a puzzle's solution.
func unavoidableSets(g sudoku.Grid, most int, draw bool) (string, error) {
	solution, err := solver.Solve(g)
	if err != nil {
		return "", err
	}
	var lines []string
	for _, set := range unavoidable.Sets(solution, most) {
		lines = append(lines, cellList(set))
		if draw {
			lines = append(lines, picture.Text(picture.Board{Grid: only(solution, set)}, false))
		}
	}
	return strings.Join(lines, "\n"), nil
}

// cellList names cells one by one: "r1c1 r1c4".
func cellList(cells sudoku.Cells) string {
	var names []string
	for c := range cells.All() {
		names = append(names, c.String())
	}
	return strings.Join(names, " ")
}

// only returns the digits of a grid in some cells.
func only(g sudoku.Grid, cells sudoku.Cells) sudoku.Grid {
	for c := range g.Filled().Minus(cells).All() {
		g = g.With(c, 0)
	}
	return g
}
