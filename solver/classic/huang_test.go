package classic

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// row returns a position with candidates in one row, as Huang's figures 7, 8 and 15 give them, and
// all candidates everywhere else.
func row(t *testing.T, row int, text string) huang {
	t.Helper()
	var marks sudoku.Pencilmarks
	for _, c := range sudoku.Sudoku.Cells() {
		marks[c] = sudoku.Sudoku.Digits()
	}
	for column, candidates := range strings.Fields(text) {
		cell := sudoku.CellAt(row, column)
		marks[cell] = 0
		for _, d := range candidates {
			marks[cell] = marks[cell].With(sudoku.Digit(d - '0'))
		}
	}
	r, err := start(sudoku.Grid{}, Options{}, 100)
	must(t, err)
	return huang{run: r, cube: newCube(sudoku.Sudoku, marks)}
}

func (h *huang) marksOf(row int) string {
	var cells []string
	for column := range 9 {
		cells = append(cells, h.cube.digits(sudoku.CellAt(row, column)).String())
	}
	return strings.Join(cells, " ")
}

// The examples of his figures 7, 8, 16 and 17, and near misses of each.
func TestHuangFigures(t *testing.T) {
	for _, test := range []struct {
		name   string
		search search
		marks  string
		want   string // "" if the technique does nothing
	}{
		{"figure 7b", search{Naked2, nakedSides[:1], 2},
			"1468 79 12459 12345 1239 79 124568 23458 12678", "1468 79 1245 12345 123 79 124568 23458 1268"},
		{"near 7b", search{Naked2, nakedSides[:1], 2}, "1468 79 12459 12345 1239 789 124568 23458 12678", ""},
		{"figure 7c", search{Naked3, nakedSides[:1], 3},
			"1468 79 3459 12458 37 39 124568 1238 12678", "1468 79 45 12458 37 39 124568 128 1268"},
		{"near 7c", search{Naked3, nakedSides[:1], 3}, "1468 79 3459 12458 37 369 124568 1238 12678", ""},
		{"figure 8b", search{Hidden2, hiddenSides[:1], 2},
			"24678 3467 2357 23567 1349 23678 23478 3467 12789", "24678 3467 2357 23567 19 23678 23478 3467 19"},
		{"near 8b", search{Hidden2, hiddenSides[:1], 2}, "24678 3467 2357 23567 1349 123678 23478 3467 12789", ""},
		{"figures 8c and 17a", search{Hidden3, hiddenSides[:1], 3},
			"2478 1379 12579 2357 12359 1268 2357 1246 1239", "48 1379 12579 2357 12359 68 2357 46 1239"},
		{"near 8c", search{Hidden3, hiddenSides[:1], 3}, "2478 1379 12579 2357 123589 1268 2357 1246 1239", ""},
		{"figure 16b", search{Naked2, nakedSides[:1], 2},
			"1 1789 23 23 23789 456 456 456789 456", "1 1789 23 23 789 456 456 456789 456"},
		{"figure 16c", search{Naked3, nakedSides[:1], 3},
			"1 1789 23 2378 23789 456 456 456789 456", "1 1789 23 2378 23789 456 456 789 456"},
	} {
		h := row(t, 0, test.marks)
		want := test.want
		if want == "" {
			want = test.marks
		}
		if did := h.removeNaked(test.search); did != (test.want != "") || h.marksOf(0) != want {
			t.Errorf("%s: %t\n got %s\nwant %s", test.name, did, h.marksOf(0), want)
		}
	}
}

// Figures 7a and 8a: a singleton is filled in, seen as a digit or as a column.
func TestHuangSingles(t *testing.T) {
	h := row(t, 0, "1468 7 5789 1245 123456 3589 12489 23489 6789")
	if !h.fillNaked1() || h.grid.At(sudoku.CellAt(0, 1)) != 7 || h.marksOf(0) != "1468  589 1245 123456 3589 12489 23489 689" {
		t.Errorf("figure 7a: %s, %s", h.grid, h.marksOf(0))
	}
	h = row(t, 0, "246789 3467 2357 2389 134689 12368 23789 3467 12789")
	if h.fillNaked1() || !h.removeNaked(search{Hidden1, hiddenSides[:1], 1}) || h.grid.At(sudoku.CellAt(0, 2)) != 5 {
		t.Errorf("figure 8a: %s", h.grid)
	}
}

// The sets of his section 3.1, of figure 15. (The thesis writes {3, 6, 8} and more for the first
// cell, which has 1, 4, 6, 8 in the figure; the union that it gives is that of the figure.)
func TestHuangSets(t *testing.T) {
	h := row(t, 0, "1468 7 5789 1245 123456 3589 12489 23489 6789")
	naked, hidden := h.cube.look(nakedRow, 0), h.cube.look(hiddenRow, 0)
	if sizes[naked[2]] != 4 || naked[2] != 0b1_1101_0000 {
		t.Errorf("D(c3,r1) = %09b", naked[2])
	}
	if hidden[6] != 0b1_0000_0110 || sizes[hidden[6]] != 3 {
		t.Errorf("C(r1,d7) = %09b", hidden[6])
	}
	if together := naked[0] | naked[1] | naked[2]; sizes[together] != 7 || together != 0b1_1111_1001 {
		t.Errorf("CollectD = %09b", together)
	}
}

// figure10 has the candidates of his two X-Wings. Where a cell is filled its digit stands.
var figure10 = map[string][]string{
	"a": {
		"4 136 56 2 1368 7 1356 13568 9", "1359 8 256 1349 13469 3469 123456 7 1346", "1379 12369 267 13489 134689 5 12346 123468 13468",
		"6 3479 457 134579 2 349 8 1345 1347", "35789 23479 24578 1345789 13456789 34689 1345 1345 13467",
		"35789 3479 1 345789 3456789 34689 34569 3456 2", "18 146 3 4589 4589 2489 7 12468 1468",
		"178 5 4678 3478 3478 2348 12346 9 13468", "2 47 9 6 3478 1 34 348 5",
	},
}

// Figure 10a: 8 in rows 1 and 9 is in the columns 5 and 8 only, and goes from the rest of these.
func TestHuangXWing(t *testing.T) {
	h := row(t, 0, "")
	var marks sudoku.Pencilmarks
	for r, line := range figure10["a"] {
		for c, text := range strings.Fields(line) {
			if len(text) > 1 {
				for _, d := range text {
					marks[sudoku.CellAt(r, c)] = marks[sudoku.CellAt(r, c)].With(sudoku.Digit(d - '0'))
				}
			}
		}
	}
	h.cube = newCube(sudoku.Sudoku, marks)
	if !h.removeNaked(search{XWing2, xWingSides[:1], 2}) {
		t.Fatal("no x-wing")
	}
	for r := range 9 {
		for _, column := range []int{4, 7} {
			keeps := r == 0 || r == 8
			had := marks[sudoku.CellAt(r, column)].Has(8)
			if has := h.cube.digits(sudoku.CellAt(r, column)).Has(8); has != (had && keeps) {
				t.Errorf("8 in r%dc%d: %t", r+1, column+1, has)
			}
		}
	}
}

// Figure 9: 7 in the first column is in the first box only, and goes from the rest of the box.
func TestHuangLocked(t *testing.T) {
	column := strings.Fields("1248 1247 123478 1489 12589 12389 6 14589 1489")
	box := map[[2]int]string{{0, 1}: "12467", {0, 2}: "12468", {1, 1}: "9", {1, 2}: "2367", {2, 1}: "34567", {2, 2}: "34568"}
	h := row(t, 0, "")
	marks := h.cube.marks()
	set := func(r, c int, text string) {
		marks[sudoku.CellAt(r, c)] = 0
		for _, d := range text {
			marks[sudoku.CellAt(r, c)] = marks[sudoku.CellAt(r, c)].With(sudoku.Digit(d - '0'))
		}
	}
	for r, text := range column {
		set(r, 0, text)
	}
	for at, text := range box {
		set(at[0], at[1], text)
	}
	h.cube = newCube(sudoku.Sudoku, marks)
	if !h.removeLocked() {
		t.Fatal("no locked candidates")
	}
	for at, before := range box {
		want := strings.ReplaceAll(before, "7", "")
		if got := h.cube.digits(sudoku.CellAt(at[0], at[1])).String(); got != want {
			t.Errorf("r%dc%d: %s, want %s", at[0]+1, at[1]+1, got, want)
		}
	}
}

// The four views say the same of each candidate, from any side, whatever was removed.
func TestCube(t *testing.T) {
	g, _ := sudoku.Parse("020030040600000003004000500000806000800010006000705000007000600400000008030040020")
	small, _ := sudoku.Parse("1.....3..2.....4")
	for _, g := range []sudoku.Grid{g, small} {
		v := newCube(g.Shape(), g.Candidates())
		for i, c := range g.Shape().Cells() {
			if i%3 == 0 && g.At(c) == 0 {
				v.remove(sudoku.Candidate{Cell: c, Digit: v.digits(c).First()})
			}
			want := v.marks()
			for s := nakedRow; s <= xWingColumns; s++ {
				var got sudoku.Pencilmarks
				for fixed := range g.Shape().Side() {
					for index, m := range v.look(s, fixed) {
						for bit := range 9 {
							if m&(1<<bit) != 0 {
								k := v.candidate(s, fixed, index, bit)
								got[k.Cell] = got[k.Cell].With(k.Digit)
							}
						}
					}
				}
				if got != want {
					t.Fatalf("side %d differs after %d cells", s, i+1)
				}
			}
		}
	}
}

// Figure 6: what a person sees: 2 in box 2 has one place, and r5c2 one digit. (He names the column
// first.)
func TestHuangFigure6(t *testing.T) {
	g, err := sudoku.Parse("12..........3.4.2.....7.8.3.46...98....8.7....13...67.5.7.1.....9.2.8..........94")
	must(t, err)
	v := newCube(g.Shape(), g.Candidates())
	if places := v.n[1][2-1]; places != 1<<8 {
		t.Errorf("2 in box 2: places %09b, want r3c6 only", places)
	}
	if digits := v.digits(sudoku.CellAt(4, 1)); digits != sudoku.DigitsOf(5) {
		t.Errorf("r5c2: %s, want 5", digits)
	}
}

// Figures 11 and 12: six cells that can be filled in two ways, until one of them is a clue. They are
// a one-cell set as well.
func TestHuangUnavoidable(t *testing.T) {
	g, err := sudoku.Parse("764321985321985764985764321647213859213859647859647213476132598592478136138596472")
	must(t, err)
	var set sudoku.Cells
	for _, row := range []int{2, 5, 7} {
		set = set.With(sudoku.CellAt(row, 6)).With(sudoku.CellAt(row, 7))
	}
	cleared := g
	for c := range set.All() {
		cleared = cleared.With(c, 0)
	}
	for _, test := range []struct {
		grid sudoku.Grid
		want int
	}{{cleared, 2}, {cleared.With(sudoku.CellAt(2, 6), 3), 1}} {
		if r, err := Huang(test.grid, Options{Solutions: 10}); err != nil || len(r.Solutions) != test.want {
			t.Errorf("%s: %d solutions, want %d; %v", test.grid, len(r.Solutions), test.want, err)
		}
	}
	if !IsOneCell(g, set) {
		t.Errorf("%s is refused", set)
	}
}

// The cell that the weblog of 2006 counts: its row, column and box leave one choice, the 9.
func TestChoicesOfACell(t *testing.T) {
	// Row 3 holds 1, 2, 3, 7, 8, column 3 holds 2 to 6, box 1 holds 2, 3, 5, 7.
	g, err := sudoku.Parse("..5......" + "..2......" + "73.1.28.." + "..3......" + "..4......" + "..6......" + strings.Repeat(".", 27))
	must(t, err)
	if digits := g.Candidates()[sudoku.CellAt(2, 2)]; digits != sudoku.DigitsOf(9) {
		t.Errorf("%s, want 9", digits)
	}
}

// A step says in which view its pattern is seen: for a digit filled in, where it is the only one.
func TestHuangViews(t *testing.T) {
	g, _ := sudoku.Parse("......59.46.9........27...4.32..5.71.7..4.35...6..........1......8.....7.5..2.16.")
	before, seen := newCube(g.Shape(), g.Candidates()), map[View]bool{}
	watch := func(s Step, state State) bool {
		if s.Technique == Naked1 {
			row, column, box, _, d := before.indexes(s.Cell, s.Digit)
			sets := map[View]mask{DigitsView: before.d[row][column], ColumnsView: before.c[row][d], RowsView: before.r[column][d], PlacesView: before.n[box][d]}
			if n := sizes[sets[s.View]]; n != 1 {
				t.Errorf("step %d: %d elements in %q, want 1", s.Number, n, s.View)
			}
		}
		seen[s.View] = true
		before = newCube(g.Shape(), state.Marks)
		return s.Depth == 0
	}
	if _, err := Huang(g, Options{Watch: watch}); err != nil || len(seen) != 4 {
		t.Errorf("%v, %d views, want all four", err, len(seen))
	}
}
