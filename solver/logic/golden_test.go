package logic_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

var update = flag.Bool("update", false, "rewrite what the golden files expect")

// goldenCase is a board in testdata, and what a technique finds on it. Each case is a
// block of lines: "hit: " or "miss: " and why, the rows of the board with a field a cell
// ("=5" a clue, "+5" a digit that was placed, "137" candidates, "-" none), then "=> " lines, none for a miss.
type goldenCase struct {
	title string
	rows  []string
	want  []string
}

func TestGolden(t *testing.T) {
	for _, technique := range logic.Techniques {
		t.Run(string(technique), func(t *testing.T) {
			path := filepath.Join("testdata", string(technique)+".txt")
			cases := readGolden(t, path)
			hits, misses := 0, 0
			for i := range cases {
				c := &cases[i]
				got := c.find(t, technique)
				if hit := strings.HasPrefix(c.title, "hit: "); hit != (len(got) > 0) {
					t.Errorf("%s: found %q", c.title, got)
				} else if hit {
					hits++
				} else {
					misses++
				}
				if *update {
					c.want = got
				} else if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
					t.Errorf("%s:\n got %q\nwant %q", c.title, got, c.want)
				}
			}
			if hits == 0 || misses == 0 {
				t.Errorf("%d hits and %d near misses", hits, misses)
			}
			if *update {
				writeGolden(t, path, cases)
			}
		})
	}
}

// find returns the technique's step in notation and as a sentence.
func (c goldenCase) find(t *testing.T, technique logic.Technique) []string {
	t.Helper()
	step, ok := technique.Find(parseState(t, c.rows))
	if !ok {
		return nil
	}
	return []string{words.Notation(step), words.Step(step)}
}

func readGolden(t *testing.T, path string) []goldenCase {
	t.Helper()
	text, err := os.ReadFile(path)
	must(t, err)
	var cases []goldenCase
	for line := range strings.SplitSeq(string(text), "\n") {
		want, isWant := strings.CutPrefix(line, "=> ")
		switch {
		case line == "":
		case strings.Contains(line, ": ") && !isWant:
			cases = append(cases, goldenCase{title: line})
		case isWant:
			cases[len(cases)-1].want = append(cases[len(cases)-1].want, want)
		default:
			cases[len(cases)-1].rows = append(cases[len(cases)-1].rows, line)
		}
	}
	return cases
}

func writeGolden(t *testing.T, path string, cases []goldenCase) {
	t.Helper()
	var text strings.Builder
	for i, c := range cases {
		if i > 0 {
			text.WriteString("\n")
		}
		fmt.Fprintf(&text, "%s\n%s\n", c.title, strings.Join(c.rows, "\n"))
		for _, line := range c.want {
			fmt.Fprintf(&text, "=> %s\n", line)
		}
	}
	must(t, os.WriteFile(path, []byte(text.String()), 0o644))
}

func parseState(t *testing.T, rows []string) logic.State {
	t.Helper()
	shape, ok := sudoku.ShapeOfSide(len(rows))
	if !ok {
		t.Fatalf("%d rows are of no shape", len(rows))
	}
	s := logic.State{Grid: sudoku.Empty(shape)}
	fields := strings.Fields(strings.Join(rows, " "))
	if len(fields) != len(shape.Cells()) {
		t.Fatalf("%d fields for a %s", len(fields), shape)
	}
	for i, c := range shape.Cells() {
		digits, filled := strings.CutPrefix(fields[i], "=")
		if own, placed := strings.CutPrefix(digits, "+"); placed {
			digits, filled, s.Placed = own, true, s.Placed.With(c)
		}
		for _, b := range []byte(strings.Trim(digits, "-")) {
			if filled {
				s.Grid = s.Grid.With(c, sudoku.Digit(b-'0'))
			} else {
				s.Marks[c] = s.Marks[c].With(sudoku.Digit(b - '0'))
			}
		}
	}
	return s
}
