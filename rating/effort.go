package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Effort is what a person has to do to solve a puzzle, in amounts that a [Model] turns into
// seconds. The puzzle is solved in rounds, as for [Counts], but in the order in which people
// see things: of all singles, those of the kind that is easiest to see are placed together,
// then the next round begins.
type Effort struct {
	Digits  int     `json:"digits"`  // cells to fill
	Search  float64 `json:"search"`  // sum over the placements of open cells / (visibility of all singles there at the time)
	Locked  int     `json:"locked"`  // rounds with no single left, but locked candidates
	Subsets int     `json:"subsets"` // rounds with none of these left, but subsets or fish
	Left    int     `json:"left"`    // candidates that are left where logic ends, 0 if it solves the puzzle
}

// EffortOf returns the effort that a puzzle takes if singles have the visibility given.
// The error is that of [solver.Solve] when the grid does not have exactly one solution.
func EffortOf(g sudoku.Grid, v Visibility) (Effort, error) {
	solved, err := solver.Solve(g)
	if err != nil {
		return Effort{}, err
	}
	s := solutionOf(solved)
	var b board
	b.load(g)
	return b.effort(&s, &v), nil
}

// effort solves b as people do.
func (b *board) effort(s *solution, v *Visibility) Effort {
	e := Effort{Digits: b.open}
	var singles visibleSingles
	for b.open > 0 {
		b.findVisible(&singles)
		switch {
		case singles.n > 0:
			e.Search += b.placeEasiest(&singles, v)
		case b.lockedEverywhere():
			e.Locked++
		case b.subsetsEverywhere(s) || b.fish(s):
			e.Subsets++
		default:
			if e.Left == 0 {
				e.Left = b.candidates()
			}
			b.guess(s)
		}
	}
	return e
}

// subsetsEverywhere removes what subsets remove in all houses as they are now, and reports
// whether they remove anything.
func (b *board) subsetsEverywhere(s *solution) bool {
	seen := b.marks
	changed := false
	stale := b.staleSubsets
	b.staleSubsets = 0
	for ; stale != 0; stale &= stale - 1 {
		changed = b.subsetsIn(bits.TrailingZeros32(stale), &seen, s) || changed
	}
	return changed
}

// lockedEverywhere likewise removes what locked candidates remove.
func (b *board) lockedEverywhere() bool {
	seen := b.marks
	return b.locked(&seen)
}

// Visibility is how easy the kinds of singles are to see, compared with the easiest kind: the
// only cell of a box for a digit, and the last open cell of any house. A single that is of
// several kinds counts as the easiest of them.
type Visibility struct {
	Line  float64 `json:"line"`  // the only cell of a row or column for a digit
	Naked float64 `json:"naked"` // the only digit for a cell
}

// The kinds of singles, the easiest to see first.
const (
	inBoxOrLast = iota
	inLine
	oneCandidate
	kinds
)

func (v *Visibility) of(kind int) float64 {
	return [kinds]float64{1, v.Line, v.Naked}[kind]
}

// visibleSingles is all singles of a board in one round.
type visibleSingles struct {
	hidden [27]uint16             // by house, its hidden singles; they stay from round to round
	n      int                    // how many cells have a single
	cell   [sudoku.MaxCells]uint8 // which cells, in no order that matters
	kind   [sudoku.MaxCells]uint8 // by cell, 1 more than the kind, 0 if there is none
	digit  marks                  // by cell, of those that have one
}

func (singles *visibleSingles) add(c uint8, kind uint8, digit uint16) {
	if singles.kind[c] == 0 {
		singles.cell[singles.n] = c
		singles.n++
		singles.kind[c], singles.digit[c] = kind+1, digit
	}
	singles.kind[c] = min(singles.kind[c], kind+1)
}

// findVisible finds all singles.
func (b *board) findVisible(singles *visibleSingles) {
	for ; b.staleSingles != 0; b.staleSingles &= b.staleSingles - 1 {
		h := bits.TrailingZeros32(b.staleSingles)
		singles.hidden[h] = b.hidden(h)
	}
	singles.n = 0
	clear(singles.kind[:])
	for h, house := range b.geo.houses {
		hidden := singles.hidden[h] &^ b.placed[h]
		if hidden == 0 {
			continue
		}
		kind := b.kindIn(h)
		for _, c := range house {
			if digit := b.marks[c] & hidden; digit != 0 {
				singles.add(c, kind, digit)
			}
		}
	}
	waiting := b.queue[:b.waiting]
	b.waiting = 0
	for _, c := range waiting { // some were placed since as singles of another kind
		if !b.isPlaced(c) {
			b.queue[b.waiting] = c
			b.waiting++
			singles.add(c, oneCandidate, b.marks[c])
		}
	}
}

// kindIn returns the kind of the hidden singles of a house.
func (b *board) kindIn(h int) uint8 {
	if h >= 2*b.geo.side || bits.OnesCount16(b.placed[h]) == b.geo.side-1 {
		return inBoxOrLast
	}
	return inLine
}

// placeEasiest places the singles of the easiest kind, and returns how long it takes to see
// them: the more cells are open, the more there is to look through, and the more singles are
// visible, the sooner one is found.
func (b *board) placeEasiest(singles *visibleSingles, v *Visibility) float64 {
	var n [kinds]int
	for _, c := range singles.cell[:singles.n] {
		n[singles.kind[c]-1]++
	}
	open, easiest, visible := b.open, 0, 0.0
	for kind := kinds - 1; kind >= 0; kind-- {
		if n[kind] > 0 {
			easiest = kind
		}
		visible += v.of(kind) * float64(n[kind])
	}
	for _, c := range singles.cell[:singles.n] {
		if int(singles.kind[c]-1) == easiest {
			b.keep(c, singles.digit[c])
			b.place(c)
		}
	}
	return float64(n[easiest]*open) / visible
}
