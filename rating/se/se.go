// Package se rates puzzles like Sudoku Explainer 1.2.1, N. Juillerat's program, whose ratings are the language of
// makers and collectors of hard puzzles.
//
//	r, err := se.Rate(g)
//	fmt.Println(r.ER, r.EP, r.ED) // 7.1 1.2 1.2
//
// The program always takes the easiest step that it finds, and each kind of step has its rating. ER is the highest
// rating on the way to the solution, EP the highest up to the first placement, ED the rating of the first step. The
// ratings and techniques are the published ones; the code is ours. docs/rating.md describes how the two were compared.
// The hardest steps are dynamic forcing chains with other techniques nested in them. Beyond those with dynamic forcing chains
// inside, or if the effort ends, a rating is only a lower bound.
//
// A rating is not a theorem: whether there is a unique loop depends on the candidates removed before, so the order of
// equal steps can matter, and with it how the grid is turned.
package se

import (
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version is the version of the ratings: it grows when a change gives any puzzle another one.
const Version = 4

// Rating is the three ratings of a puzzle.
type Rating struct{ ER, EP, ED Value }

// Value is a rating: 7.1 has 71 tenths.
type Value struct {
	Tenths  int
	AtLeast bool // it may be higher
}

// String returns the value as "7.1" or ">=11.0".
func (v Value) String() string {
	text := fmt.Sprintf("%d.%d", v.Tenths/10, v.Tenths%10)
	if v.AtLeast {
		return ">=" + text
	}
	return text
}

// ErrShape is the error of a grid that is not 9×9.
var ErrShape = errors.New("sudoku explainer rates 9×9 puzzles only")

// MaxEffort is enough for all known puzzles: about a minute of a processor.
const MaxEffort = 30_000_000

// Rate is [RateWithin] with [MaxEffort].
func Rate(g sudoku.Grid) (Rating, error) { return RateWithin(g, MaxEffort) }

// RateWithin returns the ratings of a puzzle, or lower bounds if the effort for nested techniques, about 2 µs each, is not
// enough. The error wraps [ErrShape], or is that of [rating.Check].
func RateWithin(g sudoku.Grid, effort int) (Rating, error) {
	if g.Shape() != sudoku.Sudoku {
		return Rating{}, fmt.Errorf("%w: this is a %s", ErrShape, g.Shape())
	}
	if err := rating.Check(g); err != nil {
		return Rating{}, err
	}
	s := load(g)
	*s.effort = effort
	return s.rate(), nil
}

// beyond is the least rating of a step that no finder finds: techniques nested in chains that are nested in chains.
const beyond = 110

func (g *grid) rate() Rating {
	var r Rating
	for g.open > 0 {
		s, ok := g.next()
		if !ok {
			least := beyond
			if g.least > 0 {
				least = g.least
			}
			return r.stopped(least)
		}
		r.ER.Tenths = max(r.ER.Tenths, s.rating)
		if r.ED.Tenths == 0 {
			r.ED.Tenths = s.rating
		}
		if r.EP.Tenths == 0 && s.places {
			r.EP = r.ER
		}
		g.apply(s)
	}
	return r
}

// stopped returns the known part of the rating if the next step has at least a rating.
func (r Rating) stopped(least int) Rating {
	r.ER = Value{max(r.ER.Tenths, least), true}
	if r.EP.Tenths == 0 {
		r.EP = r.ER
	}
	if r.ED.Tenths == 0 {
		r.ED = r.ER
	}
	return r
}

// step is the effect of a step: a placement, or candidates to remove.
type step struct {
	rating  int // in tenths
	places  bool
	cell    uint8 // the cell of a placement
	digit   uint8
	removed []candidate
}

func place(rating int, c, d uint8) (step, bool) {
	return step{rating: rating, places: true, cell: c, digit: d}, true
}

func remove(rating int, removed []candidate) (step, bool) {
	return step{rating: rating, removed: removed}, len(removed) > 0
}

// finder finds the first step of a technique, if there is one. It may skip the parts of the grid that have not changed since it last found nothing.
type finder func(g *grid, news *changes) (step, bool)

const finderCount = 29

// finders are the techniques in the order in which they are tried. All techniques of one line have the same rating, the
// others at least the rating named.
var finders = [finderCount]finder{
	hiddenSingle,        // 1.0 the last of a house, 1.2 in a box, 1.5 in a column or row
	directLocked,        // 1.7 pointing, 1.9 claiming
	directHidden(2, 20), // a pair
	nakedSingle,         // 2.3
	directHidden(3, 25), // a triplet
	locked,              // 2.6 pointing, 2.8 claiming
	naked(2, 30), fish(2, 32), hidden(2, 34), naked(3, 36), fish(3, 38), hidden(3, 40),
	xyWing, xyzWing, // 4.2, 4.4
	uniqueLoop, // from 4.5
	naked(4, 50), fish(4, 52), hidden(4, 54),
	bug,                       // from 5.6
	pairExclusion,             // 6.2
	chains,                    // from 6.5
	tripletExclusion,          // 7.5
	nishio, multiple, dynamic, // from 7.5, 8.0, 8.5
	nestedSimple, nestedForcing, nestedMultiple, nestedDynamic, // from 9.0, 9.5, 10.0, 10.5
}

func (g *grid) next() (step, bool) {
	for i := range g.news {
		g.news[i].add(&g.changed)
	}
	g.changed = changes{}
	for i, find := range finders {
		if s, ok := find(g, &g.news[i]); ok {
			return s, true
		}
		if g.least > 0 {
			break
		}
		g.news[i] = changes{}
	}
	return step{}, false
}

func (g *grid) apply(s step) {
	if s.places {
		g.place(s.cell, s.digit)
	}
	for _, c := range s.removed {
		g.remove(c.cell, c.digit)
	}
}
