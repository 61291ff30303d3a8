package rating

import (
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
	e := Effort{Digits: b.empty.len()}
	var singles visibleSingles
	for !b.empty.empty() {
		b.findVisible(&singles)
		switch {
		case !singles.all.empty():
			e.Search += b.placeEasiest(&singles, v)
		case b.removeLocked():
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

// visibleSingles is all singles of a board in one round. A cell is of one kind only.
type visibleSingles struct {
	all, last     cells
	of            [kinds]cells
	inBox, inLine marks
	seen          marks // in which inBox and inLine were found
}

// findVisible finds all singles.
func (b *board) findVisible(singles *visibleSingles) {
	inBox, inLine := b.empty.only()
	singles.last = inBox.or(inLine)
	easiest, lines := singles.last, cells{}
	for i := range b.open {
		open := b.open[i] // a range over values would copy them all first
		if open != singles.seen[i] {
			singles.inBox[i], singles.inLine[i] = open.only()
			singles.seen[i] = open
		}
		easiest, lines = easiest.or(singles.inBox[i]), lines.or(singles.inLine[i])
	}
	naked := b.single()
	singles.of = [kinds]cells{easiest, lines.except(easiest), naked.except(lines).except(easiest)}
	singles.all = easiest.or(lines).or(naked)
}

// placeEasiest places the singles of the easiest kind, and returns how long it takes to see
// them: the more cells are open, the more there is to look through, and the more singles are
// visible, the sooner one is found.
func (b *board) placeEasiest(singles *visibleSingles, v *Visibility) float64 {
	open, easiest, visible := b.empty.len(), 0, 0.0
	for kind := kinds - 1; kind >= 0; kind-- {
		n := singles.of[kind].len()
		if n > 0 {
			easiest = kind
		}
		visible += v.of(kind) * float64(n)
	}
	b.placeAll(singles, easiest)
	return float64(singles.of[easiest].len()*open) / visible
}

// placeAll places the singles of a kind, if there is none of an easier kind.
func (b *board) placeAll(singles *visibleSingles, kind int) {
	switch kind {
	case inBoxOrLast:
		for i := range b.open {
			singles.inBox[i] = singles.inBox[i].or(b.open[i].and(singles.last))
		}
		b.place(&singles.inBox)
	case inLine:
		b.place(&singles.inLine)
	default:
		b.placeOnly(singles.of[oneCandidate])
	}
}
