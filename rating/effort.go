package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Effort is the work of a person who solves a puzzle, in amounts that a [Model] turns into
// seconds. See [Delays].
type Effort struct {
	Digits int `json:"digits"` // cells to fill
	Search int `json:"search"` // for how long each of them stays open, added up
}

// Delays is how long each kind of step stays unseen once it is possible, in units of the easiest: a digit with one
// cell left in a box, or the last open cell of a house. All possible steps are looked for at the same time. So a
// cell is filled at the time of the quickest way to it, and a step that is hard to see delays nothing that can be
// had without it.
//
// A possible step stays possible until it is made. So a player who knows one clue more knows everything else at
// the same time or sooner, and an added clue never makes an effort greater.
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
	var st state
	st.load(g)
	return st.effort(&s, &d), nil
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

// effort lets time run until all cells of b are filled.
func (st *state) effort(s *solution, d *Delays) Effort {
	e := Effort{Digits: st.empty.len()}
	var p past
	p.delays = d.of()
	for kind := range p.due {
		p.due[kind] = never
	}
	p.add(0, st, cells{}, s)
	for now := 0; !st.empty.empty(); {
		then := 3 * d.Guess
		for _, due := range p.due {
			then = min(then, due)
		}
		e.Search += (then - now) * st.empty.len()
		if now = then; now == 3*d.Guess {
			break
		}
		var filled cells
		for kind, due := range p.due {
			if due == now {
				filled = filled.or(st.do(kind, &p, s))
				p.next[kind]++
				p.schedule(kind)
			}
		}
		p.add(now, st, filled.and(st.empty), s)
	}
	return e
}

// do takes the steps of a kind that were possible at its next moment: it makes their eliminations, and returns the
// cells that they fill.
func (st *state) do(kind int, p *past, s *solution) cells {
	m := p.moment(p.next[kind])
	switch kind {
	case inBoxOrLast:
		return m.easy
	case inLine:
		return m.inLine
	case oneCandidate:
		return m.open.single()
	case lockedOnes:
		for digits := m.locked; digits != 0; digits &= digits - 1 {
			digit := bits.TrailingZeros16(digits)
			st.open[digit] = st.open[digit].except(m.out[digit])
		}
	case subsetsAndFish:
		st.removePatterns(p, m, s)
	default:
		return m.open.atMost(kind - twoCandidates + 2)
	}
	return cells{}
}
