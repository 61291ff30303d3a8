package main

import (
	"bufio"
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
	grids    []sudoku.Grid
	measured []float64 // mean time in seconds
	tiers    []logic.Tier
}

// read reads a file of lines with a puzzle, the number of people who solved it, and their
// mean time in seconds, tab-separated, below a line of headings.
func read(path string) (s sample, err error) {
	file, err := os.Open(path)
	if err != nil {
		return sample{}, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	for line := 2; lines.Scan(); line++ {
		if err := s.add(lines.Text()); err != nil {
			return sample{}, fmt.Errorf("%s:%d: %w", path, line, err)
		}
	}
	return s, lines.Err()
}

func (s *sample) add(line string) error {
	fields := strings.Split(line, "\t")
	if len(fields) != 3 {
		return fmt.Errorf("%s: want a puzzle, a number of people and their mean time", sudoku.Excerpt(line))
	}
	g, err := sudoku.Parse(fields[0])
	if err != nil {
		return err
	}
	seconds, err := strconv.ParseFloat(fields[2], 64)
	if err != nil || seconds <= 0 {
		return fmt.Errorf("mean time %q: want seconds", fields[2])
	}
	r, err := rating.Rate(g)
	if err != nil {
		return fmt.Errorf("%v: %w", g, err)
	}
	s.grids = append(s.grids, g)
	s.measured = append(s.measured, seconds)
	s.tiers = append(s.tiers, r.Tier)
	return nil
}

// efforts returns the effort of each puzzle, if singles have the visibility given.
func (s *sample) efforts(v rating.Visibility) ([][amounts]float64, error) {
	efforts := make([][amounts]float64, len(s.grids))
	for i, g := range s.grids {
		e, err := rating.EffortOf(g, v)
		if err != nil {
			return nil, err
		}
		efforts[i] = amountsOf(e)
	}
	return efforts, nil
}
