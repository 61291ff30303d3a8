package main

import (
	"math"

	"github.com/gridkeeper/gridkeeper/rating"
)

// The columns of the regression: the amounts of an effort, each of which costs time.
const (
	digit = iota
	search
	locked
	subset
	left
	amounts
)

func amountsOf(e rating.Effort) [amounts]float64 {
	return [amounts]float64{
		digit: float64(e.Digits), search: e.Search, locked: float64(e.Locked),
		subset: float64(e.Subsets), left: float64(e.Left),
	}
}

func seconds(costs [amounts]float64) rating.Seconds {
	return rating.Seconds{
		Digit: costs[digit], Search: costs[search], Locked: costs[locked],
		Subset: costs[subset], Left: costs[left],
	}
}

// regress returns the seconds, none of them negative, for which the sum of squares of
// log(measured/expected) is least. Logarithms, because what counts is by which factor an
// estimate is wrong, and so that a few very long times do not outweigh all the others.
//
// It is Gauss-Newton: the logarithm is replaced by its tangent, the linear problem solved
// with the negative costs set to zero, and so on until the costs stay the same.
func regress(efforts [][amounts]float64, measured []float64) [amounts]float64 {
	costs := [amounts]float64{1, 1, 1, 1, 1}
	for range 100 {
		next := leastSquares(tangent(efforts, measured, costs), costs)
		moved := 0.0
		for j := range costs {
			// Half of the change: all of it can overshoot while the costs are far off.
			moved = max(moved, math.Abs(next[j]-costs[j]))
			costs[j] = (costs[j] + next[j]) / 2
		}
		if moved < 1e-6 {
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

func tangent(efforts [][amounts]float64, measured []float64, costs [amounts]float64) (n normal) {
	for i, e := range efforts {
		expected := dot(e, costs)
		// log(measured) = log(expected) + e·(costs' - costs)/expected, and e·costs = expected
		target := math.Log(measured[i]/expected) + 1
		for j := range e {
			for k := range e {
				n.matrix[j][k] += e[j] / expected * e[k] / expected
			}
			n.right[j] += e[j] / expected * target
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

// loss is the mean square of log(measured/expected).
func loss(efforts [][amounts]float64, measured []float64, costs [amounts]float64) (sum float64) {
	for i, e := range efforts {
		r := math.Log(measured[i] / dot(e, costs))
		sum += r * r
	}
	return sum / float64(len(measured))
}
