package engine

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newSolve() *cobra.Command {
	limit, list := 2, 0
	cmd := &cobra.Command{
		Use:   "solve [--limit N|--list N] [PUZZLE|FILE|-]...",
		Short: "print the solution of every puzzle",
		Long: "Print the solution of every puzzle. A puzzle with no solution, or more than one, is an error, and so\n" +
			"is a grid for which that is too hard to decide. The solution of a position has its digits, and else its candidates;\n" +
			"a sukaku has candidates alone.\n\n" +
			"With --list, print up to N solutions of every puzzle, with a blank line between puzzles. Several solutions are\n" +
			"then no error. A note on standard error says if there are more solutions.\n\n" +
			input.Help,
		Example: "  gridkeeper solve 1.....3..2.....4\n  gridkeeper solve --limit 1000 puzzles.txt\n  gridkeeper solve --list 10 1....2....3....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case limit < 1:
				return fmt.Errorf("--limit %d: want 1 or more", limit)
			case cmd.Flags().Changed("list") && list < 1:
				return fmt.Errorf("--list %d: want 1 or more", list)
			case list > 0 && cmd.Flags().Changed("limit"):
				return errors.New("--limit and --list: want one of them")
			case list > 0:
				return listSolutions(cmd, args, list)
			}
			return input.ForEachPosition(cmd, args, func(e format.Entry) (string, error) { return Solve(e, limit) })
		},
	}
	cmd.Flags().IntVar(&limit, "limit", limit,
		"count solutions up to N for the error; 1 prints the first without looking for more")
	cmd.Flags().IntVar(&list, "list", list, "print up to N solutions of a puzzle")
	return cmd
}

// listSolutions prints up to most solutions of each puzzle, as they are found: memory may not hold all.
func listSolutions(cmd *cobra.Command, args []string, most int) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	failed, between := false, ""
	for p := range input.UntilDone(cmd.Context(), input.Puzzles(cmd, args)) {
		found, more, err := 0, false, p.Err
		if err == nil {
			p.Entry.Grid = p.Grid
			grid, marks := p.Entry.Position()
			for solution, tooHard := range solver.SolutionsWithin(grid, marks) {
				if more = tooHard == nil && found == most; more || tooHard != nil || cmd.Context().Err() != nil {
					err = tooHard
					break
				}
				found++
				fmt.Fprintf(out, "%s%s\n", between, solution) // Flush returns an error of it
				between = ""
			}
			if found == 0 && err == nil {
				_, err = solver.SolveWithin(grid, marks)
				err = answers.OfPosition(BoardOf(p.Entry), cmp.Or(err, solver.ErrNoSolution))
				if p.Entry.Marks == "" {
					err = unavoidable.Reason(p.Grid, err)
				}
			}
		}
		if found > 0 {
			between = "\n"
		}
		if flushErr := out.Flush(); flushErr != nil {
			return flushErr
		}
		if failed = failed || err != nil; err != nil {
			fmt.Fprintln(cmd.ErrOrStderr(), p.Fail(err))
		} else if more {
			fmt.Fprintln(cmd.ErrOrStderr(), p.Fail(fmt.Errorf("it has more than %s", output.Plural(most, "solution"))))
		}
	}
	return errors.Join(cmd.Context().Err(), output.Failure(failed))
}

// Solve returns the solution of a puzzle or a position. The error counts solutions up to a limit; limit 1 returns the first
// without looking for more.
func Solve(e format.Entry, limit int) (string, error) {
	if e.Marks == "" {
		return solve(e.Grid, limit)
	}
	text, err := solveWithin(e, limit)
	return text, answers.OfPosition(BoardOf(e), err)
}

func solve(g sudoku.Grid, limit int) (string, error) {
	if limit == 1 {
		for solution, err := range solver.Solutions(g) {
			return solution.String(), err
		}
	}
	solution, err := solver.Solve(g)
	if err == nil {
		return solution.String(), nil
	}
	if limit == 2 {
		return "", unavoidable.Reason(g, err)
	}
	if n, tooHard := solver.Count(g, limit); n > 1 {
		return "", manySolutions(n, n == limit || tooHard != nil)
	}
	return "", unavoidable.Reason(g, err)
}

// solveWithin is solve for a position.
func solveWithin(e format.Entry, limit int) (string, error) {
	grid, marks := e.Position()
	if limit == 1 {
		for solution, err := range solver.SolutionsWithin(grid, marks) {
			return solution.String(), err
		}
	}
	solution, err := solver.SolveWithin(grid, marks)
	if errors.Is(err, solver.ErrManySolutions) && limit > 2 {
		n, tooHard := solver.CountWithin(grid, marks, limit)
		return "", manySolutions(n, n == limit || tooHard != nil)
	}
	ofClues, notOne := solver.Solve(e.Grid)
	if !errors.Is(err, solver.ErrNoSolution) || notOne != nil {
		return solution.String(), err
	}
	for c, own := range marks {
		d, right := grid.At(sudoku.Cell(c)), ofClues.At(sudoku.Cell(c))
		if d != 0 && d != right || own != 0 && !own.Has(right) {
			return "", fmt.Errorf("%w: %v is %s in the solution of the clues", solver.ErrNoSolution, sudoku.Cell(c), right)
		}
	}
	return "", err
}

// manySolutions returns an error with the number of solutions that were counted.
func manySolutions(n int, more bool) error {
	if more {
		return fmt.Errorf("%w: %d or more", solver.ErrManySolutions, n)
	}
	return fmt.Errorf("%w: %d", solver.ErrManySolutions, n)
}

func newCanon() *cobra.Command {
	pattern := false
	cmd := &cobra.Command{
		Use:   "canon [--pattern] [PUZZLE|FILE|-]...",
		Short: "print the canonical form of every puzzle",
		Long: "Print the canonical form of every puzzle: of all puzzles that differ only by relabelled digits,\n" +
			"swapped rows, columns, bands, stacks, or a transposition, the one whose text is smallest,\n" +
			"empty cells before 1. Two puzzles are essentially the same if their canonical forms are the same. With --pattern,\n" +
			"print the form of the pattern of clues, where each clue is a 1. Clues have to be digits, as x is an empty cell.\n\n" + input.Help,
		Example: "  gridkeeper canon 1.....3..2.....4\n  gridkeeper canon puzzles.txt | sort -u | wc -l",
		RunE: func(cmd *cobra.Command, args []string) error {
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				form, err := answers.Canon(g, pattern)
				return form.String(), err
			})
		},
	}
	cmd.Flags().BoolVar(&pattern, "pattern", false, "print the canonical form of the pattern of clues")
	return cmd
}

func newMinimize() *cobra.Command {
	seed := uint64(0)
	cmd := &cobra.Command{
		Use:   "minimize [--seed S] [PUZZLE|FILE|-]...",
		Short: "take clues away from every puzzle until each one left is needed",
		Long: "Print a minimal puzzle for every puzzle: clues are taken away as long as one solution is left. Most puzzles\n" +
			"can be made minimal in many ways; the same seed gives the same one. A solved grid gives a minimal puzzle\n" +
			"with that solution.\n\n" + input.Help,
		Example: "  gridkeeper minimize puzzles.txt\n  gridkeeper minimize --seed 2 13422...421....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				minimal, err := answers.Minimize(g, seed)
				return minimal.String(), err
			})
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", seed, "another seed takes other clues away")
	return cmd
}
