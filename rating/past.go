package rating

import "math/bits"

// past is the candidates at former times. A step that was possible at a moment is made a delay later. So each
// kind of step is looked for in one moment after the other, and only if the puzzle takes so long.
type past struct {
	moments [memory]moment // by the time at which they begin, modulo memory
	begun   uint64         // bit i for a moment that began i units of time ago
	last    int            // when the last of them began
	doubt   doubt
}

// moment is the candidates from one time to the next at which any of them go.
type moment struct {
	open    marks
	news    uint16 // digits that had other candidates at the moment before
	locked  uint16 // digits with candidates that pointing and claiming remove
	changed cells  // cells that had other candidates at the moment before
	easy    cells  // new singles that are in a box, or the last open cell of a house
	inLine  cells  // new singles that are in a row or column
	out     marks  // the candidates that pointing and claiming remove
}

// memory is for how many units of time candidates are kept, more than any delay is long.
const memory = 64

// ago returns the moment that began so many units of time ago, nil if none did.
func (p *past) ago(units, now int) *moment {
	if p.begun>>units&1 == 0 {
		return nil
	}
	return &p.moments[uint(now-units)%memory]
}

// begin fills some cells of b, and begins a moment unless nothing has changed.
func (p *past) begin(now int, st *state, filled cells, s *solution) {
	for place, rest := 0, filled; !rest.empty(); {
		place, rest = rest.pop()
		digit := s.digit[place%places]
		st.open[digit] = st.open[digit].except(peersAt[place%places])
	}
	m, empty := &p.moments[uint(now)%memory], st.empty.except(filled)
	before := &p.moments[uint(p.last)%memory] // at first without candidates
	var changed cells
	news := uint16(0)
	for i := range st.open {
		open := st.open[i].and(empty)
		gone := open.xor(before.open[i])
		changed = changed.or(gone)
		news |= gone.some() << i
		st.open[i], m.open[i] = open, open
	}
	if news == 0 {
		return
	}
	m.news, m.changed, m.locked, m.easy, m.inLine = news, changed, 0, cells{}, cells{}
	for ; news != 0; news &= news - 1 {
		m.find(bits.TrailingZeros16(news))
	}
	if empty != st.empty || now == 0 {
		m.easy = m.easy.or(empty.only())
		st.empty = empty
	}
	p.begun, p.last = p.begun|1, now
}

// find finds singles, pointing and claiming of a digit that has other candidates now.
func (m *moment) find(digit int) {
	inBox, inLine, out := m.open[digit].look()
	m.easy, m.inLine = m.easy.or(inBox), m.inLine.or(inLine)
	if !out.empty() {
		m.locked |= 1 << digit
		m.out[digit] = out
	}
}

// doubt is the candidates that subsets and fish can remove. A moment has all matchings of a later one. So if a
// pattern of a former moment removes a candidate that is still there, a pattern of now removes it too.
type doubt struct {
	until   int // the time up to which it holds for the moments that began
	subsets uint32
	fish    uint16 // digits
	removed marks
}

// removePatterns makes the eliminations of the subsets and fish of a moment.
func (st *state) removePatterns(m *moment, d *doubt, s *solution) {
	left := d.left(&st.open)
	if left.empty() {
		return
	}
	empty := m.open.cells()
	for houses := d.subsets; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros32(houses)
		all := &houseAll[h]
		if !left.and(*all).empty() && !m.changed.and(*all).empty() && !tooFull(h, empty) {
			st.removeSubsets(h, &m.open, s)
		}
	}
	st.fish(&m.open, s, m.news&d.fish)
}

// left returns the cells in which something can be removed.
func (d *doubt) left(now *marks) (some cells) {
	for i := range now {
		some = some.or(d.removed[i].and(now[i]))
	}
	return some
}

// find finds the candidates that subsets and fish remove.
func (d *doubt) find(st *state, s *solution) {
	left := st.open
	for h := range houseAll {
		if st.empty.and(houseAll[h]).len() < 2 {
			continue
		}
		if removed, found := st.open.subsetsIn(h, s); found {
			d.subsets |= 1 << h
			left.removeIn(h, &removed, s)
		}
	}
	for i := range left {
		if removed, found := st.open[i].fish(i, s); found {
			d.fish |= 1 << i
			left[i] = left[i].except(removed)
		}
		d.removed[i] = st.open[i].except(left[i])
	}
}
