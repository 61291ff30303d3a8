package rating

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// counts follows the rounds as the comment of [Counts] describes them.
func (o *oracle) counts(highest logic.Tier, solution sudoku.Grid) (c Counts) {
	rules := o.rules()
	rules[logic.Contradiction] = func() int { return o.guess(solution) }
	for o.certificate(0).Cells > 0 {
		for i, technique := range logic.Rated {
			if technique.Tier() > highest {
				continue
			}
			if n := o.apply(rules[technique]); n > 0 {
				c[i] += uint16(n)
				break
			}
		}
	}
	return c
}

// rules returns those of the techniques that remove candidates.
func (o *oracle) rules() map[logic.Technique]rule {
	return map[logic.Technique]rule{
		logic.NakedSingle: o.nakedSingles, logic.HiddenSingle: o.hiddenSingles, logic.Pointing: o.pointing, logic.Claiming: o.claiming,
		logic.NakedPair: o.nakedSubsets(2), logic.NakedTriple: o.nakedSubsets(3), logic.NakedQuad: o.nakedSubsets(4),
		logic.HiddenPair: o.hiddenSubsets(2), logic.HiddenTriple: o.hiddenSubsets(3), logic.HiddenQuad: o.hiddenSubsets(4),
		logic.XWing: o.fish(2), logic.Swordfish: o.fish(3), logic.Jellyfish: o.fish(4),
	}
}

// needs returns the techniques that help where the easier ones, in a random order, leave nothing
// more to them.
func (o *oracle) needs(tier logic.Tier, r *rand.Rand) (n Needs) {
	if tier == logic.TierGuessing {
		return 1 << contradiction
	}
	var easier []rule
	for i, technique := range logic.Rated {
		if technique.Tier() > tier {
			continue
		}
		o.fixpoint(easier, r)
		rule := o.rules()[technique]
		if o.apply(rule) > 0 {
			n |= 1 << i
		}
		easier = append(easier, rule)
	}
	return n
}

// hiddenSingles places every digit that has one cell left in some house.
func (o *oracle) hiddenSingles() (n int) {
	singles := o.singles()
	for _, c := range o.shape.Cells() {
		if hidden := singles[inBoxOrLast][c] | singles[inLine][c]; hidden != 0 {
			o.place(c, hidden.First())
			n++
		}
	}
	return n
}

// guess fills the open cells with the fewest candidates.
func (o *oracle) guess(solution sudoku.Grid) int {
	fewest := sudoku.MaxSide
	for _, c := range o.shape.Cells() {
		if !o.placed[c] {
			fewest = min(fewest, o.marks[c].Len())
		}
	}
	for _, c := range o.shape.Cells() {
		if !o.placed[c] && o.marks[c].Len() == fewest {
			o.place(c, solution.At(c))
		}
	}
	return 1
}

// The kinds of steps, each with a delay.
const (
	inBoxOrLast = iota
	inLine
	oneCandidate
	lockedOnes
	subsetsAndFish
	twoCandidates
	threeCandidates
	kinds
)

func (d *Delays) of() [kinds]int {
	return [kinds]int{1, d.Line, d.Naked, d.Locked, d.Subset, d.Guess, 2 * d.Guess}
}

// singles returns the digits that the kinds of singles place, by cell.
func (o *oracle) singles() (found [oneCandidate + 1]sudoku.Pencilmarks) {
	for _, c := range o.shape.Cells() {
		if o.marks[c].Len() == 1 {
			found[oneCandidate][c] = o.marks[c]
		}
	}
	for _, h := range o.shape.Houses() {
		kind := inLine
		open := sudoku.CellsOf()
		for _, c := range o.shape.House(h) {
			if !o.placed[c] {
				open = open.With(c)
			}
		}
		if h.Kind == sudoku.Box || open.Len() == 1 {
			kind = inBoxOrLast
		}
		for d := sudoku.Digit(1); int(d) <= o.shape.Side(); d++ {
			if left := o.cellsWith(open, d); left.Len() == 1 {
				c := left.Slice()[0]
				found[kind][c] = found[kind][c].With(d)
			}
		}
	}
	return found
}

// steps returns what each kind places or removes.
func (o *oracle) steps(solution sudoku.Grid) (all [kinds]sudoku.Pencilmarks) {
	for kind, found := range o.singles() {
		all[kind] = found
	}
	removed := func(change func()) (gone sudoku.Pencilmarks) {
		change()
		for c := range o.marks {
			gone[c] = o.marks[c] &^ o.left[c]
		}
		o.left = o.marks
		return gone
	}
	all[lockedOnes] = removed(func() { o.pointing(); o.claiming() })
	all[subsetsAndFish] = removed(func() { o.matchHouses() })
	for c, gone := range removed(func() { o.matchLines() }) {
		all[subsetsAndFish][c] |= gone
	}
	for _, c := range o.shape.Cells() {
		for n := 2; n <= 3; n++ {
			if !o.placed[c] && o.marks[c].Len() <= n {
				all[twoCandidates+n-2][c] = sudoku.DigitsOf(solution.At(c))
			}
		}
	}
	return all
}

// effort lets time run as the comment of [Delays] describes it, one unit after the other.
func (o *oracle) effort(d Delays, solution sudoku.Grid) (e Effort) {
	e.Digits = o.certificate(0).Cells
	type step struct {
		kind int
		at   sudoku.Candidate
	}
	since := map[step]int{}
	for now := 0; now < 3*d.Guess && o.certificate(0).Cells > 0; now++ {
		for s, then := range since {
			switch {
			case then+d.of()[s.kind] != now:
			case s.kind == lockedOnes || s.kind == subsetsAndFish:
				o.remove(s.at.Cell, sudoku.DigitsOf(s.at.Digit))
			case !o.placed[s.at.Cell]:
				o.place(s.at.Cell, s.at.Digit)
			}
		}
		o.marks = o.left
		for kind, digits := range o.steps(solution) {
			for c := range digits {
				for digit := range digits[c].All() {
					s := step{kind, sudoku.Candidate{Cell: sudoku.Cell(c), Digit: digit}}
					if _, known := since[s]; !known {
						since[s] = now
					}
				}
			}
		}
		e.Search += o.certificate(0).Cells
	}
	return e
}

// matchHouses leaves the digits of each house where some way to fill the house has them,
// which is all that subsets can do there, and returns what is left.
func (o *oracle) matchHouses() sudoku.Pencilmarks {
	for _, h := range o.shape.Houses() {
		var cells []sudoku.Cell
		var domains []uint16
		for _, c := range o.shape.House(h) {
			if !o.placed[c] {
				cells = append(cells, c)
				domains = append(domains, uint16(o.marks[c]))
			}
		}
		for i, keeps := range matched(domains) {
			o.remove(cells[i], ^sudoku.Digits(keeps))
		}
	}
	return o.left
}

// matchLines does so with the columns of each digit's rows, which is all that fish can do.
func (o *oracle) matchLines() sudoku.Pencilmarks {
	for d := sudoku.Digit(1); int(d) <= o.shape.Side(); d++ {
		var rows []int
		var domains []uint16
		for row := range o.shape.Side() {
			var columns uint16
			for column := range o.shape.Side() {
				if o.marks[sudoku.CellAt(row, column)].Has(d) {
					columns |= 1 << column
				}
			}
			if columns != 0 {
				rows, domains = append(rows, row), append(domains, columns)
			}
		}
		for i, keeps := range matched(domains) {
			for column := range o.shape.Side() {
				if keeps>>column&1 == 0 {
					o.remove(sudoku.CellAt(rows[i], column), sudoku.DigitsOf(d))
				}
			}
		}
	}
	return o.left
}

// matched returns, for each variable, the values that it has in some matching of all.
func matched(domains []uint16) []uint16 {
	keeps := make([]uint16, len(domains))
	for i := range domains {
		others := append(domains[:i:i], domains[i+1:]...)
		for value := uint16(1); value < 1<<9; value <<= 1 {
			if domains[i]&value != 0 && matchable(others, value) {
				keeps[i] |= value
			}
		}
	}
	return keeps
}

// checkRounds checks counts and effort against the definitions, and returns how many of
// the two differ.
func checkRounds(t testing.TB, g sudoku.Grid) (differences int) {
	t.Helper()
	r, err := Rate(g)
	must(t, err)
	solution, _ := solver.Solve(g)
	if want := newOracle(g).counts(r.Tier, solution); r.Counts != want {
		differences++
		t.Errorf("%v: counts %v, by definition %v", g, r.Counts, want)
	}
	random := rand.New(rand.NewPCG(1, uint64(g.Len())))
	if want := newOracle(g).needs(r.Tier, random); r.Needs != want {
		differences++
		t.Errorf("%v: needs %v, by definition %v", g, slices.Collect(r.Needs.All()), slices.Collect(want.All()))
	}
	got, want := r.Effort, newOracle(g).effort(models[g.Shape()].Delays, solution)
	if got != want {
		differences++
		t.Errorf("%v: effort %+v, by definition %+v", g, got, want)
	}
	return differences
}

func TestRounds(t *testing.T) {
	for _, e := range examples {
		checkRounds(t, sudokutest.Parse(t, e.puzzle))
	}
	r := rand.New(rand.NewPCG(11, 12))
	for range sudokutest.Cases(100) {
		checkRounds(t, dig(sudoku.Sudoku, r))
	}
	for range sudokutest.Cases(2000) {
		checkRounds(t, dig(sudoku.SixBySix, r))
	}
	for solved := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		checkRounds(t, digFrom(solved, r))
	}
}

// It takes most of an hour of a core, so that several do it.
func TestProveRounds(t *testing.T) {
	sudokutest.Prove(t)
	const parts = 4
	var grids []sudoku.Grid
	for _, file := range corpora {
		grids = append(grids, sudokutest.Grids(t, file)...)
	}
	for part := range parts {
		t.Run(fmt.Sprint(part+1), func(t *testing.T) {
			t.Parallel()
			puzzles, differences := 0, 0
			for i := part; i < len(grids); i += parts {
				puzzles++
				differences += checkRounds(t, grids[i])
			}
			t.Logf("counts and effort by definition: %d puzzles, %d differences", puzzles, differences)
		})
	}
}

// A clue more never takes longer.
func TestMoreCluesTakeNoLonger(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 1))
	for range 200 {
		checkMoreClues(t, dig(sudoku.Sudoku, r), r)
		checkMoreClues(t, dig(sudoku.SixBySix, r), r)
	}
	checkMoreClues(t, sudokutest.Parse(t, "090005000000400000000003624036000290000500003807002060901200057004080000000001000"), r)
	for _, g := range sudokutest.Grids(t, "minimal-20k.txt")[:2000] {
		checkMoreClues(t, g, r)
	}
}

func TestProveMoreCluesTakeNoLonger(t *testing.T) {
	sudokutest.Prove(t)
	r := rand.New(rand.NewPCG(13, 2))
	for _, file := range corpora {
		for _, g := range sudokutest.Grids(t, file) {
			checkMoreClues(t, g, r)
		}
	}
}

// checkMoreClues adds one clue after the other, in random order.
func checkMoreClues(t *testing.T, g sudoku.Grid, r *rand.Rand) {
	t.Helper()
	before, err := Rate(g)
	must(t, err)
	solution, _ := solver.Solve(g)
	for _, i := range r.Perm(len(g.Shape().Cells())) {
		c := g.Shape().Cells()[i]
		more := g.With(c, solution.At(c))
		if g.At(c) != 0 || more.Solved() {
			continue
		}
		after, err := Rate(more)
		if err != nil || after.Score >= before.Score {
			t.Fatalf("%s is expected to take %.1f s, %s %.1f s: %v", g, before.Score, more, after.Score, err)
		}
		g, before = more, after
	}
}
