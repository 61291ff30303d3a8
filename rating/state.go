package rating

import "github.com/gridkeeper/gridkeeper/sudoku"

// state is a puzzle while the engine works on it: where each digit can still go, as bits, so
// that singles and locked candidates of all houses are found at once.
//
// A smaller shape lies in the same 81 cells, with its boxes in the corners of the first ones: every
// house is a part of one of 9×9, so all techniques mean the same, and the other
// houses are empty.
type state struct {
	open    marks  // candidates in cells not yet placed
	placed  marks  // digits placed
	empty   cells  // cells not yet placed
	settled marks  // the candidates when changed was brought up to date
	checked marks  // the candidates in which hiddenSingles has looked
	changed uint32 // houses that have changed since their subsets were looked for
}

// marks is a set of cells for each digit, that of digit d at d-1.
type marks [sudoku.MaxSide]cells

// cells returns the cells that have a candidate.
func (m *marks) cells() (some cells) {
	for i := range m {
		some = some.or(m[i])
	}
	return some
}

// atMost returns the cells that have a candidate and no more than n, which is 1, 2 or 3.
func (m *marks) atMost(n int) cells {
	var more [4]cells // cells that have more than 0, 1, 2, 3
	for i := range m {
		for k := n; k > 0; k-- {
			more[k] = more[k].or(more[k-1].and(m[i]))
		}
		more[0] = more[0].or(m[i])
	}
	return more[0].except(more[n])
}

// geometry maps the cells of a shape to the 81.
type geometry struct {
	all    cells
	on     [256]cells          // by cell, of which it has an entry for every number: no bounds check
	cellAt [places]sudoku.Cell // the other way
}

var geometries = sudoku.ByShape(func(s sudoku.Shape) *geometry {
	geo, largest := &geometry{}, sudoku.Sudoku.BoxHeight() // the side of its boxes
	for _, c := range s.Cells() {
		row, column := c.Row()/s.BoxHeight()*largest+c.Row()%s.BoxHeight(), c.Column()/s.BoxWidth()*largest+c.Column()%s.BoxWidth()
		geo.on[c] = cellAlone(sudoku.CellAt(row, column))
		place, _ := geo.on[c].pop()
		geo.cellAt[place] = c
		geo.all = geo.all.or(geo.on[c])
	}
	return geo
})

func geometryOf(s sudoku.Shape) *geometry { return geometries[s] }

// load sets b to the clues of g and the candidates they leave.
func (st *state) load(g sudoku.Grid) {
	geo := geometryOf(g.Shape())
	*st = state{empty: geo.all}
	for i := range g.Shape().Side() {
		st.open[i] = geo.all
	}
	var clues marks
	digits := g.ByCell()
	for c, d := range digits {
		if d != 0 {
			clues[d-1] = clues[d-1].or(geo.on[c])
		}
	}
	st.place(&clues)
}

// place puts digits into cells and removes them from the peers.
func (st *state) place(digits *marks) {
	var taken cells
	for i := range digits {
		if placed := digits[i]; !placed.empty() {
			st.put(i, placed)
			taken = taken.or(placed)
		}
	}
	st.take(taken)
}

// put puts one digit into cells and removes it from the peers. The other digits' candidates there
// stay: see take.
func (st *state) put(digit int, in cells) {
	st.placed[digit] = st.placed[digit].or(in)
	st.open[digit] = st.open[digit].except(in.seen())
}

// take removes all candidates of cells that have a digit now.
func (st *state) take(some cells) {
	st.empty = st.empty.except(some)
	for i := range st.open {
		st.open[i] = st.open[i].except(some)
	}
}

// single returns the cells with one candidate. Written out, it takes half as long as the loop of atMost.
func (m *marks) single() cells {
	once, twice := m[0].or(m[1]), m[0].and(m[1])
	once, twice = once.or(m[2]), twice.or(once.and(m[2]))
	once, twice = once.or(m[3]), twice.or(once.and(m[3]))
	once, twice = once.or(m[4]), twice.or(once.and(m[4]))
	once, twice = once.or(m[5]), twice.or(once.and(m[5]))
	once, twice = once.or(m[6]), twice.or(once.and(m[6]))
	once, twice = once.or(m[7]), twice.or(once.and(m[7]))
	once, twice = once.or(m[8]), twice.or(once.and(m[8]))
	return once.except(twice)
}

// placeOnly fills cells that have one candidate with it.
func (st *state) placeOnly(some cells) {
	for i := range st.open {
		placed := st.open[i].and(some)
		st.open[i] = st.open[i].except(some)
		if !placed.empty() {
			st.placed[i] = st.placed[i].or(placed)
			st.open[i] = st.open[i].except(placed.seen())
		}
	}
	st.empty = st.empty.except(some)
}

// nakedSingles places cells with one candidate until there is none, and returns how many.
func (st *state) nakedSingles() (n int) {
	for found := st.open.single(); !found.empty(); found = st.open.single() {
		n += found.len()
		st.placeOnly(found)
	}
	return n
}

// hiddenSingles places all hidden singles at the same time, and returns how many. It passes over
// digits whose candidates are the same as when it last looked: then there was none.
func (st *state) hiddenSingles() int {
	var found cells
	for i := range st.open {
		open := st.open[i] // a range over values would copy them all first
		if open == st.checked[i] {
			continue
		}
		st.checked[i] = open
		singles := open.only().except(found) // two digits in a cell: the grid has no solution
		if !singles.empty() {
			st.put(i, singles)
			found = found.or(singles)
		}
	}
	if !found.empty() {
		st.take(found)
	}
	return found.len()
}

// singles places naked and hidden singles until there is none of either.
func (st *state) singles() {
	st.nakedSingles()
	for st.hiddenSingles() > 0 {
		st.nakedSingles()
	}
}

// candidates counts the candidates of the cells not yet placed.
func (st *state) candidates() (n int) {
	for i := range st.open {
		n += st.open[i].len()
	}
	return n
}

// solved reports whether every house holds every digit, which cannot be where clues
// contradict each other.
func (st *state) solved() bool {
	if !st.empty.empty() {
		return false
	}
	for i := range st.placed {
		if !st.placed[i].apart() {
			return false
		}
	}
	return true
}

// grid returns the digits placed.
func (st *state) grid(s sudoku.Shape) sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	geo := geometryOf(s)
	for i, placed := range st.placed {
		for place := 0; !placed.empty(); {
			place, placed = placed.pop()
			digits[geo.cellAt[place]] = sudoku.Digit(i + 1)
		}
	}
	return sudoku.FromDigits(s, digits)
}

// solution is the solution of a puzzle, by digit and by house.
type solution struct {
	cells marks
	at    [27][sudoku.MaxSide]uint8 // by house and digit, where its cell is in a matching
	digit [places]uint8             // by place
}

func solutionOf(solved sudoku.Grid) (s solution) {
	geo := geometryOf(solved.Shape())
	for c, d := range solved.ByCell() {
		if d != 0 {
			s.add(d-1, geo.on[c])
		}
	}
	return s
}

// solution returns that of a solved state.
func (st *state) solution() (s solution) {
	for i, placed := range st.placed {
		for place := 0; !placed.empty(); s.place(i, place) {
			place, placed = placed.pop()
		}
	}
	s.cells = st.placed
	return s
}

func (s *solution) add(digit sudoku.Digit, cell cells) {
	s.cells[digit] = s.cells[digit].or(cell)
	place, _ := cell.pop()
	s.place(int(digit), place)
}

func (s *solution) place(digit, place int) {
	houses, places := &houseAt[place], &placeIn[place]
	s.digit[place] = uint8(digit)
	s.at[houses[0]][digit] = places[0]
	s.at[houses[1]][digit] = places[1]
	s.at[houses[2]][digit] = places[2]
}
