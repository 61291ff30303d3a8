package archive

import (
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Result is a finished game.
type Result struct {
	Game    int64
	Player  Player
	Server  string
	Date    Date // zero: a puzzle of one's own
	Shape   sudoku.Shape
	Tier    solver.Tier
	Elapsed time.Duration // from start to finish, by the store's clock
	Hints   int
	Checks  int
	At      time.Time
	Rank    int // among the results of the same daily, from 1, equals share one; 0: no daily
}

// Standing is a player's place on the leaderboard of a server's dailies.
type Standing struct {
	Player Player
	Solved int
	Best   time.Duration
	Mean   time.Duration
	Hints  int
}

// Streak counts consecutive nominal dates with a daily solved while it was the newest.
type Streak struct {
	Current int // up to today, or up to yesterday where today's is not solved yet
	Longest int
}
