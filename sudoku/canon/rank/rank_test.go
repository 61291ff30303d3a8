package rank

import (
	"encoding/binary"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// There are 36,288 bands whose first box is 123456789 and whose other boxes and their columns ascend, 108 for a class
// without automorphisms.
func TestBands(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 1))
	total := 0
	for class := range Bands {
		form := bands().forms[class]
		if class > 0 && text(&bands().forms[class-1]) >= text(&form) {
			t.Errorf("band %d is not after the one before", class)
		}
		total += 108 / (len(newJudge(class).moves(&form)) + 1)
		g := sudokutest.Parse(t, text(&form)+sudoku.Empty(sudoku.Sudoku).String()[27:])
		turn := sudoku.RandomTransform(sudoku.Sudoku, r)
		turn.Transpose = false
		scrambled := turn.Apply(g)
		if least := canon.Of(scrambled); bandOf(least, 2) != form { // an empty row is smaller than any other
			t.Errorf("%s: canonical form %v", text(&form), least)
		}
		for n := range 3 {
			if b := bandOf(scrambled, n); b[0][0] != 0 {
				if of := bands().of(&b); of != class || canonical(b) != form {
					t.Errorf("%s: class %d, want %d", text(&b), of, class)
				}
			}
		}
	}
	if total != 36_288 {
		t.Errorf("the classes have %d bands, want 36288", total)
	}
}

// The grids that begin with each of the 416 bands are all classes, as E. Russell and F. Jarvis counted them in 2006 in
// another way, by the symmetries of grids.
func TestTotal(t *testing.T) {
	if got := places()[Bands]; got.before != Grids || got.at != len(table) {
		t.Errorf("%d grids in %d bytes, want %d in %d", got.before, got.at, Grids, len(table))
	}
}

func TestRanks(t *testing.T) {
	for _, rank := range []int{1, 2, 1_007_170, 1_007_171, 3_141_592_653, Grids - 1, Grids} {
		checkRank(t, rank)
	}
}

func TestProveRanks(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "ranks of grids", func(t *testing.T, r *rand.Rand) { checkRank(t, 1+r.IntN(Grids)) })
}

// checkRank looks at the grid of a rank, at its rank in disguise, and at the next.
func checkRank(t *testing.T, rank int) {
	t.Helper()
	r := rand.New(rand.NewPCG(26, uint64(rank)))
	g, err := Grid(rank)
	if err != nil || canon.Of(g) != g {
		t.Errorf("rank %d is %v, %v, which is not canonical", rank, g, err)
	}
	if got, err := Of(sudoku.RandomTransform(sudoku.Sudoku, r).Apply(g)); got != rank || err != nil {
		t.Errorf("%v has rank %d, %v, want %d", g, got, err, rank)
	}
	if next, _ := Grid(rank + 1); rank < Grids && next.String() <= g.String() {
		t.Errorf("rank %d is not before the next: %v, %v", rank, g, next)
	}
}

// The bands and stacks of a grid in disguise are of the same classes; the first of them is that of the first band of its canonical
// form, which ranks are ordered by.
func TestBandsOf(t *testing.T) {
	r := rand.New(rand.NewPCG(26, 2))
	for class := 0; class < Bands; class += 83 {
		form, err := Grid(places()[class].before + 1)
		if err != nil {
			t.Fatal(err)
		}
		b, s := BandsOf(form)
		if b[0] != class+1 || slices.Min(append(b[:], s[:]...)) != b[0] {
			t.Errorf("%v, the first of class %d, has bands %v, stacks %v", form, class+1, b, s)
		}
		other, stacks := BandsOf(sudoku.RandomTransform(sudoku.Sudoku, r).Apply(form))
		if want, got := slices.Sorted(slices.Values(append(b[:], s[:]...))), slices.Sorted(slices.Values(append(other[:], stacks[:]...))); !slices.Equal(got, want) {
			t.Errorf("%v in disguise has %v and %v, want %v and %v", form, other, stacks, b, s)
		}
	}
}

func TestNoRank(t *testing.T) {
	for _, rank := range []int{-1, 0, Grids + 1} {
		if g, err := Grid(rank); err == nil {
			t.Errorf("rank %d is %v", rank, g)
		}
	}
	first, _ := Grid(1)
	for _, g := range []sudoku.Grid{{}, first.With(80, 0), first.With(0, 2), sudokutest.Parse(t, "1234341221434321")} {
		if rank, err := Of(g); err == nil {
			t.Errorf("%v has rank %d", g, rank)
		}
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]int{"1": 1, "5472730538": Grids, "5,472,730,538": Grids, "007": 7, "1,000": 1000} {
		if n, ok := Parse(text); n != want || !ok {
			t.Errorf("%q is %d, %v, want %d", text, n, ok, want)
		}
	}
	for _, text := range []string{"", ",", "1,2,3", "1,2", ",123", "1234,567", "1,000,", "-1", "1.5", "1e3", "1234123412341234", "100,000,000,000,000,000,000"} {
		if n, ok := Parse(text); ok {
			t.Errorf("%q is read as %d", text, n)
		}
	}
}

// The table against the plain way: all fillings below a band and a row, and package canon for each.
func TestFourthRow(t *testing.T) { checkFourthRow(t, rand.New(rand.NewPCG(26, 3))) }

func TestProveFourthRows(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "grids by fourth rows", checkFourthRow)
}

func checkFourthRow(t *testing.T, r *rand.Rand) {
	class := r.IntN(Bands)
	counts := maps.Collect(prefixes(class))
	rows := slices.Sorted(maps.Keys(counts))
	row := rows[r.IntN(len(rows))]
	if got := plainly(t, class, row); got != counts[row] {
		t.Errorf("band %d, row %x: %d grids, the table says %d", class, row, got, counts[row])
	}
}

// plainly counts the canonical grids that begin with a band and a row.
func plainly(t testing.TB, class int, row fourthRow) (n int) {
	t.Helper()
	upper := bands().forms[class]
	start := sudokutest.Parse(t, text(&upper)+sudoku.Empty(sudoku.Sudoku).String()[27:])
	for i := range sudoku.MaxSide {
		start = start.With(sudoku.CellAt(3, i), sudoku.Digit(row.at(i)))
	}
	left := slices.Collect(start.Candidates()[sudoku.CellAt(8, 0)].All())
	for i, fifth := range left {
		for j, sixth := range left[i+1:] {
			g := start.With(sudoku.CellAt(4, 0), fifth).With(sudoku.CellAt(5, 0), sixth)
			for k, d := range slices.Delete(slices.Delete(slices.Clone(left), i+1+j, i+2+j), i, i+1) {
				g = g.With(sudoku.CellAt(6+k, 0), d)
			}
			for full, err := range solver.Solutions(g) {
				if err != nil && !errors.Is(err, solver.ErrNoSolution) {
					t.Fatal(err)
				}
				if err == nil && canon.Of(full) == full {
					n++
				}
			}
		}
	}
	return n
}

func TestCount(t *testing.T) { checkBand(t, 400) }

// All of the table again, in some minutes.
func TestProveTable(t *testing.T) {
	sudokutest.Prove(t)
	wrong := 0
	for class := range Bands {
		if !checkBand(t, class) {
			wrong++
		}
	}
	sudokutest.Proved(t, "bands counted", Bands, wrong)
}

func checkBand(t *testing.T, class int) bool {
	t.Helper()
	var counts []byte
	for _, n := range Count(class) {
		counts = binary.AppendUvarint(counts, n)
	}
	same := string(counts) == string(table[places()[class].at:places()[class+1].at])
	if !same {
		t.Errorf("band %d has other counts than in the table", class)
	}
	return same
}

// Complete finds where an interrupted run of cmd/lab/ranktable stopped.
func TestComplete(t *testing.T) {
	for _, classes := range []int{0, 1, 17, Bands} {
		at := places()[classes].at
		if got, size := Complete(table[:at]); got != classes || size != at {
			t.Errorf("%d bands in %d bytes, want %d in %d", got, size, classes, at)
		}
		if classes > 0 {
			if got, _ := Complete(table[:at-1]); got != classes-1 {
				t.Errorf("%d complete bands, want %d", got, classes-1)
			}
		}
	}
}

// BenchmarkRank measures ranks of solutions, and beside it the plain way, which counts the grids before in the same fourth row with package
// canon.
func BenchmarkRank(b *testing.B) {
	solution, _ := Grid(Grids / 3)
	measure := func(b *testing.B, work func()) {
		for b.Loop() {
			work()
		}
		b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
	}
	b.Run("of", func(b *testing.B) { measure(b, func() { _, _ = Of(solution) }) })
	b.Run("grid", func(b *testing.B) { measure(b, func() { _, _ = Grid(Grids / 3) }) })
	b.Run("oracle", func(b *testing.B) {
		form := linesOf(solution)
		upper := form.chute(0)
		measure(b, func() { plainly(b, bands().of(&upper), rowOf(form[3][:]...)) })
	})
}
