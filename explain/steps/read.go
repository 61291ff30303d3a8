package steps

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// State is the form of a [logic.State]. Clues and Grid have a character a cell, row by row, "." for an empty one. Candidates
// has as many characters a cell as there are digits, each at its own place and "." for those that are out; a filled cell has
// its digit.
type State struct {
	Clues      string `json:"clues"`
	Grid       string `json:"grid"`
	Candidates string `json:"candidates"`
}

// StateOf returns the form of a state.
func StateOf(s logic.State) State {
	var marks strings.Builder
	for _, c := range s.Grid.Shape().Cells() {
		here := s.Marks[c].With(s.Grid.At(c))
		for d := range s.Grid.Shape().Digits().All() {
			if here.Has(d) {
				marks.WriteString(d.String())
			} else {
				marks.WriteByte('.')
			}
		}
	}
	return State{s.Clues().String(), s.Grid.String(), marks.String()}
}

// Logic returns the state. The grid may be left out if it holds the clues alone, and the candidates if they are all that the
// grid allows.
func (f State) Logic() (logic.State, error) {
	clues, err := sudoku.Parse(f.Clues)
	if err != nil {
		return logic.State{}, fmt.Errorf("clues of the state: %w", err)
	}
	s := logic.NewState(clues)
	if f.Grid != "" {
		grid, err := sudoku.Parse(f.Grid)
		if err != nil {
			return logic.State{}, fmt.Errorf("grid of the state: %w", err)
		}
		if !grid.Extends(clues) {
			return logic.State{}, fmt.Errorf("grid %s of the state lacks clues of %s", grid, clues)
		}
		s = logic.NewState(grid)
		s.Placed = grid.Filled().Minus(clues.Filled())
	}
	side, all := clues.Shape().Side(), clues.Shape().Cells()
	if f.Candidates == "" {
		return s, nil
	}
	if len(f.Candidates) != side*len(all) {
		return logic.State{}, fmt.Errorf("candidates of the state: %d characters: want %d, %d a cell", len(f.Candidates), side*len(all), side)
	}
	for i, c := range all {
		text, marks := f.Candidates[side*i:side*(i+1)], sudoku.Digits(0)
		for place := range side {
			switch text[place] {
			case '1' + byte(place):
				marks = marks.With(sudoku.Digit(place + 1))
			case '.', '0':
			default:
				return logic.State{}, fmt.Errorf("candidates of the state: %q of %s: want each digit at its own place, and . for the others", text, c)
			}
		}
		if s.Grid.At(c) == 0 {
			s.Marks[c] &= marks
		}
	}
	return s, nil
}

// Logic returns the step. Fields that were left out are empty; the technique too, if it is "".
func (f Step) Logic() (s logic.Step, err error) {
	r := reader{}
	s = logic.Step{
		Houses: r.houses(f.Houses), Cover: r.houses(f.Cover), Cells: sudoku.CellsOf(r.cells(f.Cells)...), Digits: r.digits(f.Digits),
		Placements: r.candidates(f.Placements), Eliminations: r.candidates(f.Eliminations),
	}
	if f.Technique != "" {
		s.Technique, err = logic.ParseTechnique(string(f.Technique))
		r.fail(err)
	}
	for _, p := range f.Parts {
		s.Parts = append(s.Parts, logic.Part{Cells: sudoku.CellsOf(r.cells(p.Cells)...), Digits: r.digits(p.Digits)})
	}
	for _, form := range f.Chain {
		inner, err := form.Logic()
		r.fail(err)
		s.Chain = append(s.Chain, inner)
	}
	return s, r.err
}

// reader reads the parts of a step, and keeps the first error.
type reader struct{ err error }

func (r *reader) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// houseNames has the houses of a sudoku by name; the ones of smaller shapes are among them.
var houseNames = func() map[string]sudoku.House {
	names := map[string]sudoku.House{}
	for _, h := range sudoku.Sudoku.Houses() {
		names[h.String()] = h
	}
	return names
}()

func (r *reader) houses(names []string) (houses []sudoku.House) {
	for _, name := range names {
		h, ok := houseNames[name]
		if !ok {
			r.fail(fmt.Errorf("unknown house %s: use r1 to r9, c1 to c9, b1 to b9", sudoku.Excerpt(name)))
		}
		houses = append(houses, h)
	}
	return houses
}

func (r *reader) cells(names []string) (cells []sudoku.Cell) {
	for _, name := range names {
		i := slices.IndexFunc(sudoku.Sudoku.Cells(), func(c sudoku.Cell) bool { return c.String() == name })
		if i < 0 {
			r.fail(fmt.Errorf("unknown cell %s: use r1c1 to r9c9", sudoku.Excerpt(name)))
			i = 0
		}
		cells = append(cells, sudoku.Sudoku.Cells()[i])
	}
	return cells
}

func (r *reader) digits(numbers []int) (digits sudoku.Digits) {
	for _, n := range numbers {
		if n < 1 || n > sudoku.MaxSide {
			r.fail(fmt.Errorf("digit %d: use 1 to 9", n))
			continue
		}
		digits = digits.With(sudoku.Digit(n))
	}
	return digits
}

func (r *reader) candidates(form []Candidate) (list []sudoku.Candidate) {
	for _, c := range form {
		list = append(list, sudoku.Candidate{Cell: r.cells([]string{c.Cell})[0], Digit: r.digits([]int{c.Digit}).First()})
	}
	return list
}
