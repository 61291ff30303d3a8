package answers

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Checked holds the properties of a puzzle.
type Checked struct {
	Puzzle        sudoku.Grid         `json:"puzzle"`
	Unique        bool                `json:"unique"`
	Minimal       bool                `json:"minimal"`
	Clues         int                 `json:"clues"`
	Symmetries    []criteria.Symmetry `json:"symmetries"`
	Automorphisms int                 `json:"automorphisms"`
	Canonical     sudoku.Grid         `json:"canonical"`

	Position *CheckedPosition `json:"-"` // printed in place of all the others
}

// CheckedPosition holds the properties of a position whose clues have several solutions.
type CheckedPosition struct {
	Candidates string `json:"candidates"`
	Unique     bool   `json:"unique"`
	Reason     string `json:"reason,omitempty"` // why it is not unique
	Clues      int    `json:"clues"`
}

// Check examines a puzzle. It returns [solver.ErrTooHard] if the number of solutions cannot be decided.
func Check(b play.Board) (Checked, error) {
	g := b.Clues
	state := b.State()
	_, byMarks, err := state.Solution()
	switch {
	case errors.Is(err, solver.ErrTooHard):
		return Checked{}, OfPosition(b, err)
	case byMarks:
		p := CheckedPosition{Candidates: steps.StateOf(state.Completed()).Candidates, Unique: err == nil, Clues: g.Len()}
		if err != nil {
			p.Reason = OfPosition(b, err).Error()
		}
		return Checked{Puzzle: g, Unique: p.Unique, Clues: p.Clues, Symmetries: []criteria.Symmetry{}, Canonical: sudoku.Empty(g.Shape()), Position: &p}, nil
	}
	symmetries := criteria.SymmetriesOf(g.Shape(), g.Filled())
	if symmetries == nil {
		symmetries = []criteria.Symmetry{} // [] in JSON
	}
	return Checked{
		Puzzle: g, Unique: err == nil, Minimal: err == nil && generator.Minimal(g), Clues: g.Len(),
		Symmetries: symmetries, Automorphisms: canon.Automorphisms(g), Canonical: canon.Of(g),
	}, nil
}

// Canonical is the canonical form of a puzzle.
type Canonical struct {
	Canonical sudoku.Grid `json:"canonical" jsonschema:"the smallest text of all puzzles that are essentially the same"`
}

// Canon returns the canonical form of a puzzle, or of its pattern of clues.
func Canon(g sudoku.Grid, pattern bool) (sudoku.Grid, error) {
	switch {
	case !pattern:
		return canon.Of(g), nil
	case g.Len() == 0: // probably a pattern of the Patterns Game
		return g, errors.New("no clue in it: write those of a pattern as digits, as x is an empty cell")
	}
	return canon.Pattern(g), nil
}

// Minimal is a minimal puzzle.
type Minimal struct {
	Puzzle sudoku.Grid `json:"puzzle" jsonschema:"the minimal puzzle"`
	Clues  int         `json:"clues" jsonschema:"how many clues are left"`
}

// Minimize takes clues away from a puzzle until each one left is needed. Each puzzle has a sequence of its own, so that it does
// not depend on the puzzles before it.
func Minimize(g sudoku.Grid, seed uint64) (sudoku.Grid, error) {
	if _, err := solver.Solve(g); err != nil {
		return g, err
	}
	return generator.Minimize(g, rand.New(rand.NewPCG(seed, 0))), nil
}

// Path returns the steps from a puzzle, or a position in it, to the solution, or as far as steps are found.
func Path(b play.Board, noUniqueness bool) (state logic.State, path []logic.Step, err error) {
	if path, err = logic.PathFrom(b.State(), without(noUniqueness)...); errors.Is(err, logic.ErrTooHard) {
		err = nil
	}
	if err == nil && b.Clues.Solved() {
		err = rating.ErrSolved
	}
	return b.State().Completed(), path, OfPosition(b, err)
}

// Hint returns the next step of a puzzle or a position, or its mistakes, as data.
func Hint(b play.Board, w explain.Words, noUniqueness bool) (steps.Hint, error) {
	hint, err := logic.HintFor(b.Clues, b.State(), without(noUniqueness)...)
	if err != nil {
		return steps.Hint{}, OfPosition(b, err)
	}
	return steps.HintOf(hint, b.State(), w), nil
}

// HintText returns as much of the same in words as a level reveals.
func HintText(b play.Board, level play.HintLevel, w explain.Words, noUniqueness bool) (string, error) {
	hint, err := b.Hint(level, without(noUniqueness)...)
	if err != nil {
		return "", OfPosition(b, err)
	}
	return w.Hint(hint), nil
}

// Judge returns a judge of claims about a puzzle or a position, for which techniques may count.
func Judge(b play.Board, techniques []logic.Technique) (*judge.Judge, error) {
	return judge.New(b.State(), judge.Options{Techniques: techniques})
}

// TechniquesUpTo lists the techniques up to a tier or a technique, as people name them; "" is all.
func TechniquesUpTo(upTo string, noUniqueness bool) ([]logic.Technique, error) {
	list := slices.Clone(logic.Techniques)
	if upTo != "" {
		tier, notTier := english.ParseTier(upTo)
		last, err := english.ParseTechnique(upTo)
		if notTier != nil && err != nil {
			return nil, fmt.Errorf("%s: neither a tier nor a technique: use 1-5, or a name that 'gridkeeper techniques' lists", sudoku.Excerpt(upTo))
		}
		list = slices.DeleteFunc(list, func(t logic.Technique) bool {
			if notTier == nil {
				return t.Tier() > tier
			}
			return slices.Index(logic.Techniques, t) > slices.Index(logic.Techniques, last)
		})
	}
	return slices.DeleteFunc(list, func(t logic.Technique) bool { return noUniqueness && t.RestsOnUniqueness() }), nil
}

// isPosition reports whether a board has more than its clues.
func isPosition(b play.Board) bool { return b != play.NewBoard(b.Clues) }

// OfPosition returns an error about the solutions of a board. Of a position it says that the candidates count.
func OfPosition(b play.Board, err error) error {
	isOfSolutions := errors.Is(err, solver.ErrNoSolution) || errors.Is(err, solver.ErrManySolutions) || errors.Is(err, solver.ErrTooHard)
	if !isPosition(b) || !isOfSolutions {
		return err
	}
	return fmt.Errorf("with these candidates: %w", err)
}
