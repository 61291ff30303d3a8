package classic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// solutions returns full grids, the same ones every time.
func solutions(shape sudoku.Shape, n int) []sudoku.Grid {
	r := rand.New(rand.NewPCG(1, 2))
	grids := make([]sudoku.Grid, n)
	for i := range grids {
		grids[i] = generator.FullGrid(shape, r)
	}
	return grids
}

// The sets found are the exhaustive ones that the definition is true of.
func TestOneCellSets(t *testing.T) {
	const max = 10
	for _, g := range append(solutions(sudoku.Sudoku, 3), solutions(sudoku.SixBySix, 3)...) {
		want := oneCell(t, g, oracleSets(g, max))
		got := classic.OneCellSets(g, max)
		if len(got) == 0 || !sameSets(got, want) {
			t.Errorf("%s: %d sets, want %d", g, len(got), len(want))
		}
		for i, set := range got {
			if i > 0 && got[i-1].Len() > set.Len() {
				t.Fatalf("%s: %d cells after %d", g, set.Len(), got[i-1].Len())
			}
		}
	}
}

// oneCell returns those sets that are one-cell sets by definition.
func oneCell(t testing.TB, solution sudoku.Grid, sets []sudoku.Cells) []sudoku.Cells {
	return slices.DeleteFunc(slices.Clone(sets), func(s sudoku.Cells) bool { return !judge(t, solution, s).strictly })
}

func sameSets(a, b []sudoku.Cells) bool {
	in := map[sudoku.Cells]bool{}
	for _, s := range a {
		in[s] = true
	}
	return len(a) == len(b) && len(in) == len(a) && !slices.ContainsFunc(b, func(s sudoku.Cells) bool { return !in[s] })
}

func TestOneCellShidoku(t *testing.T) { checkShidoku(t, 8) }

func TestProveOneCellShidoku(t *testing.T) {
	sudokutest.Prove(t)
	t.Logf("288 shidoku checked, one-cell sets by size: %v", checkShidoku(t, 1))
}

// checkShidoku checks every so many Shidoku. What a set of cells of one is follows from the other
// 287: no search is trusted. It returns how many one-cell sets of each size they have.
func checkShidoku(t *testing.T, every int) map[int]int {
	bySize := map[int]int{}
	all := completions(t, sudoku.Empty(sudoku.Shidoku), 1000)
	if len(all) != 288 {
		t.Fatalf("%d shidoku, want 288", len(all))
	}
	for i, g := range all {
		if i%every > 0 {
			continue
		}
		differences := map[sudoku.Cells]int{}
		for _, other := range all {
			var changed sudoku.Cells
			for _, c := range g.Shape().Cells() {
				if g.At(c) != other.At(c) {
					changed = changed.With(c)
				}
			}
			if other != g {
				differences[changed]++
			}
		}
		var want []sudoku.Cells
		for set := range differences {
			v := judge(t, g, set)
			if v.decided && v.solutions > 2 {
				t.Errorf("%s: %s can be filled in %d ways, all of them apart", g, set, v.solutions)
			}
			if v.strictly {
				want = append(want, set)
				bySize[set.Len()]++
			}
		}
		if got := classic.OneCellSets(g, sudoku.MaxCells); !sameSets(got, want) {
			t.Fatalf("%s: %v, want %v", g, got, want)
		}
	}
	return bySize
}

// IsOneCell takes what is found, and nothing near it: a cell less, a cell more, two sets together.
func TestIsOneCell(t *testing.T) {
	for _, g := range solutions(sudoku.Sudoku, 1) {
		sets := classic.OneCellSets(g, 12)
		for i, set := range sets {
			if !classic.IsOneCell(g, set) {
				t.Errorf("%s: %s is refused", g, set)
			}
			first := set.Slice()[0]
			near := []sudoku.Cells{{}, set.Without(first), set.Union(sets[(i+1)%len(sets)])}
			for _, c := range g.Shape().Cells() {
				near = append(near, set.With(c), set.Without(first).With(c))
			}
			for _, cells := range near {
				if cells != set && classic.IsOneCell(g, cells) && !slices.Contains(sets, cells) && cells.Len() <= 12 {
					t.Errorf("%s: %s is taken", g, cells)
				}
			}
		}
	}
}

func TestIsOneCellRefuses(t *testing.T) {
	solved, err := solver.Solve(sudokutest.Parse(t, sudokutest.Moler))
	must(t, err)
	open := solved.With(sudoku.CellAt(0, 0), 0)
	small := solutions(sudoku.Shidoku, 1)[0]
	outside := sudoku.CellsOf(sudoku.CellAt(8, 8))
	for _, test := range []struct {
		grid  sudoku.Grid
		cells sudoku.Cells
	}{{open, solved.Filled()}, {solved, sudoku.Cells{}}, {solved, solved.Filled()}, {small, outside}} {
		if classic.IsOneCell(test.grid, test.cells) {
			t.Errorf("%s: %s is taken", test.grid, test.cells)
		}
	}
	if sets := classic.OneCellSets(open, 20); len(sets) != 0 {
		t.Errorf("%d sets of a grid that is not solved", len(sets))
	}
}

// A minimal unavoidable set that has one other filling, so that any cell decides it, and breaks the
// first condition: two cells have two buddy digits, and one of these leads nowhere.
func TestOneCellCounterexample(t *testing.T) {
	g := sudokutest.Parse(t, "827361945596847231314925876781593624452786193963412758275138469139674582648259317")
	var set sudoku.Cells
	must(t, set.UnmarshalText([]byte("r4c179, r67c27, r9c129")))
	v := judge(t, g, set)
	marks := clear(g, set).Candidates()
	if v.solutions != 2 || !v.decided || v.strictly || classic.IsOneCell(g, set) ||
		marks[sudoku.CellAt(3, 6)] != sudoku.DigitsOf(4, 6, 7) || marks[sudoku.CellAt(8, 1)] != sudoku.DigitsOf(4, 6, 7) {
		t.Errorf("%+v, r4c7 %s, r9c2 %s", v, marks[sudoku.CellAt(3, 6)], marks[sudoku.CellAt(8, 1)])
	}
	if !slices.Contains(oracleSets(g, 10), set) {
		t.Errorf("%s is not minimal", set)
	}
}

// The largest one-cell set that is known has 42 cells: cleared, they have two candidates each.
func TestOneCellOf42(t *testing.T) {
	g := sudokutest.Parse(t, "267543918354189267918672354435918726726354891891267435672435189189726543543891672")
	var set sudoku.Cells
	text := "r1c1389, r2c1279, r3c2378, r4c15689, r5c34578, r6c24679, r7c12569, r8c13458, r9c23467"
	must(t, set.UnmarshalText([]byte(text)))
	if v := judge(t, g, set); set.Len() != 42 || v.solutions != 2 || !v.strictly || !classic.IsOneCell(g, set) {
		t.Errorf("%d cells, %+v", set.Len(), v)
	}
}
