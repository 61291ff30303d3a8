package picture_test

import (
	"math"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The distances that a link keeps from the middle of a digit, and of another candidate, in sides of a cell.
const (
	fromDigits, fromMarks = 0.31, 0.1
)

// Links run from candidate to candidate, and through no digit and no other candidate.
func TestLinksRunThroughNothing(t *testing.T) {
	counts := map[logic.Technique]int{}
	lines := 0
	check := func(s logic.State, step logic.Step) {
		if counts[step.Technique]++; counts[step.Technique] > sudokutest.Cases(400) {
			return
		}
		b := picture.Diagram{Clues: s.Grid, Grid: s.Grid, Marks: s.Marks}.Showing(step)
		drawn := b.Lines()
		lines += len(drawn)
		if len(drawn) != len(b.Links) {
			t.Errorf("%s on %s: %d of %d links are drawn", step.Technique, s.Grid, len(drawn), len(b.Links))
		}
		for _, line := range drawn {
			checkLine(t, b, line)
		}
	}
	for _, technique := range logic.Techniques {
		s, step, _ := technique.Example()
		check(s, step)
	}
	for _, g := range linkedPuzzles(t) {
		s := logic.NewState(g)
		path, err := logic.Path(g)
		if err != nil {
			continue // too hard
		}
		for _, step := range path {
			if step.Kind() != logic.Single {
				check(s, step)
			}
			s = s.Apply(step)
		}
	}
	t.Logf("%d links: %v", lines, counts)
}

// linkedPuzzles returns puzzles with steps of many techniques.
func linkedPuzzles(t *testing.T) (puzzles []sudoku.Grid) {
	for i, technique := range logic.Techniques {
		if s, _, _ := technique.Example(); i%5 == 0 || !testing.Short() {
			puzzles = append(puzzles, s.Clues())
		}
	}
	return append(puzzles, sudokutest.Spread(sudokutest.Grids(t, "hardest-375.txt"), sudokutest.Cases(40))...)
}

func checkLine(t *testing.T, b picture.Diagram, line picture.Line) {
	t.Helper()
	shape := b.Grid.Shape()
	points := line.Path.Points(0.015)
	away := func(p, q picture.Point) float64 { return math.Hypot(p.X-q.X, p.Y-q.Y) }
	for _, end := range []struct {
		p picture.Point
		k sudoku.Candidate
	}{{points[0], line.From}, {points[len(points)-1], line.To}} {
		if d := away(end.p, picture.Spot(shape, end.k)); d > picture.RingRadius+0.03 || d < picture.RingRadius-0.03 {
			t.Errorf("%s: %v: the end at %v is %.3f from its candidate", b.Grid, line.Link, end.p, d)
		}
	}
	for _, p := range points {
		if side := float64(shape.Side()); p.X < 0 || p.Y < 0 || p.X > side || p.Y > side {
			t.Errorf("%s: %v leaves the board at %v", b.Grid, line.Link, p)
		}
		for _, c := range shape.Cells() {
			middle := picture.Point{X: float64(c.Column()) + 0.5, Y: float64(c.Row()) + 0.5}
			if b.Grid.At(c) != 0 {
				if away(p, middle) < fromDigits {
					t.Fatalf("%s: %v runs through the digit of %s: %s", b.Grid, line.Link, c, line.Path.SVG(1, picture.Point{}))
				}
				continue
			}
			for d := range b.Marks[c].All() {
				k := sudoku.Candidate{Cell: c, Digit: d}
				if !slices.Contains([]sudoku.Candidate{line.From, line.To}, k) && away(p, picture.Spot(shape, k)) < fromMarks {
					t.Fatalf("%s: %v runs through %v: %s", b.Grid, line.Link, k, line.Path.SVG(1, picture.Point{}))
				}
			}
		}
	}
}
