// Command fit fits the model of the score to people's solving times, reports how good it
// is, and draws the pictures of docs/rating.md. From the root of the repository:
//
//	go run ./cmd/lab/fit
//
// With -separate it only prepares times of players of a bot, which 'gridkeeper research' prints, as
// times for -data; see separate.go.
//
// It always finds the same. The data is not part of the repository (S.-W. Wang, IEEE Access
// 12, 2024, 104254, CC0); the result, rating/weights.json, is.
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
	var p paths
	flag.StringVar(&p.times, "data", "../shared/data/human-times.tsv", "the solving times to fit: puzzle, number of people, mean seconds")
	flag.StringVar(&p.metrics, "metrics", "../shared/data/human-metrics.tsv", "times normalised over players: puzzle, D_TO, D_TR")
	flag.StringVar(&p.hardest, "hardest", "../shared/data/hardest-375.txt", "the hardest puzzles known, one a line")
	flag.StringVar(&p.weights, "weights", "rating/weights.json", "where the model goes")
	flag.StringVar(&p.pictures, "pictures", "docs/rating", "the folder that the pictures go to")
	separate := flag.String("separate", "", "only take players and puzzles apart in this file, of 'gridkeeper research', and print times for -data")
	flag.Parse()
	if *separate != "" {
		if err := printSeparated(os.Stdout, os.Stderr, *separate); err != nil {
			log.Fatal("fit: ", err)
		}
		return
	}
	if err := run(p); err != nil {
		log.Fatal("fit: ", err)
	}
}

type paths struct{ times, metrics, hardest, weights, pictures string }

func run(p paths) error {
	s, err := read(p.times, p.metrics)
	if err != nil {
		return err
	}
	f, err := fit(s, 5)
	if err != nil {
		return err
	}
	f.report(os.Stdout)
	if err := f.reportHardest(os.Stdout, p.hardest); err != nil {
		return err
	}
	text, err := json.MarshalIndent(f.model, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.weights, append(text, '\n'), 0o644); err != nil {
		return err
	}
	return f.draw(p.pictures)
}

// fitted is the model, with the data and the cross-validation.
type fitted struct {
	sample
	model     rating.Model
	halves    []half       // by which the width of the interval was chosen
	validated []validation // by repetition
}

// fit fits the model, and repeats the cross-validation, with other tenths each time.
func fit(s sample, repetitions int) (fitted, error) {
	all, err := trials(&s)
	if err != nil {
		return fitted{}, err
	}
	f := fitted{sample: s, halves: halves(all, &s)}
	width := widthFor(f.halves)
	for i := range repetitions {
		f.validated = append(f.validated, crossValidate(all, &s, width, rand.New(rand.NewPCG(uint64(i), 1))))
	}
	_, f.model = best(all, &s, s.where(func(int) bool { return true }), width)
	return f, nil
}

// readable rounds to three significant digits, which is more than the data supports.
func readable(numbers []float64) []float64 {
	for i, x := range numbers {
		numbers[i], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	}
	return numbers
}
