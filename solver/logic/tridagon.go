package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The keys of the pattern that made the first puzzles of depth 3 so hard (Loki, by mith, 2022): a trivalue oddagon, also called
// Thor's hammer; and of chains from its guardians.
const (
	Tridagon      Technique = "tridagon"
	TridagonChain Technique = "tridagon-chain"
)

var tridagon = technique{
	key: Tridagon, tier: TierGuessing, all: (*view).tridagonSteps,
	example: "..6...82.5.......4.4.89...5.8...53.9..298........165........94.42.......8.9.5...6",
}

var tridagonChain = technique{
	key: TridagonChain, tier: TierGuessing, all: (*view).tridagonChains, leaves: []Technique{Tridagon, GroupedAIC},
	example: ".9.2.1.....3.59......38......1......83......2.2589..3....5...76...9.85...12....4.",
}

// mostGuardians is how many guardians chains begin at. No published puzzle of depth 3 has a step of more than four.
const mostGuardians = 6

// diagonal is three cells of a box in different rows and columns, or several such, all open or filled with one of three
// digits. Guardians are their candidates that are none of these digits.
type diagonal struct {
	cells   sudoku.Cells
	odd     bool         // as a permutation of rows to columns
	guarded sudoku.Cells // the cells of guardians
	others  sudoku.Digits
	count   int // of guardians
}

// diagonals has the columns of the diagonals of a box by row, and whether they are odd.
var diagonals = [...]struct {
	columns [3]int
	odd     bool
}{{[3]int{0, 1, 2}, false}, {[3]int{1, 2, 0}, false}, {[3]int{2, 0, 1}, false}, {[3]int{0, 2, 1}, true}, {[3]int{1, 0, 2}, true}, {[3]int{2, 1, 0}, true}}

// twelve is a diagonal in each of four boxes that form a rectangle, which three digits cannot fill.
type twelve struct {
	diagonal
	boxes     [4]int
	digits    sudoku.Digits
	guardians []sudoku.Candidate // box by box
}

// tridagons returns all choices of twelve cells that three digits cannot fill: a diagonal in each of four boxes that form a
// rectangle, of which one or three are odd.
//
// In each box the digits would be a permutation of its three rows, and of its three columns. The one by columns follows from
// the one by rows and the diagonal. Two boxes of a band have no digit in the same row, so the permutation from the one to the
// other moves each row: it is a cycle of three, and even. The same holds for the columns of two boxes of a stack. Once
// around the rectangle, the parities of the digits cancel out, and those of the diagonals do not.
//
// So at least one guardian is true. The cells need not have all three digits, and some may be filled with one of them. Choices
// with more guardians than chains begin at are left out, unless all guardians are in one cell or of one digit.
func (v *view) tridagons() []twelve {
	if v.twelves != nil || v.shape != sudoku.Sudoku {
		return v.twelves
	}
	v.twelves = []twelve{}
	for a := sudoku.Digit(1); a <= 7; a++ {
		for b := a + 1; b <= 8; b++ {
			for c := b + 1; c <= 9; c++ {
				digits := sudoku.DigitsOf(a, b, c)
				var of [sudoku.MaxSide][]diagonal
				for box := range of {
					of[box] = v.diagonalsIn(box, digits)
				}
				for top := range 6 {
					for lower := top/3*3 + 3; lower < 9; lower += 3 {
						for right := top%3 + 1; right < 3; right++ {
							v.addTridagons(&of, twelve{boxes: [4]int{top, top/3*3 + right, lower + top%3, lower + right}, digits: digits}, 0)
						}
					}
				}
			}
		}
	}
	return v.twelves
}

// diagonalsIn returns the diagonals of a box.
func (v *view) diagonalsIn(box int, digits sudoku.Digits) (all []diagonal) {
	cells := v.shape.House(sudoku.House{Kind: sudoku.Box, Index: uint8(box)})
next:
	for _, d := range diagonals {
		found := diagonal{odd: d.odd}
		for row, column := range d.columns {
			c := cells[3*row+column]
			if v.Marks[c]&digits == 0 && !digits.Has(v.Grid.At(c)) {
				continue next
			}
			found.cells = found.cells.With(c)
			if others := v.Marks[c] &^ digits; others != 0 {
				found.guarded, found.others, found.count = found.guarded.With(c), found.others|others, found.count+others.Len()
			}
		}
		if found.useful() {
			all = append(all, found)
		}
	}
	return all
}

// useful reports whether there are few guardians, or all are in one cell or of one digit.
func (d *diagonal) useful() bool {
	return d.count <= mostGuardians || d.guarded.Len() == 1 || d.others.Len() == 1
}

// addTridagons adds the choices with a diagonal of each box that is left.
func (v *view) addTridagons(of *[sudoku.MaxSide][]diagonal, t twelve, n int) {
	if n == len(t.boxes) {
		if !t.odd || t.count == 0 {
			return
		}
		for _, h := range t.houses() {
			t.guardians = append(t.guardians, v.candidates(t.guarded.Intersect(v.cellsIn(h)), ^t.digits)...)
		}
		v.twelves = append(v.twelves, t)
		return
	}
	for i := range of[t.boxes[n]] {
		d, next := &of[t.boxes[n]][i], t
		next.diagonal = diagonal{t.cells.Union(d.cells), t.odd != d.odd, t.guarded.Union(d.guarded), t.others | d.others, t.count + d.count}
		if next.useful() {
			v.addTridagons(of, next, n+1)
		}
	}
}

// tridagonSteps finds twelve cells whose guardians all rule out the same.
func (v *view) tridagonSteps(yield func(Step) bool) {
	for _, t := range v.tridagons() {
		var gone sudoku.Pencilmarks
		guardians := Part{}
		for i, g := range t.guardians {
			here := v.ruledOutBy(partOf(g.Digit, g.Cell))
			for c := range gone {
				if gone[c] &= here[c]; i == 0 {
					gone[c] = here[c]
				}
			}
			guardians = Part{guardians.Cells.With(g.Cell), guardians.Digits.With(g.Digit)}
		}
		step := stepOf([]Part{{t.cells, t.digits}, guardians})
		step.Houses = t.houses()
		if step.Eliminations = listed(gone); !yield(step) {
			return
		}
	}
}

func (t twelve) houses() (houses []sudoku.House) {
	for _, box := range t.boxes {
		houses = append(houses, sudoku.House{Kind: sudoku.Box, Index: uint8(box)})
	}
	return houses
}

// ruledOutBy returns the candidates that conflict with a candidate or a group.
func (v *view) ruledOutBy(p Part) (gone sudoku.Pencilmarks) {
	for c := range v.seenByAll(p.Cells).All() {
		gone[c] = v.Marks[c] & p.Digits
	}
	if p.Cells.Len() == 1 {
		c := p.Cells.First()
		gone[c] = v.Marks[c] &^ p.Digits
	}
	return gone
}

// tridagonChains finds twelve cells with a few guardians, and a chain from each of them to the same candidates. If the guardian
// is true, the next part of its chain is false, the one after true, and so on in turn, and the candidates at the end are
// false. The parts of the step are the twelve cells, then one chain after the other: see [Step.Chains].
func (v *view) tridagonChains(yield func(Step) bool) {
	from := map[sudoku.Candidate]*consequences{}
	for _, t := range v.tridagons() {
		if len(t.guardians) < 2 || len(t.guardians) > mostGuardians {
			continue
		}
		var chains []*consequences
		for _, g := range t.guardians {
			if from[g] == nil {
				from[g] = v.consequencesOf(g)
			}
			chains = append(chains, from[g])
		}
		var done sudoku.Pencilmarks
		for _, this := range listed(v.Marks) {
			c, d, longest := this.Cell, this.Digit, 0
			for _, chain := range chains {
				if chain.by[c][d] == 0 {
					longest = 0
					break
				}
				longest = max(longest, int(chain.by[c][d]))
			}
			if longest < 2 || done[c].Has(d) { // 1: the guardians themselves rule it out
				continue
			}
			end := Part{Digits: sudoku.DigitsOf(d)} // with the cells to which the same chains lead
			for other := range v.allPlaces()[d].All() {
				if !slices.ContainsFunc(chains, func(chain *consequences) bool { return chain.by[other][d] != chain.by[c][d] }) {
					end.Cells, done[other] = end.Cells.With(other), done[other].With(d)
				}
			}
			parts, houses := []Part{{t.cells, t.digits}}, t.houses()
			for _, chain := range chains {
				path := chain.to(int(chain.by[c][d]) - 1)
				houses = append(houses, v.housesAlong(path)...)
				parts = append(append(parts, path...), end)
			}
			step := stepOf(parts)
			slices.SortFunc(houses, compareHouses)
			step.Houses, step.Eliminations = slices.Compact(houses), v.candidates(end.Cells, end.Digits)
			if !yield(step) {
				return
			}
		}
	}
}

// Chains returns the chains of a tridagon with chains. Each begins with a guardian and ends with the candidates that the step
// rules out; of its parts every second one is false if the guardian is true.
func (s Step) Chains() (chains [][]Part) {
	if s.Technique != TridagonChain {
		return nil
	}
	rest, end := s.Parts[1:], s.Parts[len(s.Parts)-1]
	for len(rest) > 0 {
		i := 1
		for rest[i] != end {
			i += 2
		}
		chains, rest = append(chains, rest[:i+1]), rest[i+1:]
	}
	return chains
}

// consequences is what is true and false if a candidate is true, as far as chains lead.
type consequences struct {
	true []conclusion                               // the candidate, then the nearest first
	by   [sudoku.MaxCells][sudoku.MaxSide + 1]int16 // the first of these that rules a candidate out, counted from 1; 0: none
}

// conclusion is a part that is true since another is false, which an earlier part rules out.
type conclusion struct {
	part, off Part
	before    int
}

// to returns the parts of the chain to a conclusion.
func (k *consequences) to(i int) (path []Part) {
	for ; i > 0; i = k.true[i].before {
		path = append(path, k.true[i].part, k.true[i].off)
	}
	path = append(path, k.true[0].part)
	slices.Reverse(path)
	return path
}

// consequencesOf follows the links of grouped AICs from a candidate.
func (v *view) consequencesOf(g sudoku.Candidate) *consequences {
	n := v.net(chaining{inCells: true, inHouses: true, groups: true}, v.shape.Digits())
	on, off := make([]bool, len(n.nodes)), make([]bool, len(n.nodes))
	k := &consequences{true: []conclusion{{part: partOf(g.Digit, g.Cell)}}}
	for i := 0; i < len(k.true); i++ {
		for c, digits := range v.ruledOutBy(k.true[i].part) {
			for d := range digits.All() {
				if k.by[c][d] == 0 {
					k.by[c][d] = int16(i + 1)
				}
			}
		}
		part, sight := k.true[i].part, v.seenByAll(k.true[i].part.Cells)
		for j, node := range n.nodes {
			excluded := node.Digits == part.Digits && node.Cells.Minus(sight) == sudoku.Cells{} ||
				node.Digits != part.Digits && node.Cells == part.Cells && part.Cells.Len() == 1
			if !excluded || off[j] {
				continue
			}
			off[j] = true
			for _, next := range n.strong[j] {
				if !on[next] {
					on[next] = true
					k.true = append(k.true, conclusion{n.nodes[next], node, i})
				}
			}
		}
	}
	return k
}
