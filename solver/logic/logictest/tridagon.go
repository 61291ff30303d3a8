package logictest

import (
	"cmp"
	"fmt"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// permutations are the diagonals of a box: the columns of three cells, one in each row.
var permutations = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}

// twelve returns the cells of a diagonal in each of the four boxes where two bands meet two stacks.
func twelve(bands, stacks [2]int, diagonals [4][3]int) (cells []sudoku.Cell) {
	for i, columns := range diagonals {
		for row, column := range columns {
			cells = append(cells, sudoku.Sudoku.Cells()[9*(3*bands[i/2]+row)+3*stacks[i%2]+column])
		}
	}
	return cells
}

// fillable reports whether three digits can fill some cells, by trying all ways.
func fillable(cells []sudoku.Cell) bool {
	var choices [][]sudoku.Candidate
	for _, c := range cells {
		choices = append(choices, []sudoku.Candidate{{Cell: c, Digit: 1}, {Cell: c, Digit: 2}, {Cell: c, Digit: 3}})
	}
	return canFill(sudoku.Sudoku, choices, nil)
}

// rectanglesOfBoxes yields all choices of twelve cells.
func rectanglesOfBoxes(yield func(cells []sudoku.Cell) bool) {
	for _, bands := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		for _, stacks := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
			for choice := range 6 * 6 * 6 * 6 {
				var diagonals [4][3]int
				for i := range diagonals {
					diagonals[i], choice = permutations[choice%6], choice/6
				}
				if !yield(twelve(bands, stacks, diagonals)) {
					return
				}
			}
		}
	}
}

// unfillable are those that three digits cannot fill.
var unfillable = sync.OnceValue(func() (all [][]sudoku.Cell) {
	for cells := range rectanglesOfBoxes {
		if !fillable(cells) {
			all = append(all, cells)
		}
	}
	return all
})

// eachTridagon yields the guardians of three digits in twelve cells that they cannot fill, each of which is filled with one of
// them or has one as a candidate: the other candidates there. One of them is true.
func (p *Plain) eachTridagon(yield func(guardians []sudoku.Candidate)) {
	if p.shape != sudoku.Sudoku {
		return
	}
	for three := range combinations(9, 3) {
		digits := sudoku.Digits(three)
	next:
		for _, cells := range unfillable() {
			for _, c := range cells {
				if (p.marks[c].With(p.grid.At(c)))&digits == 0 {
					continue next
				}
			}
			if guardians := p.guardians(cells, digits); len(guardians) > 0 {
				yield(guardians)
			}
		}
	}
}

func (p *Plain) guardians(cells []sudoku.Cell, digits sudoku.Digits) (guardians []sudoku.Candidate) {
	for _, c := range cells {
		for d := range (p.marks[c] &^ digits).All() {
			guardians = append(guardians, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	return guardians
}

// tridagons: what conflicts with each guardian is false.
func (p *Plain) tridagons() (gone sudoku.Pencilmarks) {
	p.eachTridagon(func(guardians []sudoku.Candidate) { p.allConflict(&gone, guardians) })
	return gone
}

// tridagonChains: what is false at the end of some chain from each of up to six guardians is false, unless it conflicts with
// each of them.
func (p *Plain) tridagonChains() (gone sudoku.Pencilmarks) {
	strong := chain{cells: true, houses: true, groups: true}.strong(p)
	known := map[sudoku.Candidate]sudoku.Pencilmarks{}
	p.eachTridagon(func(guardians []sudoku.Candidate) {
		if len(guardians) < 2 || len(guardians) > 6 {
			return
		}
		var direct sudoku.Pencilmarks
		p.allConflict(&direct, guardians)
		all := p.marks
		for _, g := range guardians {
			if _, ok := known[g]; !ok {
				known[g] = p.falseIf(g, strong)
			}
			for c := range all {
				all[c] &= known[g][c]
			}
		}
		for c := range all {
			gone[c] |= all[c] &^ direct[c]
		}
	})
	return gone
}

// falseIf returns what chains make false if a candidate is true.
func (p *Plain) falseIf(g sudoku.Candidate, strong map[place][]place) (gone sudoku.Pencilmarks) {
	todo := []place{{sudoku.CellsOf(g.Cell), g.Digit}}
	reached := map[place]bool{}
	for len(todo) > 0 {
		on := todo[0]
		todo = todo[1:]
		for c, digits := range p.excludedBy(on) {
			gone[c] |= digits
		}
		for off, others := range strong {
			if !p.notBoth(on, off) {
				continue
			}
			for _, next := range others {
				if !reached[next] {
					reached[next] = true
					todo = append(todo, next)
				}
			}
		}
	}
	return gone
}

// guardiansFollow checks that three digits cannot fill the cells of the first part, that the chains begin at all other
// candidates there, each link of the chains, and that all end at what is ruled out.
func guardiansFollow(s logic.State, step logic.Step) error {
	p := Of(s)
	first, end := step.Parts[0], step.Parts[len(step.Parts)-1]
	var choices [][]sudoku.Candidate
	for c := range first.Cells.All() {
		var choice []sudoku.Candidate
		for d := range ((s.Marks[c].With(s.Grid.At(c))) & first.Digits).All() {
			choice = append(choice, sudoku.Candidate{Cell: c, Digit: d})
		}
		choices = append(choices, choice)
	}
	if first.Digits.Len() != 3 || canFill(p.shape, choices, nil) {
		return fmt.Errorf("%s can fill %s", first.Digits, first.Cells)
	}
	strong := chain{cells: true, houses: true, groups: true}.strong(p)
	var from []sudoku.Candidate
	for parts := step.Parts[1:]; len(parts) > 0; {
		var nodes []place
		for i, part := range parts {
			if nodes = append(nodes, place{part.Cells, part.Digits.First()}); i%2 == 1 && part == end {
				parts = parts[i+1:]
				break
			}
		}
		from = append(from, sudoku.Candidate{Cell: nodes[0].cells.First(), Digit: nodes[0].digit})
		for i := 1; i < len(nodes)-1; i++ {
			if a, b := nodes[i-1], nodes[i]; i%2 == 0 && !linked(strong, a, b) || i%2 == 1 && !p.notBoth(a, b) {
				return fmt.Errorf("%v and %v are not linked", a, b)
			}
		}
		for c := range end.Cells.All() {
			if last := nodes[len(nodes)-2]; len(nodes)%2 == 1 || !p.notBoth(last, place{sudoku.CellsOf(c), end.Digits.First()}) {
				return fmt.Errorf("%s<>%s does not follow from %v", c, end.Digits, nodes)
			}
		}
	}
	if want := p.guardians(first.Cells.Slice(), first.Digits); !slices.Equal(sorted(from), sorted(want)) {
		return fmt.Errorf("chains begin at %v, guardians are %v", from, want)
	}
	for _, e := range step.Eliminations {
		if !end.Cells.Has(e.Cell) || !end.Digits.Has(e.Digit) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	return nil
}

func sorted(list []sudoku.Candidate) []sudoku.Candidate {
	return slices.SortedFunc(slices.Values(list), func(a, b sudoku.Candidate) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
	})
}

// allConflict notes the candidates that conflict with each of some others.
func (p *Plain) allConflict(gone *sudoku.Pencilmarks, others []sudoku.Candidate) {
	for _, c := range p.shape.Cells() {
	next:
		for d := range p.marks[c].All() {
			for _, g := range others {
				sameCell := g.Cell == c && g.Digit != d
				sameDigit := g.Digit == d && p.shape.Peers(c).Has(g.Cell)
				if !sameCell && !sameDigit {
					continue next
				}
			}
			gone[c] = gone[c].With(d)
		}
	}
}
