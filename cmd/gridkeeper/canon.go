package main

import (
	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newCanon() *cobra.Command {
	return &cobra.Command{
		Use:   "canon [PUZZLE|FILE|-]...",
		Short: "print the canonical form of every puzzle",
		Long: "Print the canonical form of every puzzle: of all puzzles that differ only by relabelled digits,\n" +
			"swapped rows, columns, bands, stacks, or a transposition, the one whose text is smallest,\n" +
			"empty cells before 1. Two puzzles are essentially the same if their canonical forms are.\n\n" + input.Help,
		Example: "  gridkeeper canon 1.....3..2.....4\n  gridkeeper canon puzzles.txt | sort -u | wc -l",
		RunE: func(cmd *cobra.Command, args []string) error {
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) { return canon.Of(g).String(), nil })
		},
	}
}
