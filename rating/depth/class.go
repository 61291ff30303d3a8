package depth

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ClassVersion is the version of the classes: it grows when a change gives any puzzle another one.
const ClassVersion = 1

// MaxPlacements is how many candidates are made true before [ClassOf] gives up. A trial with singles counts for 50.
const MaxPlacements = 1_000_000_000

// Class is the depth of a puzzle, and how long its braids have to be.
//
// A braid of length n removes a candidate: with that one assumed, n-1 singles, each by those before it, leave a cell
// without a candidate or a house without a place for a digit. B(n) of p is what is left of candidates p when braids of
// at most that length and singles find nothing more. T&E(B(n),0) is B(n), and T&E(B(n),k) is to it as T&E(S,k) is to
// S. The length of a puzzle of depth k is the smallest n such that T&E(B(n),k-1) fills it: D. Berthier's B rating at
// depth 1, his BxB at 2 and his BxBB at 3. ("Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012;
// "Hierarchical Classifications in Constraint Satisfaction", 2023.)
//
// With fewer candidates a braid of at most the same length is left, unless its target is gone. So a class is a theorem,
// as the depth is. Whips are better known: braids whose singles each need the one before it. That does not hold for
// them, and the length of the longest whip depends on the order of the steps. So they have no rating here.
type Class struct {
	Depth, Length int
	AtLeast       bool // the effort was not enough to tell: it is this class or a higher one
}

// String returns B4 for a length of 4 at depth 1, B4B at depth 2 and B4BB at depth 3. At depth 0 it is B0.
func (c Class) String() string {
	name := fmt.Sprintf("B%d%s", c.Length, strings.Repeat("B", max(c.Depth, 1)-1))
	if c.AtLeast {
		return ">=" + name
	}
	return name
}

// ParseClass reads a class as String writes it, without a bound.
func ParseClass(text string) (Class, error) {
	found := classNames.FindStringSubmatch(text)
	if found == nil {
		return Class{}, fmt.Errorf("unknown class %s: want such as B4, B4B or B4BB", sudoku.Excerpt(text))
	}
	length, _ := strconv.Atoi(found[1]) // digits
	return Class{Depth: min(length, 1) + len(found[2]), Length: length}, nil
}

var classNames = regexp.MustCompile(`^[Bb](0$|[1-9]\d?)([Bb]{0,2})$`)

// Number is a number that orders classes: the depth, and two digits of the length.
func (c Class) Number() int { return 100*c.Depth + c.Length }

// Classified is the class of a puzzle, and its proof. A bound has none.
type Classified struct {
	Class Class

	// Open are the candidates that braids of one less leave. A filled cell has none. A length of 0 stands for T&E(S) of
	// the depth below and, at depth 0, for the clues.
	Open sudoku.Pencilmarks

	// Eliminations fill the puzzle, from what T&E(S) of the depth below leaves, with T&E(B(n)) of that depth in between:
	// at depth 1 these are singles. At depth 0 singles fill it alone.
	Eliminations []Elimination
}

// Elimination is a candidate that is removed.
type Elimination struct {
	Candidate sudoku.Candidate

	// Length is that of the braid. Beyond depth 1 it is that of the longest braids with which T&E of the depth below
	// leads the candidate to a contradiction.
	Length int

	Braid []sudoku.Candidate // at depth 1 the singles, in order
}

// ClassOf returns the class of a puzzle. The error is that of [rating.Check].
func ClassOf(g sudoku.Grid) (Classified, error) { return ClassWithin(g, MaxPlacements) }

// ClassWithin returns the class of a puzzle, or a lower bound of it after a number of placements.
func ClassWithin(g sudoku.Grid, placements int) (c Classified, err error) {
	if err := rating.Check(g); err != nil {
		return c, err
	}
	certificate, err := certify(g, min(MaxTrials, placements/50))
	if c.Class.Depth = certificate.Depth; err != nil {
		return Classified{Class: Class{max(1, c.Class.Depth), 1, true}}, nil
	}
	s := load(g)
	b := braids{limit: placements, trials: trials{limit: math.MaxInt}}
	b.trials.close(&s, max(c.Class.Depth-1, 0), nil)
	branches := map[candidate]*branch{}
	for c.Open = g.Candidates(); s.open > 0; {
		c.Open = s.candidates()
		c.Class.Length++
		if c.Class.Depth == 1 {
			b.shorten(&s, c.Class.Length, &c.Eliminations)
		} else {
			b.try(&s, c.Class, branches, &c.Eliminations)
		}
		if s.open > 0 && b.stopped() {
			return Classified{Class: Class{c.Class.Depth, c.Class.Length, true}}, nil
		}
	}
	return c, nil
}

func (b *braids) stopped() bool { return b.made+50*b.trials.made > b.limit }

// close applies T&E(B(n),k-1) to s. At depth 1 s is closed under lesser lengths than from.
func (b *braids) close(s *state, from int, class Class) {
	if class.Depth > 1 {
		b.try(s, class, nil, nil)
		return
	}
	for n := from; n <= class.Length; n++ {
		b.shorten(s, n, nil)
	}
}

// shorten applies braids of a length to s. Those of length 1, locked candidates, are looked for after each elimination,
// and the slow search for others only when the quick one finds nothing more.
func (b *braids) shorten(s *state, length int, made *[]Elimination) {
	cells := s.shape.Cells()
	b.load(s)
	quick, undecided := true, false
	for i, idle := 0, 0; s.open > 0 && !s.dead && !b.stopped(); i = (i + 1) % len(cells) {
		if idle == len(cells) {
			if !quick || !undecided {
				return
			}
			quick, idle = false, 0
		}
		idle++
		for d := range s.marks[cells[i]].All() {
			if s.marks[cells[i]].Len() < 2 || s.dead || !s.marks[cells[i]].Has(d) {
				continue
			}
			placed, found := b.find(candidateOf(cells[i], d), length, quick)
			if undecided = undecided || found == maybe; found != yes {
				continue
			}
			if made != nil {
				e := Elimination{Candidate: sudoku.Candidate{Cell: cells[i], Digit: d}, Length: len(placed) + 1}
				for _, c := range placed {
					e.Braid = append(e.Braid, c.of())
				}
				*made = append(*made, e)
			}
			s.remove(cells[i], d)
			if length > 1 {
				b.shorten(s, 1, made)
			}
			b.load(s)
			quick, undecided, idle = true, false, 0
		}
	}
}

// branch is a trial to which other lengths come back.
type branch struct {
	state  state // left by lesser lengths
	length int   // the last one

	refutable bool // T&E(S) ends in a contradiction: braids may
	tested    int  // after so many eliminations it did not
}

// try applies T&E(B(n),k-1) to s. With branches, lesser lengths were applied before.
func (b *braids) try(s *state, class Class, branches map[candidate]*branch, made *[]Elimination) {
	inner := Class{Depth: class.Depth - 1, Length: class.Length}
	if branches == nil {
		b.close(s, 1, inner)
	} else {
		b.close(s, class.Length, inner)
	}
	cells := s.shape.Cells()
	for i, idle := 0, 0; idle < len(cells) && s.open > 0 && !s.dead && !b.stopped(); i = (i + 1) % len(cells) {
		idle++
		for d := range s.marks[cells[i]].All() {
			c := sudoku.Candidate{Cell: cells[i], Digit: d}
			if s.marks[c.Cell].Len() < 2 || s.dead || !s.marks[c.Cell].Has(d) {
				continue
			}
			if branches == nil && !b.refutes(s, c, inner) || branches != nil && !b.refutesFrom(s, c, inner, branches, len(*made)) {
				continue
			}
			if made != nil {
				*made = append(*made, Elimination{Candidate: c, Length: class.Length})
			}
			s.remove(c.Cell, d)
			b.close(s, 1, inner)
			idle = 0
		}
	}
}

// refutes reports whether c, assumed, ends in a contradiction. If braids are long, T&E(S) is tried first: it is faster,
// and mostly there is none.
func (b *braids) refutes(s *state, c sudoku.Candidate, inner Class) bool {
	assumed := *s
	assumed.place(c.Cell, c.Digit)
	if inner.Length > 2 {
		simple := assumed
		b.trials.close(&simple, inner.Depth, nil)
		if !simple.dead {
			return false
		}
	}
	b.close(&assumed, 1, inner)
	return assumed.dead
}

func (b *braids) refutesFrom(s *state, c sudoku.Candidate, inner Class, branches map[candidate]*branch, made int) bool {
	number := candidateOf(c.Cell, c.Digit)
	br := branches[number]
	if br == nil {
		br = &branch{state: *s, tested: -1}
		br.state.place(c.Cell, c.Digit)
		branches[number] = br
	}
	changed := br.length == 0
	for _, other := range s.shape.Cells() {
		for d := range (br.state.marks[other] &^ s.marks[other]).All() {
			br.state.remove(other, d)
			changed = true
		}
	}
	switch {
	case br.state.dead:
		return true
	case !changed && br.length == inner.Length || !br.refutable && br.tested == made:
		return false
	case !br.refutable:
		simple := br.state
		b.trials.close(&simple, inner.Depth, nil)
		if br.refutable, br.tested = simple.dead, made; !br.refutable {
			return false
		}
	}
	from := 1
	if !changed {
		from = inner.Length
	}
	b.close(&br.state, from, inner)
	br.length = inner.Length
	return br.state.dead
}
