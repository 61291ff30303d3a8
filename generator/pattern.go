package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// How long a climb goes on before another begins elsewhere.
const (
	stepsOfStart = 300
	stepsOfClimb = 400 // in succession that leave no fewer solutions
)

// withPattern looks for a puzzle that has clues in the cells given and nowhere else, and reports
// whether it found one. Clues from a random full grid nearly always leave several solutions. So
// it climbs: it takes a few of the clues away, fills their cells from another of the grids that
// the others allow, and keeps what leaves no more solutions than before, until one is left.
func withPattern(cells sudoku.Cells, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	best, solutions := start(cells, r)
	if solutions == mostSolutions {
		return best, false
	}
	order := cells.Slice()
	for failed := 0; solutions > 1 && failed < stepsOfClimb; {
		next := neighbour(best, order, r)
		n, err := solver.Count(next, solutions+1)
		switch {
		case err != nil || n > solutions || next == best:
			failed++
		case n == solutions: // a step aside, of which there may be many
			failed++
			best = next
		default:
			failed = 0
			best, solutions = next, n
		}
	}
	return best, solutions == 1
}

// mostSolutions is how many solutions are counted.
const mostSolutions = 3_000

// start returns clues that leave few candidates, which goes with few solutions, and how many
// solutions they leave, up to [mostSolutions].
func start(cells sudoku.Cells, r *rand.Rand) (best sudoku.Grid, solutions int) {
	order := cells.Slice()
	best = restrictedTo(FullGrid(sudoku.Sudoku, r), cells)
	candidates := best.Candidates()
	fewest := candidates.Len()
	for range stepsOfStart {
		next := neighbour(best, order, r)
		marks := next.Candidates()
		if n := marks.Len(); n <= fewest {
			best, fewest = next, n
		}
	}
	solutions, _ = solver.Count(best, mostSolutions)
	return best, solutions
}

// neighbour returns a grid that has other digits in a few of its clues, and at least one solution.
func neighbour(g sudoku.Grid, order []sudoku.Cell, r *rand.Rand) sudoku.Grid {
	r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	few := sudoku.CellsOf(order[:2+r.IntN(3)]...)
	less := emptied(g, few)
	skip := r.IntN(20)
	next := g
	for solution, err := range solver.Solutions(less) {
		if err != nil {
			break
		}
		if changed := filledFrom(less, solution, few); changed != g {
			next = changed
			if skip--; skip < 0 {
				break
			}
		}
	}
	return next
}
