package judge

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// prove marks the conclusions that follow, and returns the easiest steps that make them: a single step if one makes all,
// before each of them has been made by an easier technique.
func (j *Judge) prove(c Claim, before logic.State, open []*Judged) (steps []logic.Step) {
	left := slices.Clone(open)
	for _, t := range j.options.Techniques {
		if slices.Contains(j.unsound, t) {
			continue
		}
		var these []logic.Step
		if t == logic.Contradiction {
			if c.Step.Technique == logic.Contradiction && len(left) == 1 && !left[0].Placed && holds(c.Step, before) {
				j.refuted[left[0].Candidate] = c.Step // it is its own proof
			}
			these = j.refutations(left)
		} else if slices.ContainsFunc(left, func(k *Judged) bool { return !k.Placed || single(t) }) {
			these = j.stepsOf(t)
		}
		for _, step := range these {
			if makesAll(step, before, open) {
				for _, k := range open {
					k.Verdict = Follows
				}
				return []logic.Step{step}
			}
		}
		for _, step := range these {
			count := len(left)
			left = slices.DeleteFunc(left, func(k *Judged) bool {
				if makes(step, before, k) {
					k.Verdict = Follows
				}
				return k.Verdict == Follows
			})
			if len(left) < count {
				steps = append(steps, step)
			}
		}
		if len(left) == 0 {
			break
		}
	}
	return steps
}

func single(t logic.Technique) bool { return t == logic.NakedSingle || t == logic.HiddenSingle }

// lookAt begins anew if the state is another one than before.
func (j *Judge) lookAt(s logic.State) {
	if j.search == nil || s != j.seen {
		j.seen, j.search = s, s.Search(0)
		j.steps, j.refuted = map[logic.Technique][]logic.Step{}, map[sudoku.Candidate]logic.Step{}
	}
}

func (j *Judge) stepsOf(t logic.Technique) []logic.Step {
	steps, ok := j.steps[t]
	if !ok {
		steps = slices.Collect(j.search.All(t))
		j.steps[t] = steps
	}
	return steps
}

// refutations returns a contradiction for each candidate that is claimed to be ruled out, and has one.
func (j *Judge) refutations(left []*Judged) (steps []logic.Step) {
	search := j.seen.Search(j.options.Effort)
	for _, k := range left {
		step, known := j.refuted[k.Candidate]
		if k.Placed {
			continue
		}
		if !known {
			step, _ = search.Refute(k.Candidate)
			j.refuted[k.Candidate] = step
		}
		if step.Technique != "" {
			steps = append(steps, step)
		}
	}
	return steps
}

func makesAll(step logic.Step, before logic.State, open []*Judged) bool {
	return !slices.ContainsFunc(open, func(k *Judged) bool { return !makes(step, before, k) })
}

// makes reports whether a step makes a conclusion. A single also rules its digit out of the cells that it sees, and the other
// candidates out of its own.
func makes(step logic.Step, before logic.State, k *Judged) bool {
	if k.Placed {
		return slices.Contains(step.Placements, k.Candidate)
	}
	for _, p := range step.Placements {
		if p.Cell == k.Cell && p.Digit != k.Digit || p.Digit == k.Digit && before.Grid.Shape().Peers(p.Cell).Has(k.Cell) {
			return true
		}
	}
	return slices.Contains(step.Eliminations, k.Candidate)
}

// pattern looks for the claimed technique among its steps that make all conclusions.
func (j *Judge) pattern(c Claim, before logic.State, open []*Judged) Pattern {
	t := c.Step.Technique
	if t == "" {
		return Unclaimed
	}
	is, found := c.Is, Absent
	if is == nil {
		is = func(step logic.Step) bool {
			return samePattern(c.Step, step, before.Grid.Shape()) || t == logic.Contradiction && holds(c.Step, before)
		}
	}
	if slices.Contains(j.unsound, t) || slices.ContainsFunc(open, func(k *Judged) bool { return k.Placed && !single(t) }) {
		return Absent
	}
	if t == logic.HiddenSingle && len(c.Step.Houses) > 1 { // each house has a step of its own
		worst := There
		for _, h := range c.Step.Houses {
			c.Step.Houses = []sudoku.House{h}
			worst = max(worst, j.pattern(c, before, open))
		}
		return worst
	}
	var steps []logic.Step
	if t == logic.Contradiction {
		steps = j.refutations(open)
	} else {
		steps = j.stepsOf(t)
	}
	for _, step := range steps {
		if makesAll(step, before, open) {
			if is(step) {
				return There
			}
			found = Elsewhere
		}
	}
	return found
}

// samePattern reports whether a step has the cells, digits and houses of a claim, as far as it has any. The houses of naked
// digits may be any that hold their cells.
func samePattern(claim, step logic.Step, shape sudoku.Shape) bool {
	sameHouses := len(claim.Houses) == 0 || among(claim.Houses, step.Houses) && among(step.Houses, claim.Houses)
	switch step.Technique {
	case logic.NakedSingle, logic.NakedPair, logic.NakedTriple, logic.NakedQuad:
		sameHouses = !slices.ContainsFunc(claim.Houses, func(h sudoku.House) bool {
			return slices.ContainsFunc(step.Cells.Slice(), func(c sudoku.Cell) bool { return shape.HousesOf(c)[h.Kind] != h })
		})
	}
	return sameHouses &&
		(len(claim.Cover) == 0 || among(claim.Cover, step.Cover) && among(step.Cover, claim.Cover)) &&
		(claim.Cells == sudoku.Cells{} || claim.Cells == step.Cells) &&
		(claim.Digits == 0 || claim.Digits == step.Digits) &&
		(len(claim.Parts) == 0 || len(step.Parts) == 0 || slices.Equal(claim.Parts, step.Parts)) &&
		(len(claim.Chain) == 0 || len(step.Chain) == 0 || slices.EqualFunc(claim.Chain, step.Chain, func(a, b logic.Step) bool {
			return a.Technique == b.Technique && samePattern(a, b, shape) && slices.Equal(a.Placements, b.Placements) && slices.Equal(a.Eliminations, b.Eliminations)
		}))
}

// holds reports whether the chain of a claimed contradiction leads from its assumption to its end: each step is one of a
// technique of the tiers 1 to 4, or a contradiction, in the state that the steps before it leave, and does something there.
func holds(claim logic.Step, before logic.State) bool {
	if len(claim.Eliminations) != 1 || !before.Marks.Has(claim.Eliminations[0]) {
		return false
	}
	s := before.Apply(logic.Step{Placements: claim.Eliminations})
	for _, inner := range claim.Chain {
		there := false
		switch tier := inner.Technique.Tier(); {
		case inner.Technique == logic.Contradiction:
			there = len(inner.Placements) == 0 && holds(inner, s)
		case tier > 0 && tier < logic.TierGuessing:
			for step := range s.Search(0).All(inner.Technique) {
				there = there || samePattern(inner, step, s.Grid.Shape()) && among(inner.Placements, step.Placements) && among(inner.Eliminations, step.Eliminations)
			}
		}
		next := s
		if there {
			next = s.Apply(inner)
		}
		if next == s {
			return false
		}
		s = next
	}
	return slices.ContainsFunc(deadEnds(s), func(end logic.Step) bool { return samePattern(claim, end, s.Grid.Shape()) })
}

// deadEnds returns the open cells without candidates, and the houses that have neither a digit nor a place for it.
func deadEnds(s logic.State) (ends []logic.Step) {
	for _, c := range s.Grid.Shape().Cells() {
		if s.Grid.At(c) == 0 && s.Marks[c] == 0 {
			ends = append(ends, logic.Step{Cells: sudoku.CellsOf(c)})
		}
	}
	for _, h := range s.Grid.Shape().Houses() {
		possible := s.Grid.Digits(h)
		for _, c := range s.Grid.Shape().House(h) {
			possible |= s.Marks[c]
		}
		for d := range (s.Grid.Shape().Digits() &^ possible).All() {
			ends = append(ends, logic.Step{Houses: []sudoku.House{h}, Digits: sudoku.DigitsOf(d)})
		}
	}
	return ends
}

func among[T comparable](some, all []T) bool {
	return !slices.ContainsFunc(some, func(x T) bool { return !slices.Contains(all, x) })
}
