package rating

import (
	"math"
	"math/bits"
)

// past is the candidates at former times. A step that was possible at a moment is made a delay later. So each
// kind of step is looked for in one moment after the other, and only if the puzzle takes so long.
type past struct {
	moments [memory]moment
	n       int        // moments up to now
	delays  [kinds]int // of each kind of step
	next    [kinds]int // the moment in which it is looked for next
	due     [kinds]int // when that is
	doubt   doubt
}

// moment is the candidates from one time to the next at which any of them go.
type moment struct {
	at     int
	open   marks
	news   uint16 // digits that had other candidates at the moment before
	locked uint16 // digits with candidates that pointing and claiming remove
	out    marks  // these candidates
	easy   cells  // new singles that are inBoxOrLast
	inLine cells  // new singles that are inLine
}

// memory is for how many moments candidates are kept, more than any delay is long.
const memory = 64

func (p *past) moment(i int) *moment { return &p.moments[i%memory] }

// never is later than anything.
const never = math.MaxInt

// schedule sets the time at which the next steps of a kind are seen.
func (p *past) schedule(kind int) {
	p.due[kind] = never
	if p.next[kind] < p.n {
		p.due[kind] = p.moment(p.next[kind]).at + p.delays[kind]
	}
}

// add fills some cells of b, and adds the moment that begins then unless nothing has changed.
func (p *past) add(at int, st *state, filled cells, s *solution) {
	for place, rest := 0, filled; !rest.empty(); {
		place, rest = rest.pop()
		digit := s.digit[place%places]
		st.open[digit] = st.open[digit].except(peersAt[place%places])
	}
	before, news, empty := &p.moment(p.n+memory-1).open, uint16(0), st.empty.except(filled)
	for i := range st.open {
		st.open[i] = st.open[i].and(empty)
		news |= st.open[i].differs(before[i]) << i
	}
	if news == 0 {
		return
	}
	m := p.moment(p.n)
	m.at, m.open, m.news, m.locked, m.easy, m.inLine = at, st.open, news, 0, cells{}, cells{}
	for ; news != 0; news &= news - 1 {
		m.find(bits.TrailingZeros16(news))
	}
	if empty != st.empty || p.n == 0 {
		m.easy = m.easy.or(empty.only())
		st.empty = empty
	}
	p.n++
	for kind := range p.due {
		if p.due[kind] == never {
			p.schedule(kind)
		}
	}
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
	until   int // the moments of which it is known
	subsets uint32
	fish    uint16 // digits
	removed marks
}

// removePatterns makes the eliminations of the subsets and fish of a moment.
func (st *state) removePatterns(p *past, m *moment, s *solution) {
	at, d := p.next[subsetsAndFish], &p.doubt
	if at >= d.until {
		*d = doubt{until: p.n}
		d.find(st, s)
	}
	left := d.left(&st.open)
	if left.empty() {
		return
	}
	changed, empty := p.changed(at), m.open.cells()
	for houses := d.subsets; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros32(houses)
		all := &houseAll[h]
		if !left.and(*all).empty() && !changed.and(*all).empty() && !tooFull(h, empty) {
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

// changed returns the cells that had other candidates at the moment before.
func (p *past) changed(at int) (changed cells) {
	m, before := p.moment(at), p.moment(at+memory-1)
	for i := range m.open {
		changed = changed.or(m.open[i].xor(before.open[i]))
	}
	return changed
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
