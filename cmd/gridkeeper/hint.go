package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newHint() *cobra.Command {
	level := 3
	cmd := &cobra.Command{
		Use:   "hint [--level 1..4] [PUZZLE|FILE|-]...",
		Short: "print the next logical step of every puzzle",
		Long: "Print the easiest next step of every puzzle. Level 1 says where to look, 2 the technique, house and\n" +
			"digit, 3 the whole reason, 4 what to write.\n\n" + input.Help,
		Example: "  gridkeeper hint --level 2 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if level < 1 || level > 4 {
				return fmt.Errorf("--level %d: want 1, 2, 3 or 4", level)
			}
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				hint, err := play.NewBoard(g).Hint(play.HintLevel(level))
				if err != nil {
					return "", err
				}
				return output.English.Hint(hint), nil
			})
		},
	}
	cmd.Flags().IntVar(&level, "level", level, "how much to reveal: 1 where, 2 what, 3 why, 4 the step itself")
	return cmd
}
