package classic

import (
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Huang solves a grid by candidate counts, as Y.-L. Huang does ("The Study of Minimum Sudoku",
// master's thesis, National Chiao Tung University, 2009). The candidates are seen from each side:
// D(c,r) is the digits of a cell, C(r,d) the columns of a digit in a row, R(c,d) the rows of a
// digit in a column, N(b,d) the places of a digit in a box. If w of the nine sets of a row, a
// column, a box or a digit have w elements together, the other sets have none of these. With sets of
// digits that is a Naked w, with columns, rows or places a Hidden w, and over the rows or columns of
// one digit an X-Wing w. So one code finds them all, and he calls all of them Naked w.
//
// A step is the first technique in order that removes a candidate or fills a cell; then the search
// begins with the first again. If none does, a digit is guessed. The thesis leaves the cell open;
// here it is the open cell with fewest candidates, the first in reading order, its digits
// ascending. A branch ends when a set is empty that must not be.
//
// The errors are a [*TooHardError], or wrap [solver.ErrNoSolution].
func Huang(g sudoku.Grid, o Options) (Result, error) { return huangBy(unified)(g, o) }

// HuangWithoutNaked3 is [Huang] without the Naked 3, which are rare and take long to look for.
func HuangWithoutNaked3(g sudoku.Grid, o Options) (Result, error) {
	return huangBy(unifiedShort)(g, o)
}

// HuangClassic solves a grid with the techniques apart and in the order in which his table 5 (a)
// lists them, like the solver with which he compares [Huang].
func HuangClassic(g sudoku.Grid, o Options) (Result, error) { return huangBy(separate)(g, o) }

// search is one line of an order: a technique, the sides that it looks from, and its width. Cells
// with one candidate are seen without a side, and locked candidates have no width.
type search struct {
	technique Technique
	sides     []side
	width     int
}

var (
	nakedSides  = []side{nakedRow, nakedColumn, nakedBox}
	hiddenSides = []side{hiddenRow, hiddenColumn, hiddenBox}
	xWingSides  = []side{xWingRows, xWingColumns}
	allSides    = []side{nakedRow, nakedColumn, nakedBox, hiddenRow, hiddenColumn, hiddenBox, xWingRows, xWingColumns}

	separate = []search{
		{Naked1, nil, 1}, {Hidden1, hiddenSides, 1}, {Locked, hiddenSides, 0}, {Naked2, nakedSides, 2}, {Hidden2, hiddenSides, 2},
		{Naked3, nakedSides, 3}, {Hidden3, hiddenSides, 3}, {XWing2, xWingSides, 2}, {XWing3, xWingSides, 3},
	}
	unified = []search{
		{Naked1, nil, 1}, {Naked1, hiddenSides, 1}, {Naked2, allSides, 2}, {Naked3, allSides, 3}, {Locked, hiddenSides, 0},
	}
	unifiedShort = []search{
		{Naked1, nil, 1}, {Naked1, hiddenSides, 1}, {Naked2, allSides, 2}, {Locked, hiddenSides, 0},
	}
)

func huangBy(order []search) func(sudoku.Grid, Options) (Result, error) {
	return func(g sudoku.Grid, o Options) (Result, error) {
		r, err := start(g, o, MaxHuangSteps)
		if err != nil {
			return Result{}, err
		}
		h := huang{run: r, order: order, grid: g, cube: newCube(g.Shape(), g.Candidates())}
		h.solve()
		return r.end()
	}
}

// huang is a position. A guess copies it.
type huang struct {
	run       *run
	order     []search
	grid      sudoku.Grid
	cube      cube
	tentative sudoku.Cells
	depth     int
}

func (h huang) solve() {
	for !h.run.stopped && h.advance() {
	}
	if h.run.stopped || h.cube.contradicts(h.grid) {
		return
	}
	cell, digits := h.fewest()
	if digits == 0 {
		h.run.found(h.grid)
		return
	}
	for d := range digits.All() {
		tried := h
		tried.tentative = h.tentative.With(cell)
		tried.depth++
		tried.fill(cell, d, Guess, "")
		if tried.solve(); h.run.stopped {
			return
		}
	}
}

// advance takes the first step that there is. It returns false if there is none, or if the
// position contradicts itself.
func (h *huang) advance() bool {
	if h.cube.contradicts(h.grid) {
		return false
	}
	return slices.ContainsFunc(h.order, func(s search) bool {
		switch {
		case len(s.sides) == 0:
			return h.fillNaked1()
		case s.width == 0:
			return h.removeLocked()
		}
		return h.removeNaked(s)
	})
}

// fillNaked1 fills the first cell in reading order that has one candidate.
func (h *huang) fillNaked1() bool {
	for _, cell := range h.cube.shape.Cells() {
		if digits := h.cube.digits(cell); digits.Len() == 1 {
			h.fill(cell, digits.First(), Naked1, DigitsView)
			return true
		}
	}
	return false
}

func (h *huang) fill(cell sudoku.Cell, digit sudoku.Digit, by Technique, view View) {
	choices := h.cube.digits(cell)
	h.grid = h.grid.With(cell, digit)
	h.cube.place(cell, digit)
	h.step(Step{Technique: by, Cell: cell, Digit: digit, Choices: choices, View: view})
}

func (h *huang) step(s Step) {
	s.Depth = h.depth
	h.run.step(s, func() State {
		return State{Clues: h.run.clues, Grid: h.grid, Marks: h.cube.marks(), Tentative: h.tentative}
	})
}

// removeNaked looks from each side of a search for w sets that have w elements together, and takes
// these from the other sets.
func (h *huang) removeNaked(s search) bool {
	for _, from := range s.sides {
		for fixed := range h.cube.shape.Side() {
			masks := h.cube.look(from, fixed)
			u := union{masks: masks[:h.cube.shape.Side()], width: s.width}
			u.try = func(chosen, together mask) bool {
				return h.removeFrom(s.technique, from, fixed, masks, chosen, together)
			}
			if u.grow(0, 0, 0) {
				return true
			}
		}
	}
	return false
}

// union chooses some of nine sets that have as many elements together.
type union struct {
	masks []mask
	width int
	try   func(chosen, together mask) (done bool)
}

// grow adds the sets from an index on. Sets of more than width elements are not tried, and a union
// that has more is given up.
func (u *union) grow(index int, chosen, together mask) (done bool) {
	if int(sizes[chosen]) == u.width {
		return u.try(chosen, together)
	}
	for i := index; i < len(u.masks); i++ {
		m := u.masks[i]
		if m == 0 || int(sizes[m|together]) > u.width {
			continue
		}
		if u.grow(i+1, chosen|1<<i, together|m) {
			return true
		}
	}
	return false
}

// removeFrom takes elements from the sets that were not chosen, and reports whether there were any.
// One set with one element is a digit to fill in.
func (h *huang) removeFrom(t Technique, from side, fixed int, masks [sudoku.MaxSide]mask, chosen, together mask) bool {
	step := Step{Technique: t, View: from.view()}
	if sizes[together] == 1 {
		k := h.cube.candidate(from, fixed, bits.TrailingZeros16(chosen), bits.TrailingZeros16(together))
		h.fill(k.Cell, k.Digit, t, step.View)
		return true
	}
	for index, m := range masks {
		if chosen&(1<<index) != 0 {
			step.House = from.house(fixed, index)
			continue
		}
		for bit := range h.cube.shape.Side() {
			if m&together&(1<<bit) != 0 {
				step.Removed = append(step.Removed, h.cube.candidate(from, fixed, index, bit))
			}
		}
	}
	return h.remove(step)
}

// remove takes the candidates of a step away; a step without any is not a step.
func (h *huang) remove(s Step) bool {
	if len(s.Removed) == 0 {
		return false
	}
	for _, k := range s.Removed {
		h.cube.remove(k)
	}
	h.step(s)
	return true
}

// removeLocked looks for a digit whose places in one house are all in another, and takes it from
// the rest of that one.
func (h *huang) removeLocked() bool {
	shape := h.cube.shape
	for _, from := range hiddenSides {
		for fixed := range shape.Side() {
			for d, m := range h.cube.look(from, fixed) {
				if sizes[m] < 2 {
					continue
				}
				var cells sudoku.Cells
				for bit := range shape.Side() {
					if m&(1<<bit) != 0 {
						cells = cells.With(h.cube.candidate(from, fixed, d, bit).Cell)
					}
				}
				step := Step{Technique: Locked, House: from.house(fixed, d), View: from.view()}
				if h.removeBeside(step, cells, sudoku.Digit(d+1)) {
					return true
				}
			}
		}
	}
	return false
}

// removeBeside takes a digit from the other houses that hold all of its places in the house of a step.
func (h *huang) removeBeside(step Step, places sudoku.Cells, digit sudoku.Digit) bool {
	shape := h.cube.shape
	first := places.Slice()[0]
	for _, other := range shape.HousesOf(first) {
		members := sudoku.CellsOf(shape.House(other)...)
		if other == step.House || places.Minus(members).Len() > 0 {
			continue
		}
		for c := range members.Minus(places).All() {
			if h.cube.digits(c).Has(digit) {
				step.Removed = append(step.Removed, sudoku.Candidate{Cell: c, Digit: digit})
			}
		}
		if h.remove(step) {
			return true
		}
	}
	return false
}

// fewest returns the open cell with the fewest candidates, and these; none if no cell is open.
func (h *huang) fewest() (best sudoku.Cell, digits sudoku.Digits) {
	for _, cell := range h.cube.shape.Cells() {
		if d := h.cube.digits(cell); d != 0 && (digits == 0 || d.Len() < digits.Len()) {
			best, digits = cell, d
		}
	}
	return best, digits
}
