package generator

import (
	"errors"
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// accept reports whether a puzzle is as wanted. What is quick to find out comes first.
func (o *Options) accept(g sudoku.Grid) bool {
	if o.Clues != 0 && g.Len() != o.Clues {
		return false
	}
	lowest, highest := o.tiers()
	if lowest > logic.TierSingletons || highest < logic.TierGuessing {
		if tier, _ := rating.TierOf(g); tier < lowest || tier > highest {
			return false
		}
	}
	if len(o.Needs) == 0 && len(o.Only) == 0 && o.MinScore == 0 && o.MaxScore == 0 {
		return true
	}
	r, err := rating.Rate(g)
	if err != nil || r.Score < o.MinScore || o.MaxScore > 0 && r.Score > o.MaxScore {
		return false
	}
	return criteria.NeedsAll(g, r, o.Needs...) && criteria.SolvedBy(g, o.Only)
}

// tiers returns the lowest and the highest tier that a puzzle as wanted can have.
func (o *Options) tiers() (lowest, highest logic.Tier) {
	lowest, highest = logic.TierSingletons, logic.TierGuessing
	for _, t := range o.Needs {
		lowest = max(lowest, t.Tier())
		if t.Tier() < logic.TierGuessing { // a contradiction makes up for any technique
			highest = logic.TierXWing
		}
	}
	if len(o.Only) > 0 {
		hardest := slices.MaxFunc(o.Only, func(a, b logic.Technique) int { return int(a.Tier()) - int(b.Tier()) })
		highest = min(highest, hardest.Tier())
	}
	if o.Tier != 0 {
		lowest, highest = max(lowest, o.Tier), min(highest, o.Tier)
	}
	return lowest, highest
}

// mostClues is how many clues a minimal puzzle is known to have at most.
const mostClues = 40

// Check returns an error that says why no puzzle is as wanted, where that is known. No error does
// not mean that there is one.
func (o *Options) Check() error {
	for _, check := range []func(*Options) error{(*Options).checkClues, (*Options).checkPattern, (*Options).checkTechniques} {
		if err := check(o); err != nil {
			return err
		}
	}
	if o.MaxScore > 0 && o.MinScore > o.MaxScore {
		return fmt.Errorf("no score is from %.0f to %.0f seconds: want the lower one first", o.MinScore, o.MaxScore)
	}
	return nil
}

func (o *Options) checkClues() error {
	fewest, all := solver.MinClues(o.Shape), len(o.Shape.Cells())
	switch {
	case o.Clues == 0:
		return nil
	case o.Clues < fewest:
		return fmt.Errorf("no puzzle has %d clues: a %s needs %d or more", o.Clues, o.Shape, fewest)
	case o.Clues >= all:
		return fmt.Errorf("no puzzle has %d clues: a %s has %d cells", o.Clues, o.Shape, all)
	case !o.Symmetry.Allows(o.Shape, o.Clues):
		return fmt.Errorf("no %d cells of a %s have the symmetry %s", o.Clues, o.Shape, o.Symmetry)
	case o.Clues > mostClues && o.Symmetry == criteria.NoSymmetry && o.Pattern == sudoku.Cells{}:
		return fmt.Errorf("no puzzle with %d clues and none to spare is known: the most is %d", o.Clues, mostClues)
	}
	return nil
}

func (o *Options) checkPattern() error {
	n := o.Pattern.Len()
	switch fewest := solver.MinClues(o.Shape); {
	case n == 0:
		return nil
	case n < fewest:
		return fmt.Errorf("too few clues in the pattern: %d: a %s needs %d or more", n, o.Shape, fewest)
	case n == len(o.Shape.Cells()):
		return errors.New("the pattern leaves no cell empty")
	case o.Clues != 0 && o.Clues != n:
		return fmt.Errorf("the pattern has %d clues, not %d", n, o.Clues)
	case !o.Symmetry.Keeps(o.Shape, o.Pattern):
		return fmt.Errorf("the pattern does not have the symmetry %s", o.Symmetry)
	}
	if a, b, ok := o.emptyLines(); ok {
		return fmt.Errorf("the pattern leaves %s and %s empty, which could be exchanged in every solution", a.Name(), b.Name())
	}
	return nil
}

// emptyLines returns two lines of a chute in which the pattern has no clue.
func (o *Options) emptyLines() (a, b sudoku.House, ok bool) {
	var before sudoku.House
	found := false
	for _, h := range o.Shape.Houses() {
		if h.Kind == sudoku.Box || o.Pattern.Intersect(sudoku.CellsOf(o.Shape.House(h)...)) != (sudoku.Cells{}) {
			continue
		}
		side := uint8(o.Shape.BoxSide())
		if found && before.Kind == h.Kind && before.Index/side == h.Index/side {
			return before, h, true
		}
		before, found = h, true
	}
	return a, b, false
}

func (o *Options) checkTechniques() error {
	if len(o.Only) > 0 && !slices.ContainsFunc(o.Only, places) {
		return fmt.Errorf("no cell can be filled with only %s: add naked-single or hidden-single", list(o.Only))
	}
	if len(o.Only) > 0 && slices.Contains(o.Only, logic.Contradiction) {
		return errors.New("contradiction alone solves every puzzle: it cannot be one of the only techniques")
	}
	for _, t := range o.Needs {
		switch {
		case t.Tier() == 0:
			return fmt.Errorf("unknown technique %q", t)
		case o.Tier == logic.TierGuessing && t.Tier() < o.Tier:
			return fmt.Errorf("a puzzle of tier 5 (guessing) needs contradiction, which makes up for %s", t)
		case len(o.Only) > 0 && !slices.Contains(o.Only, t):
			return fmt.Errorf("a puzzle cannot need %s and be solved with only %s", t, list(o.Only))
		}
	}
	if lowest, highest := o.tiers(); lowest > highest {
		return o.noTier()
	}
	return nil
}

// noTier says why no tier is left.
func (o *Options) noTier() error {
	rest := Options{Needs: o.Needs, Only: o.Only}
	switch lowest, highest := rest.tiers(); {
	case lowest > highest:
		return fmt.Errorf("no puzzle needs all of %s: contradiction makes up for all others", list(o.Needs))
	case o.Tier < lowest:
		return fmt.Errorf("a puzzle that needs %s has tier %d (%s) or more, not %d (%s)", list(o.Needs), lowest, lowest, o.Tier, o.Tier)
	default:
		return fmt.Errorf("with these techniques a puzzle has tier %d (%s) or less, not %d (%s)", highest, highest, o.Tier, o.Tier)
	}
}

// places reports whether a technique fills cells.
func places(t logic.Technique) bool {
	return t == logic.NakedSingle || t == logic.HiddenSingle || t == logic.Contradiction
}

func list(techniques []logic.Technique) (text string) {
	for i, t := range techniques {
		if i > 0 {
			text += ", "
		}
		text += string(t)
	}
	return text
}
