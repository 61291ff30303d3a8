package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// withPattern looks for a puzzle that has clues in the cells given and nowhere else, and reports
// whether it found one. Clues from a random full grid nearly always leave several solutions. So
// it climbs: it takes two of the clues away, lists the solutions of the others, counts them by
// the digits that they have in the two cells, and puts those back that leave the fewest, until
// there is one. A list of some thousand solutions shows as much as a search for each pair of
// digits would.
func withPattern(cells sudoku.Cells, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	c := climb{random: r, order: cells.Slice(), left: solutionsOfClimb}
	c.grid, c.solutions = start(cells, r)
	for aside := 0; c.solutions > 1 && c.left > 0 && aside < stepsAside; aside++ {
		before := c.solutions
		c.step()
		if c.solutions < before {
			aside = 0
		}
	}
	return c.grid, c.solutions == 1
}

// How long a climb goes on before another begins elsewhere.
const (
	stepsOfStart     = 300
	stepsAside       = 200     // in succession that leave no fewer solutions
	solutionsOfClimb = 200_000 // that are listed
	mostSolutions    = 5_000   // in one list
)

// climb is the clues in a pattern on the way to a puzzle.
type climb struct {
	random    *rand.Rand
	order     []sudoku.Cell // of the pattern
	grid      sudoku.Grid
	solutions int // of the grid
	left      int // of solutionsOfClimb
}

// step gives two clues other digits, if they leave as few solutions or fewer. With many
// solutions it changes one clue, so that the list does not get too long.
func (c *climb) step() {
	i, j := c.random.IntN(len(c.order)), c.random.IntN(len(c.order))
	if c.solutions > mostSolutions/50 {
		j = i
	}
	a, b := c.order[i], c.order[j]
	less := c.grid.With(a, 0).With(b, 0)
	var counts [10][10]int
	listed := 0
	for solution, err := range solver.Solutions(less) {
		if listed++; err != nil || listed > mostSolutions {
			c.left -= listed
			return
		}
		counts[solution.At(a)][solution.At(b)]++
	}
	c.left -= listed
	counts[c.grid.At(a)][c.grid.At(b)] = 0 // somewhere else
	ties := 0
	for first := range counts {
		for second, n := range counts[first] {
			switch {
			case n == 0 || n > c.solutions:
				continue
			case n < c.solutions:
				ties = 1
			default:
				ties++
			}
			if c.random.IntN(ties) == 0 {
				c.grid, c.solutions = less.With(a, sudoku.Digit(first)).With(b, sudoku.Digit(second)), n
			}
		}
	}
}

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
	less := g.Without(few)
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
