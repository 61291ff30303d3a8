package main

import (
	"math"
	"math/rand/v2"
	"slices"
)

// spearman is the rank correlation of two samples (C. Spearman, "The Proof and Measurement
// of Association between Two Things", American Journal of Psychology, 1904).
func spearman(a, b []float64) float64 { return pearson(ranks(a), ranks(b)) }

func pearson(a, b []float64) float64 {
	meanA, meanB := mean(a), mean(b)
	var ab, aa, bb float64
	for i := range a {
		ab += (a[i] - meanA) * (b[i] - meanB)
		aa += (a[i] - meanA) * (a[i] - meanA)
		bb += (b[i] - meanB) * (b[i] - meanB)
	}
	return ab / math.Sqrt(aa*bb)
}

func mean(a []float64) (sum float64) {
	for _, x := range a {
		sum += x / float64(len(a))
	}
	return sum
}

// ranks returns the rank of each value; equal values share the mean of theirs.
func ranks(a []float64) []float64 {
	sorted := slices.Sorted(slices.Values(a))
	ranks := make([]float64, len(a))
	for i, x := range a {
		first, _ := slices.BinarySearch(sorted, x)
		after, _ := slices.BinarySearchFunc(sorted, x, func(y, x float64) int {
			if y <= x {
				return -1
			}
			return 1
		})
		ranks[i] = float64(first+after-1) / 2
	}
	return ranks
}

// quantile returns the value below which a share of a sample lies.
func quantile(a []float64, share float64) float64 {
	sorted := slices.Sorted(slices.Values(a))
	at := share * float64(len(sorted)-1)
	below := int(at)
	if below == len(sorted)-1 {
		return sorted[below]
	}
	return sorted[below] + (at-float64(below))*(sorted[below+1]-sorted[below])
}

// confidence returns the ends of the 95 % interval of the rank correlation of two samples,
// by drawing pairs with replacement (B. Efron, "Bootstrap Methods", Annals of
// Statistics, 1979).
func confidence(a, b []float64, r *rand.Rand) (low, high float64) {
	var drawn []float64
	x, y := make([]float64, len(a)), make([]float64, len(a))
	for range 2000 {
		for i := range x {
			j := r.IntN(len(a))
			x[i], y[i] = a[j], b[j]
		}
		drawn = append(drawn, spearman(x, y))
	}
	return quantile(drawn, 0.025), quantile(drawn, 0.975)
}
