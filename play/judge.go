package play

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Verdict is the judgement of a board or an answer: it is right, or how far it is from that, without the positions
// of the mistakes.
type Verdict struct {
	Solved     bool
	Open       int  // cells without a digit
	Wrong      int  // digits
	OtherClues bool // it differs from the clues: the answer of another puzzle?
}

// Check compares the board with the solution of its clues.
func (b Board) Check(solution sudoku.Grid) Verdict { return b.Judge(b.Grid, solution) }

// Judge compares an answer, one of the board's shape, with the solution of its clues.
func (b Board) Judge(answer, solution sudoku.Grid) Verdict {
	v := Verdict{Solved: answer == solution}
	want, got := solution.ByCell(), answer.ByCell()
	for _, c := range solution.Shape().Cells() {
		switch got[c] {
		case want[c]:
		case 0:
			v.Open++
		default:
			v.Wrong++
		}
		v.OtherClues = v.OtherClues || got[c] != 0 && b.Clues.At(c) != 0 && got[c] != b.Clues.At(c)
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
