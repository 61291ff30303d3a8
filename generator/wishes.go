package generator

import (
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// accept reports whether a puzzle meets the wishes, the quick tests first.
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
	return o.techniques().Accept(g, r)
}

// tiers returns the lowest and the highest tier that a puzzle as wanted can have.
func (o *Options) tiers() (lowest, highest logic.Tier) {
	lowest, highest = o.techniques().Tiers()
	if o.Tier != 0 {
		lowest, highest = max(lowest, o.Tier), min(highest, o.Tier)
	}
	return lowest, highest
}

func (o *Options) techniques() criteria.Techniques {
	return criteria.Techniques{Needs: o.Needs, Only: o.Only, NoUniqueness: o.NoUniqueness}
}

// Check returns an error if it is known that no puzzle meets the wishes. No error does
// not mean that there is one.
func (o *Options) Check() error {
	for _, check := range []func(*Options) error{(*Options).checkClues, (*Options).checkPattern, (*Options).checkTechniques} {
		if err := check(o); err != nil {
			return err
		}
	}
	return o.checkScore()
}

func (o *Options) checkScore() error {
	if o.MaxScore > 0 && o.MinScore > o.MaxScore {
		return fmt.Errorf("no score is from %.0f to %.0f seconds: want the lower one first", o.MinScore, o.MaxScore)
	}
	if least := rating.LeastScore(o.Shape, o.fewestOpen()); o.MaxScore > 0 && o.MaxScore < least {
		return fmt.Errorf("no such puzzle has a score below %.0f seconds: it has %d cells or more to fill", least, o.fewestOpen())
	}
	_, tier := o.tiers()
	if most := rating.MostScore(o.Shape, o.mostOpen(), tier); o.MinScore > most {
		return fmt.Errorf("no such puzzle has a score above %.0f seconds: it has %d cells or fewer to fill", most, o.mostOpen())
	}
	return nil
}

// fewestOpen returns how many cells a puzzle as wanted has to fill at least.
func (o *Options) fewestOpen() int {
	all := len(o.Shape.Cells())
	switch n := o.Pattern.Len(); {
	case n > 0:
		return all - n
	case o.Clues > 0:
		return all - o.Clues
	case o.Symmetry == criteria.NoSymmetry:
		return all - limits[o.Shape].mostClues
	}
	return 1
}

// mostOpen returns how many cells a puzzle as wanted has to fill at most.
func (o *Options) mostOpen() int {
	return len(o.Shape.Cells()) - max(o.Pattern.Len(), o.Clues, solver.MinClues(o.Shape))
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
	case o.Clues > limits[o.Shape].mostClues && o.Symmetry == criteria.NoSymmetry && o.Pattern == sudoku.Cells{}:
		return fmt.Errorf("no %s with %d clues and none to spare is known: the most is %d", o.Shape, o.Clues, limits[o.Shape].mostClues)
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
		each := uint8(o.Shape.BoxHeight()) // lines of a chute
		if h.Kind == sudoku.Column {
			each = uint8(o.Shape.BoxWidth())
		}
		if found && before.Kind == h.Kind && before.Index/each == h.Index/each {
			return before, h, true
		}
		before, found = h, true
	}
	return a, b, false
}

func (o *Options) checkTechniques() error {
	for _, t := range o.Needs {
		if o.Shape.Side() < leastSide[t] {
			return fmt.Errorf("no %s needs %s: with so few lines and digits, an easier technique finds the same", o.Shape, t)
		}
	}
	return o.techniques().Check(o.Tier)
}

// leastSide is the side of the smallest shape that may need a technique. In a smaller one the other lines of the digit, or
// the other cells of the house, are the pattern of an easier technique: two lines make an X-Wing where four are a Jellyfish.
var leastSide = map[logic.Technique]int{
	logic.HiddenTriple: 7, logic.NakedQuad: 8, logic.HiddenQuad: 9, logic.Swordfish: 6, logic.Jellyfish: 8,
}
