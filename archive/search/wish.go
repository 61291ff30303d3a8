// Package search finds puzzles of the archive by conditions, and keeps searches for schedules.
//
//	for found, err := range store.Search(ctx, search.Query{Search: search.Search{MinScore: 600}}) {
//
// A saved search feeds a weekday of a schedule: see [SupplyOf].
package search

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Store searches a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Search is a set of conditions on puzzles, which all have to hold; its zero value matches every puzzle. A saved
// search is stored as JSON.
//
// A puzzle matches if one of its lines does. Symmetry, Pattern, collections and dates are about that line; the other
// conditions are the same for all lines of the puzzle. Symmetry and Pattern, and conditions that take a solver or the
// canonical form, are tested in this program, the others in the database.
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

	ER     Between `json:"er,omitzero"`     // in tenths; this and the next three find those that were rated so far
	Depth  Between `json:"depth,omitzero"`  // of trial and error
	Class  Between `json:"class,omitzero"`  // as [depth.Class.Number]
	HoDoKu Between `json:"hodoku,omitzero"` // the score

	MinAutomorphisms int `json:"min_automorphisms,omitempty"`
	MaxAutomorphisms int `json:"max_automorphisms,omitempty"`

	In    []int32 `json:"in,omitempty"`     // collections, as in [Collection.ID]; none: any
	NotIn []int32 `json:"not_in,omitempty"` // collections that do not have the puzzle

	Since time.Time `json:"since,omitzero"` // imported then or later
	Until time.Time `json:"until,omitzero"` // imported before
}

// Need is a technique that the puzzle needs, as in [rating.Needs]. The needs of the ladder are stored once they were
// computed on demand; until then a search tests the puzzles of the last tier itself.
type Need struct {
	Technique logic.Technique `json:"technique"`
	Times     int             `json:"times,omitempty"` // that the rating counts it, or more; 0 is as good as 1
}

// A Between is a range of numbers, from one to below another. The zero value is any number.
type Between struct {
	From  int `json:"from"`
	Below int `json:"below"`
}

// NoEnd is the end of a [Between] of ER, depth or class that has none.
const NoEnd = 1000

// empty reports whether no number is in the range.
func (b Between) empty() bool { return b != (Between{}) && b.From >= b.Below }

// and returns the numbers in both.
func (b Between) and(c Between) Between {
	if b == (Between{}) || c == (Between{}) {
		return Between{max(b.From, c.From), max(b.Below, c.Below)}
	}
	return Between{max(b.From, c.From), min(b.Below, c.Below)}
}

// ParseER reads an SE rating or limits of it: 7.2, 7.1-7.6, 7.1- or -7.6.
func ParseER(text string) (Between, error) {
	return parseBetween(text, NoEnd, decimal(`^(\d{1,2})(?:[.,](\d))?$`), "7.2, 7.1-7.6, 7.1- or -7.6")
}

// ReadDepth reads a depth of trial and error, a class, or limits of one of them: 2, 0-1, 1-, B4, B3-B5 or -B7B.
func (s *Search) ReadDepth(text string) (err error) {
	const examples = "2, 0-1, 1-, B4, B3-B5 or -B7B"
	if !strings.ContainsAny(text, "Bb") {
		s.Depth, err = parseBetween(text, NoEnd, decimal(`^()(\d)$`), examples)
		return err
	}
	s.Class, err = parseBetween(text, NoEnd, classNumber, examples)
	return err
}

// ParseClass reads a class or limits of it: B4, B3-B5 or -B7B.
func ParseClass(text string) (Between, error) {
	return parseBetween(text, NoEnd, classNumber, "B4, B3-B5 or -B7B")
}

func classNumber(text string) (int, bool) {
	class, err := depth.ParseClass(text)
	return class.Number(), err == nil
}

// ParseHoDoKu reads a score of HoDoKu's, or limits of it: 1200, 1000-1600, 1800- or -800.
func ParseHoDoKu(text string) (Between, error) {
	b, err := parseBetween(text, library.MaxNumber+1, decimal(`^(\d{0,4})(\d)$`), "1200, 1000-1600, 1800- or -800")
	return Between{min(b.From, library.MaxNumber), min(b.Below, library.MaxNumber+1)}, err
}

// decimal returns a reader of numbers whose last digit is the second group of a pattern.
func decimal(pattern string) func(text string) (int, bool) {
	number := regexp.MustCompile(pattern)
	return func(text string) (n int, ok bool) {
		found := number.FindStringSubmatch(text)
		if found == nil {
			return 0, false
		}
		n, _ = strconv.Atoi(found[1] + cmp.Or(found[2], "0")) // digits
		return n, true
	}
}

// parseBetween reads limits. [Search.Check] rejects a greater number before a smaller.
func parseBetween(text string, noEnd int, number func(text string) (int, bool), examples string) (Between, error) {
	from, to, isRange := strings.Cut(strings.ReplaceAll(text, " ", ""), "-")
	if !isRange {
		to = from
	}
	b, good := Between{Below: noEnd}, from != "" || to != ""
	for _, limit := range []struct {
		text string
		set  func(int)
	}{{from, func(n int) { b.From = n }}, {to, func(n int) { b.Below = n + 1 }}} {
		if limit.text == "" {
			continue
		}
		n, read := number(limit.text)
		limit.set(n)
		good = good && read
	}
	if !good {
		return Between{}, fmt.Errorf("%s: want such as %s", sudoku.Excerpt(text), examples)
	}
	return b, nil
}

// techniques are the conditions that package criteria tests.
func (s *Search) techniques() criteria.Techniques {
	t := criteria.Techniques{Only: s.Only, NoUniqueness: s.NoUniqueness}
	for _, need := range s.Needs {
		t.Needs = append(t.Needs, need.Technique)
	}
	return t
}

// Check returns an error if it is known that no puzzle matches: an [*Error], or one of [criteria.Techniques.Check].
func (s *Search) Check() error {
	switch {
	case s.MaxScore > 0 && s.MinScore > s.MaxScore:
		return &Error{Reason: NoScore, From: int(s.MinScore), To: int(s.MaxScore)}
	case s.MaxClues > 0 && s.MinClues > s.MaxClues:
		return &Error{Reason: NoClues, From: s.MinClues, To: s.MaxClues}
	case s.ER.empty() || s.Depth.empty() || s.Class.empty() || s.HoDoKu.empty():
		return &Error{Reason: NoRating}
	case s.Shaped && s.Shape != sudoku.Sudoku && len(s.computedWishes()) > 0:
		return &Error{Reason: OnlySudoku, Shape: s.Shape}
	case s.MaxAutomorphisms > 0 && s.MinAutomorphisms > s.MaxAutomorphisms:
		return &Error{Reason: NoAutomorphisms, From: s.MinAutomorphisms, To: s.MaxAutomorphisms}
	case !s.Until.IsZero() && !s.Since.Before(s.Until):
		return &Error{Reason: NoDates}
	case slices.ContainsFunc(s.Needs, func(n Need) bool { return n.Technique.OnLadder() && n.Times > 1 }):
		return &Error{Reason: LadderTimes}
	case s.Pattern != (sudoku.Cells{}) && !s.Symmetry.Keeps(s.Shape, s.Pattern):
		return &Error{Reason: AsymmetricPattern, Symmetry: s.Symmetry}
	}
	if len(s.Tiers) == 0 {
		return s.techniques().Check(0)
	}
	var first error // if the techniques leave none of the tiers
	for _, tier := range s.Tiers {
		err := s.techniques().Check(tier)
		if err == nil {
			return nil
		}
		first = cmp.Or(first, err)
	}
	return first
}

// allows reports whether a puzzle of a tier may match.
func (s *Search) allows(tier logic.Tier) bool {
	lowest, highest := s.techniques().Tiers()
	return tier >= lowest && tier <= highest && (len(s.Tiers) == 0 || slices.Contains(s.Tiers, tier))
}

// And returns the search for the puzzles that match both. The error, one of [Search.Check], is about the first
// conditions that exclude each other.
func (s Search) And(t Search) (Search, error) {
	both := s
	both.MinScore, both.MaxScore = max(s.MinScore, t.MinScore), lower(s.MaxScore, t.MaxScore)
	both.MinClues, both.MaxClues = max(s.MinClues, t.MinClues), lower(s.MaxClues, t.MaxClues)
	both.MinAutomorphisms, both.MaxAutomorphisms = max(s.MinAutomorphisms, t.MinAutomorphisms), lower(s.MaxAutomorphisms, t.MaxAutomorphisms)
	both.ER, both.Depth, both.Class, both.HoDoKu = s.ER.and(t.ER), s.Depth.and(t.Depth), s.Class.and(t.Class), s.HoDoKu.and(t.HoDoKu)
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

// agree takes over a condition, unless there is another.
func agree[T any](why Reason, into *T, differ, given bool, wish T) error {
	if differ {
		return &Error{Reason: why}
	}
	if given {
		*into = wish
	}
	return nil
}

// common keeps the elements that two lists share. An empty list has all.
func common[T comparable](why Reason, into *[]T, others []T) error {
	if len(*into) == 0 || len(others) == 0 {
		*into = append(slices.Clone(*into), others...)
		return nil
	}
	*into = slices.DeleteFunc(slices.Clone(*into), func(one T) bool { return !slices.Contains(others, one) })
	if len(*into) == 0 {
		return &Error{Reason: why}
	}
	return nil
}

// Reason is why a search cannot find anything.
type Reason string

// The reasons of an [Error]. Reasons that begin with different are about two searches at once.
const (
	NoScore           Reason = "score" // From and To, in seconds
	NoClues           Reason = "clues" // From and To; so for the next
	NoAutomorphisms   Reason = "automorphisms"
	TooFewClues       Reason = "too-few-clues" // Shape; its puzzles need From, To is the most that is wanted
	NoRating          Reason = "rating"
	NoDates           Reason = "dates"
	AsymmetricPattern Reason = "pattern" // Symmetry
	LadderTimes       Reason = "ladder-times"
	OnlySudoku        Reason = "only-sudoku" // Shape

	DifferentShapes      Reason = "different-shapes"
	DifferentPatterns    Reason = "different-patterns"
	DifferentSymmetries  Reason = "different-symmetries"
	DifferentSolutions   Reason = "different-solutions"
	DifferentTiers       Reason = "different-tiers"
	DifferentTechniques  Reason = "different-techniques"
	DifferentCollections Reason = "different-collections"
)

// Reasons lists the reasons.
var Reasons = []Reason{
	NoScore, NoClues, NoAutomorphisms, TooFewClues, NoRating, NoDates, AsymmetricPattern, LadderTimes, OnlySudoku, DifferentShapes, DifferentPatterns, DifferentSymmetries,
	DifferentSolutions, DifferentTiers, DifferentTechniques, DifferentCollections,
}

// An Error is about conditions that no puzzle fulfils together.
type Error struct {
	Reason   Reason
	From, To int
	Symmetry criteria.Symmetry
	Shape    sudoku.Shape
}

func (e *Error) Error() string {
	switch e.Reason {
	case NoScore:
		return fmt.Sprintf("no score is from %d to %d seconds: want the lower one first", e.From, e.To)
	case NoClues, NoAutomorphisms:
		return fmt.Sprintf("no puzzle has %d to %d %s: want the smaller number first", e.From, e.To, e.Reason)
	case TooFewClues:
		return fmt.Sprintf("no puzzle has %d clues: a %s needs %d or more", e.To, e.Shape, e.From)
	case NoRating:
		return "no puzzle has such a rating: want the lower one first"
	case NoDates:
		return "nothing is imported after one time and before an earlier one: want the earlier date first"
	case LadderTimes:
		return "how often a technique of the ladder is used is not counted: ask for it without a number"
	case OnlySudoku:
		return fmt.Sprintf("the SE rating, the depth and HoDoKu's score are computed for sudoku, not for %s: leave out the rating or the shape", e.Shape)
	case AsymmetricPattern:
		return fmt.Sprintf("the pattern does not have the symmetry %s", e.Symmetry)
	}
	return "they want " + strings.Replace(string(e.Reason), "-", " ", 1)
}
