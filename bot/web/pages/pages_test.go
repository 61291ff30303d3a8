package pages

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Months without an import have a bar too, and old ones none.
func TestEveryMonth(t *testing.T) {
	at := func(year int, month time.Month) time.Time { return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC) }
	all := everyMonth([]library.Month{{First: at(2025, 11), Puzzles: 3}, {First: at(2026, 1), Puzzles: 4}}, at(2026, 2).AddDate(0, 0, 27))
	want := []library.Month{{First: at(2025, 11), Puzzles: 3}, {First: at(2025, 12)}, {First: at(2026, 1), Puzzles: 4}, {First: at(2026, 2)}}
	if !slices.Equal(all, want) {
		t.Errorf("%v, want %v", all, want)
	}
	if n := len(everyMonth([]library.Month{{First: at(2020, 1), Puzzles: 1}}, at(2026, 2))); n != 12 {
		t.Errorf("%d months, want the last 12", n)
	}
}

func TestLineOf(t *testing.T) {
	for want, values := range map[string][]float64{
		"0.0,78.0 150.0,40.0 300.0,2.0": {1500, 1550, 1600},
		"0.0,78.0 300.0,78.0":           {1500, 1500},
	} {
		if got := lineOf(values); got != want {
			t.Errorf("%v: %s, want %s", values, got, want)
		}
	}
}

// Each small example is a puzzle of 6×6 in which the technique's step comes up; the example on a 9×9 follows.
func TestSmallExamples(t *testing.T) {
	for technique, text := range smallPuzzles {
		puzzle := sudokutest.Parse(t, text)
		if n, err := solver.Solve(puzzle); err != nil {
			t.Errorf("%s: %v, %v", technique, n, err)
		}
		shapes := []sudoku.Shape{sudoku.SixBySix, sudoku.Sudoku}
		examples := examplesOf(technique)
		if len(examples) != len(shapes) {
			t.Errorf("%s has %d examples", technique, len(examples))
		}
		for i, e := range examples {
			if e.shape() != shapes[i] || e.step.Technique != technique {
				t.Errorf("%s: example %d is a %s on a %s", technique, i, e.step.Technique, e.shape())
			}
		}
	}
	if n := len(examplesOf(logic.Swordfish)); n != 1 {
		t.Errorf("a swordfish has %d examples", n)
	}
}

// The lines of a small picture are those of the boxes.
func TestGridOf(t *testing.T) {
	want := thumbnailGrid{6, "M10 0v60M20 0v60M0 10h60M0 30h60M40 0v60M50 0v60M0 50h60", "M0 0h60v60h-60zM0 20h60M30 0v60M0 40h60"}
	got := gridOf(sudoku.SixBySix)
	sorted := func(path string) []string {
		lines := strings.SplitAfter(strings.ReplaceAll(path, "M", " M"), " ")
		for i := range lines {
			lines[i] = strings.TrimSpace(lines[i])
		}
		slices.Sort(lines)
		return lines
	}
	if got.Side != want.Side || !slices.Equal(sorted(got.Thin), sorted(want.Thin)) || !slices.Equal(sorted(got.Thick), sorted(want.Thick)) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// The parts of a sitemap have each key once, whatever their number.
func TestKeysOfParts(t *testing.T) {
	for _, parts := range []int{1, 2, 3, 7, 22, mostParts} {
		next := new(big.Int)
		for part := range parts {
			from, to := keysOf(part, parts)
			if new(big.Int).SetBytes(from[:]).Cmp(next) != 0 || bytes.Compare(from[:], to[:]) >= 0 {
				t.Errorf("part %d of %d has the keys from %s to %s, want them from %x", part, parts, from, to, next)
			}
			next.SetBytes(to[:]).Add(next, big.NewInt(1))
		}
		if end := new(big.Int).Lsh(big.NewInt(1), 128); next.Cmp(end) != 0 {
			t.Errorf("%d parts end before %x", parts, next)
		}
	}
}

// A card colours each open cell that a step rests on: a technique's fins and guardians too.
func TestThumbnails(t *testing.T) {
	for _, technique := range logic.Techniques {
		if technique == logic.Contradiction { // its reason is a chain of steps
			continue
		}
		e := examplesOf(technique)[0]
		before, step := e.state, e.step
		var placed, reason sudoku.Cells
		for _, p := range step.Placements {
			placed = placed.With(p.Cell)
		}
		parts := step.Parts
		if len(parts) == 0 {
			parts = []logic.Part{{Cells: step.Cells, Digits: step.Digits}}
		}
		for _, part := range parts {
			for c := range part.Cells.All() {
				if before.Marks[c]&part.Digits != 0 {
					reason = reason.With(c)
				}
			}
		}
		for c := range reason.Minus(placed).All() {
			if at := fmt.Sprintf("M%d %dh10", 10*c.Column(), 10*c.Row()); !strings.Contains(thumbnails()[technique].Cells, at) {
				t.Errorf("%s: %s has no fill", technique, c)
			}
		}
	}
}
