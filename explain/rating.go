package explain

import (
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Certificate says why a puzzle is not in a lower tier: "Naked singles alone leave 57 cells
// open, with 212 candidates."
func (w Words) Certificate(c rating.Certificate) string {
	candidates := w.Count("count.candidates", c.Candidates, nil)
	switch c.Tier {
	case 0:
		return w.Count("certificate.filled", c.Cells, nil)
	case logic.TierSingletons:
		return w.Count("certificate.singles", c.Cells, locale.Args{"Candidates": candidates})
	}
	return w.Count("certificate.tier", c.Cells, locale.Args{
		"Tier": int(c.Tier), "Name": w.Tier(c.Tier), "Candidates": candidates,
	})
}
