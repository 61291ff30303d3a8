package solver

import (
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// How additions are found. One search for each way to add clues would mean hundreds of searches for
// one clue and a hundred thousand for two. Four ideas spare most of them:
//
//   - Each solution found counts for all of its candidates and for all of their pairs. Most of them
//     soon have two solutions, and need no search of their own. So a search guesses undecided candidates.
//   - Conclusions drawn from the first clue rule candidates out without a search.
//   - Two clues found not to go together are not tried again in the other order.
//   - Two digits of a solution that can be exchanged give a second solution. Exchanges are found in
//     microseconds: see addFamily.
//
// Enumerating all solutions of a grid, with a count for each candidate, takes five times as long. That holds
// even if branches without an undecided candidate are left out: a branch without a solution that is open
// almost everywhere keeps them all.

// adder finds the additions of a grid.
type adder struct {
	yield func([]sudoku.Candidate)
	tally Tally
	clues []sudoku.Candidate // the first clue of a pair, then the one that is searched for
	last  *sudoku.Candidate  // in clues

	empty bands                                  // the cells without a clue
	seen  map[[sudoku.MaxSide - 1]bands]struct{} // the solutions found; the ninth digit is where the others are not
	todo  candidates                             // for the last clue, undecided
	found counts                                 // of solutions with the first clue

	later candidates   // first clues of pairs still to come
	pairs []counts     // of solutions with each of them, by place; nil if one clue is added
	fits  []candidates // the candidates not ruled out beside each candidate, by place; nil if one clue is added

	guesses, maxGuesses int // for the last clue

	room *room // of seen, pairs and fits
}

// room is the memory of an adder, reused by the next: to allocate it costs a tenth of the time of two clues.
type room struct {
	seen  map[[sudoku.MaxSide - 1]bands]struct{}
	pairs []counts
	fits  []candidates
}

var rooms = sync.Pool{New: func() any {
	const places = sudoku.MaxSide * sudoku.MaxCells
	return &room{map[[sudoku.MaxSide - 1]bands]struct{}{}, make([]counts, places), make([]candidates, places)}
}}

// newAdder returns an adder whose room goes back to rooms when it is done.
func newAdder(n int, yield func([]sudoku.Candidate)) *adder {
	a := &adder{yield: yield, clues: make([]sudoku.Candidate, n), room: rooms.Get().(*room), maxGuesses: MaxGuesses}
	a.last = &a.clues[n-1]
	a.seen = a.room.seen
	clear(a.seen)
	if n == 2 {
		a.pairs, a.fits = a.room.pairs, a.room.fits
		clear(a.pairs)
		for i := range a.fits {
			a.fits[i] = everything
		}
	}
	return a
}

func (a *adder) run(g *sudoku.Grid, wanted sudoku.Pencilmarks) {
	st, _ := newState(g)
	if st.propagate() == deadEnd {
		return
	}
	a.empty = wholeGrid
	for c := range g.Filled().All() {
		a.empty = a.empty.except(cellBands[c])
	}
	var choices candidates
	for c, digits := range wanted {
		for d := range digits.All() {
			choices[d-1] = choices[d-1].or(cellBands[c].and(st.open[d-1]))
		}
	}
	if a.pairs == nil {
		a.todo = choices
		a.decide(&st)
		return
	}
	a.later = choices
	a.runPairs(st)
}

// runPairs decides the pairs: for every candidate, those with one that comes later.
func (a *adder) runPairs(st state) {
	for {
		x, ok := a.later.first()
		if !ok {
			return
		}
		a.later.remove(x)
		a.clues[0], a.found = x, a.pairs[place(x)]
		a.todo = a.later
		for d := range a.todo {
			a.todo[d] = a.todo[d].except(cellBands[x.Cell])
		}
		a.todo[x.Digit-1] = a.todo[x.Digit-1].except(peerBands[x.Cell])
		with := st
		a.put(&with, x)
		if with.propagate() == deadEnd {
			a.tally.None += a.todo.len()
			st.remove(x.Cell, x.Digit)
			continue
		}
		a.decide(&with)
		// The candidates that x has ruled out need no search beside it, in either order.
		fits := &a.fits[place(x)]
		for d := range fits {
			open := with.open[d]
			fits[d] = fits[d].and(open)
			for rest := st.open[d].except(open); !rest.empty(); {
				var c sudoku.Cell
				c, rest = rest.pop()
				a.fits[place(sudoku.Candidate{Cell: c, Digit: sudoku.Digit(d + 1)})].remove(x)
			}
		}
	}
}

// put places a candidate, and rules out the candidates known not to fit it.
func (a *adder) put(st *state, c sudoku.Candidate) {
	st.place(c.Cell, c.Digit)
	if a.fits == nil {
		return
	}
	for d, fits := range a.fits[place(c)] {
		if open := st.open[d].and(fits); open != st.open[d] {
			st.open[d] = open
			st.stale = st.stale.With(sudoku.Digit(d + 1))
		}
	}
}

// place returns the index of a candidate in pairs and fits.
func place(c sudoku.Candidate) int { return int(c.Digit-1)*sudoku.MaxCells + int(c.Cell) }

// decide decides the candidates in todo, in a propagated state with the first clue. It removes candidates
// without a solution from the state.
func (a *adder) decide(st *state) {
	all, before := a.todo.len(), a.tally
	for {
		for d := range a.todo {
			ruledOut := a.todo[d].except(st.open[d])
			a.tally.None += ruledOut.len()
			a.todo[d] = a.todo[d].except(ruledOut).except(a.found.twice[d])
		}
		y, ok := a.next()
		if !ok {
			break
		}
		*a.last, a.guesses = y, 0
		exhausted := a.try(*st, y)
		a.todo.remove(y)
		switch {
		case a.found.twice.has(y):
		case !exhausted:
			a.tally.Undecided++
		case a.found.once.has(y):
			a.tally.Unique++
			a.yield(a.clues)
		default:
			a.tally.None++
			st.remove(y.Cell, y.Digit)
			if st.propagate() == deadEnd {
				*st = state{}
			}
		}
	}
	a.tally.Multiple += all - (a.tally.Ways() - before.Ways())
}

// next chooses the candidate to search for, first one that is in no solution yet: its solutions count for most
// of the other candidates too.
func (a *adder) next() (sudoku.Candidate, bool) {
	var fresh candidates
	for d := range fresh {
		fresh[d] = a.todo[d].except(a.found.once[d])
	}
	if y, ok := fresh.first(); ok {
		return y, true
	}
	return a.todo.first()
}

// try searches a copy of a state with a candidate placed.
func (a *adder) try(st state, c sudoku.Candidate) (exhausted bool) {
	a.put(&st, c)
	return a.walk(&st)
}

// walk searches until the last clue has two solutions, or there are no more.
func (a *adder) walk(st *state) (exhausted bool) {
	for {
		switch st.propagate() {
		case deadEnd:
			return true
		case complete:
			a.record(st)
			return !a.found.twice.has(*a.last)
		}
		if a.guesses == a.maxGuesses {
			return false
		}
		a.guesses++
		c := a.guess(st)
		if !a.try(*st, c) {
			return false
		}
		st.remove(c.Cell, c.Digit)
	}
}

// patience is the number of guesses after which a search is hard, and no longer guesses undecided candidates.
const patience = 20

// guess chooses a candidate. An undecided one comes first, as the solution then decides more than one; next one that is
// undecided as a pair with the last clue; else, in the cells with the fewest, one that excludes many others at once. A hard
// search leaves the choice to [state.guess], which takes longer.
func (a *adder) guess(st *state) (best sudoku.Candidate) {
	if a.guesses > patience {
		best.Cell, best.Digit = st.guess()
		return best
	}
	if c, ok := a.undecided(st); ok {
		return c
	}
	_, cells := st.fewest()
	most := -1
	for d := range st.open {
		open := st.open[d]
		if of := open.and(cells); !of.empty() {
			c, _ := of.pop()
			if n := open.and(peerBands[c]).len(); n > most {
				best, most = sudoku.Candidate{Cell: c, Digit: sudoku.Digit(d + 1)}, n
			}
		}
	}
	return best
}

// undecided returns an open candidate of the cells not yet taken that is undecided as last clue, or as later first
// clue of a pair with it: pairs with a smaller digit are counted there, and not looked up.
func (a *adder) undecided(st *state) (c sudoku.Candidate, ok bool) {
	var todo, later candidates
	for d := range st.open {
		open := st.open[d].except(st.taken)
		todo[d] = a.todo[d].and(open)
		if d >= int(a.last.Digit)-1 && a.pairs != nil {
			later[d] = a.later[d].and(open).except(a.pairs[place(*a.last)].twice[d])
		}
	}
	if c, ok = todo.first(); ok {
		return c, ok
	}
	return later.first()
}

// record counts a solution and the solutions that exchanges make of it, for their candidates and pairs.
func (a *adder) record(st *state) {
	var solution candidates
	for d := range solution {
		solution[d] = st.open[d]
	}
	var room [sudoku.MaxCells / 4]exchange
	if exchanges := exchangesIn(&solution, a.empty, room[:0]); len(exchanges) > len(a.clues) {
		a.addFamily(&solution, exchanges)
	} else {
		a.addEach(&solution, exchanges)
	}
	for d := range a.todo {
		a.todo[d] = a.todo[d].except(a.found.twice[d])
	}
}

// addFamily counts the solutions that more than n exchanges make of one. Each of n candidates is in the
// cells of one exchange at most, so one is left that goes both ways: they are together in two solutions,
// unless an exchange separates them.
func (a *adder) addFamily(solution *candidates, exchanges []exchange) {
	all, rest := *solution, *solution
	for _, e := range exchanges {
		all[e.x], all[e.y] = all[e.x].or(e.ys), all[e.y].or(e.xs)
		rest[e.x], rest[e.y] = rest[e.x].except(e.xs), rest[e.y].except(e.ys)
	}
	if a.pairs == nil {
		a.found.addTwice(&all, 0)
		return
	}
	a.addTogether(&rest, &all)
	for _, e := range exchanges {
		for range 2 { // before the exchange, and after it
			side, with := candidates{}, all
			side[e.x], side[e.y] = e.xs, e.ys
			with[e.x], with[e.y] = with[e.x].except(e.ys), with[e.y].except(e.xs)
			a.addTogether(&side, &with)
			e.xs, e.ys = e.ys, e.xs
		}
	}
}

// addTogether counts two solutions for each pair of a candidate in some and one in with.
func (a *adder) addTogether(some, with *candidates) {
	if some.has(a.clues[0]) {
		a.found.addTwice(with, 0)
	}
	a.eachLater(some, func(n *counts, from int) { n.addTwice(with, from) })
}

// addEach counts a solution and all that exchanges make of it, one by one, but for those found before.
func (a *adder) addEach(solution *candidates, exchanges []exchange) {
	if len(exchanges) > 0 {
		a.addEach(solution, exchanges[1:])
		other, e := *solution, exchanges[0]
		other[e.x] = other[e.x].except(e.xs).or(e.ys)
		other[e.y] = other[e.y].except(e.ys).or(e.xs)
		a.addEach(&other, exchanges[1:])
		return
	}
	key := [sudoku.MaxSide - 1]bands(solution[:])
	if _, again := a.seen[key]; again {
		return
	}
	a.seen[key] = struct{}{}
	if a.pairs == nil || solution.has(a.clues[0]) {
		a.found.add(solution, 0)
	}
	a.eachLater(solution, func(n *counts, from int) { n.add(solution, from) })
}

// eachLater calls do for each candidate in some that is a first clue still to come, with its counts and
// the first digit, less one, of the clues that come after it.
func (a *adder) eachLater(some *candidates, do func(n *counts, from int)) {
	for d := range a.later {
		for rest := some[d].and(a.later[d]); !rest.empty(); {
			var c sudoku.Cell
			c, rest = rest.pop()
			do(&a.pairs[d*sudoku.MaxCells+int(c)], d)
		}
	}
}
