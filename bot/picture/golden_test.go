package picture_test

import (
	"bytes"
	"flag"
	"image/png"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

var update = flag.Bool("update", false, "rewrite the golden pictures")

// Each kind of board looks as the golden picture that people have looked at. To see what changed:
//
//	go test ./bot/picture -run Golden -update && git diff --stat
func TestGolden(t *testing.T) {
	for name, b := range kinds(t) {
		data, err := picture.PNG(b)
		must(t, err)
		checkGolden(t, name, data)
	}
}

// checkGolden compares a picture with the golden one of its name, or rewrites that.
func checkGolden(t *testing.T, name string, data []byte) {
	t.Helper()
	file := filepath.Join("testdata", name+".png")
	if *update {
		writeGolden(t, file, data)
		return
	}
	golden, err := os.ReadFile(file)
	must(t, err)
	if got, want := decode(t, data), decode(t, golden); got.Rect != want.Rect {
		t.Errorf("%s: %v, want %v", name, got.Rect, want.Rect)
	} else if n := differences(got, want); n > 50 { // processors that fuse multiplication and addition round some edges otherwise
		t.Errorf("%s: %d pixels differ", name, n)
	}
}

// writeGolden keeps a picture in as few bytes as there is time for.
func writeGolden(t *testing.T, file string, data []byte) {
	t.Helper()
	var out bytes.Buffer
	must(t, (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, decode(t, data)))
	must(t, os.WriteFile(file, out.Bytes(), 0o644))
}

// kinds are boards of each kind that players see, in each theme.
func kinds(t testing.TB) map[string]picture.Diagram {
	boards := map[string]picture.Diagram{}
	addPlayed(t, boards)
	addSteps(t, boards)
	for name, b := range maps.Clone(boards) {
		for _, theme := range []look.Theme{look.Light, look.Contrast} {
			b.Theme = theme
			boards[name+"-"+string(theme)] = b
		}
	}
	return boards
}

// addPlayed adds boards of a game on its way.
func addPlayed(t testing.TB, boards map[string]picture.Diagram) {
	clues := parse(t, moler)
	start := picture.Diagram{Clues: clues, Grid: clues}
	boards["start"] = start

	candidates := start
	candidates.Marks = clues.Candidates()
	boards["candidates"] = candidates

	marks := start
	marks.Grid = clues.With(sudoku.CellAt(0, 0), 9).With(sudoku.CellAt(4, 4), 1).With(sudoku.CellAt(8, 8), 7)
	for i, c := range []sudoku.Cell{sudoku.CellAt(0, 2), sudoku.CellAt(3, 1), sudoku.CellAt(4, 6), sudoku.CellAt(7, 5)} {
		marks.Marks[c] = sudoku.DigitsOf(2, 7, 9, sudoku.Digit(i+3))
	}
	marks.Last, marks.Lit = sudoku.CellsOf(sudoku.CellAt(8, 8)), sudoku.DigitsOf(7)
	boards["marks"] = marks

	box := candidates
	box.Box = 5
	boards["box"] = box
	cell := marks
	cell.Box, cell.Selected, cell.Letters = 4, sudoku.CellsOf(sudoku.CellAt(3, 1)), true
	boards["cell"] = cell

	faults := marks
	faults.Grid = faults.Grid.With(sudoku.CellAt(0, 2), 9).With(sudoku.CellAt(6, 7), 1)
	faults.Wrong = sudoku.CellsOf(sudoku.CellAt(6, 7), sudoku.CellAt(0, 2), sudoku.CellAt(3, 1))
	boards["faults"] = faults

	small := parse(t, mini)
	shidoku := picture.Diagram{Clues: small, Grid: small.With(sudoku.CellAt(0, 1), 4), Marks: small.Candidates()}
	boards["shidoku"] = shidoku

	six := parse(t, "54.......2..2.......4..131.64...6.3.")
	sixBySix := picture.Diagram{Clues: six, Grid: six.With(sudoku.CellAt(3, 0), 6), Letters: true, Box: 4, Lit: sudoku.DigitsOf(6)}
	sixBySix.Marks = sixBySix.Grid.Candidates()
	boards["six-by-six"] = sixBySix

	solved := start
	solved.Grid = parse(t, molerSolved)
	boards["solved"] = solved
}

// addSteps adds boards with what the levels of a hint show.
func addSteps(t testing.TB, boards map[string]picture.Diagram) {
	for _, technique := range []logic.Technique{"hidden-single", "x-wing", "naked-triple", "xy-wing", "finned-swordfish", logic.TridagonChain, logic.Contradiction} {
		state, step, ok := technique.Example()
		if !ok {
			t.Fatalf("no example of %s", technique)
		}
		b := picture.Diagram{Clues: state.Grid, Grid: state.Grid, Marks: state.Marks}
		name := string(technique)
		if technique == "hidden-single" {
			b.Marks = sudoku.Pencilmarks{}
			where := b
			where.Houses = step.Where()
			boards["where-"+name] = where.Focused()
			where.Lit = step.Digits
			boards["digit-"+name] = where.Focused()
		}
		boards["reason-"+name] = b.Showing(step)
	}
}
