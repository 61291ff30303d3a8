package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newTechniques() *cobra.Command {
	return &cobra.Command{
		Use:     "techniques [NAME]",
		Short:   "list the techniques, or teach one by an example",
		Example: "  gridkeeper techniques\n  gridkeeper techniques x-wing",
		RunE: func(cmd *cobra.Command, args []string) error {
			name := strings.TrimSpace(strings.Join(args, " "))
			if name == "" {
				listTechniques(cmd.OutOrStdout())
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

// listTechniques prints all techniques, a tier a line.
func listTechniques(out io.Writer) {
	fmt.Fprintln(out, "Techniques")
	for _, tier := range logic.Tiers {
		var names []string
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				names = append(names, english.Technique(t))
			}
		}
		fmt.Fprintf(out, "Tier %d, %s: %s\n", tier, english.Tier(tier), strings.Join(names, ", "))
	}
	fmt.Fprintln(out, "'gridkeeper techniques x-wing' explains one.")
}

// teach prints an example of a technique, drawn, and the lesson.
func teach(out io.Writer, t logic.Technique) {
	state, step, _ := t.Example()
	coloured := isTerminal(out) && os.Getenv("NO_COLOR") == ""
	fmt.Fprintf(out, "%s (tier %d, %s)\n", english.Technique(t), t.Tier(), english.Tier(t.Tier()))
	fmt.Fprintln(out, strings.TrimRight(picture.Text(illustrate(state, step), coloured), "\n"))
	fmt.Fprintf(out, "%s\n\nHere: %s\n", english.Lesson(t), english.Step(step))
}

// illustrate draws a state and what a step in it rests on: its pattern, or the chain of a
// contradiction.
func illustrate(s logic.State, step logic.Step) picture.Board {
	b := picture.Board{
		Clues: s.Grid, Grid: s.Grid, Marks: s.Marks,
		Houses: step.Houses, Placements: step.Placements, Eliminations: step.Eliminations,
	}
	for c := range step.Cells.All() {
		for d := range (s.Marks[c] & step.Digits).All() {
			b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	for _, inner := range step.Chain {
		b.Pattern = append(b.Pattern, inner.Placements...)
	}
	if step.Technique == logic.Contradiction {
		b.Wrong = step.Cells // where it ends
	}
	return b
}
