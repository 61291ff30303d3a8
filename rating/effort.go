package rating

import (
	"math"
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Effort is what a person has to do to solve a puzzle, in amounts that a [Model] turns into
// seconds. See [Delays].
type Effort struct {
	Digits int `json:"digits"` // cells to fill
	Search int `json:"search"` // for how long each of them stays open, added up
}

// Delays is how long each kind of step is there before it is seen, in units of the easiest: a digit
// with one cell left in a box, or the last open cell of a house. All that is there is looked for at
// the same time. So the time at which a cell is filled is that of the quickest way to it, and a step
// that is hard to see delays nothing that can be had without it.
//
// Whatever is there stays there, or is done; so whoever knows one clue more knows everything else at
// the same time or sooner, and no clue that is added makes an effort greater.
type Delays struct {
	Line   int `json:"line"`   // the only cell of a row or column for a digit
	Naked  int `json:"naked"`  // the only digit for a cell
	Locked int `json:"locked"` // pointing and claiming
	Subset int `json:"subset"` // subsets and fish

	// Guess is how long it takes to find out the digit of a cell with two candidates by trying; with
	// three it takes twice as long, and thrice for any other.
	Guess int `json:"guess"`
}

// EffortOf returns the effort that a puzzle takes with the delays given, none of them above 31.
// The error is that of [solver.Solve] when the grid does not have exactly one solution.
func EffortOf(g sudoku.Grid, d Delays) (Effort, error) {
	solved, err := solver.Solve(g)
	if err != nil {
		return Effort{}, err
	}
	s := solutionOf(solved)
	var b board
	b.load(g)
	return b.effort(&s, &d), nil
}

// The kinds of steps.
const (
	inBoxOrLast = iota
	inLine
	oneCandidate
	lockedOnes
	subsetsAndFish
	twoCandidates
	threeCandidates
	kinds
)

func (d *Delays) of() [kinds]int {
	return [kinds]int{1, d.Line, d.Naked, d.Locked, d.Subset, d.Guess, 2 * d.Guess}
}

// past is the candidates at former times. What was there at a moment is done a delay later: so each
// kind of step is looked for in one moment after the other, and only if the puzzle takes so long.
type past struct {
	moments [memory]moment
	n       int        // moments up to now
	next    [kinds]int // the moment in which steps of each kind are looked for next
	doubt   doubt
}

// moment is the candidates from one time to the next at which any of them go.
type moment struct {
	at     int
	open   marks
	news   uint16 // digits that had other candidates at the moment before
	easy   cells  // new singles that are inBoxOrLast
	inLine cells  // new singles that are inLine
}

// memory is for how many moments candidates are kept, more than any delay is long.
const memory = 64

func (p *past) moment(i int) *moment { return &p.moments[i%memory] }

// due returns when the next steps of a kind are seen.
func (p *past) due(kind, delay int) int {
	if p.next[kind] == p.n {
		return math.MaxInt
	}
	return p.moment(p.next[kind]).at + delay
}

// add adds the moment that begins now, unless nothing has changed.
func (p *past) add(at int, b *board) {
	m, before := p.moment(p.n), &p.moment(p.n+memory-1).open
	news := uint16(0)
	for i := range b.open {
		if b.open[i] != before[i] {
			news |= 1 << i
		}
	}
	if news == 0 {
		return
	}
	p.n++
	m.at, m.open, m.news = at, b.open, news
	inBox, inLine := b.empty.only()
	m.easy, m.inLine = inBox.or(inLine), cells{}
	for ; news != 0; news &= news - 1 {
		inBox, inLine := b.open[bits.TrailingZeros16(news)%sudoku.MaxSide].only()
		m.easy, m.inLine = m.easy.or(inBox), m.inLine.or(inLine)
	}
}

// effort lets time run until all cells of b are filled.
func (b *board) effort(s *solution, d *Delays) Effort {
	e := Effort{Digits: b.empty.len()}
	var p past
	now, delays := 0, d.of()
	for p.add(0, b); !b.empty.empty(); p.add(now, b) {
		then := 3 * d.Guess
		for kind, delay := range delays {
			then = min(then, p.due(kind, delay))
		}
		e.Search += (then - now) * b.empty.len()
		if now = then; now == 3*d.Guess {
			break
		}
		var filled cells
		for kind, delay := range delays {
			if p.due(kind, delay) == now {
				filled = filled.or(b.do(kind, &p, s))
				p.next[kind]++
			}
		}
		b.fill(filled.and(b.empty), s)
	}
	return e
}

// fill puts the solution's digits into some cells.
func (b *board) fill(some cells, s *solution) {
	for i := range b.open {
		if digit := s.cells[i].and(some); !digit.empty() {
			b.put(i, digit)
		}
	}
	b.take(some)
}

// do takes the steps of a kind that there were at the next moment of it: it removes what they remove,
// and returns the cells that they fill.
func (b *board) do(kind int, p *past, s *solution) cells {
	m := p.moment(p.next[kind])
	switch kind {
	case inBoxOrLast:
		return m.easy
	case inLine:
		return m.inLine
	case oneCandidate:
		return m.open.atMost(1)
	case lockedOnes:
		b.removeLocked(&m.open, m.news) // the others' steps have been taken
	case subsetsAndFish:
		b.removePatterns(p, m, s)
	default:
		return m.open.atMost(kind - twoCandidates + 2)
	}
	return cells{}
}

// doubt is where subsets and fish of former moments can remove something: where those of a later
// one can. A moment has all matchings that a later one has, so where a pattern removes nothing from
// the candidates of now, none that was seen since removes anything that is still there.
type doubt struct {
	until  int // the moments of which that is known
	houses uint32
	digits uint16 // for fish
}

// removePatterns removes what subsets and fish of a moment remove.
func (b *board) removePatterns(p *past, m *moment, s *solution) {
	at := p.next[subsetsAndFish]
	if at >= p.doubt.until {
		p.doubt = doubt{p.n, b.open.housesWithSubsets(b.empty, s), b.open.digitsWithFish(s)}
	}
	empty := m.open.cells()
	for houses := p.doubt.houses & p.changed(at); houses != 0; houses &= houses - 1 {
		if h := bits.TrailingZeros32(houses); !tooFull(h, empty) {
			b.subsetsIn(h, &m.open, s)
		}
	}
	b.fish(&m.open, s, m.news&p.doubt.digits)
}

// changed returns the houses that had other candidates at the moment before.
func (p *past) changed(at int) uint32 {
	if at == 0 {
		return 1<<27 - 1
	}
	var changed cells
	m, before := p.moment(at), p.moment(at-1)
	for i := range m.open {
		changed = changed.or(m.open[i].xor(before.open[i]))
	}
	return changed.houses()
}

// housesWithSubsets returns the houses in which subsets remove something.
func (m *marks) housesWithSubsets(empty cells, s *solution) (houses uint32) {
	for rest := empty.houses(); rest != 0; rest &= rest - 1 {
		h := bits.TrailingZeros32(rest)
		if m := m.inHouse(h).matching(&s.at[h]); m.filter() {
			houses |= 1 << h
		}
	}
	return houses
}

// digitsWithFish returns the digits of which fish remove something.
func (m *marks) digitsWithFish(s *solution) (digits uint16) {
	for digit := range m {
		if m := m[digit].inRows().matching(s.columns(digit)); m.filter() {
			digits |= 1 << digit
		}
	}
	return digits
}
