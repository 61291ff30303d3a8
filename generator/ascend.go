package generator

import (
	"math/rand/v2"
	"slices"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	// enrichments is how many exchanges the choice of a first solution tries, and drift how many lead to the next one.
	enrichments, drift = 1_000, 30
	// standstill is how many steps a walk makes without a clue more, and walks how many are made without one, before
	// another ascent begins elsewhere.
	standstill, walks = 5_000, 40
	// within is how many clues the first walk may be short of the number wanted for others to follow.
	within = 1
	// mostSets is how many unavoidable sets a walk keeps.
	mostSets = 2_000
	// descentShare is how likely a way to one clue fewer is taken, compared with one that keeps their number. Without such
	// steps a walk stays among few puzzles; with many it forgets how far up it was.
	descentShare = 0.1
)

// ascend looks for an accepted minimal puzzle of n clues. It walks upward among the puzzles of a solution, then among
// the puzzles of a similar one. Solutions with puzzles of many clues are near each other: after one with a puzzle of 35 clues,
// three of four that follow have one too, but only one in four chosen anew. groups are single cells.
func ascend(s sudoku.Shape, n int, groups []sudoku.Cells, accept func(sudoku.Grid) bool, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	solution := enriched(FullGrid(s, r), enrichments, r)
	puzzle, most, ok := ascent(n, solution, groups, accept, r)
	if most < n-within {
		return puzzle, false
	}
	for idle := 0; !ok && idle < walks; idle++ {
		var reached int
		next := enriched(solution, drift, r)
		puzzle, reached, ok = ascent(n, next, groups, accept, r)
		if reached > most {
			most, idle = reached, 0
		}
		if reached >= most-1 {
			solution = next
		}
	}
	return puzzle, ok
}

// enriched exchanges unavoidable sets of a solution so that the next one has at least as many of the simplest ones, in a number
// of tries. Each clue of a minimal puzzle needs a set of which it is the only clue, so such a solution has puzzles with more
// clues. Among solutions with 120 sets, one in 30 led to a puzzle of 36 clues by a single walk; among random ones, with 80 sets,
// none of 500 did.
func enriched(solution sudoku.Grid, tries int, r *rand.Rand) sudoku.Grid {
	sets := exchanges(solution)
	for range tries {
		other, _, _ := solver.Other(solution.Without(sets[r.IntN(len(sets))]), solution)
		if others := exchanges(other); len(others) >= len(sets) {
			solution, sets = other, others
		}
	}
	return solution
}

// ascent walks among the puzzles of a solution to an accepted one of n clues; most is the number of clues it came to. If the
// first puzzle of n clues is not accepted, others are near it.
func ascent(n int, solution sudoku.Grid, groups []sudoku.Cells, accept func(sudoku.Grid) bool, r *rand.Rand) (puzzle sudoku.Grid, most int, ok bool) {
	w := walk{thinning: thinned(solution, slices.Clone(groups), r), random: r}
	for c := range w.cells.All() { // so that a set shows of each clue that it is needed
		w.remove(sudoku.CellsOf(c))
		w.missed()
		w.add(sudoku.CellsOf(c))
	}
	for idle := 0; idle < standstill; idle++ {
		reached := w.cells.Len()
		if reached > most {
			most, idle = reached, 0
		}
		if reached == n && accept(w.clues) {
			return w.clues, most, true
		}
		w.step()
	}
	return w.clues, most, false
}

// walk goes from one minimal puzzle to another of the same solution by {-m+n}.
//
// A clue is needed if it is the only one in some unavoidable set. So the clues that can go when others are added are looked
// up: the clues all of whose such sets the added ones hit. Two cells that free no clue alone and one together are a step up, {-1+2}.
type walk struct {
	thinning
	random *rand.Rand
	steps  int
	out    [sudoku.MaxCells]int            // the step until which a clue that went stays away
	alone  [sudoku.MaxCells][]sudoku.Cells // of each clue: the open cells of the sets that it alone hits
}

// step goes to a puzzle of one clue more if it can; else to one of as many, or now and then of fewer.
func (w *walk) step() {
	w.steps++
	w.findAlone()
	var frees [sudoku.MaxCells]int // how many clues a cell frees
	for c := range w.cells.All() {
		var common sudoku.Cells
		for i, set := range w.alone[c] {
			if common = common.Intersect(set); i == 0 {
				common = set
			}
		}
		for x := range common.All() {
			frees[x]++
		}
	}
	var none sudoku.Cells
	var level, down []sudoku.Cells
	for x := range w.solution.Filled().Minus(w.cells).All() {
		switch {
		case w.out[x] > w.steps:
		case frees[x] == 0:
			none = none.With(x)
		case frees[x] == 1:
			level = append(level, sudoku.CellsOf(x))
		case frees[x] == 2:
			down = append(down, sudoku.CellsOf(x))
		}
	}
	up, evenPairs := w.pairs(none)
	level = append(level, evenPairs...)
	switch which := w.random.Float64() * (float64(len(level)) + descentShare*float64(len(down))); {
	case len(up) > 0:
		w.put(up[w.random.IntN(len(up))])
	case which < float64(len(level)):
		w.put(level[w.random.IntN(len(level))])
	case len(down) > 0:
		w.put(down[w.random.IntN(len(down))])
	default:
		w.put(anyOf(w.solution.Filled().Minus(w.cells), w.random))
	}
}

// findAlone finds the sets in which there is one clue, and forgets others when there are too many.
func (w *walk) findAlone() {
	for c := range w.alone {
		w.alone[c] = w.alone[c][:0]
	}
	full, kept := len(w.unavoidable) > mostSets, 0
	for i, set := range w.unavoidable {
		clues := set.Intersect(w.cells)
		single := clues.Len() == 1
		if single {
			c := clues.First()
			w.alone[c] = append(w.alone[c], set.Minus(clues))
		}
		if full && (single || i < mostSets/10) {
			w.unavoidable[kept] = set
			kept++
		}
	}
	if full {
		w.unavoidable = w.unavoidable[:kept]
	}
}

// pairs returns pairs of the cells, each of which frees no clue alone: the pairs that free one clue together, and the pairs that free two.
func (w *walk) pairs(cells sudoku.Cells) (one, two []sudoku.Cells) {
	var frees [sudoku.MaxCells][sudoku.MaxCells]uint8
	for c := range w.cells.All() {
		fewest := cells
		for _, set := range w.alone[c] {
			if among := set.Intersect(cells); among.Len() < fewest.Len() {
				fewest = among
			}
		}
		for a := range fewest.All() {
			rest := cells.Without(a)
			for _, set := range w.alone[c] {
				if !set.Has(a) {
					rest = rest.Intersect(set)
				}
			}
			for b := range rest.All() {
				if b > a || !fewest.Has(b) { // else b has been a
					frees[min(a, b)][max(a, b)]++
				}
			}
		}
	}
	for a := range cells.All() {
		for b := range cells.All() {
			switch frees[a][b] {
			case 1:
				one = append(one, sudoku.CellsOf(a, b))
			case 2:
				two = append(two, sudoku.CellsOf(a, b))
			}
		}
	}
	return one, two
}

// put adds cells, and takes away the clues that they free. If none of these can go, the walk has learned sets that show it, and
// the puzzle stays as it was.
func (w *walk) put(added sudoku.Cells) {
	var freed []sudoku.Cell
	for c := range w.cells.All() {
		hits := func(set sudoku.Cells) bool { return set.Intersect(added) != sudoku.Cells{} }
		if !slices.ContainsFunc(w.alone[c], func(set sudoku.Cells) bool { return !hits(set) }) {
			freed = append(freed, c)
		}
	}
	w.random.Shuffle(len(freed), func(i, j int) { freed[i], freed[j] = freed[j], freed[i] })
	w.add(added)
	gone := false
	for _, c := range freed {
		w.remove(sudoku.CellsOf(c))
		if _, more := w.missed(); more {
			w.add(sudoku.CellsOf(c))
			continue
		}
		gone = true
		w.out[c] = w.steps + 2 + w.random.IntN(3)
	}
	if !gone {
		w.remove(added)
	}
}

// anyOf returns one of some cells.
func anyOf(cells sudoku.Cells, r *rand.Rand) sudoku.Cells {
	all := cells.Slice()
	return sudoku.CellsOf(all[r.IntN(len(all))])
}
