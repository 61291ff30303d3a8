package solver

import (
	"errors"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Why a grid is not a puzzle, or not known to be one; see [Solve].
var (
	ErrNoSolution    = errors.New("no solution")
	ErrManySolutions = errors.New("more than one solution")
	ErrTooFewClues   = errors.New("too few clues for a single solution")
	ErrTooHard       = errors.New("too hard to decide")
)

// MinClues returns the fewest clues that a puzzle can have: 17, 8 of a 6×6, 4 of a Shidoku. It took
// G. McGuire, B. Tugemann and G. Civario a year of computing to show that 16 are too few ("There
// Is No 16-Clue Sudoku", Experimental Mathematics 23, 2014). The puzzles of the smaller shapes
// were counted here, by the tests of package generator.
func MinClues(s sudoku.Shape) int { return minClues[s] }

var minClues = [...]int{sudoku.Sudoku: 17, sudoku.Shidoku: 4, sudoku.SixBySix: 8}

// TooFewCluesError is the error of a grid with fewer clues than any puzzle has, whether it has
// many solutions or none. It wraps [ErrTooFewClues].
type TooFewCluesError struct {
	Shape sudoku.Shape
	Clues int
}

func (e *TooFewCluesError) Unwrap() error { return ErrTooFewClues }

func (e *TooFewCluesError) Error() string {
	shown := ", as trying them all shows"
	if e.Shape == sudoku.Sudoku {
		shown = " (McGuire, Tugemann, Civario: There Is No 16-Clue Sudoku, 2014)"
	}
	return fmt.Sprintf("%v: %d: a %s needs %d or more%s", ErrTooFewClues, e.Clues, e.Shape, MinClues(e.Shape), shown)
}

// TooHardError is the error of a search that gave up. It wraps [ErrTooHard].
type TooHardError struct {
	Guesses int // that were tried
	Found   int // solutions until then
}

func (s *search) tooHard() error { return &TooHardError{Guesses: s.guesses, Found: s.found} }

func (e *TooHardError) Unwrap() error { return ErrTooHard }

func (e *TooHardError) Error() string {
	solutions := "solutions"
	if e.Found == 1 {
		solutions = "solution"
	}
	return fmt.Sprintf("%v: %d guesses found %d %s, and there may be more", ErrTooHard, e.Guesses, e.Found, solutions)
}

// DifferError is the error of a position with more than one solution. It wraps [ErrManySolutions].
type DifferError struct {
	Cells sudoku.Cells // in which two solutions differ
}

func (e *DifferError) Unwrap() error { return ErrManySolutions }

func (e *DifferError) Error() string {
	return fmt.Sprintf("%v: two of them differ in %s; give a digit there, or fewer candidates", ErrManySolutions, e.Cells)
}

// NoSolutionReason is the kind of contradiction in a grid. The values are keys for message catalogues.
type NoSolutionReason string

const (
	Conflict NoSolutionReason = "conflict" // Cells of House, two or more, hold Digit
	NoDigit  NoSolutionReason = "no-digit" // no digit fits in the one cell of Cells
	NoPlace  NoSolutionReason = "no-place" // no cell of House can hold Digit
)

// NoSolutionError is the error of a grid whose contradiction shows without a search.
// It wraps [ErrNoSolution]. Fields that its Reason does not name are zero.
type NoSolutionError struct {
	Reason NoSolutionReason
	Digit  sudoku.Digit
	House  sudoku.House
	Cells  sudoku.Cells
}

func (e *NoSolutionError) Unwrap() error { return ErrNoSolution }

func (e *NoSolutionError) Error() string {
	switch e.Reason {
	case Conflict:
		var cells []string // one by one: "r1c1, r1c4"
		for c := range e.Cells.All() {
			cells = append(cells, c.String())
		}
		return fmt.Sprintf("%v: digit %d twice in %s: %s", ErrNoSolution, e.Digit, e.House.Name(), strings.Join(cells, ", "))
	case NoDigit:
		return fmt.Sprintf("%v: no digit fits in %s", ErrNoSolution, e.Cells)
	}
	return fmt.Sprintf("%v: no cell of %s can hold digit %d", ErrNoSolution, e.House.Name(), e.Digit)
}

// noSolution returns the error of a grid without a solution whose open cells have some candidates.
func noSolution(g sudoku.Grid, marks sudoku.Pencilmarks) error {
	for c := range g.Conflicts() {
		return &NoSolutionError{Reason: Conflict, Digit: c.Digit, House: c.House, Cells: c.Cells}
	}
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 && marks[c] == 0 {
			return &NoSolutionError{Reason: NoDigit, Cells: sudoku.CellsOf(c)}
		}
	}
	for _, h := range g.Shape().Houses() {
		open := g.Digits(h)
		for _, c := range g.Shape().House(h) {
			open |= marks[c]
		}
		if missing := g.Shape().Digits() &^ open; missing != 0 {
			return &NoSolutionError{Reason: NoPlace, House: h, Digit: missing.First()}
		}
	}
	return ErrNoSolution
}
