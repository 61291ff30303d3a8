package criteria_test

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// byBruteForce tries every map.
func byBruteForce(shape sudoku.Shape, cells sudoku.Cells) (set criteria.SymmetrySet) {
	allRows, allColumns, square := linesOf(shape, shape.BoxHeight()), linesOf(shape, shape.BoxWidth()), shape.BoxHeight() == shape.BoxWidth()
	for _, rows := range allRows {
		for _, columns := range allColumns {
			var image, transposed sudoku.Cells
			for c := range cells.All() {
				row, column := int(rows[c.Row()]), int(columns[c.Column()])
				image, transposed = image.With(sudoku.CellAt(row, column)), transposed.With(sudoku.CellAt(column, row))
			}
			for _, s := range criteria.Symmetries[1:] {
				if s.Keeps(shape, image) || square && s.Keeps(shape, transposed) {
					set |= criteria.SetOf(s)
				}
			}
		}
	}
	return set
}

// linesOf returns all permutations of the lines of a shape that keep chutes of so many together.
func linesOf(shape sudoku.Shape, chute int) (all [][sudoku.MaxSide]uint8) {
	box := uint8(chute)
	var add func(begun [sudoku.MaxSide]uint8, n int)
	add = func(begun [sudoku.MaxSide]uint8, n int) {
		if n == shape.Side() {
			all = append(all, begun)
			return
		}
	next:
		for line := range uint8(shape.Side()) {
			for i, other := range begun[:n] {
				if other == line || (other/box == line/box) != (i/int(box) == n/int(box)) {
					continue next
				}
			}
			begun[n] = line
			add(begun, n+1)
		}
	}
	add([sudoku.MaxSide]uint8{}, 0)
	return all
}

// moved returns where a transform takes cells.
func moved(t sudoku.Transform, cells sudoku.Cells) (image sudoku.Cells) {
	for c := range cells.All() {
		image = image.With(t.Cell(c))
	}
	return image
}

// anyCells draws cells of a shape that have a symmetry, or nearly: some may be added or taken away.
func anyCells(t *rapid.T, shape sudoku.Shape) (cells sudoku.Cells) {
	for _, orbit := range rapid.SampledFrom(criteria.Symmetries).Draw(t, "symmetry").Orbits(shape) {
		if rapid.IntRange(0, 2).Draw(t, "kept") == 0 {
			cells = cells.Union(orbit)
		}
	}
	for _, c := range rapid.SliceOfN(rapid.SampledFrom(shape.Cells()), 0, 2).Draw(t, "changed") {
		if cells.Has(c) {
			cells = cells.Without(c)
		} else {
			cells = cells.With(c)
		}
	}
	return cells
}

func anyTransform(t *rapid.T, shape sudoku.Shape) sudoku.Transform {
	return sudoku.RandomTransform(shape, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1)))
}

func TestOfIsomorphsOfSmallShapes(t *testing.T) {
	for _, shape := range []sudoku.Shape{sudoku.Shidoku, sudoku.SixBySix} {
		rapid.Check(t, func(t *rapid.T) {
			cells := anyCells(t, shape)
			transform := anyTransform(t, shape)
			cells = moved(transform, cells)
			got, want := criteria.OfIsomorphs(shape, cells), byBruteForce(shape, cells)
			if got != want {
				t.Errorf("%s of a %s: %b, by trying all maps %b", cells, shape, got, want)
			}
		})
		for range 10 {
			tryAllMaps(t, shape, criteria.Symmetries...)
		}
	}
}

// As rows of a 6×6 cannot become columns, the mirrors are two questions.
func TestMirrorsOfSixBySix(t *testing.T) {
	for pattern, want := range map[string]criteria.SymmetrySet{
		"xxxx.. xxxx.. ...... ...... ...... ......": criteria.SetOf(criteria.Horizontal),
		"x..x.. ...... ...... ...... ...... ......": criteria.SetOf(criteria.Vertical),
		"xxxx.. ...... ...... ...... ...... ......": 0,
	} {
		cells := sudokutest.Must1(criteria.ParsePattern(sudoku.SixBySix, pattern))
		if got := criteria.OfIsomorphs(sudoku.SixBySix, cells); got != byBruteForce(sudoku.SixBySix, cells) {
			t.Errorf("%s: %b, by trying all maps %b", pattern, got, byBruteForce(sudoku.SixBySix, cells))
		} else if got != want {
			t.Errorf("%s: %b, want %b", pattern, got, want)
		}
	}
}

// Isomorphs have the same, and among it what each has as it stands.
func TestOfIsomorphs(t *testing.T) {
	for _, shape := range sudoku.Shapes {
		rapid.Check(t, func(t *rapid.T) {
			cells := anyCells(t, shape)
			got := criteria.OfIsomorphs(shape, cells)
			if plain := criteria.SetOf(criteria.SymmetriesOf(shape, cells)...); got&plain != plain {
				t.Errorf("%s: %b, which misses some of its own %b", cells, got, plain)
			}
			transform := anyTransform(t, shape)
			if other := criteria.OfIsomorphs(shape, moved(transform, cells)); other != got {
				t.Errorf("%s: %b, turned by %s %b", cells, got, transform, other)
			}
		})
	}
}

// The maps of one sudoku take a second.
func TestOfIsomorphsOfSudoku(t *testing.T) {
	tryAllMaps(t, sudoku.Sudoku, criteria.QuarterTurn, criteria.Diagonals)
}

func TestProveOfIsomorphs(t *testing.T) {
	sudokutest.Prove(t)
	wrong := 0
	for range 10 {
		wrong += tryAllMaps(t, sudoku.Sudoku, criteria.Symmetries...)
	}
	sudokutest.Proved(t, "symmetries of isomorphs, against all maps", 10*len(criteria.Symmetries), wrong)
}

// tryAllMaps compares with brute force, for cells that have each of some symmetries, and returns how many differ.
func tryAllMaps(t *testing.T, shape sudoku.Shape, symmetries ...criteria.Symmetry) (wrong int) {
	for _, symmetry := range symmetries {
		r := rand.New(rand.NewPCG(rand.Uint64(), 2))
		cells := moved(sudoku.RandomTransform(shape, r), randomCells(shape, symmetry, r))
		got, want := criteria.OfIsomorphs(shape, cells), byBruteForce(shape, cells)
		if got != want || symmetry != criteria.NoSymmetry && !got.Has(symmetry) {
			t.Errorf("%s of a %s with %s: %b, by trying all maps %b", cells, shape, symmetry, got, want)
			wrong++
		}
	}
	return wrong
}

// randomCells returns about a third of the cells of a shape.
func randomCells(shape sudoku.Shape, symmetry criteria.Symmetry, r *rand.Rand) (cells sudoku.Cells) {
	for _, orbit := range symmetry.Orbits(shape) {
		if r.IntN(3) == 0 {
			cells = cells.Union(orbit)
		}
	}
	return cells
}

func BenchmarkOfIsomorphs(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, symmetry := range []criteria.Symmetry{criteria.NoSymmetry, criteria.HalfTurn, criteria.Full} {
		var patterns []sudoku.Cells
		for range 100 {
			patterns = append(patterns, moved(sudoku.RandomTransform(sudoku.Sudoku, r), randomCells(sudoku.Sudoku, symmetry, r)))
		}
		b.Run(symmetry.String(), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				criteria.OfIsomorphs(sudoku.Sudoku, patterns[i%len(patterns)])
			}
		})
	}
}
