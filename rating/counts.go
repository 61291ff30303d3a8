package rating

import (
	"encoding/json"
	"iter"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// The techniques as indices of [logic.Techniques], which are quicker to count with.
const (
	nakedSingle = iota
	hiddenSingle
	pointing
	claiming
	nakedPair // and so on: naked and hidden in turn, up to quads
	hiddenPair
	nakedTriple
	hiddenTriple
	nakedQuad
	hiddenQuad
	xWing // and so on: one line more each
	swordfish
	jellyfish
	contradiction
	techniques
)

// Counts is how often each technique is used on the way to the solution, in rounds: the
// easiest technique that finds anything is applied wherever it does, at the same time, then
// the next round begins. Rounds make the counts the same for all isomorphs; a path of
// single steps would not.
//
// Singles count placements, the others patterns that remove something, a subset once for
// each house it is in. A contradiction counts one round in which only guessing helps: the
// open cells with the fewest candidates are then filled from the solution.
type Counts [techniques]uint16

// All yields the techniques that are used, the easiest first, with their counts.
func (c Counts) All() iter.Seq2[logic.Technique, int] {
	return func(yield func(logic.Technique, int) bool) {
		for i, n := range c {
			if n > 0 && !yield(logic.Techniques[i], int(n)) {
				return
			}
		}
	}
}

// MarshalJSON returns an object that has the techniques used as keys.
func (c Counts) MarshalJSON() ([]byte, error) {
	used := map[logic.Technique]int{}
	for t, n := range c.All() {
		used[t] = n
	}
	return json.Marshal(used)
}

// hardest returns the technique of the highest tier, and in that tier the last in order.
func (c Counts) hardest() logic.Technique {
	var hardest logic.Technique
	for t := range c.All() {
		if t.Tier() >= hardest.Tier() {
			hardest = t
		}
	}
	return hardest
}
