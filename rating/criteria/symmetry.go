package criteria

import (
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Symmetry is a symmetry of the cells that hold the clues of a puzzle, as they stand on paper. Neither digits nor boxes play a
// part: the clues of a 6×6 can be turned by 90°, though its boxes cannot. The zero value asks for none.
type Symmetry uint8

const (
	NoSymmetry   Symmetry = iota
	HalfTurn              // turned by 180°
	QuarterTurn           // turned by 90°
	Horizontal            // mirrored in the middle row: the upper half in the lower half
	Vertical              // mirrored in the middle column: the left half in the right half
	Both                  // mirrored in either
	Diagonal              // mirrored in the diagonal from top left to bottom right: transposed
	AntiDiagonal          // mirrored in the other diagonal
	Diagonals             // mirrored in either
	Full                  // all of these
)

// Symmetries lists them all, those with fewest maps first.
var Symmetries = []Symmetry{NoSymmetry, HalfTurn, QuarterTurn, Horizontal, Vertical, Both, Diagonal, AntiDiagonal, Diagonals, Full}

var symmetryNames = [...]string{"none", "half-turn", "quarter-turn", "horizontal", "vertical", "both", "diagonal", "anti-diagonal", "diagonals", "full"}

// String returns the name: none, half-turn, quarter-turn, horizontal, vertical, both, diagonal,
// anti-diagonal, diagonals or full.
func (s Symmetry) String() string {
	if int(s) < len(symmetryNames) {
		return symmetryNames[s]
	}
	return "unknown"
}

// MarshalText returns the name.
func (s Symmetry) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a name, as [ParseSymmetry] does.
func (s *Symmetry) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSymmetry(string(text))
	return err
}

// ParseSymmetry reads a name, or "180" or "90" for the turns. The error is a [*sudoku.NameError].
func ParseSymmetry(name string) (Symmetry, error) {
	switch name {
	case "180":
		return HalfTurn, nil
	case "90":
		return QuarterTurn, nil
	}
	if i := slices.Index(symmetryNames[:], name); i >= 0 {
		return Symmetry(i), nil
	}
	return 0, &sudoku.NameError{Kind: "symmetry", Name: name, Known: symmetryNames[:]}
}

// SymmetriesOf returns the symmetries that some cells have, without [NoSymmetry].
func SymmetriesOf(shape sudoku.Shape, cells sudoku.Cells) []Symmetry {
	var found []Symmetry
	for _, s := range Symmetries[1:] {
		if s.Keeps(shape, cells) {
			found = append(found, s)
		}
	}
	return found
}

// Keeps reports whether cells have the symmetry.
func (s Symmetry) Keeps(shape sudoku.Shape, cells sudoku.Cells) bool {
	for _, orbit := range orbits()[shape][s] {
		if common := cells.Intersect(orbit); common != orbit && common != (sudoku.Cells{}) {
			return false
		}
	}
	return true
}

// Orbits returns the sets of cells that go together: with a cell, all to which the symmetry's
// maps take it.
func (s Symmetry) Orbits(shape sudoku.Shape) []sudoku.Cells {
	return slices.Clone(orbits()[shape][s])
}

// orbits returns the orbits of all symmetries, by shape. They are found once: a search asks a million
// times.
var orbits = sync.OnceValue(func() [][len(symmetryNames)][]sudoku.Cells {
	return sudoku.ByShape(func(shape sudoku.Shape) (all [len(symmetryNames)][]sudoku.Cells) {
		for _, s := range Symmetries {
			all[s] = s.findOrbits(shape)
		}
		return all
	})
})

func (s Symmetry) findOrbits(shape sudoku.Shape) []sudoku.Cells {
	var found []sudoku.Cells
	var done sudoku.Cells
	for _, c := range shape.Cells() {
		if done.Has(c) {
			continue
		}
		orbit := sudoku.CellsOf(c)
		for next := []sudoku.Cell{c}; len(next) > 0; next = next[1:] {
			for _, image := range s.images(shape, next[0]) {
				if !orbit.Has(image) {
					orbit = orbit.With(image)
					next = append(next, image)
				}
			}
		}
		found = append(found, orbit)
		done = done.Union(orbit)
	}
	return found
}

// images returns where maps that generate the symmetry take a cell.
func (s Symmetry) images(shape sudoku.Shape, c sudoku.Cell) []sudoku.Cell {
	last := shape.Side() - 1
	row, column := c.Row(), c.Column()
	half := sudoku.CellAt(last-row, last-column)
	quarter := sudoku.CellAt(column, last-row)
	horizontal := sudoku.CellAt(last-row, column)
	vertical := sudoku.CellAt(row, last-column)
	diagonal := sudoku.CellAt(column, row)
	anti := sudoku.CellAt(last-column, last-row)
	return [...][]sudoku.Cell{
		NoSymmetry:   nil,
		HalfTurn:     {half},
		QuarterTurn:  {quarter},
		Horizontal:   {horizontal},
		Vertical:     {vertical},
		Both:         {horizontal, vertical},
		Diagonal:     {diagonal},
		AntiDiagonal: {anti},
		Diagonals:    {diagonal, anti},
		Full:         {quarter, diagonal},
	}[s]
}

// Allows reports whether n cells can have the symmetry.
func (s Symmetry) Allows(shape sudoku.Shape, n int) bool {
	reachable := [sudoku.MaxCells + 1]bool{0: true}
	for _, orbit := range orbits()[shape][s] {
		for k := len(reachable) - 1; k >= orbit.Len(); k-- {
			reachable[k] = reachable[k] || reachable[k-orbit.Len()]
		}
	}
	return n >= 0 && n < len(reachable) && reachable[n]
}
