package logic

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Technique is the stable key of a technique, such as "naked-pair". Keys are stored and
// compared; package explain has the names that people read.
type Technique string

// technique is the definition of a [Technique]. Each is in the file of its family.
type technique struct {
	key  Technique
	tier Tier // the one that adds it

	// all yields every step, some of them twice, and also steps without a conclusion. The contradiction has none.
	all func(v *view, yield func(Step) bool)

	// find returns the step that removes most candidates, of equals the first found, if that is not the best of all.
	find func(*view) (Step, bool)

	// naked: the pattern is cells that have no candidates but its digits. Otherwise it is
	// houses in which its digits have no places but its cells.
	naked bool

	// unique: it rests on the grid having one solution only.
	unique bool

	// chain: its parts are a chain, in which strong and weak links take turns.
	chain bool

	// leaves lists the techniques that its pattern may become when its cells are filled, or lose candidates.
	leaves []Technique

	example string // a puzzle of ours that needs it: the easier ones find nothing more
}

// patterns lists the techniques of the tiers 1 to 4 in the order in which they are tried, the
// easiest first. It is not the order of the tiers: a puzzle of tier 2 is solved without locked
// candidates, but from tier 3 on they are easier to see than a pair.
var patterns = []technique{
	nakedSingle, hiddenSingle, pointing, claiming, nakedPair, hiddenPair, nakedTriple,
	hiddenTriple, nakedQuad, hiddenQuad, xWing, swordfish, jellyfish,
}

// techniques lists them all. A contradiction is found with patterns, which therefore need a
// list of their own: the two variables would otherwise refer to each other.
var techniques = append(slices.Concat(patterns, ladder), contradiction)

// Techniques lists the keys of all techniques in the order in which they are tried, the
// easiest first.
var Techniques = keysOf(techniques)

// Rated lists the techniques of the tiers 1 to 4 and the contradiction, without the [Ladder]. Ratings count
// them, and archives store them as bits by their place in this list.
var Rated = keysOf(append(slices.Clip(patterns), contradiction))

func keysOf(techniques []technique) []Technique {
	keys := make([]Technique, len(techniques))
	for i, t := range techniques {
		keys[i] = t.key
	}
	return keys
}

// allBut returns the techniques of a list without some, which may be none.
func allBut(without []Technique, list []technique) []technique {
	if len(without) == 0 {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(t technique) bool { return slices.Contains(without, t.key) })
}

// lookUp returns the technique with a key, the zero value if it is not listed.
func lookUp(key Technique, list []technique) technique {
	for _, t := range list {
		if t.key == key {
			return t
		}
	}
	return technique{}
}

// Tier returns the tier that adds the technique, 0 for an unknown technique.
func (t Technique) Tier() Tier { return lookUp(t, techniques).tier }

// Example returns a state in which the technique's step is the next, and the step. ok is false
// for an unknown technique.
func (t Technique) Example() (s State, step Step, ok bool) {
	text := lookUp(t, techniques).example
	if text == "" {
		return State{}, Step{}, false
	}
	puzzle, err := sudoku.Parse(text)
	if err != nil {
		panic("logic: the example of " + string(t) + ": " + err.Error())
	}
	return NewState(puzzle).easiestAt(t, TierGuessing)
}

// ParseTechnique reads a key in any case, with "-" or blanks between its words: "naked-pair",
// "X-Wing", "hidden single".
func ParseTechnique(text string) (Technique, error) {
	key := Technique(strings.Join(strings.Fields(strings.ToLower(text)), "-"))
	if slices.Contains(Techniques, key) {
		return key, nil
	}
	keys := make([]string, len(Techniques))
	for i, t := range Techniques {
		keys[i] = string(t)
	}
	return "", &sudoku.NameError{Kind: "technique", Name: text, Known: keys}
}

// Tier is how much logic a puzzle needs: the smallest k such that the techniques of the
// tiers 1 to k solve it (Y.-L. Huang, "The Study of Minimum Sudoku", master's thesis,
// National Chiao Tung University, 2009). The zero value is not a tier.
type Tier uint8

const (
	TierSingletons Tier = iota + 1 // naked singles
	TierHidden                     // hidden singles; naked and hidden pairs, triples, quads
	TierLocked                     // locked candidates: pointing and claiming
	TierXWing                      // fish of two, three, four lines
	TierGuessing                   // none of the above suffices
)

// Tiers lists the tiers, the easiest first.
var Tiers = []Tier{TierSingletons, TierHidden, TierLocked, TierXWing, TierGuessing}

var tierNames = [...]string{TierSingletons: "singletons", TierHidden: "hidden", TierLocked: "locked", TierXWing: "x-wing", TierGuessing: "guessing"}

// String returns the name: singletons, hidden, locked, x-wing or guessing.
func (t Tier) String() string {
	if t < TierSingletons || t > TierGuessing {
		return "unrated"
	}
	return tierNames[t]
}

// ParseTier reads a tier from its number, "1" to "5", or its name in any case. The error is a
// [*sudoku.NameError].
func ParseTier(text string) (Tier, error) {
	known := []string{"1-5"}
	for _, t := range Tiers {
		if text == fmt.Sprint(int(t)) || strings.EqualFold(text, t.String()) {
			return t, nil
		}
		known = append(known, t.String())
	}
	return 0, &sudoku.NameError{Kind: "tier", Name: text, Known: known}
}
