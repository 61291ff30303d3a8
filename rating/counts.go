package rating

import (
	"cmp"
	"encoding/json"
	"iter"
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// The techniques as indices of [logic.Rated], which are quicker to count with. Subsets and fish
// have theirs by width.
var (
	nakedSingle   = numberOf(logic.NakedSingle)
	hiddenSingle  = numberOf(logic.HiddenSingle)
	pointing      = numberOf(logic.Pointing)
	claiming      = numberOf(logic.Claiming)
	nakedSubset   = [...]int{2: numberOf(logic.NakedPair), numberOf(logic.NakedTriple), numberOf(logic.NakedQuad)}
	hiddenSubset  = [...]int{2: numberOf(logic.HiddenPair), numberOf(logic.HiddenTriple), numberOf(logic.HiddenQuad)}
	fish          = [...]int{2: numberOf(logic.XWing), numberOf(logic.Swordfish), numberOf(logic.Jellyfish)}
	contradiction = numberOf(logic.Contradiction)
)

// maxTechniques is how many techniques [Counts] and [Needs] have room for.
const maxTechniques = 16

func numberOf(t logic.Technique) int {
	i := slices.Index(logic.Rated, t)
	if i < 0 || i >= maxTechniques {
		panic("rating: no number for " + string(t))
	}
	return i
}

// Counts is how often each technique is used on the way to the solution, in rounds: the
// easiest technique that finds anything is applied wherever it does, at the same time, then
// the next round begins. Rounds make the counts the same for all isomorphs; a path of
// single steps would not.
//
// Singles count placements, the others patterns that remove something, a subset once for
// each house it is in. A contradiction counts one round in which only guessing helps: the
// open cells with the fewest candidates are then filled from the solution.
type Counts [maxTechniques]uint16

// All yields the techniques that are used, the easiest first, with their counts.
func (c Counts) All() iter.Seq2[logic.Technique, int] {
	return func(yield func(logic.Technique, int) bool) {
		for i, n := range c {
			if n > 0 && !yield(logic.Rated[i], int(n)) {
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

// Needs is the set of techniques that a puzzle needs. It needs a technique that helps when the easier ones, of its
// tier and below, find nothing more. That state does not depend on their order, as [logic.Closed] proves, so these
// are the techniques that the rounds of [Counts] use before any harder one. A puzzle of the last tier needs
// contradictions alone, which make up for all others.
type Needs uint16 // bit i for logic.Rated[i]

// NeedsOf returns the set of some techniques.
func NeedsOf(techniques ...logic.Technique) (n Needs) {
	for _, t := range techniques {
		n |= 1 << numberOf(t)
	}
	return n
}

// Has reports whether the puzzle needs a technique.
func (n Needs) Has(t logic.Technique) bool {
	i := slices.Index(logic.Rated, t)
	return i >= 0 && n>>i&1 != 0
}

// All yields the techniques, the easiest first.
func (n Needs) All() iter.Seq[logic.Technique] {
	return func(yield func(logic.Technique) bool) {
		for i, t := range logic.Rated {
			if n>>i&1 != 0 && !yield(t) {
				return
			}
		}
	}
}

// MarshalJSON returns a list of the techniques.
func (n Needs) MarshalJSON() ([]byte, error) { return json.Marshal(slices.Collect(n.All())) }

// note adds a technique that is used, unless a harder one was used before. It does so too if it
// was not used, 0 times.
func (n *Needs) note(technique, times int) {
	if times > 0 && *n>>technique == 0 {
		*n |= 1 << technique
	}
}

// hardestFirst is the techniques by tier, the highest first, and in a tier the last in order first.
var hardestFirst = func() (numbers []int) {
	for i := range logic.Rated {
		numbers = append(numbers, i)
	}
	slices.SortFunc(numbers, func(a, b int) int {
		return cmp.Or(cmp.Compare(logic.Rated[b].Tier(), logic.Rated[a].Tier()), b-a)
	})
	return numbers
}()

// hardest returns the first of them that is used.
func (c *Counts) hardest() logic.Technique {
	for _, i := range hardestFirst {
		if c[i] > 0 {
			return logic.Rated[i]
		}
	}
	return ""
}
