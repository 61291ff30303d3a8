package rating

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version is the version of the numbers: it grows when a change gives any puzzle another
// rating. Store it with a rating, and rate again what has an older one.
const Version = 1

// Rating is what a puzzle asks of people. It is the same for all isomorphs of a puzzle.
type Rating struct {
	Tier        solver.Tier      // the smallest whose techniques, with those below, solve the puzzle
	Score       float64          // expected solving time in seconds
	Low, High   float64          // eight of ten puzzles with this score take between these, in seconds
	Hardest     solver.Technique // the last in order of those in Counts that the tier adds
	Counts      Counts           // how often each technique is used
	Effort      Effort           // what the score is made of
	Certificate Certificate      // why the tier is not lower
}

// Rater rates puzzles without allocating. The zero value is ready for use, and again after
// every call; one Rater serves one goroutine at a time.
type Rater struct {
	search solver.Searcher
}

// NewRater returns a rater.
func NewRater() *Rater { return new(Rater) }

// Rate returns the rating of a puzzle. The error is that of [solver.Solve] when the grid
// does not have exactly one solution. Those who rate many keep a [Rater].
func Rate(g sudoku.Grid) (Rating, error) { return NewRater().Rate(g) }

// TierOf returns the tier of a puzzle and its certificate. The grid must have exactly one
// solution, otherwise the result means nothing; [Rate] finds out.
func TierOf(g sudoku.Grid) (solver.Tier, Certificate) { return NewRater().TierOf(g) }

// TierOf does what the function [TierOf] does.
func (r *Rater) TierOf(g sudoku.Grid) (solver.Tier, Certificate) {
	a, _ := r.climb(g)
	return a.tier, a.certificate
}

// Rate does what the function [Rate] does.
func (r *Rater) Rate(g sudoku.Grid) (Rating, error) {
	a, err := r.climb(g)
	if err != nil {
		return Rating{}, err
	}
	var start, b board
	start.start(g)
	b = start
	counts := b.count(a.tier, &a.solution)
	b = start
	effort := b.effort(&a.solution, &model.Visibility)
	score, low, high := model.Time(effort)
	return Rating{
		Tier: a.tier, Score: score, Low: low, High: high, Hardest: counts.hardest(),
		Counts: counts, Effort: effort, Certificate: a.certificate,
	}, nil
}
