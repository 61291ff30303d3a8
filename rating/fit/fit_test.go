package main

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The weights in the repository are those that the data gives, and predict times as well as
// docs/rating.md says.
func TestFit(t *testing.T) {
	s, err := read(sudokutest.Path(t, "human-times.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	f, err := fit(s, 1)
	if err != nil {
		t.Fatal(err)
	}
	var want rating.Model
	text, err := os.ReadFile("../weights.json")
	if err := errors.Join(err, json.Unmarshal(text, &want)); err != nil {
		t.Fatal(err)
	}
	if got := f.model; got.Visibility != want.Visibility || got.Seconds != want.Seconds {
		t.Errorf("the data gives %+v, weights.json has %+v: run go run ./rating/fit", got, want)
	}
	rho, low, high := f.correlation(f.where(func(int) bool { return true }))
	if low < 0.6 {
		t.Errorf("rank correlation %.3f, 95 %% interval %.3f to %.3f: want all of it above 0.6", rho, low, high)
	}
	checkMonotone(t, &f)
	checkIntervals(t, &f)
}

// The expected time grows with the tier as people's times do. There is only one puzzle of
// tier x-wing, which is not enough to compare.
func checkMonotone(t *testing.T, f *fitted) {
	t.Helper()
	last, lastMeasured := 0.0, 0.0
	for _, tier := range []logic.Tier{logic.TierSingletons, logic.TierHidden, logic.TierLocked, logic.TierGuessing} {
		puzzles := f.where(func(i int) bool { return f.tiers[i] == tier })
		expected, measured := mean(pick(f.expected[0], puzzles)), mean(pick(f.measured, puzzles))
		if expected <= last || measured <= lastMeasured {
			t.Errorf("tier %v: expected %.0f s, measured %.0f s; the tier below %.0f s and %.0f s", tier, expected, measured, last, lastMeasured)
		}
		last, lastMeasured = expected, measured
	}
}

// Eight of ten puzzles are within the interval of their rating.
func checkIntervals(t *testing.T, f *fitted) {
	t.Helper()
	inside := f.where(func(i int) bool {
		r, err := rating.Rate(f.grids[i])
		return err == nil && r.Low <= f.measured[i] && f.measured[i] <= r.High
	})
	if share := float64(len(inside)) / float64(len(f.grids)); share < 0.75 || share > 0.85 {
		t.Errorf("%.0f %% of the measured times are in the interval, want 80 %%", 100*share)
	}
}

func TestRegressFindsCosts(t *testing.T) {
	want := [amounts]float64{3, 12, 0, 90, 4}
	r := rand.New(rand.NewPCG(1, 1))
	var efforts [][amounts]float64
	var measured []float64
	for range 500 {
		e := [amounts]float64{digit: 40 + r.Float64()*20, search: r.Float64() * 20}
		e[locked], e[subset], e[left] = float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(100))
		efforts = append(efforts, e)
		measured = append(measured, dot(e, want))
	}
	for j, got := range regress(efforts, measured) {
		if math.Abs(got-want[j]) > 1e-3 {
			t.Errorf("cost %d is %g, want %g", j, got, want[j])
		}
	}
}

// A cost that would be negative is 0.
func TestRegressKeepsCostsPositive(t *testing.T) {
	efforts := [][amounts]float64{{10, 0, 0, 0, 0}, {10, 1, 0, 0, 0}, {10, 2, 0, 0, 0}}
	costs := regress(efforts, []float64{100, 90, 80})
	if costs[search] > 1e-6 || costs[digit] <= 0 {
		t.Errorf("costs %v: want none for search", costs)
	}
}

func TestStatistics(t *testing.T) {
	for _, c := range []struct {
		a, b []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{10, 20, 25, 100}, 1},
		{[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1},
		{[]float64{1, 1, 2, 2}, []float64{1, 2, 3, 4}, 2 / math.Sqrt(5)}, // ties share the mean rank
	} {
		if got := spearman(c.a, c.b); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("spearman(%v, %v) = %g, want %g", c.a, c.b, got, c.want)
		}
	}
	if got := quantile([]float64{4, 1, 3, 2}, 0.5); got != 2.5 {
		t.Errorf("median %g, want 2.5", got)
	}
}

func TestReadErrors(t *testing.T) {
	for _, line := range []string{"", "a puzzle", "1.....3..2.....4\t10\tsoon", "1.....3..2.....4\t10\t-3", "................\t10\t30", "x\t1\t2"} {
		var s sample
		if err := s.add(line); err == nil {
			t.Errorf("%q: no error", line)
		}
	}
}

func TestPictures(t *testing.T) {
	s := sample{tiers: []logic.Tier{1, 2, 5}, measured: []float64{200, 300, 900}}
	f := fitted{sample: s, expected: [][]float64{{210, 280, 800}}}
	if err := f.draw(t.TempDir()); err != nil {
		t.Fatal(err)
	}
}
