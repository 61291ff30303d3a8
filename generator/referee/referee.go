// Package referee judges the puzzles of a round of the Patterns Game. All have to have their clues in given cells.
//
//	pattern, err := referee.ParsePattern("x.....x..x.....x")
//	v := referee.Judge(pattern, puzzle)
//
// The caller looks up whether a puzzle is new, by the key of the verdict. If it is, [Ratings] rates it.
package referee

import (
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Verdict is the judgement of a puzzle by itself.
type Verdict struct {
	Fault Fault
	Err   error     // of [NotAPuzzle]: why it is not
	Key   canon.Key // the same for every disguise
}

// Fault is a reason to reject a puzzle, "" for none.
type Fault string

// The faults, as they are printed.
const (
	NotAPuzzle   Fault = "not a puzzle"
	OtherPattern Fault = "other pattern"
	OtherCells   Fault = "other cells" // the pattern transposed, or with its lines permuted
	NotMinimal   Fault = "not minimal"
)

// Judge judges a puzzle, whose clues have to be in the cells in which the pattern has digits.
func Judge(pattern, g sudoku.Grid) Verdict {
	v := Verdict{Key: canon.KeyOf(g)}
	if _, v.Err = solver.Solve(g); v.Err != nil {
		v.Fault = NotAPuzzle
		return v
	}
	switch {
	case g.Shape() != pattern.Shape() || canon.Pattern(g) != canon.Pattern(pattern):
		v.Fault = OtherPattern
	case g.Filled() != pattern.Filled():
		v.Fault = OtherCells
	case !generator.Minimal(g):
		v.Fault = NotMinimal
	}
	return v
}

// Unrated stands for ER, EP and ED that are not known.
var Unrated = [3]string{"-", "-", "-"}

// Ratings returns ER, EP and ED as Sudoku Explainer 1.2.1 gives them, or [Unrated] if it gives none. It may take a second.
func Ratings(g sudoku.Grid) [3]string {
	rating, err := se.Rate(g)
	if err != nil {
		return Unrated
	}
	return [3]string{rating.ER.String(), rating.EP.String(), rating.ED.String()}
}

// ParsePattern reads a pattern: x, # or a digit for a clue, else a dot. The grid has 1 for each clue.
func ParsePattern(text string) (sudoku.Grid, error) {
	shape := criteria.ShapeOfPattern(text)
	cells, err := criteria.ParsePattern(shape, text)
	g := sudoku.Empty(shape)
	for c := range cells.All() {
		g = g.With(c, 1)
	}
	return g, err
}
