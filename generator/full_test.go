package generator

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Every grid is full, and none of a small shape comes out more often than chance explains: chi-square over
// all 288 Shidoku, which has a mean of 287 and a standard deviation of 24, and over the 39,168 kinds of 6×6 with other labels,
// and their labels.
func TestFullGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	const eachKind = 5
	kinds, labels := map[sudoku.Grid]int{}, map[[6]sudoku.Digit]int{}
	for range eachKind * 39_168 {
		g := FullGrid(sudoku.SixBySix, r)
		var box [6]sudoku.Digit
		turn := sudoku.Identity(g.Shape())
		for i, c := range g.Shape().House(sudoku.House{Kind: sudoku.Box}) {
			box[i] = g.At(c)
			turn.Digits[g.At(c)] = sudoku.Digit(i + 1)
		}
		kinds[turn.Apply(g)]++
		labels[box]++
	}
	missing := 39_168 - len(kinds) // one in e⁵
	if x := chiSquare(kinds, eachKind) + eachKind*float64(missing); missing < 0 || math.Abs(x-39_167) > 5*280 {
		t.Errorf("%d kinds of 6×6, of 39,168; chi-square is %.0f, want 39,167 ± 1,400", len(kinds), x)
	}
	if x := chiSquare(labels, eachKind*39_168/720.); len(labels) != 720 || math.Abs(x-719) > 5*38 {
		t.Errorf("%d labels, of 720; chi-square is %.0f, want 719 ± 190", len(labels), x)
	}
	const each = 100
	seen := map[sudoku.Grid]int{}
	for range each * 288 {
		seen[FullGrid(sudoku.Shidoku, r)]++
	}
	if len(seen) != 288 {
		t.Errorf("%d of 288 shidoku grids come out", len(seen))
	}
	if x := chiSquare(seen, each); math.Abs(x-287) > 5*24 {
		t.Errorf("chi-square is %.0f, want 287 ± 120", x)
	}
	for range 2_000 {
		if g := FullGrid(sudoku.Sudoku, r); !g.Solved() {
			t.Fatalf("%s is not full", g)
		}
	}
}

func chiSquare[K comparable](seen map[K]int, each float64) (x float64) {
	for _, n := range seen {
		x += (float64(n) - each) * (float64(n) - each) / each
	}
	return x
}

// The share of the ways to fill the boxes that end in a grid, times the number of ways, is the
// number of grids that B. Felgenhauer and F. Jarvis counted. Every way that ends in a grid ends
// in another one, so no grid is missing and none comes out in two ways.
func TestNumberOfGrids(t *testing.T) { checkNumberOfGrids(t, 300_000) }

func TestProveNumberOfGrids(t *testing.T) {
	sudokutest.Prove(t)
	checkNumberOfGrids(t, 30_000_000)
}

func checkNumberOfGrids(t *testing.T, tries int) {
	const (
		grids = 6_670_903_752_021_072_936_960.
		ways  = 362_880 * (56 * 216 * 216) * (56 * 216 * 216) * (56 * 8) * 8 * 8
		want  = grids / ways
	)
	r := rand.New(rand.NewPCG(7, 8))
	n := 0
	for range tries {
		var f filling
		if f.fill(r) {
			n++
		}
	}
	got, deviation := float64(n)/float64(tries), math.Sqrt(want*(1-want)/float64(tries))
	if math.Abs(got-want) > 5*deviation {
		t.Errorf("%.6f of the tries end in a grid, want %.6f ± %.6f", got, want, deviation)
	}
	t.Logf("%.6f of the tries end in a grid, want %.6f ± %.6f: %.5g grids", got, want, deviation, got*ways)
}

// fourCellSets is the mean number of unavoidable sets of four cells in a full grid, as the
// exact method of [TestProveFourCellSets] finds it.
const fourCellSets = 11.58

// Random grids have as many unavoidable sets of four cells as all grids have on average. That
// this can fail shows in grids that are filled by backtracking: they have fewer.
func TestFourCellSets(t *testing.T) {
	const n = 3_000
	r := rand.New(rand.NewPCG(9, 10))
	mean, deviation := meanOfFourCellSets(n, func() (sudoku.Grid, float64) { return FullGrid(sudoku.Sudoku, r), 1 })
	if math.Abs(mean-fourCellSets) > 5*deviation {
		t.Errorf("%.2f ± %.2f sets of four cells in a grid, want %.2f", mean, deviation, fourCellSets)
	}
	biased, deviation := meanOfFourCellSets(n, func() (sudoku.Grid, float64) { return backtracked(r), 1 })
	if math.Abs(biased-fourCellSets) < 5*deviation {
		t.Errorf("%.2f ± %.2f sets of four cells in a grid by backtracking, want another number than %.2f", biased, deviation, fourCellSets)
	}
}

// The mean over all grids, by a method that shares nothing with [FullGrid]: fill the first band
// and the first stack at random, list all grids that they can be completed to, take one of them,
// and weigh it by their number.
func TestProveFourCellSets(t *testing.T) {
	sudokutest.Prove(t)
	r := rand.New(rand.NewPCG(11, 12))
	mean, deviation := meanOfFourCellSets(10_000, func() (sudoku.Grid, float64) {
		var all []sudoku.Grid
		for g := range solver.Solutions(bandAndStack(r)) {
			all = append(all, g)
		}
		return all[r.IntN(len(all))], float64(len(all))
	})
	t.Logf("%.3f ± %.3f sets of four cells in a grid", mean, deviation)
	if math.Abs(mean-fourCellSets) > 4*deviation {
		t.Errorf("%.3f ± %.3f sets of four cells in a grid, want %.2f", mean, deviation, fourCellSets)
	}
}

// meanOfFourCellSets returns the mean over n grids, each with a weight, and its standard deviation.
func meanOfFourCellSets(n int, next func() (sudoku.Grid, float64)) (mean, deviation float64) {
	var weights, sum, squares float64
	for range n {
		g, weight := next()
		sets := 0.
		for _, set := range unavoidable.OfTwoDigits(g) {
			if set.Len() == 4 {
				sets++
			}
		}
		weights += weight
		sum += weight * sets
		squares += weight * sets * sets
	}
	mean = sum / weights
	return mean, math.Sqrt((squares/weights - mean*mean) / float64(n))
}

// bandAndStack fills the first band and the first stack with the same probability for each way.
func bandAndStack(r *rand.Rand) sudoku.Grid {
	for {
		g := sudoku.Empty(sudoku.Sudoku)
		for _, box := range []uint8{0, 1, 3} {
			digits := r.Perm(9)
			for i, c := range g.Shape().House(sudoku.House{Kind: sudoku.Box, Index: box}) {
				g = g.With(c, sudoku.Digit(digits[i]+1))
			}
		}
		for range g.Conflicts() {
			g = sudoku.Grid{}
			break
		}
		if g != (sudoku.Grid{}) {
			return inLastPlaces(g, r)
		}
	}
}

// inLastPlaces fills the last three cells of the first rows and columns with the digits that they
// lack, in random order.
func inLastPlaces(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	for _, kind := range []sudoku.HouseKind{sudoku.Row, sudoku.Column} {
		for line := range uint8(3) {
			h := sudoku.House{Kind: kind, Index: line}
			var missing []sudoku.Digit
			for d := range (g.Shape().Digits() &^ g.Digits(h)).All() {
				missing = append(missing, d)
			}
			r.Shuffle(3, func(i, j int) { missing[i], missing[j] = missing[j], missing[i] })
			for i, c := range g.Shape().House(h)[6:] {
				g = g.With(c, missing[i])
			}
		}
	}
	return g
}

// backtracked returns a full grid made by backtracking with the digits in random order, the
// usual way, which prefers some grids.
func backtracked(r *rand.Rand) sudoku.Grid {
	var fill func(g sudoku.Grid) (sudoku.Grid, bool)
	fill = func(g sudoku.Grid) (sudoku.Grid, bool) {
		marks := g.Candidates()
		tightest, fewest := sudoku.Cell(0), 10
		for c, digits := range marks {
			if n := digits.Len(); g.At(sudoku.Cell(c)) == 0 && n < fewest {
				tightest, fewest = sudoku.Cell(c), n
			}
		}
		if fewest == 10 {
			return g, true
		}
		for _, i := range r.Perm(9) {
			if d := sudoku.Digit(i + 1); marks[tightest].Has(d) {
				if full, ok := fill(g.With(tightest, d)); ok {
					return full, true
				}
			}
		}
		return g, false
	}
	full, _ := fill(sudoku.Empty(sudoku.Sudoku))
	return full
}

// Exchanging what an exchange names gives another full grid; and no subset of it does.
func TestExchanges(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 60 {
		full := FullGrid(sudoku.Shapes[i%len(sudoku.Shapes)], r)
		for _, set := range exchanges(full) {
			n := 0
			for g, err := range solver.Solutions(full.Without(set)) {
				if d := full.Difference(g); err != nil || d != (sudoku.Cells{}) && d != set {
					// Two lines can have more solutions, with three or more digits moved.
					if digits := digitsIn(full, set); digits.Len() == 2 {
						t.Fatalf("%s: %s lets %s through, %v", full, set, g, err)
					}
				}
				n++
			}
			if n < 2 {
				t.Fatalf("%s: %s is not unavoidable", full, set)
			}
		}
	}
}

func digitsIn(g sudoku.Grid, cells sudoku.Cells) (digits sudoku.Digits) {
	for c := range cells.All() {
		digits = digits.With(g.At(c))
	}
	return digits
}
