package logic

import "slices"

// Closed returns some techniques and what they leave of their patterns when cells are filled, the
// easiest first: with triples come pairs, with these the single, and with an X-Wing, whose second
// row has one place left when the first is filled, the hidden single.
//
// What a closed list leaves of a state that has a solution depends neither on the order of the
// steps nor on how the grid is turned. Take a step that one order makes, and a state without some
// of the candidates of before, in which the list finds nothing. There the candidates that the step
// removes are gone too. For, of w cells that hold w digits of a house, of w digits in w cells, of a
// digit's w lines with places in w others, some may be filled by now, each with one of the digits
// or in one of the lines, since the solution is like that. Those left are a pattern of the same
// kind, of a smaller width; or their last one is a single, which the list has; or none is left, and
// the digits have gone from all that see them. A locked digit stays locked until it is placed, which
// removes it from more. So each order ends with the same candidates, those that all of them leave;
// and where a grid is turned, so is each step.
//
// Without the smaller ones that is false: a cell that is filled makes a pair of a triple, and pairs
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

// Solves reports whether some techniques, with those that come with them, solve a state: see [Closed].
func Solves(s State, only []Technique) bool {
	closed := slices.DeleteFunc(slices.Clone(techniques), func(t technique) bool { return !slices.Contains(Closed(only), t.key) })
	return s.fixpoint(closed, TierGuessing).Solved()
}

// NeededAt returns where a puzzle needs a technique, and its step there. It needs one that helps
// where the easier ones, of the puzzle's tier and below, find nothing more. A contradiction makes
// up for all others: a puzzle that is not solved without needs no other.
//
// The easier ones are a closed list, so where they end does not depend on their order, and whoever
// always takes an easier step first comes there: see [Closed].
func NeededAt(s State, t Technique, without ...Technique) (stuck State, step Step, ok bool) {
	tier := tierOf(s)
	if tier == TierGuessing && t.Tier() != TierGuessing {
		return State{}, Step{}, false
	}
	return s.easiestAt(t, tier, without...)
}

// easiestAt returns where the techniques easier than t, of the tiers up to upTo, find nothing more,
// and the step of t there.
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
