package generator

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// smallSets is the size up to which the search for clues knows all unavoidable sets. With sets
// of 14 cells it visits a tenth fewer places, and takes twice as long.
const smallSets = 12

// hitting searches clues of a solution that hit all its unavoidable sets, which makes them a
// puzzle. The idea is that of G. McGuire's checker, described in Y.-L. Huang, "The Study of
// Minimum Sudoku", 2009, and in McGuire, Tugemann, Civario, "There Is No 16-Clue Sudoku", 2014:
// take an unavoidable set without a clue and try each of its cells as the next clue. Cells that
// were tried are dead for those tried after them. A bound, see bound.go, ends most branches.
// The search knows the small sets only, so a solver has the last word.
type hitting struct {
	solution sudoku.Grid
	cells    sudoku.Cells               // all
	levels   []level                    // by the number of clues left
	stop     func() bool                // asked now and then whether to give up
	order    func(cells []sudoku.Cell)  // nil: as they are, those in most sets first
	visit    func(n node) (inside bool) // nil: search everything; else reports whether to search below a node
	each     func(clues sudoku.Cells)   // nil: the first puzzle ends the search; else called with the clues of each minimal one, and others
	places   int                        // that were visited

	found sudoku.Cells // clues of a puzzle, once there is one
	err   error        // of the solver
}

// level is the memory of a depth of the search.
type level struct {
	sets, sorted []sudoku.Cells
	parts        parts
}

// node is a node of the search tree.
type node struct {
	clues  sudoku.Cells
	dead   sudoku.Cells   // cells that cannot be further clues
	left   int            // clues that may still be added
	latest sudoku.Cells   // the clue that was added last
	sets   []sudoku.Cells // that were not hit before that; dead cells may be among theirs
}

func newHitting(solution sudoku.Grid, clues int) *hitting {
	return &hitting{
		solution: solution,
		cells:    solution.Filled(),
		levels:   make([]level, clues+1),
		stop:     func() bool { return false },
	}
}

// search searches everything below a node, and reports whether to go on elsewhere: not if it
// has found something, or has given up.
func (h *hitting) search(p node) (goOn bool) {
	if h.visit != nil && !h.visit(p) {
		return true
	}
	if h.places++; h.places%1024 == 0 && h.stop() {
		return false
	}
	sets, ok := h.narrow(&p)
	if ok && len(sets) == 0 {
		if sets, ok = h.verify(&p); h.found != (sudoku.Cells{}) || h.err != nil {
			return false
		}
	}
	switch {
	case !ok:
		return true
	case p.left == 1:
		return h.last(p, sets)
	}
	return h.branch(p, sets)
}

// narrow returns the rest of the sets of a node that its clues do not hit, smaller ones
// first. It returns false if the remaining clues cannot hit them.
func (h *hitting) narrow(p *node) (sets []sudoku.Cells, ok bool) {
	l := &h.levels[p.left]
	l.sets = l.sets[:0]
	var used sudoku.Cells
	apart := 0
	for _, s := range p.sets {
		if s.Intersect(p.latest) != (sudoku.Cells{}) {
			continue
		}
		s = s.Minus(p.dead)
		if s.Intersect(used) == (sudoku.Cells{}) {
			if apart++; s == (sudoku.Cells{}) || apart > p.left {
				return nil, false
			}
			used = used.Union(s)
		}
		l.sets = append(l.sets, s)
	}
	for {
		l.sort()
		need, room := l.bound(p.left)
		if need != p.left {
			return l.sorted, need < p.left
		}
		p.dead = p.dead.Union(h.cells.Minus(room))
		if !l.narrowTo(room) {
			return l.sorted, true
		}
	}
}

// sort puts the sets of a level in order: smaller ones first.
func (l *level) sort() {
	var start [sudoku.MaxCells + 2]int
	for _, s := range l.sets {
		start[s.Len()+1]++
	}
	for i := 1; i < len(start); i++ {
		start[i] += start[i-1]
	}
	l.sorted = slices.Grow(l.sorted[:0], len(l.sets))[:len(l.sets)]
	for _, s := range l.sets {
		n := s.Len()
		l.sorted[start[n]] = s
		start[n]++
	}
}

// narrowTo takes all other cells from the sets, and reports whether that changed any.
func (l *level) narrowTo(cells sudoku.Cells) (changed bool) {
	for i, s := range l.sorted {
		l.sets[i] = s.Intersect(cells)
		changed = changed || l.sets[i] != s
	}
	return changed
}

// verify asks the solver about clues that hit all known sets: they are a puzzle, or there is
// another set, which it returns narrowed.
func (h *hitting) verify(p *node) (sets []sudoku.Cells, ok bool) {
	if p.left == 0 {
		n, err := solver.Count(restrictedTo(h.solution, p.clues), 2)
		h.settle(p.clues, n == 1, err)
		return nil, false
	}
	set, err := unhit(h.solution, p.clues)
	if h.settle(p.clues, set == (sudoku.Cells{}), err) {
		return nil, false
	}
	p.sets, p.latest = append(h.levels[p.left].sets[:0], set), sudoku.Cells{}
	return h.narrow(p)
}

// settle records an answer of the solver, and reports whether that ends the search.
func (h *hitting) settle(clues sudoku.Cells, unique bool, err error) bool {
	switch {
	case err != nil:
		h.err = err
	case unique && h.each != nil:
		h.each(clues)
	case unique:
		h.found = clues
	}
	return err != nil || unique
}

// last tries the cells that all sets have in common.
func (h *hitting) last(p node, sets []sudoku.Cells) (goOn bool) {
	common := sets[0]
	for _, s := range sets[1:] {
		common = common.Intersect(s)
	}
	for c := range common.All() {
		if !h.search(node{clues: p.clues.With(c)}) {
			return false
		}
	}
	return true
}

// branch tries the cells of a smallest set, those first that are in most sets: they hit most,
// and that they are dead helps most afterwards.
func (h *hitting) branch(p node, sets []sudoku.Cells) (goOn bool) {
	for _, c := range h.cellsToTry(sets) {
		cell := sudoku.CellsOf(c)
		if !h.search(node{p.clues.Union(cell), p.dead, p.left - 1, cell, sets}) {
			return false
		}
		p.dead = p.dead.Union(cell)
	}
	return true
}

func (h *hitting) cellsToTry(sets []sudoku.Cells) []sudoku.Cell {
	var in [sudoku.MaxCells]int
	for _, s := range sets {
		for c := range s.Intersect(sets[0]).All() {
			in[c]++
		}
	}
	cells := sets[0].Slice()
	slices.SortStableFunc(cells, func(a, b sudoku.Cell) int { return in[b] - in[a] })
	if h.order != nil {
		h.order(cells)
	}
	return cells
}

// unhit returns an unavoidable set of a solution that has none of the clues, not always a
// minimal one: the smallest of some that the solver finds. There is none if they are a puzzle.
func unhit(solution sudoku.Grid, clues sudoku.Cells) (smallest sudoku.Cells, err error) {
	const tries = 20
	n := 0
	for other, err := range solver.Solutions(restrictedTo(solution, clues)) {
		if n++; err != nil && smallest == (sudoku.Cells{}) {
			return sudoku.Cells{}, err
		}
		if err != nil || n > tries {
			break
		}
		set := solution.Difference(other)
		if other != solution && (smallest == (sudoku.Cells{}) || set.Len() < smallest.Len()) {
			smallest = set
		}
	}
	return smallest, nil
}
