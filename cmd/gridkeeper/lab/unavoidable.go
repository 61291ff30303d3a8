package lab

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newUnavoidable() *cobra.Command {
	most, draw, oneCell := 12, false, false
	cmd := &cobra.Command{
		Use:   "unavoidable [--max N] [--one-cell] [--draw] [GRID|FILE|-]...",
		Short: "print the minimal unavoidable sets of a solution",
		Long: "Print the minimal unavoidable sets of every solution, or of the solution of every puzzle, one per line, small\n" +
			"sets first. The digits of such cells can be exchanged, so that one of the cells has to be a clue.\n\n" +
			"A 9×9 solution has about 300 sets of up to 12 cells, found in 10 ms. For two cells more there are three times as\n" +
			"many, which take six times as long: a second for 16 cells, half a minute for 20. A 6×6 solution has about 90 of up\n" +
			"to 12 cells.\n\n" +
			"With --one-cell, print only the one-cell sets of Shen and Hsieh: any cell of such a set, filled with any digit that\n" +
			"it may have, decides the rest. Nearly all sets of up to 12 cells are one-cell sets.\n\n" + input.Help,
		Example: "  gridkeeper lab unavoidable --max 6 solution.txt\n  gridkeeper lab unavoidable --draw 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if most < 4 || most > sudoku.MaxCells {
				return fmt.Errorf("--max %d: want 4 to %d; no set has fewer than 4 cells", most, sudoku.MaxCells)
			}
			sets := unavoidable.Sets
			if oneCell {
				sets = classic.OneCellSets
			}
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				solution, err := solver.Solve(g)
				if err != nil {
					return "", err
				}
				var lines []string
				for _, set := range sets(solution, most) {
					lines = append(lines, cellList(set))
					if !draw {
						continue
					}
					v, err := unavoidable.Judge(solution, set, 1)
					if err != nil {
						return "", err
					}
					lines = append(lines, setDrawing(solution, set, v.Others))
				}
				return strings.Join(lines, "\n"), nil
			})
		},
	}
	cmd.Flags().IntVar(&most, "max", most, "print the sets of up to N cells")
	cmd.Flags().BoolVar(&oneCell, "one-cell", false, "print only the one-cell sets")
	cmd.Flags().BoolVar(&draw, "draw", false, "below each set, draw its digits in the solution and another filling, with the buddy digits of its cells")
	return cmd
}

// cellList names cells one by one: "r1c1 r1c4".
func cellList(cells sudoku.Cells) string {
	var names []string
	for c := range cells.All() {
		names = append(names, c.String())
	}
	return strings.Join(names, " ")
}

// setOptions are the flags of set.
type setOptions struct {
	fillings int
	draw     bool
	png      string
}

func newSet() *cobra.Command {
	o := setOptions{fillings: 20}
	cmd := &cobra.Command{
		Use:   "set CELLS [--draw] [--png FILE] [GRID|FILE|-]...",
		Short: "judge cells of a solution: are they an unavoidable set, minimal, one-cell, and what else fits into them",
		Long: "Judge the same cells of every solution, named as in \"r1c14, r2c14\" or as 'unavoidable' prints them: are they a\n" +
			"minimal unavoidable set, or is one among them? Are they a one-cell set of Shen and Hsieh, in which any cell, filled\n" +
			"with any digit that it may have, decides the rest? 'By solutions' means: only for digits that the cell has in some\n" +
			"solution. The solutions with other digits in these cells alone follow, one per line.\n\n" +
			"A drawing shows the digits of the cells, the first other filling, and the buddy digits of each cell: digits that\n" +
			"its row, its column and its box all have in one of the cells.\n\n" + input.Help,
		Example: "  gridkeeper lab set \"r1c14, r2c14\" 1.....3..2.....4\n" +
			"  gridkeeper lab set \"r4c179, r67c27, r9c129\" --draw solution.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New(`no cells given: want them as in 'gridkeeper lab set "r1c14, r2c14" solution.txt'`)
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			var cells sudoku.Cells
			names := strings.Fields(strings.ReplaceAll(args[0], ",", " ")) // "r1c14, r2c14" or "r1c1 r1c4 r2c1 r2c4"
			if err := cells.UnmarshalText([]byte(strings.Join(names, ", "))); err != nil {
				return err
			}
			if cells.Len() == 0 {
				return errors.New("no cells given: write them as in r4c2, r18c19")
			}
			if o.fillings < 1 {
				return fmt.Errorf("--fillings %d: want 1 or more", o.fillings)
			}
			if err := input.NotInput(args[1:], o.png); err != nil {
				return err
			}
			if o.png != "" {
				return o.picture(cmd, cells, args[1:])
			}
			return input.ForEach(cmd, args[1:], func(g sudoku.Grid) (string, error) { return o.judge(g, cells) })
		},
	}
	cmd.Flags().IntVar(&o.fillings, "fillings", o.fillings, "print up to N other fillings")
	cmd.Flags().BoolVar(&o.draw, "draw", false, "draw the cells, as text")
	cmd.Flags().StringVar(&o.png, "png", "", "draw the cells of one solution as a picture in a file: the solution's digits circled, the others boxed")
	return cmd
}

// judge returns the lines about cells of a grid's solution.
func (o *setOptions) judge(g sudoku.Grid, cells sudoku.Cells) (string, error) {
	solution, v, err := o.verdict(g, cells)
	if err != nil {
		return "", err
	}
	lines := []string{cellList(cells), describeSet(solution, cells, v)}
	for _, other := range v.Others {
		lines = append(lines, other.String())
	}
	if o.draw {
		lines = append(lines, setDrawing(solution, cells, v.Others))
	}
	return strings.Join(lines, "\n"), nil
}

func (o *setOptions) verdict(g sudoku.Grid, cells sudoku.Cells) (solution sudoku.Grid, v unavoidable.Verdict, err error) {
	if solution, err = solver.Solve(g); err != nil {
		return solution, v, err
	}
	if outside := cells.Minus(solution.Filled()); outside.Len() > 0 {
		return solution, v, fmt.Errorf("no cells %s in a %s", outside, g.Shape())
	}
	v, err = unavoidable.Judge(solution, cells, o.fillings)
	return solution, v, err
}

// describeSet describes cells: "minimal unavoidable set of 4 cells, one-cell set, 1 other filling".
func describeSet(solution sudoku.Grid, cells sudoku.Cells, v unavoidable.Verdict) string {
	if len(v.Others) == 0 {
		return "no unavoidable set among them, no other filling"
	}
	kind := fmt.Sprintf("not minimal: the unavoidable set %s is among them", v.Minimal)
	if v.Minimal == cells {
		kind = fmt.Sprintf("minimal unavoidable set of %d cells", cells.Len())
	}
	oneCell := "not a one-cell set"
	switch {
	case classic.IsOneCell(solution, cells):
		oneCell = "one-cell set"
	case v.Minimal == cells && apart(v):
		oneCell = "one-cell set by solutions"
	}
	count := output.Plural(len(v.Others), "other filling")
	if v.More {
		count = "more than " + count
	}
	return kind + ", " + oneCell + ", " + count
}

// apart reports whether no two fillings of a minimal set agree in a cell. Each differs from the solution in all cells, so
// then the digit of any cell decides the rest.
func apart(v unavoidable.Verdict) bool {
	for i, one := range v.Others {
		for _, other := range v.Others[:i] {
			for c := range v.Minimal.All() {
				if one.At(c) == other.At(c) {
					return false
				}
			}
		}
	}
	return !v.More
}

// setDrawing draws the digits of cells in a solution, to their right another filling, and below the buddy digits of each cell.
func setDrawing(solution sudoku.Grid, cells sudoku.Cells, others []sudoku.Grid) string {
	drawing := picture.Text(picture.Diagram{Grid: only(solution, cells)}, false)
	if len(others) > 0 {
		drawing = beside(drawing, picture.Text(picture.Diagram{Grid: only(others[0], cells)}, false))
	}
	var buddies []string
	for c, digits := range classic.BuddyDigits(solution, cells) {
		if digits != 0 {
			buddies = append(buddies, fmt.Sprintf("%s %s", sudoku.Cell(c), digits))
		}
	}
	if len(buddies) == 0 {
		return drawing
	}
	return drawing + "buddy digits: " + strings.Join(buddies, ", ") + "\n"
}

// beside puts a drawing to the right of another of the same height.
func beside(left, right string) string {
	var out strings.Builder
	width := strings.LastIndex(left, "\n") - strings.LastIndex(left[:len(left)-1], "\n") // of the border, and two spaces
	lines := strings.Split(right, "\n")
	for i, line := range strings.Split(strings.TrimSuffix(left, "\n"), "\n") {
		fmt.Fprintf(&out, "%-*s  %s\n", width, line, lines[i])
	}
	return out.String()
}

// picture draws the cells of one solution.
func (o *setOptions) picture(cmd *cobra.Command, cells sudoku.Cells, args []string) error {
	p, err := input.Only(cmd, args, errors.New("more than one grid: --png draws one"))
	if err != nil {
		return err
	}
	solution, v, err := o.verdict(p.Grid, cells)
	if err != nil {
		return p.Fail(err)
	}
	rest := only(solution, solution.Filled().Minus(cells))
	board := picture.Diagram{Clues: rest, Grid: rest, Marks: classic.BuddyDigits(solution, cells)}
	for c := range cells.All() {
		board.Marks[c] = board.Marks[c].With(solution.At(c))
		board.Pattern = append(board.Pattern, sudoku.Candidate{Cell: c, Digit: solution.At(c)})
		if len(v.Others) > 0 {
			board.Marks[c] = board.Marks[c].With(v.Others[0].At(c))
			board.Placements = append(board.Placements, sudoku.Candidate{Cell: c, Digit: v.Others[0].At(c)})
		}
	}
	data, err := picture.PNG(board)
	if err != nil {
		return err
	}
	if err := os.WriteFile(o.png, data, 0o644); err != nil {
		return err
	}
	text, err := o.judge(p.Grid, cells)
	fmt.Fprintln(cmd.OutOrStdout(), text)
	return err
}

// only returns the digits of a grid in some cells.
func only(g sudoku.Grid, cells sudoku.Cells) sudoku.Grid {
	for c := range g.Filled().Minus(cells).All() {
		g = g.With(c, 0)
	}
	return g
}
