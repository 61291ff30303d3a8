package main

import (
	"encoding/json"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// The weights in the repository are those that the data gives, and predict times as well as
// docs/rating.md says.
func TestFit(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes a while: make check fits again")
	}
	s, err := read(sudokutest.Path(t, "human-times.tsv"), sudokutest.Path(t, "human-metrics.tsv"))
	must(t, err)
	f, err := fit(s, 2)
	must(t, err)
	var want rating.Model
	text, err := os.ReadFile("../../../rating/weights.json")
	must(t, errors.Join(err, json.Unmarshal(text, &want)))
	if f.model != want {
		t.Errorf("the data gives %+v, weights.json has %+v: run go run ./cmd/lab/fit", f.model, want)
	}
	checkCorrelations(t, &f)
	checkMonotone(t, &f)
	checkCoverage(t, &f)
}

func checkCorrelations(t *testing.T, f *fitted) {
	t.Helper()
	for _, c := range []struct {
		name   string
		needed []float64
		least  float64
	}{{"mean time", f.measured, 0.69}, {"D_TO", f.normalised, 0.82}} {
		rho, low, high := f.correlation(c.needed, f.where(func(i int) bool { return c.needed[i] > 0 }))
		if rho < c.least {
			t.Errorf("rank correlation with %s %.3f, 95 %% interval %.3f to %.3f: want %g", c.name, rho, low, high, c.least)
		}
	}
}

// The expected time grows with the tier as people's times do. There is only one puzzle of
// tier x-wing, which is not enough to compare.
func checkMonotone(t *testing.T, f *fitted) {
	t.Helper()
	last, lastMeasured := 0.0, 0.0
	for _, tier := range []logic.Tier{logic.TierSingletons, logic.TierHidden, logic.TierLocked, logic.TierGuessing} {
		puzzles := f.where(func(i int) bool { return f.tiers[i] == tier })
		expected, measured := mean(pick(f.validated[0].expected, puzzles)), mean(pick(f.measured, puzzles))
		if expected <= last || measured <= lastMeasured {
			t.Errorf("tier %v: expected %.0f s, measured %.0f s; the tier below %.0f s and %.0f s", tier, expected, measured, last, lastMeasured)
		}
		last, lastMeasured = expected, measured
	}
}

// Eight of ten times of each quarter are in the interval of a model that was fitted without them, and of each half, with few people or few
// clues or late in the file, in that of a model of the other half. An interval that holds nearly all says nothing.
func checkCoverage(t *testing.T, f *fitted) {
	t.Helper()
	for _, p := range append(quarters, between("last tenth", 0.9, 1)) {
		if share, _ := f.coverage(p); share < 0.8 || share > 0.9 {
			t.Errorf("%s: %.1f %% of the measured times are in the interval, want 80 to 90 %%", p.name, 100*share)
		}
	}
	width := widthFor(f.halves)
	for _, h := range f.halves {
		if share := held(h.reach, width); share < 0.8 || len(h.reach) < 300 {
			t.Errorf("%s, %s: %.1f %% of %d measured times are in the interval, want 80 %%", h.division, h.name, 100*share, len(h.reach))
		}
	}
}

// The width is that which the half needs whose times scatter most, below or above its median.
func TestWidthFor(t *testing.T) {
	reaching := func(low, high float64) (h half) {
		for i := range 1000 {
			at := float64(i%500+1) / 400 // eight of ten up to 1
			h.quarter = append(h.quarter, i/250)
			if i < 500 {
				h.reach = append(h.reach, low*at)
			} else {
				h.reach = append(h.reach, high*at)
			}
		}
		return h
	}
	for _, c := range []struct {
		halves []half
		want   float64
	}{
		{[]half{reaching(0.5, 0.9), reaching(0.7, 0.8)}, 1}, // never narrower than fitted
		{[]half{reaching(0.9, 1.3), reaching(1.1, 0.8)}, 1.3},
		{[]half{reaching(0.9, 0.9), reaching(1.2, 0.8)}, 1.2},
	} {
		if got := widthFor(c.halves); got < c.want || got > c.want+0.02 {
			t.Errorf("width %g, want %g", got, c.want)
		}
	}
}

// Times ten times as long as they should be, for every tenth puzzle, hardly change the costs
// (squares would add a quarter), and not at all if they have no weight.
func TestRegressFindsCosts(t *testing.T) {
	want := [amounts]float64{3, 12}
	r := rand.New(rand.NewPCG(1, 1))
	var exact, outliers, weighted observations
	for i := range 500 {
		e := [amounts]float64{digit: 40 + r.Float64()*20, search: r.Float64() * 20}
		seconds := dot(e, want)
		exact.add(e, seconds, 1)
		if i%10 == 0 {
			outliers.add(e, 10*seconds, 1)
			weighted.add(e, 10*seconds, 1e-6)
		} else {
			outliers.add(e, seconds, 1)
			weighted.add(e, seconds, 1)
		}
	}
	for _, c := range []struct {
		name   string
		o      observations
		within float64
	}{{"exact", exact, 1e-3}, {"with outliers", outliers, 0.15}, {"weighted", weighted, 1e-3}} {
		for j, got := range c.o.regress() {
			if math.Abs(got-want[j]) > c.within*want[j] {
				t.Errorf("%s: cost %d is %g, want %g", c.name, j, got, want[j])
			}
		}
	}
}

func (o *observations) add(e [amounts]float64, seconds, weight float64) {
	o.efforts, o.measured, o.weights = append(o.efforts, e), append(o.measured, seconds), append(o.weights, weight)
}

// A cost that would be negative is 0.
func TestRegressKeepsCostsPositive(t *testing.T) {
	o := observations{
		efforts:  [][amounts]float64{{10, 0}, {10, 1}, {10, 2}},
		measured: []float64{100, 90, 80}, weights: []float64{1, 1, 1},
	}
	if costs := o.regress(); costs[search] > 1e-6 || costs[digit] <= 0 {
		t.Errorf("costs %v: want none for search", costs)
	}
}

// The interval of times that scatter the more the longer they are expected to be.
func TestIntervalOf(t *testing.T) {
	want := rating.Interval{Low: 0.8, High: 1.5, Growth: 0.7}
	r := rand.New(rand.NewPCG(1, 1))
	var expected, measured []float64
	for range 20000 {
		e := 100 * math.Exp(3*r.Float64())
		factor := math.Exp(r.NormFloat64() / 1.2816) // 0.1 and 0.9 at 1/e and e
		base := want.High
		if factor < 1 {
			base = 1 / want.Low
		}
		expected = append(expected, e)
		measured = append(measured, e*math.Pow(base, want.Width(e)*math.Log(factor)))
	}
	got := intervalOf(expected, measured)
	if math.Abs(got.Low-want.Low) > 0.02 || math.Abs(got.High-want.High) > 0.02 || math.Abs(got.Growth-want.Growth) > 0.11 {
		t.Errorf("interval %+v, want %+v", got, want)
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
	const puzzle = "1.....3..2.....4"
	good, folder := puzzle+"\t10\t30", t.TempDir()
	for _, c := range []struct{ times, metrics string }{
		{"", ""}, {"a puzzle", ""}, {puzzle + "\t10\tsoon", ""}, {puzzle + "\t10\t-3", ""}, {puzzle + "\t0\t30", ""},
		{puzzle + "\tNaN\t30", ""}, {"................\t10\t30", ""}, {"x\t1\t2", ""},
		{good, puzzle + "\tlow\t1"}, {good, "x\t1\t2"}, {good, puzzle},
	} {
		times, metrics := filepath.Join(folder, "times"), filepath.Join(folder, "metrics")
		metric := "heading\n"
		if c.metrics != "" {
			metric += c.metrics + "\n"
		}
		must(t, errors.Join(os.WriteFile(times, []byte("heading\n"+c.times+"\n"), 0o600), os.WriteFile(metrics, []byte(metric), 0o600)))
		if _, err := read(times, metrics); err == nil || !strings.Contains(err.Error(), ":2:") {
			t.Errorf("%q, %q: %v, want an error in line 2", c.times, c.metrics, err)
		}
	}
}

func TestPictures(t *testing.T) {
	s := sample{grids: make([]sudoku.Grid, 3), tiers: []logic.Tier{1, 2, 5}, measured: []float64{200, 300, 900}}
	f := fitted{sample: s, validated: []validation{{expected: []float64{210, 280, 800}}}}
	must(t, f.draw(t.TempDir()))
}
