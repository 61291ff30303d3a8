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
	efforts    [][amounts]float64
}

func trials(s sample) (all []trial, err error) {
	for _, v := range visibilities() {
		efforts, err := s.efforts(v)
		if err != nil {
			return nil, err
		}
		all = append(all, trial{v, efforts})
	}
	return all, nil
}

// best fits every trial to the puzzles given by index and returns that with the least loss.
func best(all []trial, measured []float64, chosen []int) (t trial, costs [amounts]float64) {
	least := -1.0
	times := pick(measured, chosen)
	for _, tried := range all {
		efforts := pick(tried.efforts, chosen)
		found := regress(efforts, times)
		if l := loss(efforts, times, found); least < 0 || l < least {
			least, t, costs = l, tried, found
		}
	}
	return t, costs
}

// crossValidate returns for each puzzle the time expected by a model that was fitted, with
// its choice of visibility, without the tenth of the puzzles to which the puzzle belongs.
func crossValidate(all []trial, measured []float64, r *rand.Rand) []float64 {
	const folds = 10
	order := r.Perm(len(measured))
	expected := make([]float64, len(measured))
	for fold := range folds {
		var inside, outside []int
		for i, puzzle := range order {
			if i%folds == fold {
				outside = append(outside, puzzle)
			} else {
				inside = append(inside, puzzle)
			}
		}
		t, costs := best(all, measured, inside)
		for _, puzzle := range outside {
			expected[puzzle] = dot(t.efforts[puzzle], costs)
		}
	}
	return expected
}

// pick returns the elements with the indices given.
func pick[T any](from []T, indices []int) []T {
	picked := make([]T, len(indices))
	for i, j := range indices {
		picked[i] = from[j]
	}
	return picked
}
