package rating

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version is the version of the ratings. It grows when a change gives any puzzle another tier, score or technique,
// or changes the stored form. Store it with a rating, and rate puzzles with an older one again. Low and High follow
// from the score and are not stored: a wider [Interval] needs no new version.
const Version = 4

// Rating is how hard a puzzle is. It is the same for all isomorphs of a puzzle.
type Rating struct {
	Tier        logic.Tier      // the smallest whose techniques, with those below, solve the puzzle
	Score       float64         // expected solving time in seconds
	Low, High   float64         // at least eight of ten puzzles with this score take between Low and High seconds
	Hardest     logic.Technique // the last in order of those in Counts that the tier adds
	Counts      Counts          // how often each technique is used
	Needs       Needs           // the techniques that it needs
	Effort      Effort          // the amounts behind the score
	Certificate Certificate     // why the tier is not lower
}

// ErrSolved is the error of a full grid without contradictions. It has one solution, but it is
// not a puzzle: a rating would call it the easiest.
var ErrSolved = errors.New("a solved grid is not a puzzle")

// Check returns why a grid cannot be rated, here or by the packages below: [ErrSolved] for one with nothing to solve, or
// the error of [solver.Solve] when it does not have exactly one solution.
func Check(g sudoku.Grid) error {
	if g.Solved() {
		return ErrSolved
	}
	_, err := solver.Solve(g)
	return err
}

// Rate returns the rating of a puzzle. The error is [ErrSolved] for a grid with nothing to
// solve, and that of [solver.Solve] when the grid does not have exactly one solution. It does
// not allocate.
func Rate(g sudoku.Grid) (Rating, error) {
	var start state
	start.load(g)
	if start.solved() {
		return Rating{}, ErrSolved
	}
	a, err := analyze(g, start)
	if err != nil {
		return Rating{}, err
	}
	a.rest.count(&a.counts, &a.needs, a.tier, &a.solution)
	model := &models[g.Shape()]
	effort := start.effort(&a.solution, &model.Delays)
	score, low, high := model.Time(effort)
	return Rating{
		Tier: a.tier, Score: score, Low: low, High: high, Hardest: a.counts.hardest(),
		Counts: a.counts, Needs: a.needs, Effort: effort, Certificate: a.certificate,
	}, nil
}

// Model turns an [Effort] into an expected solving time. It is a sum of amounts times
// seconds, all of them positive. So more of anything never makes a puzzle easier, and times stay
// sensible for puzzles with little data to fit them on: hard guessing, small shapes.
// The command cmd/lab/fit fits it to people's times; docs/rating.md shows how well.
type Model struct {
	Delays   Delays   `json:"delays"`
	Seconds  Seconds  `json:"seconds"`
	Interval Interval `json:"interval"`
}

// Seconds is the time for one of each amount of an [Effort].
type Seconds struct {
	Digit  float64 `json:"digit"`
	Search float64 `json:"search"`
}

// Interval is the factors within which the measured times of at least eight of ten puzzles differ from the
// expected time. At an expected time of [Reference] they are Low and High; above it, their
// powers of (expected time / Reference) to the Growth. People differ more on puzzles that
// take longer.
type Interval struct {
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Growth float64 `json:"growth"`
}

// Reference is the expected time, in seconds, from which an [Interval] widens. Nobody's times
// on quicker puzzles are known, so it gets no narrower below.
const Reference = 240

// Width returns the power of Low and High for an expected time, 1 or more.
func (i Interval) Width(expected float64) float64 {
	return math.Pow(max(1, expected/Reference), i.Growth)
}

// Around returns the ends of the interval around an expected time.
func (i Interval) Around(expected float64) (low, high float64) {
	width := i.Width(expected)
	return expected * math.Pow(i.Low, width), expected * math.Pow(i.High, width)
}

//go:embed weights.json
var weights []byte

// pace is how many times as long a digit and a unit of search take as in a 9×9 puzzle, by shape. All but 1 is a guess, as no
// times of single puzzles are known. A player of LinkedIn's Mini Sudoku takes two to three minutes, and so do, at this pace,
// 6×6 puzzles of tier 1 with 10 to 14 clues.
var pace = [...]float64{sudoku.Sudoku: 1, sudoku.Shidoku: 1, sudoku.SixBySix: 1.5}

// models are the ones behind the scores, by shape.
var models = sudoku.ByShape(func(s sudoku.Shape) (m Model) {
	if err := json.Unmarshal(weights, &m); err != nil {
		panic(fmt.Sprintf("rating: weights.json: %v", err))
	}
	m.Seconds.Digit *= pace[s]
	m.Seconds.Search *= pace[s]
	return m
})

// Time returns the expected time for an effort, and the ends of its interval, in seconds.
func (m Model) Time(e Effort) (expected, low, high float64) {
	expected = m.Seconds.Digit*float64(e.Digits) + m.Seconds.Search*float64(e.Search)
	low, high = m.Interval.Around(expected)
	return expected, low, high
}

// LeastScore returns a score that no puzzle of a shape with so many cells to fill is below: no cell is filled
// before the easiest single is seen.
func LeastScore(shape sudoku.Shape, open int) float64 {
	least, _, _ := models[shape].Time(Effort{Digits: open, Search: open})
	return least
}

// MostScore returns a score that no puzzle of a shape and a tier with so many cells to fill is above. If naked singles solve it,
// there is always one; in any other puzzle there is a guess. It is seen after its delay.
func MostScore(shape sudoku.Shape, open int, tier logic.Tier) float64 {
	d := models[shape].Delays
	slowest := 3 * d.Guess
	if tier == logic.TierSingletons {
		slowest = d.Naked
	}
	most, _, _ := models[shape].Time(Effort{Digits: open, Search: slowest * open * (open + 1) / 2})
	return most
}
