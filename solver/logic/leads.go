package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// Most states of the hardest puzzles have no chain at all. So before links are joined to a net, in which each chain has a
// shortest form, one question is asked of each candidate: does it rule itself out, if chains are followed from it?

// literal is a candidate, or all places of a digit in a group or an almost locked set.
type literal struct {
	cells sudoku.Cells
	sees  sudoku.Cells // other places of the digit, that see all of its cells
	digit sudoku.Digit
	idle  bool // it rules nothing out

	from, to int32 // the literals of a clause are beside each other: at most one of them is false
}

// leads is what chains come to in a state.
type leads struct {
	anywhere bool // a chain rules something out
	blossom  bool // or some sets together may, each by one digit of a cell: see deathBlossoms
}

// chainLeads returns what chains come to. If they rule nothing out, no technique of chains is searched for.
//
// A candidate that a chain, or a death blossom, rules out is refuted by patterns as well. So it is not asked if it is known to hold.
func (v *view) chainLeads() leads {
	if v.leads != nil {
		return *v.leads
	}
	v.leads = new(leads)
	asked, implied := *v.allPlaces(), &sudoku.Pencilmarks{}
	if len(v.holding) > 0 {
		implied = v.held()
	}
	some, solution := false, v.solution.ByCell()
	for d, places := range asked {
		for c := range places.All() {
			if implied[c].Has(sudoku.Digit(d)) || solution[c] == sudoku.Digit(d) {
				asked[d] = asked[d].Without(c)
			}
		}
		some = some || asked[d] != sudoku.Cells{}
	}
	if some {
		f := following{view: v}
		f.note()
		*v.leads = f.search(&asked)
	}
	return *v.leads
}

// following follows chains of all kinds from one candidate after another.
type following struct {
	*view
	literals []literal
	alike    [sudoku.MaxSide + 1][]int32 // the literals of each digit
	inCell   [sudoku.MaxCells][]int32    // and those of one cell only

	run     int32     // the number of the candidate
	off, on []int32   // the last run that found a literal false, or true
	reached []int32   // the literals that were found true in this run
	ruled   [][]int32 // the literals that one rules out, once they were looked for
	looked  []bool
}

// note lists the literals of a state: those of sets, which include cells of two candidates, and of two places or groups in a house.
func (f *following) note() {
	places, sets := f.allPlaces(), f.almostLockedSets()
	f.literals = make([]literal, 0, 6*len(sets))
	clause := func(literals ...literal) {
		from := int32(len(f.literals))
		for i, l := range literals {
			l.from, l.to, l.sees = from, from+int32(len(literals)), l.sees.Intersect(places[l.digit])
			if l.sees != (sudoku.Cells{}) {
				f.alike[l.digit] = append(f.alike[l.digit], from+int32(i))
			}
			if c := l.cells.First(); l.cells == sudoku.CellsOf(c) {
				f.inCell[c] = append(f.inCell[c], from+int32(i))
			} else {
				l.idle = l.sees == sudoku.Cells{}
			}
			f.literals = append(f.literals, l)
		}
	}
	var literals []literal
	for i := range sets {
		literals = literals[:0]
		for d := range sets[i].Digits.All() {
			literals = append(literals, literal{cells: sets[i].places[d], sees: sets[i].sight[d], digit: d})
		}
		clause(literals...)
	}
	for d := range f.shape.Digits().All() {
		for _, h := range f.shape.Houses() {
			for a, b := range f.linked(h, d, true) {
				clause(literal{cells: a, sees: f.seenByAll(a), digit: d}, literal{cells: b, sees: f.seenByAll(b), digit: d})
			}
		}
	}
	f.off, f.on = make([]int32, len(f.literals)), make([]int32, len(f.literals))
	f.ruled, f.looked = make([][]int32, len(f.literals)), make([]bool, len(f.literals))
}

// search follows chains from each of some candidates until one rules its own beginning out.
func (f *following) search(asked *[sudoku.MaxSide + 1]sudoku.Cells) (found leads) {
	for d, places := range f.allPlaces() {
		d := sudoku.Digit(d)
		for c := range asked[d].All() {
			f.run, f.reached = f.run+1, f.reached[:0]
			sees := f.shape.Peers(c).Intersect(places)
			for _, i := range f.alike[d] {
				if f.literals[i].cells.Minus(sees) == (sudoku.Cells{}) {
					f.exclude(i)
				}
			}
			found.blossom = found.blossom || f.empties()
			for _, i := range f.inCell[c] {
				if f.literals[i].digit != d {
					f.exclude(i)
				}
			}
			for n := 0; n < len(f.reached); n++ {
				l := &f.literals[f.reached[n]]
				if l.digit == d && l.sees.Has(c) || l.digit != d && l.cells == sudoku.CellsOf(c) {
					return leads{true, true}
				}
				for _, i := range f.ruledOut(f.reached[n]) {
					f.exclude(i)
				}
			}
		}
	}
	return found
}

// exclude notes that a literal is false, and the others of its clause are true.
func (f *following) exclude(i int32) {
	if f.off[i] == f.run {
		return
	}
	f.off[i] = f.run
	for other := f.literals[i].from; other < f.literals[i].to; other++ {
		if other != i && f.on[other] != f.run && !f.literals[other].idle {
			f.on[other] = f.run
			f.reached = append(f.reached, other)
		}
	}
}

// ruledOut returns the literals that are false if one is true.
func (f *following) ruledOut(i int32) []int32 {
	if f.looked[i] {
		return f.ruled[i]
	}
	l := &f.literals[i]
	for _, other := range f.alike[l.digit] {
		if f.literals[other].cells.Minus(l.sees) == (sudoku.Cells{}) {
			f.ruled[i] = append(f.ruled[i], other)
		}
	}
	if c := l.cells.First(); l.cells == sudoku.CellsOf(c) {
		for _, other := range f.inCell[c] {
			if f.literals[other].digit != l.digit {
				f.ruled[i] = append(f.ruled[i], other)
			}
		}
	}
	f.looked[i] = true
	return f.ruled[i]
}

// empties reports whether the literals that were found true rule out all candidates of a cell.
func (f *following) empties() bool {
	if len(f.reached) < 2 {
		return false
	}
	left := *f.allPlaces()
	var all, still sudoku.Cells
	for _, i := range f.reached {
		l := &f.literals[i]
		left[l.digit] = left[l.digit].Minus(l.sees)
	}
	for d, places := range f.allPlaces() {
		all, still = all.Union(places), still.Union(left[d])
	}
	return all != still
}
