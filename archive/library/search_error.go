package library

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/criteria"
)

// SearchReason is why a search cannot find anything.
type SearchReason string

// The reasons of a [SearchError]. Those that begin with different are about two searches at once.
const (
	NoScore           SearchReason = "score" // From and To, in seconds
	NoClues           SearchReason = "clues" // From and To; so for the next
	NoAutomorphisms   SearchReason = "automorphisms"
	NoDates           SearchReason = "dates"
	AsymmetricPattern SearchReason = "pattern" // Symmetry

	DifferentShapes      SearchReason = "different-shapes"
	DifferentPatterns    SearchReason = "different-patterns"
	DifferentSymmetries  SearchReason = "different-symmetries"
	DifferentTiers       SearchReason = "different-tiers"
	DifferentTechniques  SearchReason = "different-techniques"
	DifferentCollections SearchReason = "different-collections"
)

// SearchReasons lists the reasons.
var SearchReasons = []SearchReason{
	NoScore, NoClues, NoAutomorphisms, NoDates, AsymmetricPattern, DifferentShapes, DifferentPatterns, DifferentSymmetries,
	DifferentTiers, DifferentTechniques, DifferentCollections,
}

// A SearchError is about wishes that no puzzle fulfils together.
type SearchError struct {
	Reason   SearchReason
	From, To int
	Symmetry criteria.Symmetry
}

func (e *SearchError) Error() string {
	switch e.Reason {
	case NoScore:
		return fmt.Sprintf("no score is from %d to %d seconds: want the lower one first", e.From, e.To)
	case NoClues, NoAutomorphisms:
		return fmt.Sprintf("no puzzle has %d to %d %s: want the smaller number first", e.From, e.To, e.Reason)
	case NoDates:
		return "nothing is imported after one time and before an earlier one: want the earlier date first"
	case AsymmetricPattern:
		return fmt.Sprintf("the pattern does not have the symmetry %s", e.Symmetry)
	}
	return "they want " + strings.Replace(string(e.Reason), "-", " ", 1)
}
