package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// correlation is the mean rank correlation, over the repetitions, of the expected times with
// what people needed by some measure, and its 95 % interval, for the puzzles given by index.
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

// report prints the figures that docs/rating.md quotes.
func (f *fitted) report(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer table.Flush()
	f.reportCorrelations(table)
	f.reportCoverage(table)
	f.reportTiers(table)
	f.reportMoreClues(table)
	off, above := f.errors()
	fmt.Fprintf(table, "\ntypical error\tfactor %.2f\nlonger than expected\t%.0f %%\n", off, 100*above)
	fmt.Fprintf(table, "model\t%+v\n", f.model)
}

func (f *fitted) reportCorrelations(w io.Writer) {
	fmt.Fprintf(w, "rank correlation, cross-validated\tpuzzles\trho\t95 %% interval\n")
	line := func(name string, needed []float64, meets func(i int) bool) {
		puzzles := f.where(meets)
		rho, low, high := f.correlation(needed, puzzles)
		fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f to %.3f\n", name, len(puzzles), rho, low, high)
	}
	hasMetric := func(i int) bool { return f.normalised[i] > 0 }
	line("mean time, all", f.measured, func(int) bool { return true })
	line("mean time, without guessing", f.measured, func(i int) bool { return f.tiers[i] < logic.TierGuessing })
	line("mean time, guessing", f.measured, func(i int) bool { return f.tiers[i] == logic.TierGuessing })
	line("mean time of 17 or more people", f.measured, func(i int) bool { return f.people[i] >= 17 })
	line("D_TO", f.normalised, hasMetric)
	line("mean time, those with D_TO", f.measured, hasMetric)
	tiers, empty := make([]float64, len(f.tiers)), make([]float64, len(f.tiers))
	for i, t := range f.tiers {
		tiers[i] = float64(t)
		empty[i] = -float64(f.grids[i].Len())
	}
	fmt.Fprintf(w, "mean time with the tier alone\t%d\t%.3f\n", len(tiers), spearman(tiers, f.measured))
	fmt.Fprintf(w, "mean time with the number of empty cells alone\t%d\t%.3f\n", len(empty), spearman(empty, f.measured))
	known := f.where(hasMetric)
	fmt.Fprintf(w, "mean time with D_TO\t%d\t%.3f\n", len(known), spearman(pick(f.measured, known), pick(f.normalised, known)))
}

func (f *fitted) reportCoverage(w io.Writer) {
	fmt.Fprintf(w, "\nby expected time\tpuzzles\texpected\tinterval of the middle one\tmeasured times in it\n")
	for _, p := range parts {
		share, expected := f.coverage(p)
		low, high := f.model.Interval.Around(quantile(expected, 0.5))
		fmt.Fprintf(w, "%s\t%d\t%.0f to %.0f s\t%.0f to %.0f s\t%.1f %%\n", p.name, len(expected),
			slices.Min(expected), slices.Max(expected), low, high, 100*share)
	}
}

func (f *fitted) reportTiers(w io.Writer) {
	fmt.Fprintf(w, "\ntier\tpuzzles\tmedian measured\tmedian expected\tmean measured\tmean expected\n")
	for _, t := range logic.Tiers {
		puzzles := f.where(func(i int) bool { return f.tiers[i] == t })
		measured, expected := pick(f.measured, puzzles), pick(f.validated[0].expected, puzzles)
		fmt.Fprintf(w, "%v\t%d\t%.0f s\t%.0f s\t%.0f s\t%.0f s\n", t, len(puzzles),
			quantile(measured, 0.5), quantile(expected, 0.5), mean(measured), mean(expected))
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
	fmt.Fprintf(w, "\nclues that could be added\t%d\nthat raise the score\t%d\n", tried, higher)
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

// reportHardest prints what the model expects of the puzzles of a file, one a line.
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
	fmt.Fprintf(w, "\nthe %d hardest known: expected %.1f to %.1f min, median %.1f min; intervals from %.1f to %.1f min\n", len(efforts),
		slices.Min(expected)/60, slices.Max(expected)/60, quantile(expected, 0.5)/60, slices.Min(low)/60, slices.Max(high)/60)
	return nil
}
