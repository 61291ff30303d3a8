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

// EffortOf returns the effort that a puzzle takes with the delays given, each from 1 to 31.
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

// effort lets time run until all cells of b are filled. At any time it makes the steps that became possible a delay of
// their kind ago.
func (st *state) effort(s *solution, d *Delays) Effort {
	e := Effort{Digits: st.empty.len()}
	var p past
	p.begin(0, st, cells{}, s)
	delays := uint64(1)<<1 | 1<<d.Line | 1<<d.Naked | 1<<d.Locked | 1<<d.Subset | 1<<d.Guess | 1<<(2*d.Guess)
	for now, end := 1, 3*d.Guess; !st.empty.empty(); now++ {
		e.Search += st.empty.len()
		if now == end {
			break
		}
		p.begun <<= 1
		if p.begun&delays == 0 {
			continue
		}
		var filled cells
		if m := p.ago(1, now); m != nil {
			filled = m.easy
		}
		if m := p.ago(d.Line, now); m != nil {
			filled = filled.or(m.inLine)
		}
		if m := p.ago(d.Naked, now); m != nil {
			filled = filled.or(m.open.single())
		}
		if m := p.ago(d.Locked, now); m != nil {
			for digits := m.locked; digits != 0; digits &= digits - 1 {
				digit := bits.TrailingZeros16(digits)
				st.open[digit] = st.open[digit].except(m.out[digit])
			}
		}
		if m := p.ago(d.Subset, now); m != nil {
			if now-d.Subset >= p.doubt.until {
				p.doubt = doubt{until: now}
				p.doubt.find(st, s)
			}
			st.removePatterns(m, &p.doubt, s)
		}
		if m := p.ago(d.Guess, now); m != nil {
			filled = filled.or(m.open.atMost(2))
		}
		if m := p.ago(2*d.Guess, now); m != nil {
			filled = filled.or(m.open.atMost(3))
		}
		p.begin(now, st, filled.and(st.empty), s)
	}
	return e
}
