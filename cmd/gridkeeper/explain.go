package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newExplain() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [PUZZLE|FILE|-]...",
		Short: "print the whole logical path to the solution, one step a line",
		Long: "Print every step from the clues to the solution, one a line; a blank line ends a puzzle.\n\n" +
			puzzleArgs,
		Example: "  gridkeeper explain 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			return forEachPuzzle(cmd, args, explainPath)
		},
	}
}

func explainPath(g sudoku.Grid) (string, error) {
	path, err := logic.Path(g)
	if err != nil {
		return "", err
	}
	if len(path) == 0 {
		return "", rating.ErrSolved
	}
	var b strings.Builder
	for _, step := range path {
		b.WriteString(english.Notation(step) + "\n")
	}
	return b.String(), nil
}
