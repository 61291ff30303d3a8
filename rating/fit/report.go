package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"text/tabwriter"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// correlation is the mean rank correlation of expected and measured times over the
// repetitions, with its 95 % interval, for the puzzles given by index.
func (f *fitted) correlation(puzzles []int) (mean, low, high float64) {
	measured := pick(f.measured, puzzles)
	r := rand.New(rand.NewPCG(1, 2))
	for _, expected := range f.expected {
		out := pick(expected, puzzles)
		l, h := confidence(out, measured, r)
		mean += spearman(out, measured) / float64(len(f.expected))
		low += l / float64(len(f.expected))
		high += h / float64(len(f.expected))
	}
	return mean, low, high
}

// report prints the figures that docs/rating.md quotes.
func (f *fitted) report(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer table.Flush()
	fmt.Fprintf(table, "rank correlation with the mean time, cross-validated\tpuzzles\trho\t95 %% interval\n")
	f.reportCorrelation(table, "all", func(int) bool { return true })
	f.reportCorrelation(table, "without guessing", func(i int) bool { return f.tiers[i] < logic.TierGuessing })
	f.reportCorrelation(table, "guessing", func(i int) bool { return f.tiers[i] == logic.TierGuessing })
	tiers := make([]float64, len(f.tiers))
	digits := make([]float64, len(f.tiers))
	for i, t := range f.tiers {
		tiers[i] = float64(t)
		digits[i] = -float64(f.grids[i].Len())
	}
	fmt.Fprintf(table, "the tier alone\t%d\t%.3f\n", len(tiers), spearman(tiers, f.measured))
	fmt.Fprintf(table, "the number of empty cells alone\t%d\t%.3f\n", len(digits), spearman(digits, f.measured))
	fmt.Fprintf(table, "\ntier\tpuzzles\tmedian measured\tmedian expected\tmean measured\tmean expected\n")
	for _, t := range logic.Tiers {
		puzzles := f.where(func(i int) bool { return f.tiers[i] == t })
		measured, expected := pick(f.measured, puzzles), pick(f.expected[0], puzzles)
		fmt.Fprintf(table, "%v\t%d\t%.0f s\t%.0f s\t%.0f s\t%.0f s\n", t, len(puzzles),
			quantile(measured, 0.5), quantile(expected, 0.5), mean(measured), mean(expected))
	}
	fmt.Fprintf(table, "\ntypical error\tfactor %.2f\n", f.typicalError())
	fmt.Fprintf(table, "model\t%+v\n", f.model)
}

func (f *fitted) reportCorrelation(w io.Writer, name string, meets func(i int) bool) {
	puzzles := f.where(meets)
	rho, low, high := f.correlation(puzzles)
	fmt.Fprintf(w, "%s\t%d\t%.3f\t%.3f to %.3f\n", name, len(puzzles), rho, low, high)
}

// typicalError is the median factor by which an expected time is off.
func (f *fitted) typicalError() float64 {
	var off []float64
	for _, expected := range f.expected {
		for i := range expected {
			off = append(off, math.Abs(math.Log(f.measured[i]/expected[i])))
		}
	}
	return math.Exp(quantile(off, 0.5))
}
