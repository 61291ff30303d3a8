package lab

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newUnavoidable() *cobra.Command {
	most, draw, oneCell := 12, false, false
	cmd := &cobra.Command{
		Use:   "unavoidable [--max N] [--one-cell] [--draw] [GRID|FILE|-]...",
		Short: "print the minimal unavoidable sets of a solution",
		Long: "Print the minimal unavoidable sets of every solution, smaller ones first, one per line: cells whose digits\n" +
			"can be exchanged, so that one of them has to be a clue. For a puzzle these are the sets of its solution.\n\n" +
			"A 9×9 solution has about 300 sets of up to 12 cells, found in 10 ms. With each two cells more there are\n" +
			"three times as many, which take six times as long: 16 cells a second, 20 cells half a minute.\n\n" +
			"With --one-cell, print only the one-cell sets of Shen and Hsieh among them: those of which any one cell, filled\n" +
			"with any digit that it may take, decides the rest. Nearly all sets of up to 12 cells are.\n\n" + input.Help,
		Example: "  gridkeeper lab unavoidable --max 6 solution.txt\n  gridkeeper lab unavoidable --draw 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if most < 4 || most > sudoku.MaxCells {
				return fmt.Errorf("--max %d: want 4 to %d; no set has fewer than 4 cells", most, sudoku.MaxCells)
			}
			sets := unavoidable.Sets
			if oneCell {
				sets = classic.OneCellSets
			}
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				solution, err := solver.Solve(g)
				if err != nil {
					return "", err
				}
				return setList(solution, sets(solution, most), draw)
			})
		},
	}
	cmd.Flags().IntVar(&most, "max", most, "print the sets of up to N cells")
	cmd.Flags().BoolVar(&oneCell, "one-cell", false, "print only the one-cell sets")
	cmd.Flags().BoolVar(&draw, "draw", false, "below each set, draw its digits in the solution and another filling, with the buddy digits of its cells")
	return cmd
}

// setList returns a line for each set of a solution, and if wanted a drawing below it.
func setList(solution sudoku.Grid, sets []sudoku.Cells, draw bool) (string, error) {
	var lines []string
	for _, set := range sets {
		lines = append(lines, cellList(set))
		if !draw {
			continue
		}
		v, err := unavoidable.Judge(solution, set, 1)
		if err != nil {
			return "", err
		}
		lines = append(lines, setDrawing(solution, set, v.Others))
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
