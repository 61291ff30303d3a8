package glicko

import "github.com/gridkeeper/gridkeeper/archive/calendar"

// Standing is a rating since the last day with a game; the zero value is that of who had none.
type Standing struct {
	Rating
	Day   calendar.Date
	Games int
}

// PlayerOn returns a player's rating at the start of a day. Knowledge of players ages.
func (s Standing) PlayerOn(day calendar.Date) Rating {
	if s.Games == 0 {
		return NewPlayer
	}
	return s.Idle(day.Since(s.Day) - 1)
}

// puzzle returns the rating of a puzzle, which does not change meanwhile.
func (s Standing) puzzle() Rating {
	if s.Games == 0 {
		return NewPuzzle
	}
	return s.Rating
}

// Game is a player's first attempt at a puzzle. Of players who are no longer known, Player is "" and Was remains:
// their rating at the start of the day.
type Game struct {
	Player string
	Puzzle int64
	Score  float64
	Was    Rating
}

// Table has the standings of players and puzzles by their ids.
type Table struct {
	Players map[string]Standing
	Puzzles map[int64]Standing
}

// NewTable returns a table in which nobody has had a game.
func NewTable() Table { return Table{map[string]Standing{}, map[int64]Standing{}} }

// Rate rates the games of a day, in any order, and sets each player's rating at its start. Days are rated one after
// the other.
func (t Table) Rate(day calendar.Date, games []Game) {
	byPlayer, byPuzzle := map[string][]Result{}, map[int64][]Result{}
	for i, g := range games {
		if g.Player != "" {
			g.Was = t.Players[g.Player].PlayerOn(day)
			byPlayer[g.Player] = append(byPlayer[g.Player], Result{t.Puzzles[g.Puzzle].puzzle(), g.Score})
			games[i] = g
		}
		byPuzzle[g.Puzzle] = append(byPuzzle[g.Puzzle], Result{g.Was, 1 - g.Score})
	}
	for id, results := range byPlayer {
		s := t.Players[id]
		t.Players[id] = Standing{s.PlayerOn(day).After(results), day, s.Games + len(results)}
	}
	for id, results := range byPuzzle {
		s := t.Puzzles[id]
		t.Puzzles[id] = Standing{s.puzzle().After(results), day, s.Games + len(results)}
	}
}
