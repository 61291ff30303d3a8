package logic

import (
	"errors"
	"math"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Contradiction is the key of the contradiction.
const Contradiction Technique = "contradiction"

// If no pattern helps, the solver does not guess. It assumes a wrong candidate, follows its
// consequences, and rules the candidate out if they end in a cell without candidates or a house
// without a place for a digit.
var contradiction = technique{
	key: Contradiction, tier: TierGuessing, find: (*view).contradiction,
	example: "..6.4.28...5..819..2.9............51.9.6.17.....8.....4..5..67.....8.4....2..6..3",
}

// The solver looks for a chain of few steps: of singles, else of patterns. Where neither refutes any candidate, trials are
// nested: see trial.go.
const (
	bySingles  = iota // naked and hidden singles only, all chains of them
	byPatterns        // the techniques of the tiers 1 to 4
)

// ErrTooHard is the error of a position whose trees of trials are too large. That takes a sukaku that nobody would solve: all
// known puzzles have a path.
var ErrTooHard = errors.New("too hard to explain: trial and error led to no contradiction within its limits")

// MaxConclusions is how many assumptions, trials and rounds of patterns are followed in search of the contradictions of
// a path, or of a single step: some seconds of a processor.
const MaxConclusions = 2_400_000

// contradiction finds the contradiction with the shortest chain, as far as [refute] looks. It knows the solution,
// and assumes only wrong candidates: no others can be refuted.
func (v *view) contradiction() (Step, bool) {
	solution, err := v.solution, error(nil)
	if solution == (sudoku.Grid{}) {
		if solution, err = solver.Solve(v.Grid); err != nil {
			solution, err = solver.SolveWithin(v.Grid, v.Marks) // of a sukaku
		}
	}
	if err != nil {
		return Step{}, false
	}
	var wrong []sudoku.Candidate
	for _, a := range v.assumptions() {
		right := solution.At(a.Cell)
		if !v.Marks[a.Cell].Has(right) {
			return Step{}, false
		}
		if a.Digit != right {
			wrong = append(wrong, a)
		}
	}
	if len(wrong) == 0 {
		return Step{}, false
	}
	return v.refute(wrong)
}

// assumptions returns all candidates, cells with the fewest first: to rule one out there helps most.
func (s State) assumptions() []sudoku.Candidate {
	var all []sudoku.Candidate
	for size := 1; size <= sudoku.MaxSide; size++ {
		for c, digits := range s.Marks {
			if digits.Len() != size {
				continue
			}
			for d := range digits.All() {
				all = append(all, sudoku.Candidate{Cell: sudoku.Cell(c), Digit: d})
			}
		}
	}
	return all
}

// refute returns the shortest contradiction found that refutes one of the assumptions: a chain of singles, else of patterns,
// else a tree of trials. It gives up if no conclusions are left.
func (v *view) refute(assumptions []sudoku.Candidate) (Step, bool) {
	start, closed, a := v.State.propagation(), closureOf(v.State), assumption{left: &v.left}
	if step, ok := a.refuteBySingles(&start, &closed, assumptions); ok {
		return step, true
	}
	if step, ok := a.refuteByPatterns(v, &start, &closed, assumptions); ok {
		return step, true
	}
	return a.refuteByTrials(&start, &closed, assumptions)
}

// refuteBySingles looks for short chains first: a dead end reached in the n-th round needs
// a link of each round before it, so a chain of few links soon ends the search.
func (a *assumption) refuteBySingles(start *propagation, closed *closure, assumptions []sudoku.Candidate) (best Step, ok bool) {
	most, limit := math.MaxInt, sudoku.MaxCells
	var refuted sudoku.Pencilmarks
	for _, assumed := range assumptions {
		then := *closed
		if then.place(assumed); then.dead {
			refuted[assumed.Cell] = refuted[assumed.Cell].With(assumed.Digit)
		}
	}
	for _, rounds := range [...]int{1, 3, sudoku.MaxCells} {
		for _, assumed := range assumptions {
			switch {
			case !refuted.Has(assumed):
				*a.left--
			case a.suppose(start, assumed, bySingles, min(rounds, limit), most):
				best, ok = a.step(), true
				most, limit = best.Len(), best.Len()-2
			}
		}
		if limit <= rounds {
			break
		}
	}
	return best, ok
}

// refuteByPatterns looks at the dead ends of the first round that has any for each assumption, and at the first reason
// of each single. Now and then another reason, or a later dead end, needs a step less.
func (a *assumption) refuteByPatterns(v *view, start *propagation, closed *closure, assumptions []sudoku.Candidate) (best Step, ok bool) {
	least := *closed
	least.usePatterns(&sudoku.Pencilmarks{})
	implied, most := v.held(), math.MaxInt
	for _, assumed := range assumptions {
		if implied.Has(assumed) {
			continue
		}
		then := least
		then.place(assumed)
		then.usePatterns(&least.marks)
		switch {
		case *a.left <= 0:
			return best, ok
		case !then.dead:
			*a.left--
			then.imply(implied)
			v.holding = append(v.holding, then)
		case a.suppose(start, assumed, byPatterns, sudoku.MaxCells, most):
			best, ok = a.step(), true
			most = best.Len()
		}
	}
	return best, ok
}

// held returns the digits that follow from assumptions which patterns are known not to refute. They refute none of these
// digits either, since these leave no less. Such assumptions are kept for the next steps of a path, which go on from there,
// with the candidates that have gone since.
func (v *view) held() *sudoku.Pencilmarks {
	if v.implied != nil {
		return v.implied
	}
	v.implied = new(sudoku.Pencilmarks)
	least, known := closureOf(v.State), v.holding
	v.holding = known[:0]
	for i := range known {
		before := known[i].marks
		if known[i].intersect(&least); known[i].marks != before {
			known[i].usePatterns(&before)
			v.left--
		}
		if !known[i].dead {
			known[i].imply(v.implied)
			v.holding = append(v.holding, known[i])
		}
	}
	return v.implied
}

// imply adds the digits that are placed.
func (c *closure) imply(implied *sudoku.Pencilmarks) {
	for cell, marks := range c.marks {
		if marks.Len() == 1 {
			implied[cell] |= marks
		}
	}
}

// usePatterns removes all that the techniques of the tiers 1 to 4 remove, from candidates that have gone on from others in which
// they find nothing. A subset or a fish of any size is one of at most four, seen from the other cells, digits or lines.
func (c *closure) usePatterns(from *sudoku.Pencilmarks) {
	before := *from
	for !c.dead && c.marks != before {
		var houses [3 * sudoku.MaxSide]bool
		var digits sudoku.Digits
		for _, cell := range c.shape.Cells() {
			if gone := before[cell] ^ c.marks[cell]; gone != 0 {
				digits |= gone
				for _, h := range neighbourhoods[c.shape][cell].houses {
					houses[h] = true
				}
			}
		}
		before = c.marks
		for _, h := range c.shape.Houses() {
			if houses[int(h.Kind)*sudoku.MaxSide+int(h.Index)] {
				c.useSubsets(c.shape.House(h))
			}
		}
		for d := range (digits & c.shape.Digits()).All() {
			for i := range crossings[c.shape] {
				x := &crossings[c.shape][i]
				box, line := cellsInHouses[c.shape][x.box.Kind][x.box.Index], cellsInHouses[c.shape][x.line.Kind][x.line.Index]
				inBox, inLine := c.places[d].Intersect(box.Minus(line)), c.places[d].Intersect(line.Minus(box))
				if inBox == (sudoku.Cells{}) || inLine == (sudoku.Cells{}) {
					for cell := range inBox.Union(inLine).All() {
						c.remove(cell, d)
					}
				}
			}
			c.useFish(d)
		}
	}
}

// useSubsets uses the naked subsets of a house.
func (c *closure) useSubsets(house []sudoku.Cell) {
	var cells [sudoku.MaxSide]sudoku.Cell
	marks := make([]mask, 0, sudoku.MaxSide)
	for _, cell := range house {
		if c.marks[cell].Len() > 1 {
			cells[len(marks)], marks = cell, append(marks, mask(c.marks[cell]))
		}
	}
	c.useTight(marks, func(i int, gone mask) { c.removeAll(cells[i], c.marks[cells[i]]&sudoku.Digits(gone)) })
}

// useFish uses the fish of a digit in rows.
func (c *closure) useFish(d sudoku.Digit) {
	var columns [sudoku.MaxSide]mask
	for cell := range c.places[d].All() {
		columns[cell.Row()] |= 1 << cell.Column()
	}
	var rows [sudoku.MaxSide]int
	open := make([]mask, 0, sudoku.MaxSide)
	for row, m := range columns {
		if m.len() > 1 {
			rows[len(open)], open = row, append(open, m)
		}
	}
	c.useTight(open, func(i int, gone mask) {
		for column := range gone.all() {
			c.remove(sudoku.CellAt(rows[i], column), d)
		}
	})
}

// useTight looks for sets that have as many members together as they are: each member is needed there, so the others lose it. Sets
// with fewer members are a contradiction (P. Hall, 1935).
func (c *closure) useTight(sets []mask, remove func(i int, gone mask)) {
	var union [1 << sudoku.MaxSide]mask
	for choice := mask(1); choice < 1<<len(sets); choice++ {
		all := union[choice&(choice-1)] | sets[choice.first()]
		if union[choice] = all; all.len() > choice.len() {
			continue
		}
		if all.len() < choice.len() {
			c.dead = true
			return
		}
		for i, set := range sets {
			if choice>>i&1 == 0 && set&all != 0 {
				remove(i, set&all)
			}
		}
	}
}
