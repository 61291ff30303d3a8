package format

import (
	"fmt"
	"iter"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Files often have solutions: beside a puzzle, below it, or in a list of their own. A solution beside a puzzle is
// checked; a full grid that solves a puzzle above it is left out.

// listed keeps the last puzzles of a file, since their solutions may follow.
type listed struct {
	puzzles []sudoku.Grid
	oldest  int // its index, once there are maxListed
	next    int // the index that the next solution is compared with first
	misses  int // the last full grids that solve none
}

const (
	maxListed = 4096
	maxMisses = 100
)

// withoutSolutions leaves out full grids that solve a puzzle above them.
func withoutSolutions(entries iter.Seq[Entry]) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		var above listed
		for e := range entries {
			switch {
			case e.Err != nil:
			// A dot or a zero, as nearly all puzzles have, is found faster than the cells are counted.
			case strings.IndexByte(e.Text, '.') >= 0, strings.IndexByte(e.Text, '0') >= 0, e.Grid.Len() < len(e.Grid.Shape().Cells()):
				above.misses = 0
				if len(above.puzzles) < maxListed {
					above.puzzles = append(above.puzzles, e.Grid)
				} else {
					above.puzzles[above.oldest] = e.Grid
					above.oldest = (above.oldest + 1) % maxListed
				}
			case above.hasSolved(e.Grid):
				continue
			case e.solution:
				e.Err = failf(WrongSolution, "%s: a solution of no puzzle above it", sudoku.Excerpt(e.Text))
			}
			e.solution = false
			if !yield(e) {
				return
			}
		}
	}
}

// hasSolved reports whether a full grid solves a puzzle in the list. It begins with the puzzle after the last one
// found, since solutions are often in the order of their puzzles.
func (l *listed) hasSolved(g sudoku.Grid) bool {
	if l.misses == maxMisses || !g.Solved() {
		return false
	}
	for i := range l.puzzles {
		at := (l.next + i) % len(l.puzzles)
		if p := l.puzzles[at]; g.Extends(p) && 5*p.Len() >= len(p.Shape().Cells()) {
			l.next, l.misses = at+1, 0
			return true
		}
	}
	l.misses++
	return false
}

// checkSolutions checks every field of data with as many cells as the puzzle. Several such fields, one of them wrong,
// are more likely puzzles than solutions.
func checkSolutions(clues sudoku.Grid, data string) error {
	var beside []string
	for start, end := range fieldsOf(data) {
		if field := data[start:end]; len(field) == len(clues.Shape().Cells()) && isCells(field) && hasOwnDigits(field) {
			beside = append(beside, field)
		}
	}
	for _, field := range beside {
		err := checkSolution(clues, field)
		if err != nil && len(beside) > 1 {
			return failf(SeveralGrids, "%d grids in one line: write one puzzle a line, with nothing but its solution beside it", len(beside)+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// claimsSolution reports whether a text beside a puzzle may be its solution, perhaps a damaged one: half of the cells
// or more have digits. Other texts, as nan, N/A, "none" or zeros, stand for no solution.
func claimsSolution(clues sudoku.Grid, text string) bool {
	digits := 0
	for _, r := range sudoku.Narrow(text) {
		if r >= '1' && r <= '9' {
			digits++
		}
	}
	return 2*digits >= len(clues.Shape().Cells())
}

// checkSolution returns an error unless text is a full valid grid that holds the clues.
func checkSolution(clues sudoku.Grid, text string) error {
	g, err := sudoku.Parse(text)
	if err != nil {
		return failf(WrongSolution, "the solution beside it: %w", err)
	}
	if err := wrongIn(clues, g); err != nil {
		return failf(WrongSolution, "the solution beside it, %s, is wrong: %w", sudoku.Excerpt(text), err)
	}
	return nil
}

// wrongIn returns the first reason why g is not a solution of clues.
func wrongIn(clues, g sudoku.Grid) error {
	if g.Shape() != clues.Shape() {
		return fmt.Errorf("it is a %s, the puzzle a %s", g.Shape(), clues.Shape())
	}
	for c := range g.Conflicts() {
		return fmt.Errorf("digit %s twice in %s", c.Digit, c.House.Name())
	}
	for _, c := range g.Shape().Cells() {
		switch {
		case g.At(c) == 0:
			return fmt.Errorf("%s is empty", c)
		case clues.At(c) != 0 && clues.At(c) != g.At(c):
			return fmt.Errorf("%s is %s, but the clue there is %s", c, g.At(c), clues.At(c))
		}
	}
	return nil
}
