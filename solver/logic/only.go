package logic

import "slices"

// Closed returns some techniques together with the smaller ones that their patterns become when cells are
// filled, the easiest first. Triples bring pairs, and pairs bring the single. An X-Wing brings the hidden
// single: its second row has one place left when the first is filled.
//
// The candidates that a closed list leaves, in a state that has a solution, depend neither on the order of
// the steps nor on how the grid is turned. Take a step that one order makes, and a state with fewer
// candidates, in which the list finds nothing. There the candidates that the step removes are gone too, for
// this reason. Its pattern is w cells that hold w digits of a house, w digits in w cells, or w lines of a
// digit with places in w others. Some of them may be filled by now, each with one of the digits or in one
// of the lines, as in the solution. The rest is a pattern of the same kind and a smaller width; or its last
// cell is a single, which the list has; or nothing is left, and the digits have gone from all cells that
// see them. A locked digit stays locked until it is placed, which removes it from more cells. So each order
// ends with the same candidates, and if a grid is turned, so is each step.
//
// Without the smaller techniques that is false: a cell that is filled makes a pair of a triple, and pairs
// are not in the list.
func Closed(list []Technique) []Technique {
	var closed []Technique
	for _, t := range techniques {
		if slices.ContainsFunc(list, func(u Technique) bool { return u.contains(t.key) }) {
			closed = append(closed, t.key)
		}
	}
	return closed
}

// contains reports whether a technique is another, or may leave it when cells are filled.
func (t Technique) contains(other Technique) bool {
	return t == other || slices.ContainsFunc(lookUp(t, techniques).leaves, func(u Technique) bool { return u.contains(other) })
}

// Solves reports whether some techniques, closed as by [Closed], solve a state.
func Solves(s State, only []Technique) bool {
	closed := slices.DeleteFunc(slices.Clone(techniques), func(t technique) bool { return !slices.Contains(Closed(only), t.key) })
	return s.fixpoint(closed, TierGuessing).Solved()
}

// NeededAt returns the state in which a puzzle needs a technique, and its step there: the easier techniques, of
// the puzzle's tier and below, find nothing more, and this one helps. A contradiction makes up for all others:
// a puzzle that is not solved without one needs no other technique.
//
// The easier ones are a closed list, so the state does not depend on the order of their steps: a player who
// always takes an easier step first gets there. See [Closed].
func NeededAt(s State, t Technique, without ...Technique) (stuck State, step Step, ok bool) {
	tier := tierOf(s)
	if tier == TierGuessing && t.Tier() != TierGuessing {
		return State{}, Step{}, false
	}
	return s.easiestAt(t, tier, without...)
}

// easiestAt returns the state in which the techniques easier than t, of the tiers up to upTo, find nothing
// more, and the step of t there.
func (s State) easiestAt(t Technique, upTo Tier, without ...Technique) (stuck State, step Step, ok bool) {
	list := allBut(without, techniques)
	i := slices.Index(keysOf(list), t)
	if i < 0 || t.Tier() > upTo {
		return State{}, Step{}, false
	}
	stuck = s.fixpoint(list[:i], upTo)
	step, ok = stuck.Next(upTo, without...)
	return stuck, step, ok && step.Technique == t
}
