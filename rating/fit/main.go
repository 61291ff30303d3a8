// Command fit fits the model of the score to people's solving times, reports how good it
// is, and draws the pictures of docs/rating.md. From the root of the repository:
//
//	go run ./rating/fit -data ../shared/data/human-times.tsv
//
// The data is a tab-separated file with a line of headings: puzzle, number of people who
// solved it, their mean time in seconds. It is not part of the repository (S.-W. Wang, IEEE
// Access 12, 2024, 104254, CC0); the result, rating/weights.json, is.
package main

import (
	"encoding/json"
	"flag"
	"log"
	"math/rand/v2"
	"os"
	"strconv"

	"github.com/gridkeeper/gridkeeper/rating"
)

func main() {
	log.SetFlags(0)
	data := flag.String("data", "../shared/data/human-times.tsv", "the solving times to fit")
	weights := flag.String("weights", "rating/weights.json", "where the model goes")
	pictures := flag.String("pictures", "docs/rating", "the folder that the pictures go to")
	flag.Parse()
	if err := run(*data, *weights, *pictures); err != nil {
		log.Fatal("fit: ", err)
	}
}

func run(data, weights, pictures string) error {
	s, err := read(data)
	if err != nil {
		return err
	}
	f, err := fit(s, 5)
	if err != nil {
		return err
	}
	f.report(os.Stdout)
	text, err := json.MarshalIndent(f.model, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(weights, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return f.draw(pictures)
}

// fitted is the model, with the data and the cross-validation.
type fitted struct {
	sample
	model    rating.Model
	expected [][]float64 // by repetition of the cross-validation, for each puzzle
}

// fit fits the model, and repeats the cross-validation, with other tenths each time.
func fit(s sample, repetitions int) (fitted, error) {
	all, err := trials(s)
	if err != nil {
		return fitted{}, err
	}
	f := fitted{sample: s}
	for i := range repetitions {
		f.expected = append(f.expected, crossValidate(all, s.measured, rand.New(rand.NewPCG(uint64(i), 1))))
	}
	t, costs := best(all, s.measured, s.where(func(int) bool { return true }))
	f.model = rating.Model{
		Visibility: t.visibility,
		Seconds:    seconds([amounts]float64(readable(costs[:]))),
		Logic:      f.interval(s.where(func(i int) bool { return t.efforts[i][left] == 0 })),
		Guessing:   f.interval(s.where(func(i int) bool { return t.efforts[i][left] > 0 })),
	}
	return f, nil
}

// interval returns the factors between which eight of ten of the puzzles given are, by
// models that were not fitted to them.
func (f *fitted) interval(puzzles []int) rating.Interval {
	var factors []float64
	for _, expected := range f.expected {
		for _, i := range puzzles {
			factors = append(factors, f.measured[i]/expected[i])
		}
	}
	ends := readable([]float64{quantile(factors, 0.1), quantile(factors, 0.9)})
	return rating.Interval{Low: ends[0], High: ends[1]}
}

// readable rounds to three significant digits, which is more than the data supports.
func readable(numbers []float64) []float64 {
	for i, x := range numbers {
		numbers[i], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	}
	return numbers
}

// where returns the indices of the puzzles that meet a condition.
func (s *sample) where(meets func(i int) bool) (puzzles []int) {
	for i := range s.measured {
		if meets(i) {
			puzzles = append(puzzles, i)
		}
	}
	return puzzles
}
