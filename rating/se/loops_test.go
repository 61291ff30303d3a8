package se

import (
	"cmp"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// plainStep is a step of a loop as Sudoku Explainer sorts it: by its sum of floating point numbers, then by its type.
type plainStep struct {
	difficulty float64
	kind       int
	removed    map[candidate]bool
}

// plainLoops returns all rings that 1.2.1 finds from a cell; not all are loops. Digits that a cell has beside
// the pair are allowed in two cells, or where no others were met: they count from when the cell is looked at, even if the ring does not
// go on there.
func plainLoops(g *grid, ring []uint8, pair, met uint16, allowed, cameBy int) (found [][]uint8) {
	c := ring[len(ring)-1]
	for _, by := range []int{0, 2, 1} { // box, row, column
		if by == cameBy {
			continue
		}
		for _, next := range members[housesOf[c][by]] {
			if next == ring[0] && len(ring) >= 4 {
				found = append(found, slices.Clone(ring))
				continue
			}
			if slices.Contains(ring, next) || g.marks[next]&pair != pair {
				continue
			}
			beside := g.marks[next] &^ pair
			met |= beside
			if beside != 0 && allowed <= 0 && size(met) != 1 {
				continue
			}
			left := allowed
			if beside != 0 {
				left--
			}
			found = append(found, plainLoops(g, append(slices.Clone(ring), next), pair, met, left, by)...)
		}
	}
	return found
}

// isPlainLoop reports whether each house has none of some cells, or one at an even place and one at an odd one.
func isPlainLoop(ring []uint8) bool {
	var count [2][27]int
	for i, c := range ring {
		for _, h := range housesOf[c] {
			count[i%2][h]++
		}
	}
	return count[0] == count[1] && slices.Max(count[0][:]) == 1
}

// plainBase returns the rating of a loop of so many cells.
func plainBase(cells int) float64 {
	base := 4.5
	if cells >= 10 {
		base += 0.3
	}
	if cells >= 8 {
		base += 0.2
	} else if cells >= 6 {
		base += 0.1
	}
	return base
}

// tenths returns n times the number next to 0.1.
func tenths(n int) float64 {
	tenth := 0.1
	return float64(n) * tenth
}

// plainLoopSteps returns the steps of a loop.
func plainLoopSteps(g *grid, ring []uint8, pair uint16) (steps []plainStep) {
	base := plainBase(len(ring))
	add := func(kind int, harder float64, removed map[candidate]bool) {
		if len(removed) > 0 {
			steps = append(steps, plainStep{base + harder, kind, removed})
		}
	}
	remove := func(digits uint16, cells ...uint8) map[candidate]bool {
		removed := map[candidate]bool{}
		for _, c := range cells {
			for d := range uint8(9) {
				if digits>>d&1 != 0 && g.has(c, d) {
					removed[candidate{c, d}] = true
				}
			}
		}
		return removed
	}
	var open, seeAll []uint8
	var extras uint16
	for _, c := range ring {
		if g.marks[c] != pair {
			open = append(open, c)
			extras |= g.marks[c] &^ pair
		}
	}
	for c := range uint8(81) {
		if !slices.ContainsFunc(open, func(other uint8) bool { return !sees[c][other] }) {
			seeAll = append(seeAll, c)
		}
	}
	if len(open) == 1 {
		add(1, 0, remove(pair, open[0]))
	}
	if len(open) > 1 && size(extras) == 1 {
		add(2, 0, remove(extras, seeAll...))
	}
	if len(open) != 2 {
		return steps
	}
	var common []uint8
	for _, h := range []uint8{housesOf[open[0]][0], housesOf[open[0]][2], housesOf[open[0]][1]} {
		if slices.Contains(housesOf[open[1]][:], h) {
			common = append(common, h)
		}
	}
	for n := size(extras); size(extras) > 1 && n <= 4; n++ {
		for _, h := range common {
			vacant := 0
			for _, c := range members[h] {
				if g.marks[c] != 0 {
					vacant++
				}
			}
			for chosen := range 1 << 9 {
				var in, out []uint8
				for i, c := range members[h] {
					switch {
					case slices.Contains(open, c):
					case chosen>>i&1 != 0:
						in = append(in, c)
					default:
						out = append(out, c)
					}
				}
				naked := extras
				for _, c := range in {
					naked |= g.marks[c]
				}
				filled := slices.ContainsFunc(in, func(c uint8) bool { return g.marks[c] == 0 })
				if chosen>>slices.Index(members[h][:], open[0])&1 == 0 && chosen>>slices.Index(members[h][:], open[1])&1 == 0 &&
					!filled && len(in) == n-1 && size(naked) == n && 2*n <= vacant {
					add(3, tenths(n-1), remove(naked, out...))
				}
			}
			for digits := range uint16(1 << 9) {
				var at []uint8
				missing := false
				for d := range uint8(9) {
					missing = missing || digits>>d&1 != 0 && g.places[h][d] == 0
				}
				for _, c := range members[h] {
					if g.marks[c]&digits != 0 && !slices.Contains(open, c) {
						at = append(at, c)
					}
				}
				if digits&pair == pair && digits&extras == 0 && size(digits) == n && len(at) == n-1 && !missing && 2*n < vacant {
					add(3, tenths(n-2), remove(all9&^digits, at...))
				}
			}
		}
	}
	for d := range uint8(9) {
		if pair>>d&1 != 0 && slices.ContainsFunc(common, func(h uint8) bool { return size(g.places[h][d]) == 2 }) {
			add(4, 0, remove(pair&^(1<<d), open...))
		}
	}
	return steps
}

// plainUniqueLoop returns the step that 1.2.1 takes.
func plainUniqueLoop(g *grid) (best plainStep) {
	for c, marks := range g.marks {
		if size(marks) != 2 {
			continue
		}
		for _, ring := range plainLoops(g, []uint8{uint8(c)}, marks, 0, 2, -1) {
			if !isPlainLoop(ring) {
				continue
			}
			for _, s := range plainLoopSteps(g, ring, marks) {
				if best.kind == 0 || cmp.Or(cmp.Compare(s.difficulty, best.difficulty), cmp.Compare(s.kind, best.kind)) < 0 {
					best = s
				}
			}
		}
	}
	return best
}

// Where nothing easier helps, the step of loops is the one of 1.2.1.
func TestUniqueLoopAsDefined(t *testing.T) {
	text, err := os.ReadFile("testdata/ratings.txt")
	must(t, err)
	met := 0
	for i, line := range slices.Collect(strings.Lines(string(text))) {
		if testing.Short() && i%4 > 0 {
			continue
		}
		g := load(sudokutest.Parse(t, strings.Fields(line)[0]))
		for s, ok := g.next(); ok && g.open > 0; s, ok = g.next() {
			if s.rating >= 45 {
				got, found := uniqueLoop(g, nil)
				removed := map[candidate]bool{}
				for _, c := range got.removed {
					removed[c] = true
				}
				want := plainUniqueLoop(g)
				if got.rating != int(math.Round(10*want.difficulty)) || found && !reflect.DeepEqual(removed, want.removed) {
					t.Fatalf("%s with %d open cells: %d removes %v, want %v", line, g.open, got.rating, removed, want)
				}
				if found {
					met++
				}
			}
			g.apply(s)
		}
	}
	if met < 20 {
		t.Errorf("%d loops are too few to prove anything", met)
	}
}

// The order of steps, whole numbers, is that of the sums.
func TestOrderOfLoopsIsThatOfSums(t *testing.T) {
	type sum struct {
		difficulty float64
		order      int
	}
	var sums []sum
	for cells := 4; cells <= 14; cells += 2 {
		for harder := range 4 {
			var l loopStep
			l.offer(make([]uint8, cells), besideSet, harder, []candidate{{}})
			sums = append(sums, sum{plainBase(cells) + tenths(harder), l.order})
		}
	}
	for _, a := range sums {
		for _, b := range sums {
			if cmp.Compare(a.order, b.order) != cmp.Compare(a.difficulty, b.difficulty) {
				t.Errorf("%v has the order %d, and %v has %d", a.difficulty, a.order, b.difficulty, b.order)
			}
		}
	}
}
