package logic

import "slices"

// Solves reports whether some techniques alone solve a state. It does not depend on their order,
// as for [Fixpoint].
//
// A puzzle needs a technique if the others of its tier and below do not solve it.
func Solves(s State, only []Technique) bool {
	var list []technique
	for _, t := range techniques {
		if slices.Contains(only, t.key) {
			list = append(list, t)
		}
	}
	left := maxConclusions
	for {
		step, ok := s.first(list, TierGuessing, &left)
		if !ok {
			return s.Solved()
		}
		s = s.Apply(step)
	}
}
