package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver/logic"
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
				names = append(names, output.English.Technique(t))
			}
		}
		fmt.Fprintf(out, "Tier %d, %s: %s\n", tier, output.English.Tier(tier), strings.Join(names, ", "))
	}
	fmt.Fprintln(out, "'gridkeeper techniques x-wing' explains one.")
}

// teach prints an example of a technique, drawn, and the lesson.
func teach(out io.Writer, t logic.Technique) {
	state, step, _ := t.Example()
	board := picture.Board{Clues: state.Grid, Grid: state.Grid, Marks: state.Marks}
	coloured := output.IsTerminal(out) && os.Getenv("NO_COLOR") == ""
	fmt.Fprintf(out, "%s (tier %d, %s)\n", output.English.Technique(t), t.Tier(), output.English.Tier(t.Tier()))
	fmt.Fprintln(out, strings.TrimRight(picture.Text(board.Showing(step), coloured), "\n"))
	fmt.Fprintf(out, "%s\n\nHere: %s\n", output.English.Lesson(t), output.English.Step(step))
}
