package logic

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ladder lists the techniques between the tiers 1 to 4 and the contradiction, the easiest first.
// They do not change the tier of a puzzle: a puzzle that needs one of them is of the last tier.
//
// The order follows how much a player holds in mind at a time, since no solving times are known for
// single techniques: one digit before several, two links before three, cells of two candidates
// before cells of more. Otherwise it follows the order of the programs that players compare
// themselves with.
var ladder = []technique{
	// One digit, two links.
	skyscraper, twoStringKite, turbotFish, emptyRectangle,
	// Cells of two candidates, three of them; with one of three candidates; with a link.
	xyWing, xyzWing, wWing,
	// Two digits, or one, that take turns, however far.
	remotePair, simpleColouring,
	// Four cells of two digits, with an exception; then all open cells. These rest on the grid having one solution.
	uniqueRectangle1, uniqueRectangle2, uniqueRectangle3, uniqueRectangle4, uniqueRectangle5, uniqueRectangle6,
	hiddenRectangle, avoidableRectangle1, avoidableRectangle2, bugPlus1,
	// Four cells of up to four candidates.
	wxyzWing,
	// Two to four lines, with an exception.
	finnedXWing, finnedSwordfish, finnedJellyfish,
	// Chains as long as need be: of one digit, of cells of two, of both, of groups too.
	multiColouring, xChain, xyChain, niceLoop, aic, groupedAIC,
	// Three digits that cannot fill twelve cells.
	tridagon, tridagonChain,
	// Sets of cells with more digits than cells, which other programs take after chains too: two of them, three,
	// more; a set for each candidate of a cell; and links of all kinds.
	sueDeCoq, alsXZ, doublyLinkedALSXZ, alsXYWing, alsChain, deathBlossom, alsAIC,
	// One digit, in three or four houses of all kinds: hardly anyone sees these, and other programs take them last.
	frankenFish, mutantFish,
	// Three or four digits in a chute and three lines across: where all else ends.
	exocet,
	// All digits, in the crossings of several rows and columns.
	msls,
}

// Ladder lists the keys of the techniques between the tiers 1 to 4 and the contradiction, the easiest
// first.
var Ladder = keysOf(ladder)

// OnLadder reports whether a technique is one of the [Ladder].
func (t Technique) OnLadder() bool { return slices.Contains(Ladder, t) }

// Part is cells of a pattern with the candidates in them that its reason names.
//
// The parts of most patterns are a chain. One of the first two holds the digit, or one of its cells does;
// the third cannot if the second does, and so on in turn, to the last. So the first or the last is
// true, and candidates that neither of them allows are false.
type Part struct {
	Cells  sudoku.Cells
	Digits sudoku.Digits
}

// each yields every step of a technique that concludes anything, and one contradiction.
func (t technique) each(v *view) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		if t.all == nil {
			if step, ok := t.step(v); ok {
				yield(step)
			}
			return
		}
		t.all(v, func(step Step) bool {
			step.Technique = t.key
			return len(step.Eliminations)+len(step.Placements) == 0 || yield(step)
		})
	}
}

// step returns the step of a technique with the fewest parts; of equals the one that removes most, then the first.
func (t technique) step(v *view) (best Step, ok bool) {
	switch {
	case t.find != nil:
		best, ok = t.find(v)
	case t.all != nil:
		v.best, v.most = Step{}, 0
		t.all(v, v.keepBest)
		best, ok, v.most = v.best, v.most > 0, 0
	}
	best.Technique = t.key
	return best, ok
}

// keepBest is the yield of a search for the best step. It keeps the step in the view: a variable of the search would be
// on the heap, which takes an eighth of the time of a path.
func (v *view) keepBest(step Step) bool {
	parts, gain := len(step.Parts)-len(v.best.Parts), len(step.Eliminations)
	if gain > 0 && (v.most == 0 || parts < 0 || parts == 0 && gain > v.most) {
		v.best, v.most = step, gain
	}
	return true
}

// Search looks for the steps of one technique after another in a state, and finds the patterns that they share once.
type Search struct{ view view }

// Search returns a search that follows at most so many conclusions of contradictions, such as [MaxConclusions].
func (s State) Search(conclusions int) *Search {
	v := newView(s)
	v.left = conclusions
	return &Search{v}
}

// MoveTo goes on in a later state of the same puzzle. What found nothing before is not looked at again while the candidates
// that it depends on stay.
func (s *Search) MoveTo(later State) {
	v := newView(later)
	v.left, v.holding, v.barren = s.view.left, s.view.holding, s.view.barren
	if v.barren == nil {
		v.barren = barren{}
	}
	s.view = v
}

// Steps yields all steps of a technique, some of them twice, but only one contradiction: see [Search.Refute].
func (s *Search) Steps(t Technique) iter.Seq[Step] { return lookUp(t, techniques).each(&s.view) }

// All yields what [Search.Steps] yields, and larger fish with boxes than the smallest. Every conclusion that the technique
// has in the state is among those of its steps; of chains with the same ends one of the shortest is there.
func (s *Search) All(t Technique) iter.Seq[Step] {
	return func(yield func(Step) bool) {
		s.view.allSizes = true
		defer func() { s.view.allSizes = false }()
		s.Steps(t)(yield)
	}
}

// Refute returns a contradiction that rules a candidate out, with a short chain of singles, else of patterns, else a tree of
// trials. It looks as long as conclusions are left: for the digit of a solution in vain.
func (s *Search) Refute(c sudoku.Candidate) (step Step, ok bool) {
	if !s.view.Marks.Has(c) {
		return Step{}, false
	}
	return s.view.refute([]sudoku.Candidate{c})
}

// LadderVersion grows when a change gives any puzzle another [Climb].
const LadderVersion = 4

// Climb is how far up the [Ladder] a puzzle of the last tier leads.
type Climb struct {
	Hardest Technique   // the hardest that is used, [Contradiction] if the ladder ends before the solution
	Needs   []Technique // each that is harder than all used before it, as in [NeededAt]; the hardest is the last
	Rounds  Rungs       // how often each is used, the easiest first
	Steps   []Deduction // in the order in which they are made; the ones of a round have the same state before them
}

// Rung is a technique of a [Climb].
type Rung struct {
	Technique Technique
	Rounds    int
}

// Rungs are the rungs of a [Climb], the easiest first.
type Rungs []Rung

// All yields the techniques with their rounds.
func (r Rungs) All() iter.Seq2[Technique, int] {
	return func(yield func(Technique, int) bool) {
		for _, rung := range r {
			if !yield(rung.Technique, rung.Rounds) {
				return
			}
		}
	}
}

// MarshalJSON returns an object that has the techniques as keys.
func (r Rungs) MarshalJSON() ([]byte, error) { return json.Marshal(maps.Collect(r.All())) }

// ClimbOf returns the climb of a grid, the zero value for one that needs none. It is counted in
// rounds: when the techniques of the tiers 1 to 4 end, all steps of the easiest technique of the ladder
// that finds any are made at the same time. If none finds any, that is a round of [Contradiction], and
// the open cells with the fewest candidates are filled from the solution. Rounds make a climb the same
// for all isomorphs. The errors are those of [State.Solution].
func ClimbOf(g sudoku.Grid, without ...Technique) (c Climb, err error) {
	return ClimbFrom(NewState(g), without...)
}

// ClimbFrom is [ClimbOf] from a position. The errors are those of [PathFrom].
func ClimbFrom(from State, without ...Technique) (c Climb, err error) {
	from, solution, without, err := from.begin(without)
	if err != nil {
		return Climb{}, err
	}
	list, rungs := allBut(without, ladder), append(slices.Clone(Ladder), Contradiction)
	rounds, highest, known := make([]int, len(rungs)), -1, barren{}
	for s := Fixpoint(from, TierXWing); !s.Solved(); s = Fixpoint(s, TierXWing) {
		v, rung := newView(s), len(ladder)
		v.barren, v.solution = known, solution
		for _, step := range v.round(list, TierGuessing) {
			rung = slices.Index(rungs, step.Technique)
			c.Steps = append(c.Steps, Deduction{step, v.State})
			s = s.Apply(step)
		}
		if rung == len(ladder) {
			s = s.filled(solution)
		}
		rounds[rung]++
		if rung > highest {
			highest, c.Hardest, c.Needs = rung, rungs[rung], append(c.Needs, rungs[rung])
		}
	}
	for i, n := range rounds {
		if n > 0 {
			c.Rounds = append(c.Rounds, Rung{rungs[i], n})
		}
	}
	return c, nil
}

// filled returns the state with its open cells of fewest candidates filled.
func (s State) filled(solution sudoku.Grid) State {
	fewest := s.Grid.Shape().Side() + 1
	for _, c := range s.Grid.Shape().Cells() {
		if s.Grid.At(c) == 0 {
			fewest = min(fewest, s.Marks[c].Len())
		}
	}
	after := s
	for _, c := range s.Grid.Shape().Cells() {
		if s.Grid.At(c) == 0 && s.Marks[c].Len() == fewest {
			after.place(sudoku.Candidate{Cell: c, Digit: solution.At(c)})
		}
	}
	return after
}

// cellsIn returns the cells of a house.
func (v *view) cellsIn(h sudoku.House) sudoku.Cells { return cellsInHouses[v.shape][h.Kind][h.Index] }

var cellsInHouses = sudoku.ByShape(func(s sudoku.Shape) (cells [3][sudoku.MaxSide]sudoku.Cells) {
	for _, h := range s.Houses() {
		cells[h.Kind][h.Index] = sudoku.CellsOf(s.House(h)...)
	}
	return cells
})

// joining returns a house that holds all of some cells, a line before a box.
func (v *view) joining(cells sudoku.Cells) (h sudoku.House, ok bool) {
	for c := range cells.All() {
		for _, h := range v.shape.HousesOf(c) {
			if cells.Minus(v.cellsIn(h)) == (sudoku.Cells{}) {
				return h, true
			}
		}
		break
	}
	return h, false
}

// chained returns the step that follows from parts of which the first or the last is true.
func (v *view) chained(parts ...Part) Step {
	step := stepOf(parts)
	first, last := parts[0], parts[len(parts)-1]
	step.Eliminations = v.candidates(v.seenByAll(first.Cells.Union(last.Cells)), first.Digits&last.Digits)
	return step
}

// stepOf returns the step of some parts.
func stepOf(parts []Part) Step {
	step := Step{Parts: parts}
	for _, p := range parts {
		step.Cells = step.Cells.Union(p.Cells)
		step.Digits |= p.Digits
	}
	return step
}
