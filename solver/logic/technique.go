package logic

import (
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Technique is the stable key of a pattern that the logical solver knows: "naked-pair".
// Keys are stored and compared; [Technique.Name] is what a person reads.
type Technique string

const (
	NakedSingle   Technique = "naked-single"
	HiddenSingle  Technique = "hidden-single"
	Pointing      Technique = "pointing"
	Claiming      Technique = "claiming"
	NakedPair     Technique = "naked-pair"
	HiddenPair    Technique = "hidden-pair"
	NakedTriple   Technique = "naked-triple"
	HiddenTriple  Technique = "hidden-triple"
	NakedQuad     Technique = "naked-quad"
	HiddenQuad    Technique = "hidden-quad"
	XWing         Technique = "x-wing" // the tier has the plain name, XWing
	Swordfish     Technique = "swordfish"
	Jellyfish     Technique = "jellyfish"
	Contradiction Technique = "contradiction"
)

// Techniques lists the techniques in the order in which the solver tries them, the
// easiest first. It is not the order of the tiers: a puzzle of tier 2 is solved without
// locked candidates, but from tier 3 on they are easier to see than a pair.
var Techniques = []Technique{
	NakedSingle, HiddenSingle, Pointing, Claiming, NakedPair, HiddenPair, NakedTriple,
	HiddenTriple, NakedQuad, HiddenQuad, XWing, Swordfish, Jellyfish, Contradiction,
}

// Tier returns the tier that adds the technique, 0 for a technique that there is not.
func (t Technique) Tier() Tier {
	switch t {
	case NakedSingle:
		return TierSingletons
	case HiddenSingle, NakedPair, HiddenPair, NakedTriple, HiddenTriple, NakedQuad, HiddenQuad:
		return TierHidden
	case Pointing, Claiming:
		return TierLocked
	case XWing, Swordfish, Jellyfish:
		return TierXWing
	case Contradiction:
		return TierGuessing
	}
	return 0
}

// ParseTechnique reads a key or a name in any case: "naked-pair", "X-Wing", "hidden single".
func ParseTechnique(text string) (Technique, error) {
	key := Technique(strings.Join(strings.Fields(strings.ToLower(text)), "-"))
	if slices.Contains(Techniques, key) {
		return key, nil
	}
	names := make([]string, len(Techniques))
	for i, t := range Techniques {
		names[i] = string(t)
	}
	return "", &sudoku.NameError{Kind: "technique", Name: text, Known: names}
}
