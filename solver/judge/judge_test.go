package judge_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/judge"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// ours are puzzles of our own of all tiers, at least one for each technique, and so many of each small shape.
func ours(small int) (grids []sudoku.Grid) {
	for _, technique := range logic.Techniques {
		s, _, _ := technique.Example()
		grids = append(grids, s.Clues())
	}
	for _, shape := range logictest.SmallShapes {
		grids = append(grids, logictest.Puzzles(shape, small)...)
	}
	return grids
}

// Every step of a path follows, and its technique is there as claimed. An easier one may do too: a path takes only those of
// the puzzle's tier.
func TestPathsFollow(t *testing.T) {
	checkPaths(t, ours(10))
	for _, name := range []string{"minimal-20k.txt", "royle-17-clue.txt"} {
		if _, err := os.Stat("../../../shared/data/" + name); err == nil {
			checkPaths(t, sudokutest.Spread(sudokutest.Grids(t, name), sudokutest.Cases(100)))
		}
	}
}

func TestProvePathsFollow(t *testing.T) {
	sudokutest.Prove(t)
	grids := ours(1000)
	for _, name := range []string{"minimal-20k.txt", "hard/cbgc-se-b-w.tsv", "hard/shc-b-bxb.tsv", "hard/te-depth.tsv"} {
		grids = append(grids, sudokutest.Grids(t, name)...)
	}
	wrong, n := 0, 0
	for some := range slices.Chunk(grids, 1000) {
		wrongHere, here := checkPaths(t, some)
		wrong, n = wrong+wrongHere, n+here
	}
	sudokutest.Proved(t, "steps of paths judged", n, wrong)
}

// checkPaths counts the steps, and those that are not judged right.
func checkPaths(t *testing.T, grids []sudoku.Grid) (wrong, n int) {
	t.Helper()
	tiers := map[logic.Tier]int{}
	for _, g := range grids {
		path, err := logic.Path(g)
		if err != nil && err != logic.ErrTooHard {
			t.Fatal(g, err)
		}
		j, err := judge.New(logic.NewState(g), judge.Options{})
		must(t, err)
		hardest := logic.Tier(0)
		for i, step := range path {
			hardest = max(hardest, step.Technique.Tier())
			n++
			a := j.Judge(judge.Claim{Step: step})
			harder := func(s logic.Step) bool {
				return slices.Index(logic.Techniques, s.Technique) > slices.Index(logic.Techniques, step.Technique)
			}
			if a.Verdict != judge.Follows || slices.ContainsFunc(a.Steps, harder) || a.Pattern != judge.There {
				wrong++
				t.Errorf("%s: step %d, %s, %v %v: %s by %v, the technique is %s", g, i+1, step.Technique, step.Placements, step.Eliminations, a.Verdict, a.Steps, a.Pattern)
			}
		}
		tiers[hardest]++
	}
	t.Logf("%d steps of %d paths, by tier %v: %d wrong", n, len(grids), tiers, wrong)
	return wrong, n
}

// A claim with a cell, a digit, a house or the technique changed follows if the plain rules have it, and only then.
func TestMutations(t *testing.T) {
	checkMutations(t, ours(10), sudokutest.Cases(8000), 0)
}

func TestProveMutations(t *testing.T) {
	sudokutest.Prove(t)
	grids := append(sudokutest.Grids(t, "minimal-20k.txt"), sudokutest.Grids(t, "hard/te-depth.tsv")[:100]...)
	grids = append(ours(100), grids...)
	wrong := 0
	for seed := range uint64(10) {
		wrong += checkMutations(t, grids, 10_000, seed)
	}
	sudokutest.Proved(t, "mutated steps judged", 100_000, wrong)
}

// limits are the hardest techniques asked, and in how many of a hundred positions: the plain rules of sets take seconds.
var limits = []struct {
	technique logic.Technique
	of100     int
}{
	{logic.HiddenSingle, 10}, {logic.HiddenQuad, 15}, {logic.Jellyfish, 30}, {logic.WXYZWing, 24}, {logic.FinnedJellyfish, 10},
	{logic.AIC, 8}, {logic.GroupedAIC, 2}, {logic.Contradiction, 1},
}

func checkMutations(t *testing.T, grids []sudoku.Grid, want int, seed uint64) (wrong int) {
	t.Helper()
	const each = 50 // mutations a position
	random := rand.New(rand.NewPCG(4, seed))
	verdicts, patterns := map[judge.Verdict]int{}, map[judge.Pattern]int{}
	for n := 0; n < want; {
		g := grids[random.IntN(len(grids))]
		path, err := logic.Path(g)
		if err != nil {
			continue
		}
		at := random.IntN(len(path))
		s := logic.NewState(g)
		for _, step := range path[:at] {
			s = s.Apply(step)
		}
		r := newReferee(t, s, random)
		steps := r.steps()
		for range min(each, want-n) {
			n++
			claim := mutate(random, g.Shape(), steps[random.IntN(len(steps))], r.techniques)
			a, err := r.check(claim)
			verdicts[a.Verdict]++
			patterns[a.Pattern]++
			if err != nil {
				wrong++
				t.Errorf("%s up to %s, candidates %v: %s in %v %v of %s %s, concludes %v <> %v: %v", s.Grid, r.techniques[len(r.techniques)-1], s.Marks,
					claim.Technique, claim.Houses, claim.Cover, claim.Cells, claim.Digits, claim.Placements, claim.Eliminations, err)
			}
			if wrong > 20 {
				t.Fatal("and so on")
			}
		}
	}
	t.Logf("%d mutated steps: %d still follow, %d are known, %d are right but not shown, %d false, %d foreign; the technique is there in %d, elsewhere in %d, absent in %d; %d wrong",
		want, verdicts[judge.Follows], verdicts[judge.Known], verdicts[judge.NotShown], verdicts[judge.False], verdicts[judge.Foreign],
		patterns[judge.There], patterns[judge.Elsewhere], patterns[judge.Absent], wrong)
	return wrong
}

// referee judges claims by the plain rules.
type referee struct {
	state      logic.State
	solution   sudoku.Grid
	techniques []logic.Technique
	concluded  map[logic.Technique]sudoku.Pencilmarks
}

func newReferee(t *testing.T, s logic.State, random *rand.Rand) *referee {
	solution, err := solver.Solve(s.Clues())
	must(t, err)
	r := &referee{state: s, solution: solution, concluded: map[logic.Technique]sudoku.Pencilmarks{}}
	drawn := random.IntN(100)
	for _, l := range limits {
		if drawn -= l.of100; drawn < 0 {
			r.techniques = logic.Techniques[:slices.Index(logic.Techniques, l.technique)+1]
			break
		}
	}
	return r
}

// steps returns the steps of some techniques there.
func (r *referee) steps() (steps []logic.Step) {
	for _, t := range r.techniques {
		if t != logic.Contradiction {
			steps = append(steps, t.StepsIn(r.state)...)
		}
	}
	if len(steps) == 0 { // none so far up: what is concluded is a candidate each
		for _, c := range r.state.Grid.Shape().Cells() {
			for d := range r.state.Marks[c].All() {
				steps = append(steps, logic.Step{Technique: r.techniques[0], Cells: sudoku.CellsOf(c), Digits: sudoku.DigitsOf(d), Houses: r.state.Grid.Shape().Houses()[:1],
					Eliminations: []sudoku.Candidate{{Cell: c, Digit: d}}})
			}
		}
	}
	return steps
}

// by returns what a technique concludes: placements, and eliminations.
func (r *referee) by(t logic.Technique) (placed, gone sudoku.Pencilmarks) {
	concluded, ok := r.concluded[t]
	if !ok {
		concluded = logictest.Of(r.state).Concluded(t)
		r.concluded[t] = concluded
	}
	if t != logic.NakedSingle && t != logic.HiddenSingle {
		return placed, concluded
	}
	for c, digits := range concluded {
		for d := range digits.All() {
			gone[c] |= r.state.Marks[c].Without(d)
			for peer := range r.state.Grid.Shape().Peers(sudoku.Cell(c)).All() {
				gone[peer] |= r.state.Marks[peer] & sudoku.DigitsOf(d)
			}
		}
	}
	return concluded, gone
}

// verdict returns the verdict of a conclusion, and the easiest technique that makes it.
func (r *referee) verdict(c sudoku.Candidate, placed bool) (judge.Verdict, logic.Technique) {
	shape, holds := r.state.Grid.Shape(), r.state.Grid.At(c.Cell)
	switch right := r.solution.At(c.Cell); {
	case c.Cell.Row() >= shape.Side() || c.Cell.Column() >= shape.Side() || int(c.Digit) > shape.Side():
		return judge.Foreign, ""
	case placed && holds == c.Digit, !placed && holds != 0 && holds != c.Digit, !placed && holds == 0 && !r.state.Marks[c.Cell].Has(c.Digit):
		return judge.Known, ""
	case holds != 0:
		return judge.Foreign, ""
	case placed != (right == c.Digit):
		return judge.False, ""
	}
	for _, t := range r.techniques {
		if t == logic.Contradiction {
			if !placed && r.contradicted(c) {
				return judge.Follows, t
			}
			continue
		}
		if these, gone := r.by(t); placed && these[c.Cell].Has(c.Digit) || !placed && gone[c.Cell].Has(c.Digit) {
			return judge.Follows, t
		}
	}
	return judge.NotShown, ""
}

// contradicted reports whether a candidate that is assumed leads to a contradiction by the plain rules of the tiers 1 to 4.
func (r *referee) contradicted(c sudoku.Candidate) bool {
	p := logictest.Of(r.state.Apply(logic.Step{Placements: []sudoku.Candidate{c}}))
	for again := true; again; {
		again = false
		for _, t := range logic.Techniques[:slices.Index(logic.Techniques, logic.Jellyfish)+1] {
			again = p.Take(t) || again
			s := p.State()
			for _, h := range s.Grid.Shape().Houses() {
				possible := s.Grid.Digits(h)
				for _, c := range s.Grid.Shape().House(h) {
					if possible |= s.Marks[c]; s.Grid.At(c) == 0 && s.Marks[c] == 0 {
						return true
					}
				}
				if possible != s.Grid.Shape().Digits() {
					return true
				}
			}
		}
	}
	return false
}

// check compares the judge's answer with the referee's.
func (r *referee) check(claim logic.Step) (judge.Answer, error) {
	j, err := judge.New(r.state, judge.Options{Techniques: r.techniques})
	if err != nil {
		return judge.Answer{}, err
	}
	a := j.Judge(judge.Claim{Step: claim})
	var worst judge.Verdict
	hardest, open := -1, claim
	open.Placements, open.Eliminations = nil, nil
	for _, k := range a.Conclusions {
		want, by := r.verdict(k.Candidate, k.Placed)
		if nested := want == judge.NotShown && k.Verdict == judge.Follows && len(a.Steps) > 0 && a.Steps[len(a.Steps)-1].Technique == logic.Contradiction; k.Verdict != want && !nested {
			return a, fmt.Errorf("%s is %s, want %s by %s", k, k.Verdict, want, by)
		}
		if worst, hardest = max(worst, want), max(hardest, slices.Index(logic.Techniques, by)); want != judge.Follows && want != judge.NotShown {
			continue
		}
		if k.Placed {
			open.Placements = append(open.Placements, k.Candidate)
		} else {
			open.Eliminations = append(open.Eliminations, k.Candidate)
		}
	}
	for _, step := range a.Steps {
		if err := logictest.Unjustified(r.state, step); err != nil {
			return a, fmt.Errorf("by %s: %w", step.Technique, err)
		}
	}
	if a.Verdict != worst && worst != judge.NotShown {
		return a, fmt.Errorf("%s, want %s", a.Verdict, worst)
	}
	if a.Verdict == judge.Follows && worst == judge.Follows {
		if got := slices.MaxFunc(a.Steps, func(a, b logic.Step) int {
			return slices.Index(logic.Techniques, a.Technique) - slices.Index(logic.Techniques, b.Technique)
		}); slices.Index(logic.Techniques, got.Technique) != hardest {
			return a, fmt.Errorf("by %s, want %s", got.Technique, logic.Techniques[hardest])
		}
	}
	return a, r.checkPattern(a.Pattern, open)
}

// checkPattern compares the judge's opinion of a pattern with that of the plain rules: what they say of its technique, and
// of its cells and houses.
func (r *referee) checkPattern(got judge.Pattern, open logic.Step) error {
	count := len(open.Placements) + len(open.Eliminations)
	if count == 0 || open.Technique == logic.Contradiction {
		return nil
	}
	placed, gone := r.by(open.Technique)
	all := !slices.ContainsFunc(open.Placements, func(c sudoku.Candidate) bool { return !placed[c.Cell].Has(c.Digit) }) &&
		!slices.ContainsFunc(open.Eliminations, func(c sudoku.Candidate) bool { return !gone[c.Cell].Has(c.Digit) })
	if there := got != judge.Absent; there && !all || !there && all && count == 1 {
		return fmt.Errorf("the technique is %s, want %t", got, all)
	}
	if open.Technique.OnLadder() && (got != judge.There || len(open.Parts) == 0) {
		return nil
	}
	switch open.Technique { // a claim without cover or parts may be there, but the check of a reason needs them
	case logic.Pointing, logic.Claiming, logic.XWing, logic.Swordfish, logic.Jellyfish:
		if len(open.Cover) == 0 {
			return nil
		}
	}
	if open.Technique.OnLadder() || all {
		if err := logictest.Unjustified(r.state, open); (err == nil) != (got == judge.There) {
			return fmt.Errorf("the technique is %s: %v", got, err)
		}
	}
	return nil
}

// mutate changes a cell, a digit, a house or the technique of a step, now and then two of them, or none. It may cut the
// conclusions to one.
func mutate(random *rand.Rand, shape sudoku.Shape, step logic.Step, techniques []logic.Technique) logic.Step {
	step.Placements, step.Eliminations = slices.Clone(step.Placements), slices.Clone(step.Eliminations)
	step.Houses, step.Cover = slices.Clone(step.Houses), slices.Clone(step.Cover)
	list := &step.Placements
	if len(step.Eliminations) > 0 {
		list = &step.Eliminations
	}
	if i := random.IntN(len(*list)); random.IntN(2) == 0 {
		*list = (*list)[i : i+1]
	}
	cell := func() sudoku.Cell { return shape.Cells()[random.IntN(len(shape.Cells()))] }
	digit := func() sudoku.Digit { return sudoku.Digit(1 + random.IntN(shape.Side())) }
	for changes := 1 + random.IntN(8)/7; changes > 0; changes-- {
		k := &(*list)[random.IntN(len(*list))]
		switch random.IntN(7) {
		case 0:
			k.Cell = cell()
		case 1:
			k.Digit = digit()
		case 2: // another cell that sees it, or another digit there: near misses
			peers := shape.Peers(k.Cell).Slice()
			k.Cell = peers[random.IntN(len(peers))]
		case 3:
			houses := &step.Houses
			if len(step.Cover) > 0 && random.IntN(2) == 0 {
				houses = &step.Cover
			}
			if h := shape.Houses()[random.IntN(len(shape.Houses()))]; len(*houses) > 0 && !slices.Contains(*houses, h) {
				(*houses)[random.IntN(len(*houses))] = h
			}
		case 4:
			step.Technique = techniques[random.IntN(len(techniques))]
		case 5:
			cells := step.Cells.Slice()
			if len(cells) > 0 {
				step.Cells = step.Cells.Without(cells[random.IntN(len(cells))])
			}
			step.Cells = step.Cells.With(cell())
		case 6:
			step.Digits = step.Digits.With(digit())
		}
	}
	return step
}

// A digit of the solution that is not a single is true, but not shown.
func TestDigitsNotShown(t *testing.T) {
	random, grids := rand.New(rand.NewPCG(1, 9)), ours(0)
	paths := map[sudoku.Grid][]logic.Step{}
	for n := 0; n < 1000; {
		g := grids[random.IntN(len(grids))]
		solution, err := solver.Solve(g)
		must(t, err)
		if paths[g] == nil {
			paths[g], err = logic.Path(g)
			must(t, err)
		}
		path := paths[g]
		s := logic.NewState(g)
		for _, step := range path[:random.IntN(len(path))] {
			s = s.Apply(step)
		}
		p := logictest.Of(s)
		naked, hidden := p.Concluded(logic.NakedSingle), p.Concluded(logic.HiddenSingle)
		j, err := judge.New(s, judge.Options{})
		must(t, err)
		for _, c := range g.Shape().Cells() {
			if s.Grid.At(c) != 0 || naked[c]|hidden[c] != 0 || n >= 1000 {
				continue
			}
			n++
			own := s
			a := j.Judge(judge.Claim{Step: logic.Step{Placements: []sudoku.Candidate{{Cell: c, Digit: solution.At(c)}}}, State: &own})
			if a.Verdict != judge.NotShown || len(a.Steps) > 0 {
				t.Errorf("%s: %s=%s: %s by %v", s.Grid, c, solution.At(c), a.Verdict, a.Steps)
			}
		}
	}
}

// A contradiction is its own proof, however deep its trials are nested: no search is needed. If the last step of its chain is left
// out, or the chain ends elsewhere, it proves nothing.
func TestClaimedTrials(t *testing.T) {
	g := sudokutest.Parse(t, "..5...1.2.13...49........53.419.6........29....9.87...5.2....1913.2..5.4.94...32.")
	path, err := logic.Path(g, logic.Tridagon)
	must(t, err)
	s, nested := logic.NewState(g), 0
	for _, step := range path {
		before := s
		s = s.Apply(step)
		if !slices.ContainsFunc(step.Chain, func(inner logic.Step) bool { return inner.Technique == logic.Contradiction }) {
			continue
		}
		nested++
		judged := func(step logic.Step) judge.Verdict {
			j, err := judge.New(before, judge.Options{Effort: 1, Techniques: []logic.Technique{logic.Contradiction}})
			must(t, err)
			return j.Judge(judge.Claim{Step: step}).Verdict
		}
		if v := judged(step); v != judge.Follows {
			t.Errorf("%v: %s", step.Eliminations, v)
		}
		broken := step
		broken.Chain = step.Chain[:len(step.Chain)-1]
		if v := judged(broken); v != judge.NotShown {
			t.Errorf("%v without its last step: %s", step.Eliminations, v)
		}
		broken = step
		broken.Cells, broken.Houses, broken.Digits = sudoku.CellsOf(step.Eliminations[0].Cell), nil, 0
		if v := judged(broken); v != judge.NotShown {
			t.Errorf("%v with another end: %s", step.Eliminations, v)
		}
	}
	if nested < 5 {
		t.Errorf("%d nested contradictions", nested)
	}
}
