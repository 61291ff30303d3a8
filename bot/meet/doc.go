// Package meet has the commands of several players: races, boards solved together, leaderboards and
// summaries.
package meet
