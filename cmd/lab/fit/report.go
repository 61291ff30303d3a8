package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// correlation returns the rank correlation of the expected times with measured ones, and its 95 % interval, for the puzzles
// of these indices. It is the mean over the repetitions of the cross-validation.
func (f *fitted) correlation(needed []float64, puzzles []int) (mean, low, high float64) {
	needed = pick(needed, puzzles)
	r := rand.New(rand.NewPCG(1, 2))
	repetitions := float64(len(f.validated))
	for _, v := range f.validated {
		expected := pick(v.expected, puzzles)
		l, h := confidence(expected, needed, r)
		mean += spearman(expected, needed) / repetitions
		low += l / repetitions
		high += h / repetitions
	}
	return mean, low, high
}

// part is some of the puzzles: by the share of all that are expected to take less time, or
// by the expected time in seconds.
type part struct {
	name  string
	holds func(share, expected float64) bool
}

func between(name string, from, to float64) part {
	return part{name, func(share, _ float64) bool { return from <= share && share < to }}
}

var quarters = []part{
	between("first quarter", 0, 0.25), between("second quarter", 0.25, 0.5),
	between("third quarter", 0.5, 0.75), between("last quarter", 0.75, 1),
}

// parts are all that coverage is reported for: the quarters, and the bands in which it was
// found wrong when the interval was the same factor for all puzzles.
var parts = append(quarters, between("last tenth", 0.9, 1), between("all", 0, 1),
	part{"below 350 s", func(_, expected float64) bool { return expected < 350 }},
	part{"above 450 s", func(_, expected float64) bool { return expected > 450 }},
	part{"above 600 s", func(_, expected float64) bool { return expected > 600 }},
)

// coverage returns the share of the puzzles of a part whose measured time is in the
// interval, over all repetitions, and the expected times of the part in the first.
func (f *fitted) coverage(p part) (share float64, expected []float64) {
	var inside, all float64
	for repetition, v := range f.validated {
		for i, rank := range ranks(v.expected) {
			if !p.holds(rank/float64(len(v.expected)), v.expected[i]) {
				continue
			}
			all++
			if v.low[i] <= f.measured[i] && f.measured[i] <= v.high[i] {
				inside++
			}
			if repetition == 0 {
				expected = append(expected, v.expected[i])
			}
		}
	}
	return inside / all, expected
}

// report prints the figures and the tables of docs/rating.md.
func (f *fitted) report(w io.Writer) {
	f.reportDelays(w)
	f.reportCorrelations(w)
	f.reportHalves(w)
	f.reportCoverage(w)
	f.reportTiers(w)
	f.reportMoreClues(w)
	off, above := f.errors()
	fmt.Fprintf(w, "typical error: factor %.2f; longer than expected: %.0f %%\n", off, 100*above)
	fmt.Fprintf(w, "model: %+v\n", f.model)
}

func (f *fitted) reportDelays(w io.Writer) {
	d := f.model.Delays
	fmt.Fprint(w, "| step | seen after |\n|---|---|\n| a digit with one cell left in a box; the last open cell of a house | 1 unit |\n")
	fmt.Fprintf(w, "| a digit with one cell left in a row or column | %d |\n", d.Line)
	fmt.Fprintf(w, "| locked candidates | %d |\n", d.Locked)
	fmt.Fprintf(w, "| a cell with one candidate left | %d |\n", d.Naked)
	fmt.Fprintf(w, "| subsets and fish | %d |\n", d.Subset)
	fmt.Fprintf(w, "| the digit of a cell with two candidates, by trying; with three; of any other cell | %d; %d; %d |\n\n", d.Guess, 2*d.Guess, 3*d.Guess)
}

func (f *fitted) reportCorrelations(w io.Writer) {
	fmt.Fprint(w, "| rank correlation (Spearman) | puzzles | | 95 % interval |\n|---|---|---|---|\n")
	line := func(name string, needed []float64, meets func(i int) bool) {
		puzzles := f.where(meets)
		rho, low, high := f.correlation(needed, puzzles)
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f to %.3f |\n", name, len(puzzles), rho, low, high)
	}
	plain := func(name string, a, b []float64) {
		fmt.Fprintf(w, "| %s | %d | %.3f | |\n", name, len(a), spearman(a, b))
	}
	hasMetric := func(i int) bool { return f.normalised[i] > 0 }
	line("score with mean time", f.measured, func(int) bool { return true })
	line("without guessing", f.measured, func(i int) bool { return f.tiers[i] < logic.TierGuessing })
	line("guessing only", f.measured, func(i int) bool { return f.tiers[i] == logic.TierGuessing })
	line("means of 17 people or more", f.measured, func(i int) bool { return f.people[i] >= 17 })
	line("score with D_TO", f.normalised, hasMetric)
	line("score with mean time, the same puzzles", f.measured, hasMetric)
	known := f.where(hasMetric)
	plain("mean time with D_TO, the same puzzles", pick(f.measured, known), pick(f.normalised, known))
	tiers, empty := make([]float64, len(f.tiers)), make([]float64, len(f.tiers))
	for i, t := range f.tiers {
		tiers[i] = float64(t)
		empty[i] = -float64(f.grids[i].Len())
	}
	plain("tier alone with mean time", tiers, f.measured)
	plain("number of empty cells alone with mean time", empty, f.measured)
}

// reportHalves prints how many times of each half are in the interval of a model that was fitted to the other half.
func (f *fitted) reportHalves(w io.Writer) {
	width := widthFor(f.halves)
	fmt.Fprintf(w, "\ninterval: %.2f times as wide as fitted\n", width)
	fmt.Fprint(w, "| divided by | half | puzzles | in the interval as fitted | in the widened one | the same, by quarter of the score |\n|---|---|---|---|---|---|\n")
	for _, h := range f.halves {
		var quarters []string
		for quarter := range 4 {
			quarters = append(quarters, fmt.Sprintf("%.0f", 100*held(h.in(quarter), width)))
		}
		fmt.Fprintf(w, "| %s | %s | %d | %.1f %% | %.1f %% | %s %% |\n", h.division, h.name, len(h.reach), 100*held(h.reach, 1),
			100*held(h.reach, width), strings.Join(quarters, ", "))
	}
	for i := 0; i < len(f.halves); i += 2 {
		others := widthFor(slices.Concat(f.halves[:i], f.halves[i+2:]))
		fmt.Fprintf(w, "without the division by %s the width is %.2f, which holds %.1f %% and %.1f %% of its halves\n", f.halves[i].division, others,
			100*held(f.halves[i].reach, others), 100*held(f.halves[i+1].reach, others))
	}
}

func (f *fitted) reportCoverage(w io.Writer) {
	fmt.Fprint(w, "\n| by score | scores | puzzles | interval of the middle one | measured times in it |\n|---|---|---|---|---|\n")
	for _, p := range parts {
		share, expected := f.coverage(p)
		low, high := f.model.Interval.Around(quantile(expected, 0.5))
		fmt.Fprintf(w, "| %s | %.0f to %.0f s | %d | %.0f to %.0f s | %.1f %% |\n", p.name,
			slices.Min(expected), slices.Max(expected), len(expected), low, high, 100*share)
	}
}

func (f *fitted) reportTiers(w io.Writer) {
	fmt.Fprint(w, "\n| tier | puzzles | measured, mean | expected, mean | measured, median | expected, median |\n|---|---|---|---|---|---|\n")
	for _, t := range logic.Tiers {
		puzzles := f.where(func(i int) bool { return f.tiers[i] == t })
		measured, expected := pick(f.measured, puzzles), pick(f.validated[0].expected, puzzles)
		fmt.Fprintf(w, "| %d %v | %d | %.0f s | %.0f s | %.0f s | %.0f s |\n", t, t, len(puzzles),
			mean(measured), mean(expected), quantile(measured, 0.5), quantile(expected, 0.5))
	}
}

// reportMoreClues prints for how many of all clues that could be added to a puzzle its score gets higher.
func (f *fitted) reportMoreClues(w io.Writer) {
	tried, higher := 0, 0
	for _, g := range f.grids {
		solution, _ := solver.Solve(g)
		score := f.score(g)
		for _, c := range g.Shape().Cells() {
			if g.At(c) == 0 {
				tried++
				if f.score(g.With(c, solution.At(c))) > score {
					higher++
				}
			}
		}
	}
	fmt.Fprintf(w, "\n%d clues could be added, %d of them raise the score\n", tried, higher)
}

// score returns the expected time of a puzzle, 0 if it has no single solution.
func (f *fitted) score(g sudoku.Grid) float64 {
	e, err := rating.EffortOf(g, f.model.Delays)
	if err != nil {
		return 0
	}
	expected, _, _ := f.model.Time(e)
	return expected
}

// errors returns the median factor by which an expected time is off, and the share of the
// measured times that are above it.
func (f *fitted) errors() (off, above float64) {
	var logs []float64
	for _, v := range f.validated {
		for i, expected := range v.expected {
			r := math.Log(f.measured[i] / expected)
			logs = append(logs, math.Abs(r))
			if r > 0 {
				above++
			}
		}
	}
	return math.Exp(quantile(logs, 0.5)), above / float64(len(logs))
}

// reportHardest prints the expected time of each puzzle of a file, one a line.
func (f *fitted) reportHardest(w io.Writer, path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	var efforts []rating.Effort
	for line := range strings.Lines(string(text)) {
		g, err := sudoku.Parse(line)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		e, err := rating.EffortOf(g, f.model.Delays)
		if err != nil {
			return fmt.Errorf("%s: %v: %w", path, g, err)
		}
		efforts = append(efforts, e)
	}
	expected, low, high := times(f.model, efforts)
	fmt.Fprintf(w, "the %d hardest known: expected %.1f to %.1f min, median %.1f min; intervals from %.1f to %.1f min\n", len(efforts),
		slices.Min(expected)/60, slices.Max(expected)/60, quantile(expected, 0.5)/60, slices.Min(low)/60, slices.Max(high)/60)
	return nil
}
