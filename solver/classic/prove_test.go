package classic

import (
	"iter"
	"maps"
	"math/bits"
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Huang's table 5 over the puzzles with 17 clues that are known today, for docs/history.md: in the
// order of the table, and with Hidden 1 before Naked 1. He removes the other candidates of a cell by
// Hidden 1, and fills it by Naked 1; so the second share counts a digit found by Hidden 1 as both,
// and one guess for each puzzle that needs any.
func TestProveTable5(t *testing.T) {
	sudokutest.Prove(t)
	puzzles := sudokutest.Grids(t, "royle-17-clue.txt")
	hiddenFirst := append([]search{separate[1], separate[0]}, separate[2:]...)
	for _, order := range []struct {
		name     string
		searches []search
	}{{"Naked 1 first", separate}, {"Hidden 1 first", hiddenFirst}, {"unified", unified}, {"unified without Naked 3", unifiedShort}} {
		solve := huangBy(order.searches)
		var uses [techniques]int
		steps, guessed, begin := 0, 0, time.Now()
		for _, g := range puzzles {
			r, err := solve(g, Options{})
			if err != nil {
				t.Fatalf("%s: %v", g, err)
			}
			for i, n := range r.Uses {
				uses[i] += n
			}
			steps += r.Steps
			guessed += min(1, r.Tentative())
		}
		each := time.Since(begin) / time.Duration(len(puzzles))
		t.Logf("%s: %d puzzles, 0 differences, %v each, %d with a guess", order.name, len(puzzles), each, guessed)
		twice := steps - uses[Guess] + guessed + uses[Hidden1]
		for i, n := range uses {
			second := n
			switch Technique(i) {
			case Naked1:
				second += uses[Hidden1]
			case Guess:
				second = guessed
			}
			t.Logf("  %-8s %7.3f %% of steps, %7.3f %% counted twice", Technique(i), 100*float64(n)/float64(steps), 100*float64(second)/float64(twice))
		}
	}
}

// How large can a one-cell set be? The first 5,000 that the search comes to are looked at, of some
// solutions; all of one would take minutes.
func TestProveOneCellLargest(t *testing.T) {
	sudokutest.Prove(t)
	t.Log("| solution | more than 23 cells | the largest |")
	t.Log("|---|---|---|")
	for _, text := range []string{
		sudokutest.MolerSolved,
		"764321985321985764985764321647213859213859647859647213476132598592478136138596472",
		"827361945596847231314925876781593624452786193963412758275138469139674582648259317",
		"785462931214938756639715824457129368328546197196873245861294573973651482542387619",
	} {
		g := sudokutest.Parse(t, text)
		s := newOneCellSearch(g)
		s.max = sudoku.MaxCells
		n, larger, largest := 0, 0, sudoku.Cells{}
		s.found = func(set sudoku.Cells) bool {
			if set.Len() > largest.Len() {
				largest = set
			}
			if set.Len() > 23 {
				larger++
			}
			n++
			return n < 5000
		}
		s.all(g.Filled())
		if !IsOneCell(g, largest) {
			t.Errorf("%s: %s is refused", g, largest)
		}
		t.Logf("| `%s` | %d | %d: %s |", g, larger, largest.Len(), largest)
	}
}

// And inside of three rows, where the page that they start from has seen 23 cells? All bands are
// searched: every arrangement of the second and third box beside a fixed first one, up to the order
// of columns in a box and of the two boxes, which changes nothing.
func TestProveOneCellBand(t *testing.T) {
	sudokutest.Prove(t)
	bands, largest, example := 0, map[int]int{}, map[int]sudoku.Grid{}
	for g := range allBands() {
		most := 0
		for size := range bySize(g, bandCells(), sudoku.MaxCells) {
			most = max(most, size)
		}
		largest[most]++
		example[most] = g
		bands++
	}
	if bands != 36288 {
		t.Errorf("%d bands, want 36,288", bands)
	}
	t.Log("| cells of the largest | bands | one of them |")
	t.Log("|---|---|---|")
	for _, size := range slices.Sorted(maps.Keys(largest)) {
		t.Logf("| %d | %d | `%s` |", size, largest[size], example[size].String()[:27])
	}
}

// Which sets of a band are unavoidable can be read off its other fillings, those with the same digits in each
// column. Of the minimal ones among them, the figures of docs/one-cell-sets.md.
func TestProveUnavoidableBand(t *testing.T) {
	sudokutest.Prove(t)
	sets, ways, largest := 0, 0, map[int]int{}
	for g := range allBands() {
		most := 0
		for set, fillings := range minimalInBand(g) {
			sets++
			ways = max(ways, fillings)
			most = max(most, bits.OnesCount32(set))
		}
		largest[most]++
	}
	size := slices.Max(slices.Collect(maps.Keys(largest)))
	t.Log("| minimal unavoidable sets | most other fillings | cells of the largest | bands that have one |")
	t.Log("|---|---|---|---|")
	t.Logf("| %d | %d | %d | %d |", sets, ways, size, largest[size])
	if sets != 931476 || ways != 1 || size != 23 {
		t.Error("docs/one-cell-sets.md says otherwise")
	}
}

// minimalInBand returns the minimal unavoidable sets inside the first band of a solution, a bit for each cell,
// and in how many other ways each can be filled.
func minimalInBand(g sudoku.Grid) map[uint32]int {
	fillings := map[uint32]int{}
	otherColumns(g, 0, [3]sudoku.Digits{}, 0, fillings)
	delete(fillings, 0)
	var kept []uint32
	for _, set := range slices.SortedFunc(maps.Keys(fillings), func(a, b uint32) int { return bits.OnesCount32(a) - bits.OnesCount32(b) }) {
		if slices.ContainsFunc(kept, func(smaller uint32) bool { return smaller&^set == 0 }) {
			delete(fillings, set)
			continue
		}
		kept = append(kept, set)
	}
	return fillings
}

// otherColumns puts the digits of each column of the first band into every order that the rows allow, and counts
// the fillings by the cells that differ from the solution.
func otherColumns(g sudoku.Grid, column int, rows [3]sudoku.Digits, differs uint32, fillings map[uint32]int) {
	if column == 9 {
		fillings[differs]++
		return
	}
	for _, order := range [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
		next, changed, fits := rows, differs, true
		for row, from := range order {
			d := g.At(sudoku.CellAt(from, column))
			fits = fits && !rows[row].Has(d)
			next[row] = rows[row].With(d)
			if from != row {
				changed |= 1 << (9*row + column)
			}
		}
		if fits {
			otherColumns(g, column+1, next, changed, fillings)
		}
	}
}

func bandCells() sudoku.Cells {
	var cells sudoku.Cells
	for row := range uint8(3) {
		cells = cells.Union(sudoku.CellsOf(sudoku.Sudoku.House(sudoku.House{Kind: sudoku.Row, Index: row})...))
	}
	return cells
}

// allBands yields a solution for each band: the first box is 123456789, the columns of the other two
// ascend in the first row, and so do these boxes in their first cells.
func allBands() iter.Seq[sudoku.Grid] {
	start := sudoku.Grid{}
	for i := range 9 {
		start = start.With(sudoku.CellAt(i/3, i%3), sudoku.Digit(i+1))
	}
	return func(yield func(sudoku.Grid) bool) {
		more := true
		var fill func(g sudoku.Grid, i int)
		fill = func(g sudoku.Grid, i int) {
			if i == 18 {
				for solution := range solver.Solutions(g) {
					more = yield(solution)
					break
				}
				return
			}
			row, column := i/6, 3+i%6
			c := sudoku.CellAt(row, column)
			for d := range g.Candidates()[c].All() {
				sorted := row > 0 || column == 3 || column == 6 && d > g.At(c-3) || column%3 > 0 && d > g.At(c-1)
				if sorted && more {
					fill(g.With(c, d), i+1)
				}
			}
		}
		fill(start, 0)
	}
}

// bySize returns how many one-cell sets of each size the search finds in some cells of a solution.
func bySize(solution sudoku.Grid, cells sudoku.Cells, max int) map[int]int {
	s := newOneCellSearch(solution)
	s.max = max
	sizes := map[int]int{}
	s.found = func(set sudoku.Cells) bool {
		sizes[set.Len()]++
		return true
	}
	s.all(cells)
	return sizes
}
