package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// sample is the puzzles that people have solved, each at one index of all fields.
type sample struct {
	grids      []sudoku.Grid
	tiers      []logic.Tier
	people     []float64 // how many finished the puzzle
	measured   []float64 // their mean time in seconds
	normalised []float64 // D_TO, 0 if not known
}

// read reads the times, a file of lines with a puzzle, the number of people who solved it,
// and their mean time in seconds; and the metrics, a file with a puzzle, D_TO and D_TR. Both
// are tab-separated, below a line of headings.
func read(times, metrics string) (s sample, err error) {
	known := map[sudoku.Grid]float64{}
	err = eachLine(metrics, func(fields []string) error { return addMetric(known, fields) })
	if err != nil {
		return sample{}, err
	}
	err = eachLine(times, func(fields []string) error { return s.add(fields) })
	for _, g := range s.grids {
		s.normalised = append(s.normalised, known[g])
	}
	return s, err
}

// eachLine calls do with the fields of each line but the first.
func eachLine(path string, do func(fields []string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	for line := 2; lines.Scan(); line++ {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 3 {
			return fmt.Errorf("%s:%d: %s: want three fields with tabs between", path, line, sudoku.Excerpt(lines.Text()))
		}
		if err := do(fields); err != nil {
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
	}
	return lines.Err()
}

func (s *sample) add(fields []string) error {
	g, err := sudoku.Parse(fields[0])
	if err != nil {
		return err
	}
	people, peopleErr := positive("number of people", fields[1])
	seconds, secondsErr := positive("mean time", fields[2])
	if err := errors.Join(peopleErr, secondsErr); err != nil {
		return err
	}
	r, err := rating.Rate(g)
	if err != nil {
		return fmt.Errorf("%v: %w", g, err)
	}
	s.grids = append(s.grids, g)
	s.tiers = append(s.tiers, r.Tier)
	s.people = append(s.people, people)
	s.measured = append(s.measured, seconds)
	return nil
}

func addMetric(known map[sudoku.Grid]float64, fields []string) error {
	g, err := sudoku.Parse(fields[0])
	if err != nil {
		return err
	}
	known[g], err = positive("D_TO", fields[1])
	return err
}

func positive(name, text string) (float64, error) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x > 0) {
		return 0, fmt.Errorf("%s %q: want a positive number", name, text)
	}
	return x, nil
}

// where returns the indices of the puzzles that meet a condition.
func (s *sample) where(meets func(i int) bool) (puzzles []int) {
	for i := range s.grids {
		if meets(i) {
			puzzles = append(puzzles, i)
		}
	}
	return puzzles
}

// pick returns the elements with the indices given.
func pick[T any](from []T, indices []int) []T {
	picked := make([]T, len(indices))
	for i, j := range indices {
		picked[i] = from[j]
	}
	return picked
}
