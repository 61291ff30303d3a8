package main

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/gridkeeper/gridkeeper/rating"
)

// The shares of puzzles below the ends of an interval.
const (
	belowLow  = 0.1
	belowHigh = 0.9
)

// intervalOf returns the interval for the expected and measured times of some puzzles: of
// all growths, that with the least loss of both ends.
func intervalOf(expected, measured []float64) (best rating.Interval) {
	least := math.Inf(1)
	for tenths := range 21 {
		i, loss := intervalWith(float64(tenths)/10, expected, measured)
		if loss < least {
			least, best = loss, i
		}
	}
	return best
}

// intervalWith returns the interval that has a growth, and its loss, in logarithms as all
// losses here.
func intervalWith(growth float64, expected, measured []float64) (i rating.Interval, loss float64) {
	i.Growth = growth
	var factors []float64 // as they would be at the reference
	for k, e := range expected {
		factors = append(factors, math.Pow(measured[k]/e, 1/i.Width(e)))
	}
	i.Low, i.High = quantile(factors, belowLow), quantile(factors, belowHigh)
	for k, e := range expected {
		low, high := i.Around(e)
		loss += pinball(math.Log(measured[k]/low), belowLow) + pinball(math.Log(measured[k]/high), belowHigh)
	}
	return i, loss
}

// pinball is the loss of an end that a measured time is r above, if a share of the times
// should be below it: its sum is least at the quantile (R. Koenker and G. Bassett,
// "Regression Quantiles", Econometrica, 1978).
func pinball(r, share float64) float64 {
	if r > 0 {
		return share * r
	}
	return (share - 1) * r
}

// half is one half of the puzzles, divided by the number of people who solved them or otherwise, judged by a model that was fitted to the
// other half.
type half struct {
	division, name string
	reach          []float64 // of each puzzle: how wide the interval has to be to hold its time, 1 as it was fitted
	quarter        []int     // of each puzzle, by what was expected in this half
}

// halves divides the puzzles in several ways. Random tenths leave a model to be judged by the same people and the same kind of puzzles
// that it was fitted to; the times of other people, and of other puzzles, were outside of its interval more often.
func halves(all []trial, s *sample) (halves []half) {
	clues := make([]float64, len(s.grids))
	drawn := make([]float64, len(s.grids))
	place := make([]float64, len(s.grids))
	r := rand.New(rand.NewPCG(1, 3))
	for i, g := range s.grids {
		clues[i], drawn[i], place[i] = float64(g.Len()), r.Float64(), float64(i)
	}
	for _, d := range []struct {
		name, low, high string
		by              []float64
	}{
		{"people who solved it", "fewer", "more", s.people},
		{"clues", "fewer", "more", clues},
		{"place in the file", "first half", "second half", place},
		{"chance", "one half", "the other", drawn},
	} {
		middle := quantile(d.by, 0.5)
		low, high := s.where(func(i int) bool { return d.by[i] < middle }), s.where(func(i int) bool { return d.by[i] >= middle })
		halves = append(halves, judged(all, s, high, low), judged(all, s, low, high))
		for i, name := range []string{d.low, d.high} {
			h := &halves[len(halves)-2+i]
			h.division, h.name = d.name, name
		}
	}
	return halves
}

// judged returns how a model that is fitted to some puzzles does on others.
func judged(all []trial, s *sample, fitted, others []int) (h half) {
	t, m := best(all, s, fitted, 1)
	expected, low, high := times(m, pick(t.efforts, others))
	for i, rank := range ranks(expected) {
		end, r := high[i], math.Log(s.measured[others[i]]/expected[i])
		if r < 0 {
			end = low[i]
		}
		h.reach = append(h.reach, r/math.Log(end/expected[i]))
		h.quarter = append(h.quarter, int(4*rank/float64(len(expected))))
	}
	return h
}

// widthFor returns by how much an interval has to be widened to hold eight of ten times of each half, below and above
// the median of its scores. Quarters would be some hundred puzzles, and the worst of 32 such shares is chance.
func widthFor(halves []half) float64 {
	width := 1.0
	for i := range halves {
		h := &halves[i]
		width = max(width, quantile(h.in(0, 1), belowHigh-belowLow), quantile(h.in(2, 3), belowHigh-belowLow))
	}
	return math.Ceil(100*width) / 100
}

// in returns the reaches of some quarters.
func (h *half) in(quarters ...int) (reach []float64) {
	for i, q := range h.quarter {
		if slices.Contains(quarters, q) {
			reach = append(reach, h.reach[i])
		}
	}
	return reach
}

// held returns the share of reaches that an interval of some width holds.
func held(reach []float64, width float64) float64 {
	inside := 0
	for _, x := range reach {
		if x <= width {
			inside++
		}
	}
	return float64(inside) / float64(len(reach))
}
