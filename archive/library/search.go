package library

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Search says which puzzles of the archive are wanted; its zero value wants all. The wishes go
// together. It is kept as JSON when it is saved.
//
// A puzzle is as wanted if a line of it is. Symmetry and Pattern are about that line, and so are collections
// and dates; all else is the same for all lines of the puzzle. What the database cannot decide, which is
// those two and what takes a solver or the canonical form, is looked at in this program.
type Search struct {
	Shape  sudoku.Shape `json:"shape,omitempty"`
	Shaped bool         `json:"shaped,omitempty"` // Shape counts; else it is any
	Tiers  []logic.Tier `json:"tiers,omitempty"`  // one of these; none: any

	MinScore float64 `json:"min_score,omitempty"` // seconds
	MaxScore float64 `json:"max_score,omitempty"` // 0: no limit; so for the others
	MinClues int     `json:"min_clues,omitempty"`
	MaxClues int     `json:"max_clues,omitempty"`

	Needs []Need            `json:"needs,omitempty"`
	Only  []logic.Technique `json:"only,omitempty"` // as in [criteria.Techniques]; none: any

	NoUniqueness bool `json:"no_uniqueness,omitempty"` // as in [criteria.Techniques]

	Symmetry criteria.Symmetry `json:"symmetry,omitempty"` // of the clues as they stand in the line
	Pattern  sudoku.Cells      `json:"pattern,omitzero"`   // the cells that hold the clues there

	IsomorphSymmetry criteria.Symmetry `json:"isomorph_symmetry,omitempty"` // of the clues of an isomorph
	IsomorphPattern  sudoku.Grid       `json:"isomorph_pattern,omitzero"`   // of the same, as canon.Pattern has it
	Solution         sudoku.Grid       `json:"solution,omitzero"`           // its canonical form

	ER     Between `json:"er,omitzero"`     // in tenths; this and the next two find those that were rated so far
	Depth  Between `json:"depth,omitzero"`  // of trial and error
	HoDoKu Between `json:"hodoku,omitzero"` // the score

	MinAutomorphisms int `json:"min_automorphisms,omitempty"`
	MaxAutomorphisms int `json:"max_automorphisms,omitempty"`

	In    []int32 `json:"in,omitempty"`     // collections, as in [Collection.ID]; none: any
	NotIn []int32 `json:"not_in,omitempty"` // collections that do not have the puzzle

	Since time.Time `json:"since,omitzero"` // imported then or later
	Until time.Time `json:"until,omitzero"` // imported before
}

// Need is a technique that the puzzle needs, as [rating.Needs] has it. What it needs of the ladder is stored once
// it was computed on demand; till then it is found out while the search looks through puzzles of the last tier.
type Need struct {
	Technique logic.Technique `json:"technique"`
	Times     int             `json:"times,omitempty"` // that the rating counts it, or more; 0 is as good as 1
}

// techniques are the wishes that package criteria knows.
func (s *Search) techniques() criteria.Techniques {
	t := criteria.Techniques{Only: s.Only, NoUniqueness: s.NoUniqueness}
	for _, need := range s.Needs {
		t.Needs = append(t.Needs, need.Technique)
	}
	return t
}

// Check returns an error that says why no puzzle is as wanted, where that is known: a [*SearchError], or one
// of [criteria.Techniques.Check].
func (s *Search) Check() error {
	switch {
	case s.MaxScore > 0 && s.MinScore > s.MaxScore:
		return &SearchError{Reason: NoScore, From: int(s.MinScore), To: int(s.MaxScore)}
	case s.MaxClues > 0 && s.MinClues > s.MaxClues:
		return &SearchError{Reason: NoClues, From: s.MinClues, To: s.MaxClues}
	case s.ER.empty() || s.Depth.empty() || s.HoDoKu.empty():
		return &SearchError{Reason: NoRating}
	case s.MaxAutomorphisms > 0 && s.MinAutomorphisms > s.MaxAutomorphisms:
		return &SearchError{Reason: NoAutomorphisms, From: s.MinAutomorphisms, To: s.MaxAutomorphisms}
	case !s.Until.IsZero() && !s.Since.Before(s.Until):
		return &SearchError{Reason: NoDates}
	case slices.ContainsFunc(s.Needs, func(n Need) bool { return n.Technique.OnLadder() && n.Times > 1 }):
		return &SearchError{Reason: LadderTimes}
	case s.Pattern != (sudoku.Cells{}) && !s.Symmetry.Keeps(s.Shape, s.Pattern):
		return &SearchError{Reason: AsymmetricPattern, Symmetry: s.Symmetry}
	}
	return s.checkTiers()
}

// checkTiers returns an error if the techniques leave none of the tiers, and the reason for the
// first.
func (s *Search) checkTiers() error {
	if len(s.Tiers) == 0 {
		return s.techniques().Check(0)
	}
	var first error
	for _, tier := range s.Tiers {
		err := s.techniques().Check(tier)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// allows reports whether a puzzle of a tier may be as wanted.
func (s *Search) allows(tier logic.Tier) bool {
	lowest, highest := s.techniques().Tiers()
	return tier >= lowest && tier <= highest && (len(s.Tiers) == 0 || slices.Contains(s.Tiers, tier))
}

// accept reports whether a puzzle is as wanted; in which collections it is and when it came is for
// the database to say. The quickest tests come first.
func (s *Search) accept(p Puzzle) bool { return s.acceptRow(p) && s.acceptGrid(p.Clues) }

// acceptGrid is accept without what the row says.
func (s *Search) acceptGrid(g sudoku.Grid) bool {
	return s.acceptClues(g) && s.acceptForms(g) && s.acceptAutomorphisms(g) && s.acceptTechniques(g)
}

func (s *Search) acceptForms(g sudoku.Grid) bool {
	if s.IsomorphPattern != (sudoku.Grid{}) && canon.Pattern(g) != s.IsomorphPattern {
		return false
	}
	if s.Solution == (sudoku.Grid{}) {
		return true
	}
	solution, err := solver.Solve(g)
	return err == nil && cycles(solution) == cycles(s.Solution) && canon.Of(solution) == s.Solution
}

// cycles returns a number that is the same for isomorphs of a solution and differs for nearly all others. It takes a tenth of the
// time of the canonical form. From a digit in one row of a band go to the digit below it in another row, find that in the first row,
// and so on until the first digit comes again: no transform changes the lengths of such cycles, except that it may swap rows and columns.
func cycles(g sudoku.Grid) uint64 {
	side, box, digits := g.Shape().Side(), g.Shape().BoxSide(), g.ByCell()
	var sums [2]uint64 // of rows, of columns, which a transposition swaps
	for turned, steps := range [2][2]int{{sudoku.MaxSide, 1}, {1, sudoku.MaxSide}} {
		line, next := steps[0], steps[1]
		for a := range side {
			for b := a + 1; b%box > 0; b++ {
				var to [sudoku.MaxSide + 1]sudoku.Digit
				for i := range side {
					to[digits[a*line+i*next]] = digits[b*line+i*next]
				}
				squares := uint64(0) // of the lengths, which tell apart all that there are
				for d := range to {
					length := uint64(0)
					for at := d; to[at] > 0; length++ {
						at, to[at] = int(to[at]), 0
					}
					squares += length * length
				}
				sums[turned] += squares * squares * squares * squares
			}
		}
	}
	return sums[0]*sums[1] + sums[0] + sums[1]
}

func (s *Search) acceptRow(p Puzzle) bool {
	return (!s.Shaped || p.Clues.Shape() == s.Shape) && s.allows(p.Tier) &&
		p.Score >= s.MinScore && (s.MaxScore == 0 || p.Score <= s.MaxScore)
}

func (s *Search) acceptClues(g sudoku.Grid) bool {
	if n := g.Len(); n < s.MinClues || s.MaxClues > 0 && n > s.MaxClues {
		return false
	}
	filled := g.Filled()
	return (s.Pattern == sudoku.Cells{} || filled == s.Pattern) && s.Symmetry.Keeps(g.Shape(), filled) &&
		(s.IsomorphSymmetry == criteria.NoSymmetry || criteria.OfIsomorphs(g.Shape(), filled).Has(s.IsomorphSymmetry))
}

// ofLine reports whether something is wanted of the line itself.
func (s *Search) ofLine() bool {
	return s.Symmetry != criteria.NoSymmetry || s.Pattern != sudoku.Cells{}
}

func (s *Search) acceptAutomorphisms(g sudoku.Grid) bool {
	if s.MinAutomorphisms <= 1 && s.MaxAutomorphisms == 0 {
		return true
	}
	n := canon.Automorphisms(g)
	return n >= s.MinAutomorphisms && (s.MaxAutomorphisms == 0 || n <= s.MaxAutomorphisms)
}

func (s *Search) acceptTechniques(g sudoku.Grid) bool {
	if len(s.Needs) == 0 && len(s.Only) == 0 {
		return true
	}
	r, err := rating.Rate(g)
	if err != nil {
		return false
	}
	for _, need := range s.Needs {
		if !need.Technique.OnLadder() && criteria.Times(r, need.Technique) < need.Times {
			return false
		}
	}
	return s.techniques().Accept(g, r)
}

// And returns the search for what two searches both want. The error says the first thing that they cannot
// agree on; it is one of [Search.Check].
func (s Search) And(t Search) (Search, error) {
	both := s
	both.MinScore, both.MaxScore = max(s.MinScore, t.MinScore), lower(s.MaxScore, t.MaxScore)
	both.MinClues, both.MaxClues = max(s.MinClues, t.MinClues), lower(s.MaxClues, t.MaxClues)
	both.MinAutomorphisms, both.MaxAutomorphisms = max(s.MinAutomorphisms, t.MinAutomorphisms), lower(s.MaxAutomorphisms, t.MaxAutomorphisms)
	both.ER, both.Depth, both.HoDoKu = s.ER.and(t.ER), s.Depth.and(t.Depth), s.HoDoKu.and(t.HoDoKu)
	both.Needs = append(slices.Clone(s.Needs), t.Needs...)
	both.NotIn = append(slices.Clone(s.NotIn), t.NotIn...)
	if t.Since.After(s.Since) {
		both.Since = t.Since
	}
	if !t.Until.IsZero() && (s.Until.IsZero() || t.Until.Before(s.Until)) {
		both.Until = t.Until
	}
	err := cmp.Or(
		agree(DifferentShapes, &both.Shape, s.Shaped && t.Shaped && s.Shape != t.Shape, t.Shaped, t.Shape),
		agree(DifferentPatterns, &both.Pattern, s.Pattern != (sudoku.Cells{}) && t.Pattern != (sudoku.Cells{}) && s.Pattern != t.Pattern, t.Pattern != (sudoku.Cells{}), t.Pattern),
		agree(DifferentSymmetries, &both.Symmetry, s.Symmetry != 0 && t.Symmetry != 0 && s.Symmetry != t.Symmetry, t.Symmetry != 0, t.Symmetry),
		agree(DifferentSymmetries, &both.IsomorphSymmetry, s.IsomorphSymmetry != 0 && t.IsomorphSymmetry != 0 && s.IsomorphSymmetry != t.IsomorphSymmetry, t.IsomorphSymmetry != 0, t.IsomorphSymmetry),
		agree(DifferentPatterns, &both.IsomorphPattern, s.IsomorphPattern != (sudoku.Grid{}) && t.IsomorphPattern != (sudoku.Grid{}) && s.IsomorphPattern != t.IsomorphPattern, t.IsomorphPattern != (sudoku.Grid{}), t.IsomorphPattern),
		agree(DifferentSolutions, &both.Solution, s.Solution != (sudoku.Grid{}) && t.Solution != (sudoku.Grid{}) && s.Solution != t.Solution, t.Solution != (sudoku.Grid{}), t.Solution),
		common(DifferentTiers, &both.Tiers, t.Tiers), common(DifferentTechniques, &both.Only, t.Only), common(DifferentCollections, &both.In, t.In),
	)
	both.Shaped, both.NoUniqueness = s.Shaped || t.Shaped, s.NoUniqueness || t.NoUniqueness
	if err != nil {
		return Search{}, err
	}
	return both, both.Check()
}

// lower returns the lower of two limits, of which 0 is none.
func lower[T int | float64](a, b T) T {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// agree takes over a wish, unless there is another.
func agree[T any](why SearchReason, into *T, differ, given bool, wish T) error {
	if differ {
		return &SearchError{Reason: why}
	}
	if given {
		*into = wish
	}
	return nil
}

// common keeps what two lists have in common, of which an empty one stands for everything.
func common[T comparable](why SearchReason, into *[]T, others []T) error {
	if len(*into) == 0 || len(others) == 0 {
		*into = append(slices.Clone(*into), others...)
		return nil
	}
	*into = slices.DeleteFunc(slices.Clone(*into), func(one T) bool { return !slices.Contains(others, one) })
	if len(*into) == 0 {
		return &SearchError{Reason: why}
	}
	return nil
}

// SearchReason is why a search cannot find anything.
type SearchReason string

// The reasons of a [SearchError]. Those that begin with different are about two searches at once.
const (
	NoScore           SearchReason = "score" // From and To, in seconds
	NoClues           SearchReason = "clues" // From and To; so for the next
	NoAutomorphisms   SearchReason = "automorphisms"
	NoRating          SearchReason = "rating"
	NoDates           SearchReason = "dates"
	AsymmetricPattern SearchReason = "pattern" // Symmetry
	LadderTimes       SearchReason = "ladder-times"

	DifferentShapes      SearchReason = "different-shapes"
	DifferentPatterns    SearchReason = "different-patterns"
	DifferentSymmetries  SearchReason = "different-symmetries"
	DifferentSolutions   SearchReason = "different-solutions"
	DifferentTiers       SearchReason = "different-tiers"
	DifferentTechniques  SearchReason = "different-techniques"
	DifferentCollections SearchReason = "different-collections"
)

// SearchReasons lists the reasons.
var SearchReasons = []SearchReason{
	NoScore, NoClues, NoAutomorphisms, NoRating, NoDates, AsymmetricPattern, LadderTimes, DifferentShapes, DifferentPatterns, DifferentSymmetries,
	DifferentSolutions, DifferentTiers, DifferentTechniques, DifferentCollections,
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
	case NoRating:
		return "no puzzle has such a rating: want the lower one first"
	case NoDates:
		return "nothing is imported after one time and before an earlier one: want the earlier date first"
	case LadderTimes:
		return "how often a technique of the ladder is used is not counted: ask for it without a number"
	case AsymmetricPattern:
		return fmt.Sprintf("the pattern does not have the symmetry %s", e.Symmetry)
	}
	return "they want " + strings.Replace(string(e.Reason), "-", " ", 1)
}
