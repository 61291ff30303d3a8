package rating

import (
	"errors"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version is the version of the ratings: it grows when a change gives any puzzle another
// rating, or what is stored of it. Store it with a rating, and rate puzzles with an older one again.
const Version = 4

// Rating is how hard a puzzle is. It is the same for all isomorphs of a puzzle.
type Rating struct {
	Tier        logic.Tier      // the smallest whose techniques, with those below, solve the puzzle
	Score       float64         // expected solving time in seconds
	Low, High   float64         // eight of ten puzzles with this score take between Low and High seconds
	Hardest     logic.Technique // the last in order of those in Counts that the tier adds
	Counts      Counts          // how often each technique is used
	Needs       Needs           // the techniques that it needs
	Effort      Effort          // what the score is made of
	Certificate Certificate     // why the tier is not lower
}

// ErrSolved is the error of a full grid without contradictions. It has one solution, but it is
// not a puzzle: a rating would say that it is the easiest.
var ErrSolved = errors.New("a solved grid is not a puzzle")

// Rate returns the rating of a puzzle. The error is [ErrSolved] for a grid with nothing to
// solve, and that of [solver.Solve] when the grid does not have exactly one solution. It does
// not allocate.
func Rate(g sudoku.Grid) (Rating, error) {
	var start board
	start.load(g)
	if start.solved() {
		return Rating{}, ErrSolved
	}
	a, err := analyze(g, start)
	if err != nil {
		return Rating{}, err
	}
	a.rest.count(&a.counts, &a.needs, a.tier, &a.solution)
	effort := start.effort(&a.solution, &model.Delays)
	score, low, high := model.Time(effort)
	return Rating{
		Tier: a.tier, Score: score, Low: low, High: high, Hardest: a.counts.hardest(),
		Counts: a.counts, Needs: a.needs, Effort: effort, Certificate: a.certificate,
	}, nil
}
