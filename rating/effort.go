package rating

import (
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
	at   [memory]int
	open [memory]marks
	news [memory]uint16 // digits that had other candidates at the moment before
	n    int            // moments up to now
	next [kinds]int     // the moment in which steps of each kind are looked for next
	seen board          // that in which subsets were looked for
}

// memory is for how many moments candidates are kept, more than any delay is long.
const memory = 64

func (p *past) add(at int, open *marks) {
	now, before := p.n%memory, &p.open[(p.n+memory-1)%memory]
	p.at[now], p.open[now], p.news[now] = at, *open, 0
	for i := range open {
		if p.n == 0 || open[i] != before[i] {
			p.news[now] |= 1 << i
		}
	}
	p.n++
}

// effort lets time run until all cells of b are filled.
func (b *board) effort(s *solution, d *Delays) Effort {
	e := Effort{Digits: b.empty.len()}
	var p past
	now, delays := 0, d.of()
	for p.add(0, &b.open); !b.empty.empty(); {
		then := 3 * d.Guess
		for kind, delay := range delays {
			if p.next[kind] < p.n {
				then = min(then, p.at[p.next[kind]%memory]+delay)
			}
		}
		e.Search += (then - now) * b.empty.len()
		if now = then; now == 3*d.Guess {
			break
		}
		before := b.open
		for kind, delay := range delays {
			if p.next[kind] < p.n && p.at[p.next[kind]%memory]+delay == now {
				b.do(kind, &p, s)
				p.next[kind]++
			}
		}
		if b.open != before {
			p.add(now, &b.open)
		}
	}
	return e
}

// do takes the steps of a kind that there were at the next moment of it.
func (b *board) do(kind int, p *past, s *solution) {
	open := &p.open[p.next[kind]%memory]
	news := p.news[p.next[kind]%memory] // the others' steps have been taken
	var found marks
	switch kind {
	case inBoxOrLast:
		inBox, inLine := open.cells().only()
		for i := range open {
			found[i] = open[i].and(inBox.or(inLine))
			if news>>i&1 != 0 {
				alone, _ := open[i].only()
				found[i] = found[i].or(alone)
			}
		}
	case inLine:
		for ; news != 0; news &= news - 1 {
			i := bits.TrailingZeros16(news)
			_, found[i] = open[i].only()
		}
	case oneCandidate:
		found = open.in(open.atMost(1))
	case lockedOnes:
		l := open.locked(news)
		b.remove(&l.pointed)
		b.remove(&l.claimed)
		return
	case subsetsAndFish:
		b.removePatterns(&p.seen, open, news, s)
		return
	default:
		found = s.cells.in(open.atMost(kind - twoCandidates + 2))
	}
	for i := range found {
		found[i] = found[i].and(b.empty)
	}
	b.place(&found)
}

// removePatterns removes what subsets and fish remove that there are among some candidates. seen is
// for itself: it remembers in which houses it has looked.
func (b *board) removePatterns(seen *board, open *marks, news uint16, s *solution) {
	seen.open, seen.empty = *open, open.cells()
	seen.findChanged()
	seen.changed &= b.empty.houses()
	seen.subsetsWhereChanged(s)
	left := seen.open
	seen.open = *open
	seen.fish(s, news)
	for i := range b.open {
		b.open[i] = b.open[i].and(left[i]).and(seen.open[i])
	}
}
