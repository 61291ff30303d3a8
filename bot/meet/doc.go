// Package meet is what several players do with each other: duels, boards solved together, leaderboards and
// summaries.
package meet
