package main

import (
	"math"

	"github.com/gridkeeper/gridkeeper/rating"
)

// The columns of the regression: the amounts of an effort, each of which costs time.
const (
	digit = iota
	search
	amounts
)

func amountsOf(e rating.Effort) [amounts]float64 {
	return [amounts]float64{digit: float64(e.Digits), search: float64(e.Search)}
}

func seconds(costs [amounts]float64) rating.Seconds {
	return rating.Seconds{Digit: costs[digit], Search: costs[search]}
}

// observations are the data of the fit, a puzzle at each index.
type observations struct {
	efforts  [][amounts]float64
	measured []float64 // seconds
	weights  []float64
}

// tolerance is the distance of log(measured/expected) from 0 beyond which the loss grows linearly instead of quadratically.
// A third of the puzzles is farther away.
const tolerance = 0.2

// robust returns the loss of r = log(measured/expected), and the factor of its weight with which least squares minimize that
// loss (P. J. Huber, "Robust Estimation of a Location Parameter", Annals of Mathematical Statistics, 1964). It uses
// logarithms since the error of an estimate is a factor. It is robust since the mean of a dozen times depends much on the
// slowest person: some are off by factors of three.
func robust(r float64) (loss, weight float64) {
	if r = math.Abs(r); r > tolerance {
		return tolerance * (2*r - tolerance), tolerance / r
	}
	return r * r, 1
}

// loss is the weighted mean of the losses.
func (o *observations) loss(costs [amounts]float64) float64 {
	var sum, weights float64
	for i, e := range o.efforts {
		loss, _ := robust(math.Log(o.measured[i] / dot(e, costs)))
		sum += o.weights[i] * loss
		weights += o.weights[i]
	}
	return sum / weights
}

// regress returns the seconds, none of them negative, for which the loss is least.
//
// It is Gauss-Newton: the logarithm is replaced by its tangent, the robust loss by weighted
// squares, the linear problem solved with the negative costs set to zero, and so on until
// the costs stay the same.
func (o *observations) regress() [amounts]float64 {
	costs := [amounts]float64{1, 1}
	for range 100 {
		next := leastSquares(o.tangent(costs), costs)
		moved := 0.0
		for j := range costs {
			// Half of the change: all of it can overshoot while the costs are far off.
			moved = max(moved, math.Abs(next[j]-costs[j]))
			costs[j] = (costs[j] + next[j]) / 2
		}
		if moved < 1e-5 {
			break
		}
	}
	return costs
}

// normal is a least-squares problem as its normal equations, matrix × costs = right.
type normal struct {
	matrix [amounts][amounts]float64
	right  [amounts]float64
}

func (o *observations) tangent(costs [amounts]float64) (n normal) {
	for i, e := range o.efforts {
		expected := dot(e, costs)
		// log(measured) = log(expected) + e·(costs' - costs)/expected, and e·costs = expected
		r := math.Log(o.measured[i] / expected)
		_, weight := robust(r)
		weight *= o.weights[i]
		for j := range e {
			for k := range e {
				n.matrix[j][k] += weight * e[j] / expected * e[k] / expected
			}
			n.right[j] += weight * e[j] / expected * (r + 1)
		}
	}
	return n
}

// leastSquares solves n for costs that are not negative, one cost after another, starting
// from those given (Gauss-Seidel with a floor, which converges for normal equations).
func leastSquares(n normal, costs [amounts]float64) [amounts]float64 {
	for range 1000 {
		moved := 0.0
		for j := range costs {
			if n.matrix[j][j] == 0 {
				continue
			}
			old := costs[j]
			costs[j] = max(0, old+(n.right[j]-dot(n.matrix[j], costs))/n.matrix[j][j])
			moved = max(moved, math.Abs(costs[j]-old))
		}
		if moved < 1e-9 {
			break
		}
	}
	return costs
}

func dot(a, b [amounts]float64) (sum float64) {
	for j := range a {
		sum += a[j] * b[j]
	}
	return sum
}
