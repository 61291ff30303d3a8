package main

import (
	"math"

	"github.com/gridkeeper/gridkeeper/rating"
)

// The shares of puzzles below the ends of an interval.
const (
	belowLow  = 0.1
	belowHigh = 0.9
)

// intervalOf returns the interval for the expected and measured times of some puzzles: of
// all growths, that with the least loss of both ends.
func intervalOf(expected, measured []float64) (best rating.Interval) {
	least := math.Inf(1)
	for tenths := range 21 {
		i, loss := intervalWith(float64(tenths)/10, expected, measured)
		if loss < least {
			least, best = loss, i
		}
	}
	return best
}

// intervalWith returns the interval that has a growth, and its loss, in logarithms as all
// losses here.
func intervalWith(growth float64, expected, measured []float64) (i rating.Interval, loss float64) {
	i.Growth = growth
	var factors []float64 // as they would be at the reference
	for k, e := range expected {
		factors = append(factors, math.Pow(measured[k]/e, 1/i.Width(e)))
	}
	i.Low, i.High = quantile(factors, belowLow), quantile(factors, belowHigh)
	for k, e := range expected {
		low, high := i.Around(e)
		loss += pinball(math.Log(measured[k]/low), belowLow) + pinball(math.Log(measured[k]/high), belowHigh)
	}
	return i, loss
}

// pinball is the loss of an end that a measured time is r above, if a share of the times
// should be below it: its sum is least at the quantile (R. Koenker and G. Bassett,
// "Regression Quantiles", Econometrica, 1978).
func pinball(r, share float64) float64 {
	if r > 0 {
		return share * r
	}
	return (share - 1) * r
}
