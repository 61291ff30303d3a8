package classic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Moler solves a grid as C. Moler does ("Solving Sudoku with MATLAB", MathWorks). Fill the
// singletons, the first in column-major order first. Give up if a cell has no candidate. Else put the
// candidates of the first open cell, also in column-major order, into it one after the other and
// recurse. Each digit put in is a step.
//
// His program returns the first solution. To list them all is the only way he knows to see
// that a solution is unique: [Options].Solutions goes on.
//
// The errors are a [*TooHardError], or wrap [solver.ErrNoSolution].
func Moler(g sudoku.Grid, o Options) (Result, error) {
	r, err := start(g, o, MaxPlainSteps)
	if err != nil {
		return Result{}, err
	}
	m := moler{run: r}
	for column := range g.Shape().Side() {
		m.order = append(m.order, g.Shape().House(sudoku.House{Kind: sudoku.Column, Index: uint8(column)})...)
	}
	m.solve(newPosition(g))
	return r.end()
}

type moler struct {
	*run
	order []sudoku.Cell // column-major
}

func (m moler) solve(p position) {
	singleton, dead := m.look(&p)
	for singleton != nil && !dead && !m.stopped {
		c := *singleton
		p.put(m.run, Step{Technique: Naked1, Cell: c, Digit: p.marks[c].First()})
		singleton, dead = m.look(&p)
	}
	if dead || m.stopped {
		return
	}
	open := slices.IndexFunc(m.order, p.isOpen)
	if open < 0 {
		m.found(p.grid())
		return
	}
	first := m.order[open]
	for d := range p.marks[first].All() {
		tried := p
		tried.put(m.run, Step{Technique: Guess, Cell: first, Digit: d})
		if m.solve(tried); m.stopped {
			return
		}
	}
}

// look returns the first cell with one candidate, nil if there is none, and whether any open cell
// has no candidate.
func (m moler) look(p *position) (singleton *sudoku.Cell, dead bool) {
	for i, c := range m.order {
		marks := p.marks[c]
		switch {
		case marks == 0 && p.isOpen(c):
			return nil, true
		case marks != 0 && marks&(marks-1) == 0 && singleton == nil:
			singleton = &m.order[i]
		}
	}
	return singleton, false
}
