package engine

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func newExplain() *cobra.Command {
	language, sentences, noUniqueness := "", false, false
	cmd := &cobra.Command{
		Use:   "explain [--sentences] [--no-uniqueness] [--language TAG] [PUZZLE|FILE|-]...",
		Short: "print the whole logical path to the solution, one step per line",
		Long: "Print every step from the clues to the solution, one per line; a blank line ends a puzzle. Steps are in the\n" +
			"notation of solvers, or with --sentences in words, with their reasons on the board. In a position with pencil\n" +
			"marks, the steps begin there. If the search finds no step within its limits, as in a few of the hardest known\n" +
			"puzzles, two lines end the puzzle: how much is left, and the candidates.\n\n" +
			input.Help,
		Example: "  gridkeeper explain 1.....3..2.....4\n  gridkeeper explain --sentences --language de 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := input.Language(cmp.Or(language, "en"))
			if err != nil {
				return err
			}
			return input.ForEachPosition(cmd, args, func(e format.Entry) (string, error) {
				return explainPath(e, explain.In(l), sentences, without(noUniqueness))
			})
		},
	}
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().BoolVar(&sentences, "sentences", false, "whole sentences instead of notation")
	input.AddLanguage(cmd, &language, "en")
	return cmd
}

// explainPath writes all steps to the solution of a puzzle, or of a position in it, in the words of a language.
func explainPath(e format.Entry, w explain.Words, sentences bool, without []logic.Technique) (string, error) {
	state := play.Board{Clues: e.Grid, Grid: e.Grid, Marks: e.Pencilmarks()}.State().Completed()
	path, err := logic.PathFrom(state, without...)
	if err != nil && !errors.Is(err, logic.ErrTooHard) {
		return "", err
	}
	if e.Grid.Solved() {
		return "", rating.ErrSolved
	}
	var b strings.Builder
	for _, step := range path {
		text := w.Notation(step)
		if sentences {
			text = w.Technique(step.Technique) + ": " + w.Reasons(step, state)
		}
		state = state.Apply(step)
		b.WriteString(text + "\n")
	}
	if err != nil {
		b.WriteString(w.Left(state) + "\n")
		for _, c := range e.Grid.Shape().Cells() {
			if state.Grid.At(c) == 0 {
				fmt.Fprintf(&b, "%v=?%v ", c, state.Marks[c])
			}
		}
		return strings.TrimSpace(b.String()) + "\n", nil
	}
	return b.String(), nil
}

func newHint() *cobra.Command {
	level, noUniqueness := 3, false
	cmd := &cobra.Command{
		Use:   "hint [--level 1..4] [--no-uniqueness] [PUZZLE|FILE|-]...",
		Short: "print the next logical step of every puzzle",
		Long: "Print the easiest next step of every puzzle. Level 1 names the place, 2 the technique, house and digit, 3 the\n" +
			"whole reason, 4 the digits to write. Pencil marks of a file are the candidates.\n\n" + input.Help,
		Example: "  gridkeeper hint --level 2 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if level < 1 || level > 4 {
				return fmt.Errorf("--level %d: want 1, 2, 3 or 4", level)
			}
			return input.ForEachPosition(cmd, args, func(e format.Entry) (string, error) {
				hint, err := play.Board{Clues: e.Grid, Grid: e.Grid, Marks: e.Pencilmarks()}.Hint(play.HintLevel(level), without(noUniqueness)...)
				if err != nil {
					return "", err
				}
				return output.English.Hint(hint), nil
			})
		},
	}
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().IntVar(&level, "level", level, "how much to reveal: 1 where, 2 what, 3 why, 4 the step itself")
	return cmd
}

func newTechniques() *cobra.Command {
	return &cobra.Command{
		Use:     "techniques [NAME]",
		Short:   "list the techniques, or teach one with an example",
		Example: "  gridkeeper techniques\n  gridkeeper techniques x-wing",
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.TrimSpace(strings.Join(args, " "))
			if name == "" {
				out := cmd.OutOrStdout()
				fmt.Fprintln(out, "Techniques")
				for _, tier := range logic.Tiers {
					var names []string
					for _, t := range logic.Techniques {
						if t.Tier() == tier {
							names = append(names, output.English.Technique(t))
						}
					}
					fmt.Fprintf(out, "Tier %d, %s: %s\n", tier, output.English.Tier(tier), strings.Join(names, ", "))
				}
				fmt.Fprintln(out, "'gridkeeper techniques x-wing' explains one.")
				return nil
			}
			t, err := logic.ParseTechnique(name)
			if err != nil {
				return err
			}
			teach(cmd.OutOrStdout(), t)
			return nil
		},
	}
}

// teach prints an example of a technique, drawn, and the lesson.
func teach(out io.Writer, t logic.Technique) {
	state, step, _ := t.Example()
	board := picture.Diagram{Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}
	coloured := output.Coloured(out)
	fmt.Fprintf(out, "%s (tier %d, %s)\n", output.English.Technique(t), t.Tier(), output.English.Tier(t.Tier()))
	fmt.Fprintln(out, strings.TrimRight(picture.Text(board.Showing(step), coloured), "\n"))
	fmt.Fprintf(out, "%s\n\nHere: %s\n", output.English.Lesson(t), output.English.Step(step))
}
