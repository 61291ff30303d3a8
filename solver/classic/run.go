package classic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// How many steps a method takes by default before it gives up: some seconds. Moler's
// program takes 15,028 for his example, and more than 10,000,000 for one in 200 or so of the
// puzzles with 17 clues; Huang's never more than some hundred for these.
const (
	MaxPlainSteps   = 10_000_000 // of Moler
	MaxChoicesSteps = 2_000_000  // of the number of choices, whose steps take longest
	MaxHuangSteps   = 1_000_000
)

// Options limit a run. The zero value asks for the first solution.
type Options struct {
	Solutions int // how many solutions to look for; 0 counts as 1
	MaxSteps  int // 0 counts as the method's own limit

	// Watch is called after each step, and may be nil. The run ends when it returns false.
	Watch func(Step, State) bool
}

// Result is the solutions that a method found, and its steps. Steps is the sum of Uses.
type Result struct {
	Solutions []sudoku.Grid // in the order in which they were found
	Steps     int
	Uses      [techniques]int // steps by technique
}

// Fills returns how many digits were put in for sure.
func (r Result) Fills() int { return r.Uses[Naked1] + r.Uses[Hidden1] }

// Tentative returns how many digits were guesses.
func (r Result) Tentative() int { return r.Uses[Guess] }

// Technique is the technique of a step. Moler and the number of choices know Naked1 and Guess only.
type Technique uint8

// The techniques, with the names of Huang's table 5.
const (
	Naked1 Technique = iota
	Hidden1
	Locked
	Naked2
	Hidden2
	Naked3
	Hidden3
	XWing2
	XWing3
	Guess
	techniques = iota
)

var techniqueNames = [techniques]string{
	"naked-1", "hidden-1", "locked", "naked-2", "hidden-2", "naked-3", "hidden-3", "x-wing-2", "x-wing-3", "guess",
}

// String returns the key: "naked-1", "x-wing-3", "guess".
func (t Technique) String() string { return techniqueNames[t] }

// Step is one step of a method: a digit put in, or candidates removed.
type Step struct {
	Number    int // counted from 1
	Technique Technique
	Depth     int // how many tentative digits the position rests on, this one included

	Cell    sudoku.Cell // of Naked1, Hidden1 and Guess
	Digit   sudoku.Digit
	Choices sudoku.Digits // the candidates of the cell before
	Lowers  int           // of a Guess by number of choices: see [Choices]

	House   sudoku.House       // of all others: where the pattern is; of an X-Wing its first line
	Removed []sudoku.Candidate // by all others

	View View // in which the pattern is seen, by [Huang] and its variants; "" for a Guess
}

// Conclusion writes the digit that a step puts in, or the candidates that it removes: "r9c1=9", "r8c5<>2467, r9c5<>24".
func (s Step) Conclusion() string {
	if len(s.Removed) == 0 {
		return fmt.Sprintf("%s=%s", s.Cell, s.Digit)
	}
	var gone sudoku.Pencilmarks
	for _, k := range s.Removed {
		gone[k.Cell] = gone[k.Cell].With(k.Digit)
	}
	var parts []string
	for c, digits := range gone {
		if digits != 0 {
			parts = append(parts, fmt.Sprintf("%s<>%s", sudoku.Cell(c), digits))
		}
	}
	return strings.Join(parts, ", ")
}

// State is a position that a method has reached.
type State struct {
	Clues     sudoku.Grid
	Grid      sudoku.Grid
	Marks     sudoku.Pencilmarks // what the method still takes for possible
	Tentative sudoku.Cells       // the cells whose digit is a guess
}

// Dead returns the open cells that have no candidate left.
func (s State) Dead() sudoku.Cells { return s.open(0) }

// Singletons returns the open cells that have one candidate.
func (s State) Singletons() sudoku.Cells { return s.open(1) }

func (s State) open(candidates int) sudoku.Cells {
	var cells sudoku.Cells
	for _, c := range s.Grid.Shape().Cells() {
		if s.Grid.At(c) == 0 && s.Marks[c].Len() == candidates {
			cells = cells.With(c)
		}
	}
	return cells
}

// Method is one of the historic methods.
type Method struct {
	Name  string
	Solve func(sudoku.Grid, Options) (Result, error)
}

// Methods lists them all, Huang's in the three orders that he measures.
var Methods = []Method{
	{"moler", Moler}, {"choices", Choices},
	{"huang", Huang}, {"huang-short", HuangWithoutNaked3}, {"huang-classic", HuangClassic},
}

// Start returns the position before the first step.
func Start(g sudoku.Grid) State { return State{Clues: g, Grid: g, Marks: g.Candidates()} }

// Moment is a position of a run and the step that led to it, the zero Step at the start.
type Moment struct {
	Step  Step
	State State
}

// ToTheEnd as the number of a step asks [Method.At] for the last one.
const ToTheEnd = -1

// At returns the moment after a step, or after the last one, and the result until then. It runs the method again each
// time, so that runs of millions of steps need not be stored. A step before a method fails has no error, nor has the
// last step of a grid without a solution. With an error the moment is that of the step before it.
func (m Method) At(ctx context.Context, g sudoku.Grid, number int, o Options) (Moment, Result, error) {
	at := Moment{State: Start(g)}
	if number == 0 {
		return at, Result{}, nil
	}
	o.Watch = func(s Step, state State) bool {
		at = Moment{s, state}
		return s.Number != number && ctx.Err() == nil
	}
	result, err := m.Solve(g, o)
	switch {
	case ctx.Err() != nil:
		return at, result, ctx.Err()
	case at.Step.Number == number, number > 0 && at.Step.Number > 0 && errors.Is(err, solver.ErrNoSolution):
		return at, result, nil
	}
	return at, result, err
}

// TooHardError is the error of a run that gave up. It wraps [solver.ErrTooHard].
type TooHardError struct {
	Steps int // that were taken
	Found int // solutions until then
}

func (e *TooHardError) Unwrap() error { return solver.ErrTooHard }

func (e *TooHardError) Error() string {
	return fmt.Sprintf("%v for this method: gave up after %d step%s, %d solution%s found",
		solver.ErrTooHard, e.Steps, plural(e.Steps), e.Found, plural(e.Found))
}

// plural returns the ending of the word for n of something.
func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// run is the common part of the methods: it counts steps, and knows when to end.
type run struct {
	Options
	clues   sudoku.Grid
	result  Result
	stopped bool // by Watch, by the limit, or because there are solutions enough
	gaveUp  bool
}

// start begins a run. Clues that contradict each other are an error: the published programs do not
// look, and may fill such a grid.
func start(g sudoku.Grid, o Options, limit int) (*run, error) {
	for c := range g.Conflicts() {
		return nil, &solver.NoSolutionError{Reason: solver.Conflict, Digit: c.Digit, House: c.House, Cells: c.Cells}
	}
	o.MaxSteps = cmp.Or(o.MaxSteps, limit)
	o.Solutions = max(o.Solutions, 1)
	return &run{Options: o, clues: g}, nil
}

// step counts a step. state is called only if there is a trace.
func (r *run) step(s Step, state func() State) {
	if r.result.Steps == r.MaxSteps {
		r.stopped, r.gaveUp = true, true
		return
	}
	r.result.Steps++
	r.result.Uses[s.Technique]++
	if r.Watch != nil {
		s.Number = r.result.Steps
		r.stopped = !r.Watch(s, state())
	}
}

// found keeps a solution.
func (r *run) found(g sudoku.Grid) {
	r.result.Solutions = append(r.result.Solutions, g)
	r.stopped = len(r.result.Solutions) >= r.Solutions
}

// end returns the result, and why there is no solution in it.
func (r *run) end() (Result, error) {
	switch {
	case r.gaveUp:
		return r.result, &TooHardError{Steps: r.result.Steps, Found: len(r.result.Solutions)}
	case len(r.result.Solutions) == 0 && !r.stopped:
		return r.result, fmt.Errorf("%w after %d step%s", solver.ErrNoSolution, r.result.Steps, plural(r.result.Steps))
	}
	return r.result, nil
}

// position is the digits and the candidates that they leave: all that Moler and the number of
// choices look at. A guess copies it.
type position struct {
	shape     sudoku.Shape
	digits    [sudoku.MaxCells]sudoku.Digit
	marks     sudoku.Pencilmarks
	tentative sudoku.Cells
	depth     int
}

func newPosition(g sudoku.Grid) position {
	return position{shape: g.Shape(), digits: g.ByCell(), marks: g.Candidates()}
}

// fill puts a digit into a cell and takes it from the candidates of the cell's peers.
func (p *position) fill(c sudoku.Cell, d sudoku.Digit) {
	p.digits[c] = d
	p.marks[c] = 0
	for peer := range p.shape.Peers(c).All() {
		p.marks[peer] = p.marks[peer].Without(d)
	}
}

func (p *position) isOpen(c sudoku.Cell) bool { return p.digits[c] == 0 }

func (p *position) grid() sudoku.Grid { return sudoku.FromDigits(p.shape, p.digits) }

// put fills a cell as a step of a run.
func (p *position) put(r *run, s Step) {
	s.Choices = p.marks[s.Cell]
	if s.Technique == Guess {
		p.tentative = p.tentative.With(s.Cell)
		p.depth++
	}
	s.Depth = p.depth
	p.fill(s.Cell, s.Digit)
	r.step(s, func() State { return State{Clues: r.clues, Grid: p.grid(), Marks: p.marks, Tentative: p.tentative} })
}
