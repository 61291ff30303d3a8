package format_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// packed returns candidates as 729 characters, or 64 for a shidoku, and a filled cell as its digit alone.
func packed(g sudoku.Grid, marks sudoku.Pencilmarks, empty string) string {
	var b strings.Builder
	for _, c := range g.Shape().Cells() {
		own := marks[c].With(g.At(c))
		for d := range g.Shape().Digits().All() {
			if own.Has(d) {
				b.WriteString(d.String())
			} else {
				b.WriteString(empty)
			}
		}
	}
	return b.String()
}

// solvedShidoku is a solution to make positions of.
const solvedShidoku = "1342243142133124"

const solvedSudoku = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"

// randomPosition returns clues, the digits placed since, and the candidates of the open cells, a few of them excluded.
func randomPosition(r *rand.Rand, solution sudoku.Grid) (clues, grid sudoku.Grid, marks sudoku.Pencilmarks) {
	clues, grid = solution, solution
	for _, c := range solution.Shape().Cells() {
		switch r.IntN(4) {
		case 0:
			clues = clues.With(c, 0)
		case 1, 2:
			clues, grid = clues.With(c, 0), grid.With(c, 0)
		}
	}
	marks = grid.Candidates()
	for _, c := range solution.Shape().Cells() {
		for d := range marks[c].Without(solution.At(c)).All() {
			if r.IntN(3) == 0 {
				marks[c] = marks[c].Without(d)
			}
		}
	}
	return clues, grid, marks
}

func onlyEntry(t *testing.T, text string) format.Entry {
	t.Helper()
	got := slices.Collect(format.Read(strings.NewReader(text)))
	if len(got) != 1 || got[0].Err != nil {
		t.Fatalf("got %+v of\n%s", got, text)
	}
	return got[0]
}

// A state as JSON is read back as it was: alone, in a step, in a list, and without its clues.
func TestStates(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 6))
	for i := range 200 {
		clues, grid, marks := randomPosition(r, sudokuOf([]string{solvedSudoku, solvedShidoku}[i%2]))
		state := fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, clues, grid, packed(grid, marks, []string{".", "0"}[i/2%2]))
		for _, text := range []string{state, `{"version":1,"technique":"x-wing","houses":["r1"],"cells":["r1c1"],"digits":[8],"state":` + state + "}", "[" + state + "]"} {
			e := onlyEntry(t, text)
			gotGrid, gotMarks := e.Position()
			if e.Grid != clues || gotGrid != grid {
				t.Fatalf("%s\nof clues %s and digits %s\nof %s", e.Grid, clues, gotGrid, text)
			}
			if all := grid.Candidates(); gotMarks != marks && !(gotMarks == (sudoku.Pencilmarks{}) && marks == all) {
				t.Fatalf("got the marks %v, want %v", gotMarks, marks)
			}
			found, err := format.FindPosition("look at this: " + text)
			if found.Grid != e.Grid || found.Marks != e.Marks || err != nil {
				t.Fatalf("found %+v, %v", found, err)
			}
		}
	}
}

// In 729 characters a digit is placed where no peer has it left, and else a naked single to come.
func TestPackedCandidates(t *testing.T) {
	g := sudokuOf(moler)
	all, nine := g.Candidates(), sudoku.Pencilmarks{}
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 {
			nine[c] = g.Shape().Digits()
		}
	}
	for name, text := range map[string]string{"its candidates": packed(g, all, "."), "all digits": packed(g, nine, "0")} {
		if e := onlyEntry(t, text); e.Grid != g || e.Marks != "" {
			t.Errorf("%s: %+v", name, e)
		}
	}
	// 7 is alone in r5c8, and peers have it left.
	single := all
	single[sudoku.CellAt(4, 7)] = sudoku.DigitsOf(7)
	e := onlyEntry(t, packed(g, single, "."))
	if _, marks := e.Position(); e.Grid != g || marks != single {
		t.Errorf("a naked single: %+v", e)
	}
	// No cell of a sukaku has been filled in, if its candidates are those of others.
	var sukaku sudoku.Pencilmarks
	for _, c := range g.Shape().Cells() {
		sukaku[c] = sudoku.DigitsOf(sudokuOf(solvedSudoku).At(c), 1+sudoku.Digit(c.Column()))
	}
	e = onlyEntry(t, "mine "+packed(sudoku.Grid{}, sukaku, ".")+" # hard")
	if grid, marks := e.Position(); !e.IsSukaku() || grid != (sudoku.Grid{}) || marks != sukaku || e.Name != "mine" || e.Comment != " # hard" {
		t.Errorf("a sukaku: %+v", e)
	}
	if _, err := format.Find(e.Text); err == nil || !strings.Contains(err.Error(), "this is a sukaku, candidates alone") {
		t.Errorf("its clues: %v", err)
	}
}

// A text that is nearly a position is rejected, with a count or the cell that is wrong.
func TestDamagedCandidates(t *testing.T) {
	g := sudokuOf(moler)
	text := packed(g, g.Candidates(), ".")
	for want, damaged := range map[string]string{
		"728 characters: a position has 729":                                                      text[1:],
		"730 characters: a position has 729":                                                      text + ".",
		`the candidates of r1c1 are ".1.......", characters 1 to 9: want each digit in its place`: ".1......." + text[9:],
		"r1c2 has no candidate":                                                                   text[:9] + "........." + text[18:],
		`the "candidates" have 728`:                                                               fmt.Sprintf(`{"candidates":%q}`, text[1:]),
		"r1c2 is the clue 2, and empty":                                                           fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, g, g.With(1, 0), text),
		"r1c2 is 3 in the grid, but its":                                                          fmt.Sprintf(`{"grid":%q,"candidates":%q}`, g.With(1, 3), text),
		`"grid" beside the candidates is`:                                                         fmt.Sprintf(`{"grid":"hello","candidates":%q}`, text),
		"r1c1 has no candidate":                                                                   fmt.Sprintf(`{"grid":%q,"candidates":%q}`, g, "........."+text[9:]),
	} {
		got := slices.Collect(format.Read(strings.NewReader(damaged)))
		if len(got) != 1 || got[0].Err == nil || !strings.Contains(got[0].Err.Error(), want) {
			t.Errorf("got %+v, want %q", got, want)
		}
	}
}

// f-puzzles has the digits and the centre marks of a player.
func TestFPuzzlesPosition(t *testing.T) {
	var rows []string
	for row := range 4 {
		var cells []string
		for column := range 4 {
			cells = append(cells, map[[2]int]string{
				{0, 0}: `{"value":1,"given":true}`, {1, 2}: `{"value":3,"given":true}`, {2, 1}: `{"value":2,"given":true}`, {3, 3}: `{"value":4,"given":true}`,
				{0, 1}: `{"value":3}`, {0, 2}: `{"centerPencilMarks":[2]}`,
			}[[2]int{row, column}])
			cells[column] = strings.Replace("{}", "{}", cells[column], 1)
			if cells[column] == "" {
				cells[column] = "{}"
			}
		}
		rows = append(rows, "["+strings.Join(cells, ",")+"]")
	}
	e := onlyEntry(t, `{"size":4,"grid":[`+strings.Join(rows, ",")+`]}`)
	grid, marks := e.Position()
	if e.Grid != sudokuOf("1.....3..2.....4") || grid != sudokuOf("13....3..2.....4") || marks[sudoku.CellAt(0, 2)] != sudoku.DigitsOf(2) {
		t.Errorf("got %+v", e)
	}
}
