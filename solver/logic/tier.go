package logic

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
