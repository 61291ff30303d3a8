// Package glicko rates players and puzzles by their results: Glicko-2, as in M. E. Glickman, "Example of the Glicko-2
// system" (2012). A game is a player's first attempt at a puzzle, [Score] is its outcome, and [Table.Rate] rates all
// games of a day, which is a rating period.
//
// Everyone on one puzzle plays against the puzzle and not against each other. So a player who is alone in a guild is rated on
// the same scale as others, a guild of thousands does not rate millions of pairs, and a puzzle gets a
// rating too: by how much it is harder than its expected time says. The package is pure.
package glicko

import (
	"cmp"
	"math"
	"slices"
	"time"
)

// Rating is an estimate of the strength of a player or a puzzle.
type Rating struct {
	Value      float64 // 1500 is the middle
	Deviation  float64 // of what is known: the true value is within two of them in 95 of 100 cases
	Volatility float64 // how much the true value changes from a day to the next, expected
}

// NewPlayer and NewPuzzle are the ratings before the first game. Of a puzzle the expected time is known, by which it
// is scored: half of these are off by less than a factor of 1.16 (docs/rating.md), a standard deviation of 76 points, and
// of puzzles that are not published rather more.
var (
	NewPlayer = Rating{Value: 1500, Deviation: 350, Volatility: 0.06}
	NewPuzzle = Rating{Value: 1500, Deviation: 100, Volatility: 0.06}
)

// SureBelow is the deviation below which a rating is meaningful: a new player is there after about ten games.
const SureBelow = 110

// Sure reports whether a rating is meaningful.
func (r Rating) Sure() bool { return r.Deviation < SureBelow }

// Result is how a game against someone ended: 1 is a win, 0 a loss, between them anything.
type Result struct {
	Against Rating
	Score   float64
}

// Score is how a game ends for a player who needed some time for a puzzle: 0.5 for the expected time, 0.8 for half of
// it, 0.2 for twice of it. So 241 points more are half the time. With nothing but wins and losses the quickest win
// all games, and the simulated year orders players less well: 0.979 instead of 0.986. A hint makes a win a draw.
func Score(took, expected time.Duration, hints int) float64 {
	ratio := took.Seconds() / expected.Seconds()
	score := 1 / (1 + ratio*ratio)
	if hints > 0 {
		score = min(score, 0.5)
	}
	return score
}

// The formulas have the names of the paper, which counts its steps.
const (
	scale  = 173.7178 // step 2
	tau    = 0.5      // step 1: how much the volatility may change
	enough = 1e-6     // step 5
)

// Idle returns a rating after so many days without a game: nothing is known better, and some of it less.
func (r Rating) Idle(days int) Rating {
	phi := r.Deviation / scale
	r.Deviation = min(scale*math.Sqrt(phi*phi+float64(max(days, 0))*r.Volatility*r.Volatility), NewPlayer.Deviation)
	return r
}

// After returns a rating after a day with results. Their order does not matter.
func (r Rating) After(results []Result) Rating {
	if len(results) == 0 {
		return r.Idle(1)
	}
	results = slices.Clone(results) // in one order, so that sums are the same to the last bit
	slices.SortFunc(results, func(a, b Result) int {
		return cmp.Or(cmp.Compare(a.Against.Value, b.Against.Value), cmp.Compare(a.Against.Deviation, b.Against.Deviation), cmp.Compare(a.Score, b.Score))
	})
	mu, phi := (r.Value-NewPlayer.Value)/scale, r.Deviation/scale
	information, surplus := 0.0, 0.0
	for _, result := range results {
		g := 1 / math.Sqrt(1+3*square(result.Against.Deviation/scale/math.Pi))
		e := 1 / (1 + math.Exp(-g*(mu-(result.Against.Value-NewPlayer.Value)/scale)))
		information += g * g * e * (1 - e)
		surplus += g * (result.Score - e)
	}
	v := 1 / information // step 3
	volatility := nextVolatility(r.Volatility, phi, v, v*surplus)
	phi = 1 / math.Sqrt(1/(phi*phi+volatility*volatility)+information) // steps 6 and 7
	return Rating{
		Value:      NewPlayer.Value + scale*(mu+phi*phi*surplus),
		Deviation:  min(scale*phi, NewPlayer.Deviation),
		Volatility: volatility,
	}
}

// nextVolatility is step 5, by the Illinois algorithm.
func nextVolatility(sigma, phi, v, delta float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		ex := math.Exp(x)
		spread := phi*phi + v + ex
		return ex*(delta*delta-spread)/(2*spread*spread) - (x-a)/(tau*tau)
	}
	low, high := a, 0.0
	if known := phi*phi + v; delta*delta > known {
		high = math.Log(delta*delta - known)
	} else {
		high = a - tau
		for f(high) < 0 {
			high -= tau
		}
	}
	atLow, atHigh := f(low), f(high)
	for math.Abs(high-low) > enough {
		x := low + (low-high)*atLow/(atHigh-atLow)
		at := f(x)
		if at*atHigh <= 0 {
			low, atLow = high, atHigh
		} else {
			atLow /= 2
		}
		high, atHigh = x, at
	}
	return math.Exp(low / 2)
}

func square(x float64) float64 { return x * x }
