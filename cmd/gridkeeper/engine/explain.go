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
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func newExplain() *cobra.Command {
	language, sentences, asJSON, noUniqueness := "", false, false, false
	cmd := &cobra.Command{
		Use:   "explain [--sentences|--json] [--no-uniqueness] [--language TAG] [PUZZLE|FILE|-]...",
		Short: "print the whole logical path to the solution, one step per line",
		Long: "Print every step from the clues to the solution, one per line; a blank line ends a puzzle. Steps are in the\n" +
			"notation of solvers, or with --sentences in words, with their reasons on the board. In a position, with digits\n" +
			"and candidates, the steps begin there; a sukaku has candidates alone. If the search finds no step within its limits, as in a few of the hardest known\n" +
			"puzzles, two lines end the puzzle: how much is left, and the candidates.\n" +
			"With --json: a line of JSON for each puzzle, with every step as data, the state before it and its sentence;\n" +
			"'gridkeeper judge' reads it (https://github.com/gridkeeper/gridkeeper/blob/main/docs/steps.md).\n\n" +
			input.Help,
		Example: "  gridkeeper explain 1.....3..2.....4\n  gridkeeper explain --sentences --language de 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			l, err := input.Language(cmp.Or(language, "en"))
			if err != nil {
				return err
			}
			if asJSON && sentences {
				return errors.New("--json with --sentences: leave one of them out; the JSON has the sentences")
			}
			return input.ForEachPosition(cmd, args, func(e format.Entry) (string, error) {
				state, path, err := answers.Path(BoardOf(e), noUniqueness)
				switch {
				case err != nil:
					return "", err
				case asJSON:
					return output.JSON(steps.PathOf(state, path, explain.In(l)))
				}
				return explainPath(state, path, explain.In(l), sentences), nil
			})
		},
	}
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().BoolVar(&sentences, "sentences", false, "whole sentences instead of notation")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines, with every step as data")
	input.AddLanguage(cmd, &language, "en")
	return cmd
}

// BoardOf returns the board of a puzzle, a position or a sukaku.
func BoardOf(e format.Entry) play.Board {
	grid, marks := e.Position()
	return play.Board{Clues: e.Grid, Grid: grid, Marks: marks}
}

// explainPath writes steps in the words of a language, and the cells that they leave open.
func explainPath(state logic.State, path []logic.Step, w explain.Words, sentences bool) string {
	var b strings.Builder
	for _, step := range path {
		text := w.Notation(step)
		if sentences {
			text = w.Technique(step.Technique) + ": " + w.Reasons(step, state)
		}
		state = state.Apply(step)
		b.WriteString(text + "\n")
	}
	if state.Solved() {
		return b.String()
	}
	b.WriteString(w.Left(state) + "\n")
	for _, c := range state.Grid.Shape().Cells() {
		if state.Grid.At(c) == 0 {
			fmt.Fprintf(&b, "%v=?%v ", c, state.Marks[c])
		}
	}
	return strings.TrimSpace(b.String()) + "\n"
}

func newHint() *cobra.Command {
	level, language, asJSON, noUniqueness := 3, "", false, false
	cmd := &cobra.Command{
		Use:   "hint [--level 1..4|--json] [--no-uniqueness] [--language TAG] [PUZZLE|FILE|-]...",
		Short: "print the next logical step of every puzzle",
		Long: "Print the easiest next step of every puzzle. Level 1 names the place, 2 the technique, house and digit, 3 the\n" +
			"whole reason, 4 the digits to write. The digits and the candidates are those of a position, if one is given. With --json: a line of JSON for\n" +
			"each puzzle, with the whole step as data.\n\n" + input.Help,
		Example: "  gridkeeper hint --level 2 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if level < 1 || level > 4 {
				return fmt.Errorf("--level %d: want 1, 2, 3 or 4", level)
			}
			if asJSON && cmd.Flags().Changed("level") {
				return errors.New("--json with --level: leave one of them out; the JSON has the whole step")
			}
			l, err := input.Language(cmp.Or(language, "en"))
			if err != nil {
				return err
			}
			return input.ForEachPosition(cmd, args, func(e format.Entry) (string, error) {
				if asJSON {
					hint, err := answers.Hint(BoardOf(e), explain.In(l), noUniqueness)
					if err != nil {
						return "", err
					}
					return output.JSON(hint)
				}
				return answers.HintText(BoardOf(e), play.HintLevel(level), explain.In(l), noUniqueness)
			})
		},
	}
	input.AddNoUniqueness(cmd.Flags(), &noUniqueness)
	cmd.Flags().IntVar(&level, "level", level, "how much to reveal: 1 where, 2 what, 3 why, 4 the step itself")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines, with the whole step as data")
	input.AddLanguage(cmd, &language, "en")
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
