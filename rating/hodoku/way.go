package hodoku

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// way is a puzzle on its way to the solution. The program takes the single that has been there for longest. So the order
// in which candidates go matters. Clues are placed in the order of their cells, starting with an empty grid. A digit goes
// from its peers first, then the other candidates of its cell go. Steps remove candidates in the order in which they
// list them.
type way struct {
	logic.State
	search        *logic.Search      // for all steps, one after another
	naked, hidden []sudoku.Candidate // singles in the order in which they came; some are filled by now
}

func start(g sudoku.Grid) *way {
	w := &way{State: logic.NewState(sudoku.Grid{})}
	for c := range g.Filled().All() {
		w.place(sudoku.Candidate{Cell: c, Digit: g.At(c)})
	}
	w.Placed = sudoku.Cells{}
	w.search = w.Search(logic.MaxConclusions)
	return w
}

func (w *way) apply(step logic.Step) {
	for _, e := range step.Eliminations {
		w.remove(e)
	}
	for _, p := range step.Placements {
		w.place(p)
	}
}

func (w *way) place(p sudoku.Candidate) {
	for c := range sudoku.Sudoku.Peers(p.Cell).All() {
		w.remove(sudoku.Candidate{Cell: c, Digit: p.Digit})
	}
	others := w.Marks[p.Cell].Without(p.Digit)
	w.Grid, w.Placed, w.Marks[p.Cell] = w.Grid.With(p.Cell, p.Digit), w.Placed.With(p.Cell), 0
	for d := range others.All() {
		w.noteHidden(p.Cell, d)
	}
}

// remove removes a candidate, and notes the singles that are left.
func (w *way) remove(c sudoku.Candidate) {
	if !w.Marks[c.Cell].Has(c.Digit) {
		return
	}
	left := w.Marks[c.Cell].Without(c.Digit)
	w.Marks[c.Cell] = left
	if left.Len() == 1 {
		w.naked = append(w.naked, sudoku.Candidate{Cell: c.Cell, Digit: left.First()})
	}
	w.noteHidden(c.Cell, c.Digit)
}

// noteHidden notes the hidden singles of a digit in the houses of a cell that lost it.
func (w *way) noteHidden(c sudoku.Cell, d sudoku.Digit) {
	for _, h := range sudoku.Sudoku.HousesOf(c) {
		if places := w.places(h, d); len(places) == 1 {
			w.hidden = append(w.hidden, sudoku.Candidate{Cell: places[0], Digit: d})
		}
	}
}

// nakedSingle returns one that is the last open cell of a house, else the one that has waited for longest.
func (w *way) nakedSingle() (c sudoku.Candidate, ok bool) {
	for _, c := range w.naked {
		for _, h := range sudoku.Sudoku.HousesOf(c.Cell) {
			if w.Grid.At(c.Cell) == 0 && cellsIn(h).Minus(w.Grid.Filled()).Len() == 1 {
				return c, true
			}
		}
	}
	return w.waiting(&w.naked)
}

// waiting takes the first of some singles whose cell is open.
func (w *way) waiting(singles *[]sudoku.Candidate) (c sudoku.Candidate, ok bool) {
	for len(*singles) > 0 {
		c, *singles = (*singles)[0], (*singles)[1:]
		if w.Grid.At(c.Cell) == 0 {
			return c, true
		}
	}
	return c, false
}

// Of the houses the boxes come first.
var (
	lines  = sudoku.Sudoku.Houses()[:18]
	boxes  = sudoku.Sudoku.Houses()[18:]
	houses = slices.Concat(boxes, lines)
)

// confined finds two or three places of a digit, all that a house has, in another house that has more. This and the next
// two find the first step, as the program does, not the one that removes most.
func confined(from []sudoku.House) finder {
	return func(w *way) (logic.Step, bool) {
		for _, h := range from {
			for d := range sudoku.Sudoku.Digits().All() {
				places := w.places(h, d)
				for _, other := range sharedBy(places) {
					if removed := w.others(other, places, sudoku.DigitsOf(d)); len(places) > 1 && len(removed) > 0 {
						return logic.Step{Eliminations: removed}, true
					}
				}
			}
		}
		return logic.Step{}, false
	}
}

// naked finds so many cells of a house that have as many candidates. Locked ones remove some from a box, and from the rest
// of a line too.
func naked(size int, locked bool) finder {
	return func(w *way) (logic.Step, bool) {
		for _, h := range houses {
			var few []sudoku.Cell
			for _, c := range sudoku.Sudoku.House(h) {
				if n := w.Marks[c].Len(); n > 0 && n <= size {
					few = append(few, c)
				}
			}
			for _, set := range subsets[len(few)][size] {
				var digits sudoku.Digits
				for _, i := range set {
					digits |= w.Marks[few[i]]
				}
				if digits.Len() != size {
					continue
				}
				var cells []sudoku.Cell
				for _, i := range set {
					cells = append(cells, few[i])
				}
				var removed []sudoku.Candidate
				inBox, inLine := false, false
				for _, shared := range sharedBy(cells) {
					here := w.others(shared, cells, digits)
					removed = append(removed, here...)
					for _, e := range here {
						inBox = inBox || shared.Kind == sudoku.Box
						inLine = inLine || shared.Kind != sudoku.Box && boxOf(e.Cell) != boxOf(cells[0])
					}
				}
				if len(removed) > 0 && locked == (inBox && inLine && size < 4) {
					return logic.Step{Eliminations: removed}, true
				}
			}
		}
		return logic.Step{}, false
	}
}

// hidden finds so many digits of a house that have as many places.
func hidden(size int) finder {
	return func(w *way) (logic.Step, bool) {
		for _, h := range houses {
			var few []sudoku.Digit
			var placesOf [sudoku.MaxSide]sudoku.Cells // of each of the few
			for d := range sudoku.Sudoku.Digits().All() {
				if cells := sudoku.CellsOf(w.places(h, d)...); cells.Len() > 0 && cells.Len() <= size {
					placesOf[len(few)] = cells
					few = append(few, d)
				}
			}
			for _, set := range subsets[len(few)][size] {
				var cells sudoku.Cells
				var digits sudoku.Digits
				for _, i := range set {
					cells, digits = cells.Union(placesOf[i]), digits.With(few[i])
				}
				if cells.Len() != size {
					continue
				}
				if removed := w.candidates(cells.Slice(), ^digits); len(removed) > 0 {
					return logic.Step{Eliminations: removed}, true
				}
			}
		}
		return logic.Step{}, false
	}
}

// subsets are the subsets of a list by its length and their size, as places in the list, in the order of these.
var subsets = func() (all [sudoku.MaxSide + 1][5][][]int) {
	for length := range all {
		all[length][0] = [][]int{nil}
		for size := 1; size < len(all[length]); size++ {
			for _, first := range all[length][size-1] {
				next := 0
				if size > 1 {
					next = first[size-2] + 1
				}
				for ; next < length; next++ {
					all[length][size] = append(all[length][size], append(slices.Clone(first), next))
				}
			}
		}
	}
	return all
}()

// places returns the cells of a house that have a candidate.
func (w *way) places(h sudoku.House, d sudoku.Digit) (cells []sudoku.Cell) {
	for _, c := range sudoku.Sudoku.House(h) {
		if w.Marks[c].Has(d) {
			cells = append(cells, c)
		}
	}
	return cells
}

// others returns the candidates among some digits in the cells of a house but some.
func (w *way) others(h sudoku.House, but []sudoku.Cell, digits sudoku.Digits) []sudoku.Candidate {
	return w.candidates(cellsIn(h).Minus(sudoku.CellsOf(but...)).Slice(), digits)
}

func (w *way) candidates(cells []sudoku.Cell, digits sudoku.Digits) (found []sudoku.Candidate) {
	for _, c := range cells {
		for d := range (w.Marks[c] & digits).All() {
			found = append(found, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	return found
}

// sharedBy returns the houses that have all of some cells: a row or a column, then a box.
func sharedBy(cells []sudoku.Cell) (shared []sudoku.House) {
	if len(cells) == 0 {
		return nil
	}
	for _, h := range sudoku.Sudoku.HousesOf(cells[0]) {
		if sudoku.CellsOf(cells...).Minus(cellsIn(h)) == (sudoku.Cells{}) {
			shared = append(shared, h)
		}
	}
	return shared
}

func boxOf(c sudoku.Cell) sudoku.House { return sudoku.Sudoku.HousesOf(c)[sudoku.Box] }

func cellsIn(h sudoku.House) sudoku.Cells { return sudoku.CellsOf(sudoku.Sudoku.House(h)...) }
