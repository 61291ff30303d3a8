package rating

import "github.com/gridkeeper/gridkeeper/solver/logic"

// Certificate is why a puzzle is not in a lower tier: all techniques of the tiers up to
// Tier, applied until none does anything, leave these cells open. It is a theorem, since
// their order makes no difference; anyone can check it.
type Certificate struct {
	Tier       logic.Tier `json:"tier"`       // the tier below the puzzle's; 0 for a puzzle of tier 1
	Cells      int        `json:"cells"`      // open cells
	Candidates int        `json:"candidates"` // candidates in them
}

func (b *board) certificate(tier logic.Tier) Certificate {
	return Certificate{Tier: tier, Cells: b.open, Candidates: b.candidates()}
}
