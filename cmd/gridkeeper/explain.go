package main

import (
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newExplain() *cobra.Command {
	language, sentences := "", false
	cmd := &cobra.Command{
		Use:   "explain [--sentences] [--language TAG] [PUZZLE|FILE|-]...",
		Short: "print the whole logical path to the solution, one step a line",
		Long: "Print every step from the clues to the solution, one a line; a blank line ends a puzzle. They are in\n" +
			"the notation of solvers, or with --sentences in words, with what on the board makes them hold.\n\n" +
			input.Help,
		Example: "  gridkeeper explain 1.....3..2.....4\n  gridkeeper explain --sentences --language de 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := input.Language(cmp.Or(language, "en"))
			if err != nil {
				return err
			}
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) { return explainPath(g, explain.In(l), sentences) })
		},
	}
	cmd.Flags().BoolVar(&sentences, "sentences", false, "whole sentences instead of notation")
	input.AddLanguage(cmd, &language, "en")
	return cmd
}

// explainPath writes all steps to the solution of a puzzle in the words of a language.
func explainPath(g sudoku.Grid, w explain.Words, sentences bool) (string, error) {
	path, err := logic.Path(g)
	if err != nil {
		return "", err
	}
	if len(path) == 0 {
		return "", rating.ErrSolved
	}
	var b strings.Builder
	state := logic.NewState(g)
	for _, step := range path {
		text := w.Notation(step)
		if sentences {
			text = w.Technique(step.Technique) + ": " + w.Reasons(step, state)
			state = state.Apply(step)
		}
		b.WriteString(text + "\n")
	}
	return b.String(), nil
}
