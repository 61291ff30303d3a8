package format

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// checkSolutions checks every field of data that has the cells of the puzzle's shape. Where there
// are several, they are more likely puzzles than wrong solutions.
func checkSolutions(clues sudoku.Grid, data string) error {
	var beside []string
	for start, end := range fieldsOf(data) {
		if field := data[start:end]; len(field) == len(clues.Shape().Cells()) && isCells(field) {
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

// wrongIn says the first thing that keeps g from being a solution of clues.
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
