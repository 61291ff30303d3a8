package main

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/rating"
)

// visibilities returns those to choose from. They are coarse on purpose: the fit hardly
// depends on them.
func visibilities() (all []rating.Visibility) {
	for _, line := range []float64{0.2, 0.3, 0.4, 0.5, 0.6, 0.8} {
		for _, naked := range []float64{0.02, 0.05, 0.1, 0.15, 0.2} {
			all = append(all, rating.Visibility{Line: line, Naked: naked})
		}
	}
	return all
}

// trial is a visibility with the efforts of all puzzles under it.
type trial struct {
	visibility rating.Visibility
	efforts    []rating.Effort
	amounts    [][amounts]float64
}

func trials(s *sample) (all []trial, err error) {
	for _, v := range visibilities() {
		t := trial{visibility: v}
		for _, g := range s.grids {
			e, err := rating.EffortOf(g, v)
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
// and its model.
func best(all []trial, s *sample, puzzles []int) (t trial, m rating.Model) {
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
	m = rating.Model{Visibility: t.visibility, Seconds: seconds([amounts]float64(readable(costs[:])))}
	expected, _, _ := times(m, pick(t.efforts, puzzles))
	i := intervalOf(expected, o.measured)
	ends := readable([]float64{i.Low, i.High})
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

// validation is what the models of a cross-validation say of each puzzle.
type validation struct {
	expected, low, high []float64
}

// crossValidate returns for each puzzle what is expected by a model that was fitted, with
// its visibility and its interval, without the tenth of the puzzles to which the puzzle
// belongs.
func crossValidate(all []trial, s *sample, r *rand.Rand) validation {
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
		t, m := best(all, s, inside)
		for _, puzzle := range outside {
			v.expected[puzzle], v.low[puzzle], v.high[puzzle] = m.Time(t.efforts[puzzle])
		}
	}
	return v
}
