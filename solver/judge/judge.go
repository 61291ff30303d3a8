// Package judge decides whether claimed steps of a solution follow: whether a technique proves them from the digits and
// candidates that are there, not only whether they agree with the solution.
//
//	j, err := judge.New(state, judge.Options{})
//	for _, c := range claims {
//		answer := j.Judge(c)
//	}
//
// A claim concludes placements and eliminations, and may name a technique with its cells and houses. A placement follows if
// it is a single; an elimination follows if a step of any technique makes it, see [logic.Search.All], or if the digit leads to
// a contradiction. All steps of all techniques are asked, the easiest technique first, so "not shown" means that none of
// them makes the conclusion, within the effort for contradictions.
//
// Claims are judged one after the other: those that are true change the position for the next. They need not follow.
package judge

import (
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Options are the wishes of a [Judge]. The zero value asks all techniques.
type Options struct {
	Techniques []logic.Technique // that may make a claim follow, the easiest first; none: all

	// Effort limits the search for contradictions of a claim: see [logic.State.Search]. 0 is [logic.MaxConclusions]. A claim that has the chain of
	// its contradiction needs no search.
	Effort int
}

// Judge judges one claim after another about a puzzle.
type Judge struct {
	clues    sudoku.Grid
	solution sudoku.Grid
	state    logic.State
	unsound  []logic.Technique // in this puzzle
	options  Options

	// The steps of the state that was looked at last, by technique, and its contradictions, without a technique where there is
	// none.
	seen    logic.State
	search  *logic.Search
	steps   map[logic.Technique][]logic.Step
	refuted map[sudoku.Candidate]logic.Step
}

// New returns a judge of claims about a puzzle, or a position in it, whose candidates are those of the state. The errors are
// those of [logic.State.Solution], and one for a digit or candidates that are wrong.
func New(start logic.State, o Options) (*Judge, error) {
	solution, byMarks, err := start.Solution()
	if err != nil {
		return nil, err
	}
	if len(o.Techniques) == 0 {
		o.Techniques = logic.Techniques
	}
	if o.Effort == 0 {
		o.Effort = logic.MaxConclusions
	}
	j := &Judge{clues: start.Clues(), solution: solution, options: o}
	if byMarks {
		j.unsound = logic.Uniqueness
	}
	state, fault, c := j.own(start)
	if fault != "" {
		return nil, fmt.Errorf("no claims can be judged here: %s is %s in the solution", c, solution.At(c))
	}
	j.state = state
	return j, nil
}

// State returns the position as the claims so far have left it.
func (j *Judge) State() logic.State { return j.state }

// Claim is a claimed step. One without a technique claims its conclusions only.
type Claim struct {
	Step logic.Step

	// State is the position in which it is claimed; nil is the one that the claims before left.
	State *logic.State

	// Is reports whether a step has the pattern of the claim. nil compares the cells, digits and houses, as far as the claim
	// has any.
	Is func(logic.Step) bool
}

// Answer is the judgement of a claim.
type Answer struct {
	Verdict     Verdict  // of the worst conclusion
	Conclusions []Judged // placements first
	Worst       int      // the conclusion that decides

	// Steps are the easiest steps that make the conclusions: one if a step makes all of them, none if they do not follow.
	Steps   []logic.Step
	Pattern Pattern
	Hardest logic.Technique // of those asked

	Before logic.State // the position in which the claim was judged
	Fault  Fault       // of that position, or that the claim concludes nothing
	Cell   sudoku.Cell // of the fault
}

// Judged is a conclusion of a claim, judged alone.
type Judged struct {
	sudoku.Candidate
	Placed  bool // else ruled out
	Verdict Verdict
	Fault   Fault
}

// String returns the conclusion: "r4c5=7", or "r4c5<>7".
func (c Judged) String() string {
	if c.Placed {
		return c.Cell.String() + "=" + c.Digit.String()
	}
	return c.Cell.String() + "<>" + c.Digit.String()
}

// Verdict is a judgement. Of several conclusions of a claim the greatest counts.
type Verdict uint8

const (
	Known    Verdict = iota // the position has it already
	Follows                 // a technique proves it
	NotShown                // it agrees with the solution, but no technique asked for proves it now
	Foreign                 // it is not about this puzzle; see [Fault]
	False                   // it contradicts the solution
)

// String returns the key of a verdict: "follows".
func (v Verdict) String() string {
	return [...]string{Known: "known", Follows: "follows", NotShown: "not-shown", Foreign: "foreign", False: "false"}[v]
}

// Good reports whether a claim is as it should be: it follows, or is known already.
func (v Verdict) Good() bool { return v <= Follows }

// Pattern is whether a claimed technique is there.
type Pattern uint8

const (
	Unclaimed Pattern = iota // no technique is claimed, or there is nothing to conclude
	There                    // the technique makes the conclusions, with the cells and houses claimed
	Elsewhere                // it makes them, but with other cells or houses
	Absent                   // it does not make them
)

// String returns the key of a pattern: "there".
func (p Pattern) String() string {
	return [...]string{"unclaimed", There: "there", Elsewhere: "elsewhere", Absent: "absent"}[p]
}

// Fault is the reason why a claim or a conclusion is [Foreign] or [Known]. The values are keys of messages.
type Fault string

const (
	Nothing    Fault = "nothing"     // the claim concludes nothing
	Outside    Fault = "outside"     // the puzzle does not have such a cell or digit
	IsClue     Fault = "is-clue"     // the cell holds another digit as a clue, or this one is ruled out
	IsFilled   Fault = "is-filled"   // the same, for a digit placed before
	Stands     Fault = "stands"      // known: the digit is in its cell
	Gone       Fault = "gone"        // known: it is no longer a candidate of its cell
	OtherShape Fault = "other-shape" // of the state
	LacksClue  Fault = "lacks-clue"  // of the state: Cell does not hold the clue
	WrongDigit Fault = "wrong-digit" // of the state: Cell holds another digit than in the solution
	LacksRight Fault = "lacks-right" // of the state: Cell lacks the candidate of the solution
)

// Judge judges a claim. If it is true, its conclusions are made, so that the next claim is judged after them.
func (j *Judge) Judge(c Claim) Answer {
	a := Answer{Before: j.state, Hardest: j.options.Techniques[len(j.options.Techniques)-1]}
	if c.State != nil {
		a.Before, a.Fault, a.Cell = j.own(*c.State)
		if a.Fault != "" {
			a.Verdict = Foreign
			return a
		}
	}
	add := func(k Judged) {
		if !slices.Contains(a.Conclusions, k) {
			a.Conclusions = append(a.Conclusions, k)
		}
	}
	for _, p := range c.Step.Placements {
		add(Judged{Candidate: p, Placed: true})
	}
	for _, e := range c.Step.Eliminations {
		add(Judged{Candidate: e})
	}
	if len(a.Conclusions) == 0 {
		a.Verdict, a.Fault = Foreign, Nothing
		return a
	}
	var open []*Judged // those that may follow
	for i := range a.Conclusions {
		k := &a.Conclusions[i]
		if k.Verdict, k.Fault = j.compared(k, a.Before); k.Verdict == NotShown {
			open = append(open, k)
		}
	}
	if len(open) > 0 {
		j.lookAt(a.Before)
		a.Steps = j.prove(c, a.Before, open)
		a.Pattern = j.pattern(c, a.Before, open)
	}
	for i, k := range a.Conclusions {
		if k.Verdict > a.Conclusions[a.Worst].Verdict {
			a.Worst = i
		}
	}
	a.Verdict = a.Conclusions[a.Worst].Verdict
	if a.Verdict > Follows {
		a.Steps = nil
	}
	if a.Verdict <= NotShown {
		for _, k := range open {
			if k.Placed && j.state.Grid.At(k.Cell) == 0 {
				j.state = j.state.Apply(logic.Step{Placements: []sudoku.Candidate{k.Candidate}})
			} else if !k.Placed {
				j.state.Marks[k.Cell] = j.state.Marks[k.Cell].Without(k.Digit)
			}
		}
	}
	return a
}

// own returns the state of a claim, if it is one of the puzzle: it has its clues, no wrong digit, and the candidates of the
// solution. Its digits that are no clues of the puzzle are placed ones.
func (j *Judge) own(s logic.State) (own logic.State, fault Fault, c sudoku.Cell) {
	if s.Grid.Shape() != j.clues.Shape() {
		return s, OtherShape, 0
	}
	s.Placed = s.Grid.Filled().Minus(j.clues.Filled())
	s = s.Completed()
	for _, c := range s.Grid.Shape().Cells() {
		digit, right := s.Grid.At(c), j.solution.At(c)
		switch {
		case j.clues.At(c) != 0 && digit != right:
			return s, LacksClue, c
		case digit != 0 && digit != right:
			return s, WrongDigit, c
		case digit == 0 && !s.Marks[c].Has(right):
			return s, LacksRight, c
		}
	}
	return s, "", 0
}

// compared compares a conclusion with the position and the solution. NotShown is left to prove.
func (j *Judge) compared(k *Judged, before logic.State) (Verdict, Fault) {
	shape := before.Grid.Shape()
	if !slices.Contains(shape.Cells(), k.Cell) || !shape.Digits().Has(k.Digit) {
		return Foreign, Outside
	}
	holds, right := before.Grid.At(k.Cell), j.solution.At(k.Cell) == k.Digit
	switch {
	case holds == k.Digit && k.Placed:
		return Known, Stands
	case holds != 0 && (k.Placed || holds == k.Digit):
		if j.clues.At(k.Cell) != 0 {
			return Foreign, IsClue
		}
		return Foreign, IsFilled
	case !k.Placed && !before.Marks[k.Cell].Has(k.Digit): // also of a filled cell
		return Known, Gone
	case right != k.Placed:
		return False, ""
	}
	return NotShown, ""
}
