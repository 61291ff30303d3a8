package main

import (
	"math"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/rating"
)

// delays returns those to choose from. They are coarse on purpose: the fit hardly depends on them.
func delays() (all []rating.Delays) {
	for _, naked := range []int{7, 10, 14, 20} {
		for _, locked := range []int{2, 4, 6} {
			for _, subset := range []int{12, 18, 25} {
				for _, guess := range []int{18, 25, 31} {
					all = append(all, rating.Delays{Line: 2, Naked: naked, Locked: locked, Subset: subset, Guess: guess})
				}
			}
		}
	}
	return all
}

// trial is delays with the efforts of all puzzles under them.
type trial struct {
	delays  rating.Delays
	efforts []rating.Effort
	amounts [][amounts]float64
}

func trials(s *sample) (all []trial, err error) {
	for _, d := range delays() {
		t := trial{delays: d}
		for _, g := range s.grids {
			e, err := rating.EffortOf(g, d)
			if err != nil {
				return nil, err
			}
			t.efforts = append(t.efforts, e)
			t.amounts = append(t.amounts, amountsOf(e))
		}
		all = append(all, t)
	}
	return all, nil
}

// best fits every trial to the puzzles given by index, and returns that with the least loss
// and its model, the interval of which is widened by a factor.
func best(all []trial, s *sample, puzzles []int, width float64) (t trial, m rating.Model) {
	least := -1.0
	var costs [amounts]float64
	o := observations{measured: pick(s.measured, puzzles), weights: pick(s.people, puzzles)}
	for _, tried := range all {
		o.efforts = pick(tried.amounts, puzzles)
		found := o.regress()
		if l := o.loss(found); least < 0 || l < least {
			least, t, costs = l, tried, found
		}
	}
	m = rating.Model{Delays: t.delays, Seconds: seconds([amounts]float64(readable(costs[:])))}
	expected, _, _ := times(m, pick(t.efforts, puzzles))
	i := intervalOf(expected, o.measured)
	ends := readable([]float64{math.Pow(i.Low, width), math.Pow(i.High, width)})
	m.Interval = rating.Interval{Low: ends[0], High: ends[1], Growth: i.Growth}
	return t, m
}

// times returns the expected times for some efforts, and the ends of their intervals.
func times(m rating.Model, efforts []rating.Effort) (expected, low, high []float64) {
	for _, e := range efforts {
		t, l, h := m.Time(e)
		expected, low, high = append(expected, t), append(low, l), append(high, h)
	}
	return expected, low, high
}

// validation holds the predictions of a cross-validation for each puzzle, in seconds.
type validation struct {
	expected, low, high []float64
}

// crossValidate predicts each puzzle by a model that was fitted, with its delays and its interval, to the nine tenths of the
// puzzles to which it does not belong.
func crossValidate(all []trial, s *sample, width float64, r *rand.Rand) validation {
	const folds = 10
	n := len(s.grids)
	v := validation{make([]float64, n), make([]float64, n), make([]float64, n)}
	order := r.Perm(n)
	for fold := range folds {
		var inside, outside []int
		for i, puzzle := range order {
			if i%folds == fold {
				outside = append(outside, puzzle)
			} else {
				inside = append(inside, puzzle)
			}
		}
		t, m := best(all, s, inside, width)
		for _, puzzle := range outside {
			v.expected[puzzle], v.low[puzzle], v.high[puzzle] = m.Time(t.efforts[puzzle])
		}
	}
	return v
}
