package rating

import (
	_ "embed"
	"encoding/json"
	"fmt"
)

// Model turns an [Effort] into an expected solving time. It is a sum of amounts times
// seconds, all of them positive, so that more of anything never makes a puzzle easier, and
// so that it stays sensible where there is little to fit it on: hard guessing, Shidoku.
// The command rating/fit fits it to people's times; docs/rating.md says how well.
type Model struct {
	Visibility Visibility `json:"visibility"`
	Seconds    Seconds    `json:"seconds"`
	Logic      Interval   `json:"logic"`    // for puzzles that logic solves
	Guessing   Interval   `json:"guessing"` // for those that need guessing
}

// Seconds is what one of each amount of an [Effort] costs.
type Seconds struct {
	Digit  float64 `json:"digit"`
	Search float64 `json:"search"`
	Locked float64 `json:"locked"`
	Subset float64 `json:"subset"`
	Left   float64 `json:"left"`
}

// Interval holds the factors by which the measured times of eight of ten puzzles differ
// from the expected ones.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

//go:embed weights.json
var weights []byte

// model is the one behind the scores.
var model = func() (m Model) {
	if err := json.Unmarshal(weights, &m); err != nil {
		panic(fmt.Sprintf("rating: weights.json: %v", err))
	}
	return m
}()

// Time returns the expected time for an effort, and the ends of its interval, in seconds.
func (m Model) Time(e Effort) (expected, low, high float64) {
	expected = m.Seconds.Digit*float64(e.Digits) +
		m.Seconds.Search*e.Search +
		m.Seconds.Locked*float64(e.Locked) +
		m.Seconds.Subset*float64(e.Subsets) +
		m.Seconds.Left*float64(e.Left)
	interval := m.Logic
	if e.Left > 0 {
		interval = m.Guessing
	}
	return expected, expected * interval.Low, expected * interval.High
}
