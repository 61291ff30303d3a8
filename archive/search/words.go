package search

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/canon/rank"
)

// Words are the conditions of a search as programs and people write them, "" for none: the flags of 'gridkeeper search' and
// the parameters of the API.
type Words struct {
	Shape         string
	Tiers         []logic.Tier
	Score         string // 300-600, 5m-10m
	Clues         string // 24, 22-25
	ER            string // 7.1-7.6
	Depth         string // 0-1, B3-B5
	HoDoKu        string // 1000-1600
	Needs         []string
	Only          []string
	NoUniqueness  bool
	Automorphisms string // 2-
	Since, Until  string // 2026-01-31; both days count

	Symmetry, IsomorphSymmetry string
	Pattern, IsomorphPattern   string
	Solution                   string // its rank, or a puzzle that has it
}

// WordError is the error of one of the [Words], by the name of its flag. If the word was read and no puzzle can match it, Err
// is an [*Error].
type WordError struct {
	Name string // "isomorph-pattern"
	Err  error
}

func (e *WordError) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *WordError) Unwrap() error { return e.Err }

// Search returns the search, or the first error: a [*WordError], or one of [Search.Check]. Without a shape, the length of a
// pattern or the solution decides it.
func (w Words) Search() (s Search, err error) {
	r := words{Words: w, search: Search{Tiers: w.Tiers, NoUniqueness: w.NoUniqueness}}
	r.readGrid()
	r.readForms()
	r.readTechniques()
	r.readLimits()
	if r.first != nil {
		return r.search, r.first
	}
	return r.search, r.search.Check()
}

// words are [Words] that are being read.
type words struct {
	Words
	search Search
	first  error
}

func (r *words) keep(name string, err error) {
	if err != nil && r.first == nil {
		r.first = &WordError{name, err}
	}
}

// readGrid reads the words about clues.
func (r *words) readGrid() {
	q, err := &r.search, error(nil)
	if r.Shape != "" {
		q.Shape, err = sudoku.ParseShape(r.Shape)
		q.Shaped = true
		r.keep("shape", err)
	}
	if r.Symmetry != "" {
		q.Symmetry, err = criteria.ParseSymmetry(r.Symmetry)
		r.keep("symmetry", err)
	}
	if r.IsomorphSymmetry != "" {
		q.IsomorphSymmetry, err = criteria.ParseSymmetry(r.IsomorphSymmetry)
		r.keep("isomorph-symmetry", err)
	}
	if r.Pattern != "" {
		q.Pattern, err = r.shapedPattern(r.Pattern)
		r.keep("pattern", err)
	}
}

// shapedPattern reads a pattern. Its length decides the shape of the search, unless it is known.
func (r *words) shapedPattern(text string) (sudoku.Cells, error) {
	if !r.search.Shaped {
		r.search.Shape, r.search.Shaped = criteria.ShapeOfPattern(text), true
	}
	return criteria.ParsePattern(r.search.Shape, text)
}

// readForms reads the words about properties that all isomorphs share: their pattern and their solution.
func (r *words) readForms() {
	q := &r.search
	if r.IsomorphPattern != "" {
		cells, err := r.shapedPattern(r.IsomorphPattern)
		r.keep("isomorph-pattern", err)
		g := sudoku.Empty(q.Shape)
		for c := range cells.All() {
			g = g.With(c, 1)
		}
		q.IsomorphPattern = canon.Of(g)
	}
	if r.Solution != "" {
		var err error
		if n, ok := rank.Parse(r.Solution); ok {
			q.Solution, err = rank.Grid(n)
		} else if q.Solution, err = sudoku.Parse(r.Solution); err == nil {
			q.Solution, err = solver.Solve(q.Solution)
			q.Solution = canon.Of(q.Solution)
		}
		if err == nil && q.Shaped && q.Shape != q.Solution.Shape() {
			err = fmt.Errorf("want a solution of a %s", q.Shape)
		}
		r.keep("solution", err)
		q.Shape, q.Shaped = q.Solution.Shape(), true
	}
}

func (r *words) readTechniques() {
	for _, text := range r.Needs {
		need, err := parseNeed(text)
		r.search.Needs = append(r.search.Needs, need)
		r.keep("needs", err)
	}
	var err error
	r.search.Only, err = criteria.ParseTechniques(r.Only)
	r.keep("only", err)
}

// parseNeed reads a technique, and how often it is needed: "x-wing:2".
func parseNeed(text string) (n Need, err error) {
	name, times, counted := strings.Cut(text, ":")
	n.Times = 1
	if counted {
		if n.Times, err = strconv.Atoi(times); err != nil || n.Times < 1 {
			return n, fmt.Errorf("%s: want a technique and how often, such as x-wing:2", sudoku.Excerpt(text))
		}
	}
	n.Technique, err = logic.ParseTechnique(name)
	return n, err
}

func (r *words) readLimits() {
	q, err := &r.search, error(nil)
	q.MinScore, q.MaxScore, err = criteria.ParseScores(r.Score)
	r.keep("score", err)
	q.MinClues, q.MaxClues, err = parseRange(r.Clues, NoClues)
	if fewest := solver.MinClues(q.Shape); err == nil && q.MaxClues > 0 && q.Shaped && q.MaxClues < fewest {
		err = &Error{Reason: TooFewClues, Shape: q.Shape, From: fewest, To: q.MaxClues}
	}
	r.keep("clues", err)
	if r.ER != "" {
		q.ER, err = ParseER(r.ER)
		r.keep("er", err)
	}
	if r.Depth != "" {
		err = q.ReadDepth(r.Depth)
		r.keep("depth", err)
	}
	if r.HoDoKu != "" {
		q.HoDoKu, err = ParseHoDoKu(r.HoDoKu)
		r.keep("hodoku", err)
	}
	q.MinAutomorphisms, q.MaxAutomorphisms, err = parseRange(r.Automorphisms, NoAutomorphisms)
	r.keep("automorphisms", err)
	if r.Since != "" {
		day, err := calendar.ParseDate(strings.TrimSpace(r.Since))
		q.Since = day.Midnight()
		r.keep("since", err)
	}
	if r.Until != "" {
		day, err := calendar.ParseDate(strings.TrimSpace(r.Until))
		q.Until = day.AddDays(1).Midnight()
		r.keep("until", err)
	}
}

// parseRange reads the limits of a number; 0 is no limit. reason is that of the [*Error] if the greater one comes first.
func parseRange(text string, reason Reason) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	least, most, err = criteria.ParseRange(text)
	if err == nil && most > 0 && most < least {
		err = &Error{Reason: reason, From: least, To: most}
	}
	return least, most, err
}

// ParseSort reads the name of an order; a minus in front reverses it.
func ParseSort(text string) (by Sort, descending bool, err error) {
	name, descending := strings.CutPrefix(text, "-")
	if text == "" {
		return Shuffled, false, nil
	}
	var names []string
	for _, by := range Sorts {
		if string(by) == name && (by != Random || !descending) {
			return by, descending, nil
		}
		names = append(names, string(by))
	}
	return "", false, fmt.Errorf("%s: want one of %s, with a minus in front to reverse it", sudoku.Excerpt(text), strings.Join(names, ", "))
}
