package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Check is what a player may learn about a board without learning where the mistakes are:
// conflicts, which are in plain sight, and how many digits are wrong.
type Check struct {
	Conflicts []sudoku.Conflict
	Wrong     int
	Open      int // cells without a digit
}

// Check compares the board with the solution of its clues.
func (b Board) Check(solution sudoku.Grid) Check {
	open, wrong := differences(b.Grid, solution)
	return Check{Conflicts: slices.Collect(b.Grid.Conflicts()), Wrong: wrong, Open: open}
}

// Verdict is what a player learns about an answer: that it is right, or how far it is from that.
type Verdict struct {
	Solved     bool
	Open       int
	Wrong      int
	OtherClues bool // it differs from the clues: the answer of another puzzle?
}

// Judge compares an answer, one of the board's shape, with the solution of its clues.
func (b Board) Judge(answer, solution sudoku.Grid) Verdict {
	open, wrong := differences(answer, solution)
	v := Verdict{Solved: answer == solution, Open: open, Wrong: wrong}
	digits := answer.ByCell()
	for c := range b.Clues.Filled().All() {
		v.OtherClues = v.OtherClues || digits[c] != 0 && digits[c] != b.Clues.At(c)
	}
	return v
}

// Answer reads the text of an answer; the empty one is the board's own grid. The error is a
// [*sudoku.ParseError] or a [*ShapeError].
func (b Board) Answer(text string) (sudoku.Grid, error) {
	if strings.TrimSpace(text) == "" {
		return b.Grid, nil
	}
	answer, err := sudoku.Parse(text)
	if err == nil && answer.Shape() != b.Clues.Shape() {
		err = &ShapeError{Answer: answer, Want: b.Clues.Shape()}
	}
	return answer, err
}

// ShapeError is the error of an answer of another shape than the puzzle's.
type ShapeError struct {
	Answer sudoku.Grid
	Want   sudoku.Shape
}

func (e *ShapeError) Error() string {
	return fmt.Sprintf("answer %s is a %s: want a %s", sudoku.Excerpt(e.Answer.String()), e.Answer.Shape(), e.Want)
}

// differences counts the cells that a grid leaves open, and those that it has wrong.
func differences(grid, solution sudoku.Grid) (open, wrong int) {
	want, got := solution.ByCell(), grid.ByCell()
	for _, c := range solution.Shape().Cells() {
		switch got[c] {
		case want[c]:
		case 0:
			open++
		default:
			wrong++
		}
	}
	return open, wrong
}
