package format_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// packed returns candidates as 729 characters, or fewer for a smaller shape, and a filled cell as its digit alone.
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
		clues, grid, marks := randomPosition(r, sudokuOf([]string{solvedSudoku, solvedShidoku, solvedSix}[i%3]))
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
	six := sudokuOf(sixBySix)
	for want, damaged := range map[string]string{
		"215 characters: a position has 216, 6 for each cell":                                     packed(six, six.Candidates(), ".")[1:],
		`the candidates of r1c1 are ".1....", characters 1 to 6: want each digit in its place`:    ".1...." + packed(six, six.Candidates(), ".")[6:],
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

// Whatever is read as a position is one: its digits extend the clues, its marks are of open cells, and its state as JSON is
// the same position.
func FuzzPosition(f *testing.F) {
	g := sudokuOf(moler)
	text := packed(g, g.Candidates(), ".")
	f.Add(text)
	f.Add("name " + strings.ReplaceAll(text, ".", "0") + " # comment")
	f.Add(strings.Join(marked(), " "))
	f.Add(fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, g, g.With(0, 9), text))
	f.Add(fmt.Sprintf(`{"step":{"state":{"grid":%q,"candidates":%q}}}`, sudokuOf("1.....3..2.....4"), "1...12341234123412341234..3.1234..1234.2..1234123412341234...4"))
	f.Add(`{"candidates":"` + strings.Repeat("123456789", 81) + `"}`)
	f.Add(strings.Repeat("1........", 81))
	six := sudokuOf(sixBySix)
	f.Add(packed(six, six.Candidates(), "."))
	f.Add(fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, six, six.With(1, 2), packed(six, six.Candidates(), "0")))
	f.Add("1 23 45 56 345 6\n" + strings.Repeat("12 34 56 123 456 16\n", 5))
	f.Fuzz(func(t *testing.T, text string) {
		for e := range format.Read(strings.NewReader(text)) {
			if e.Err != nil || e.Marks == "" {
				continue
			}
			checkPosition(t, e)
			if found, err := format.FindPosition(text); err == nil {
				checkPosition(t, found)
			}
		}
	})
}

// So it is for damaged positions.
func TestDamagedPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 8))
	texts := []string{sukakuText(), stateText(), strings.Join(marked(), " "), `{"steps":[{"state":` + stateText() + `}]}`, packed(sudokuOf(sixBySix), sudokuOf(sixBySix).Candidates(), ".")}
	for i := range sudokutest.Cases(20000) {
		text := []byte(texts[i%len(texts)])
		for range 1 + r.IntN(4) {
			at := r.IntN(len(text))
			switch r.IntN(3) {
			case 0:
				text[at] = "0123456789. .,\":{}[]=\n"[r.IntN(22)]
			case 1:
				text = slices.Delete(text, at, min(at+1+r.IntN(3), len(text)))
			default:
				text = slices.Insert(text, at, text[r.IntN(len(text))])
			}
		}
		for e := range format.Read(strings.NewReader(string(text))) {
			if e.Err == nil && e.Marks != "" {
				checkPosition(t, e)
			}
		}
	}
}

func checkPosition(t *testing.T, e format.Entry) {
	t.Helper()
	grid, marks := e.Position()
	if !grid.Extends(e.Grid) || e.IsSukaku() != (e.Marks != "" && grid.Len() == 0) {
		t.Fatalf("digits %s of %+v", grid, e)
	}
	all, whole := grid.Candidates(), grid.Len() > 0
	for _, c := range grid.Shape().Cells() {
		if marks[c]&^grid.Shape().Digits() != 0 || marks[c] != 0 && grid.At(c) != 0 {
			t.Fatalf("marks %v of %s in %+v", marks[c], c, e)
		}
		if grid.At(c) == 0 && marks[c] == 0 {
			marks[c] = all[c]
		}
		whole = whole && (grid.At(c) != 0 || marks[c]&all[c] != 0)
	}
	if !whole {
		return // a cell without candidates is an error of its own
	}
	for again := range format.Read(strings.NewReader(fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, e.Grid, grid, packed(grid, marks, ".")))) {
		gotGrid, gotMarks := again.Position()
		for c := range gotMarks {
			if gotMarks[c] == 0 && grid.Shape() == again.Grid.Shape() && grid.At(sudoku.Cell(c)) == 0 {
				gotMarks[c] = all[c]
			}
		}
		if again.Err != nil || again.Grid != e.Grid || gotGrid != grid || gotMarks != marks {
			t.Fatalf("%+v\nis read back as %+v", e, again)
		}
	}
}

// A megabyte of anything ends in a moment, and in an error.
func TestHostileCandidates(t *testing.T) {
	for name, text := range map[string]string{
		"dots":          strings.Repeat(".", 1<<20),
		"candidates":    strings.Repeat("123456789", 1<<17),
		"729 dots":      strings.Repeat(".", 729),
		"729 ones":      strings.Repeat("1", 729),
		"JSON":          `{"grid":"` + strings.Repeat(".", 1<<19) + `","candidates":"` + strings.Repeat("1", 1<<19) + `"}`,
		"long state":    `{"state":{"grid":["` + strings.Repeat("1", 1000) + `"],"candidates":"` + strings.Repeat("123456789", 81) + `"}}`,
		"deep states":   strings.Repeat(`{"state":`, 1000) + "1" + strings.Repeat("}", 1000),
		"a wrong shape": `{"grid":"1.....3..2.....4","candidates":"` + strings.Repeat("123456789", 81) + `"}`,
	} {
		for e := range format.Read(strings.NewReader(text)) {
			if e.Err == nil {
				t.Errorf("%s: %+v", name, e)
			} else if len(e.Err.Error()) > 1000 {
				t.Errorf("%s: an error of %d bytes", name, len(e.Err.Error()))
			}
		}
		if e, err := format.FindPosition(text); err == nil && name != "a wrong shape" { // which has a shidoku beside it
			t.Errorf("%s: found %+v", name, e)
		}
	}
}

// sukakuText is a sukaku of a digit or two in each cell.
func sukakuText() string {
	var marks sudoku.Pencilmarks
	solution := sudokuOf(solvedSudoku)
	for _, c := range solution.Shape().Cells() {
		marks[c] = sudoku.DigitsOf(solution.At(c), 1+sudoku.Digit(c.Column()))
	}
	return packed(sudoku.Grid{}, marks, ".")
}

// stateText is a state of moler with a digit placed and a candidate excluded.
func stateText() string {
	clues := sudokuOf(moler)
	grid := clues.With(0, 9)
	marks := grid.Candidates()
	marks[2] = marks[2].Without(1)
	return fmt.Sprintf(`{"clues":%q,"grid":%q,"candidates":%q}`, clues, grid, packed(grid, marks, "."))
}

// JSON and sdx keep positions. Other formats count the pencil marks that they lose.
func TestWritePositions(t *testing.T) {
	for _, text := range []string{stateText(), "mine " + sukakuText() + " # hard"} {
		e := onlyEntry(t, text)
		grid, marks := e.Position()
		for _, name := range []string{"json", "jsonl", "sdx"} {
			again := onlyEntry(t, string(writeAs(t, name, "", []format.Entry{e})))
			gotGrid, gotMarks := again.Position()
			if again.Grid != e.Grid || name != "sdx" && (gotGrid != grid || again.Name != e.Name || again.Comment != e.Comment) {
				t.Errorf("%s: %+v\nbecame\n%+v", name, e, again)
			}
			if gotMarks != marks && (name != "sdx" || e.IsSukaku()) {
				t.Errorf("%s: the marks of %+v\nbecame\n%+v", name, e, again)
			}
		}
		if lost, err := format.WriteAs("sdm", new(strings.Builder), slices.Values([]format.Entry{e})); lost.Marks != 1 || err != nil {
			t.Errorf("sdm lost %+v, %v", lost, err)
		}
	}
}
