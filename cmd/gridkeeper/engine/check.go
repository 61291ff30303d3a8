package engine

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func newCheck() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check [--json] [PUZZLE|FILE|-]...",
		Short: "print whether every puzzle is unique, minimal and symmetric, and its canonical form",
		Long: "Print, separated by tabs: the puzzle, whether it has exactly one solution (yes or no), whether it needs each\n" +
			"of its clues besides (yes or no), the number of clues, the symmetries of their cells separated by commas\n" +
			"(none if there are none; 'gridkeeper generate --help' explains them), the number of automorphisms (in how\n" +
			"many ways it can be turned, permuted and relabelled into itself), and the canonical form. A grid that is\n" +
			"not unique has its line too. Standard error names puzzles that are essentially the same as one before.\n\n" +
			input.Help,
		Example: "  gridkeeper check puzzles.txt\n  gridkeeper check --json 1.....3..2.....4\n" +
			"  gridkeeper check puzzles.txt | awk -F'\\t' '$3 == \"yes\" {print $1}'",
		RunE: func(cmd *cobra.Command, args []string) error {
			show := checked.line
			if asJSON {
				show = checked.json
			}
			work := func(g sudoku.Grid) (string, error) {
				c, err := check(g)
				if err != nil {
					return "", err
				}
				return show(c)
			}
			repeated := repeats()
			return input.ForEachResult(cmd, args, work, func(out *bufio.Writer, r input.Result[string]) error {
				_, err := fmt.Fprintln(out, r.Value)
				if note := repeated(r.Puzzle); note != "" && err == nil {
					out.Flush() // so that the note comes after its line
					fmt.Fprintln(cmd.ErrOrStderr(), note)
				}
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	return cmd
}

// checked is what was found out about a puzzle.
type checked struct {
	Puzzle        sudoku.Grid         `json:"puzzle"`
	Unique        bool                `json:"unique"`
	Minimal       bool                `json:"minimal"`
	Clues         int                 `json:"clues"`
	Symmetries    []criteria.Symmetry `json:"symmetries"`
	Automorphisms int                 `json:"automorphisms"`
	Canonical     sudoku.Grid         `json:"canonical"`
}

// check finds it out. The error is that of a grid for which it is too hard to decide whether it is
// unique.
func check(g sudoku.Grid) (checked, error) {
	_, err := solver.Solve(g)
	if errors.Is(err, solver.ErrTooHard) {
		return checked{}, err
	}
	symmetries := criteria.SymmetriesOf(g.Shape(), g.Filled())
	if symmetries == nil {
		symmetries = []criteria.Symmetry{} // [] in JSON
	}
	return checked{
		Puzzle: g, Unique: err == nil, Minimal: err == nil && generator.Minimal(g), Clues: g.Len(),
		Symmetries: symmetries, Automorphisms: canon.Automorphisms(g), Canonical: canon.Of(g),
	}, nil
}

func (c checked) line() (string, error) {
	names := make([]string, len(c.Symmetries))
	for i, s := range c.Symmetries {
		names[i] = s.String()
	}
	if len(names) == 0 {
		names = []string{criteria.NoSymmetry.String()}
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%d\t%s", c.Puzzle, output.YesNo(c.Unique), output.YesNo(c.Minimal), c.Clues,
		strings.Join(names, ","), c.Automorphisms, c.Canonical), nil
}

func (c checked) json() (string, error) {
	text, err := json.Marshal(c)
	return string(text), err
}

// repeats returns a function that says of which puzzle before it a puzzle is an isomorph.
func repeats() func(*input.Puzzle) string {
	first := map[canon.Key]string{} // where the first of its class is
	return func(p *input.Puzzle) string {
		key := canon.KeyOf(p.Grid)
		before, ok := first[key]
		if !ok {
			first[key] = p.Where.String()
			return ""
		}
		before = cmp.Or(strings.TrimSuffix(before, ": "), "an argument before it")
		return fmt.Sprintf("%s%s is the puzzle of %s, up to relabelling and swaps", p.Where, sudoku.Excerpt(p.Text), before)
	}
}
