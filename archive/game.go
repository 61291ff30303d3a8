package archive

import (
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Player is a person who plays.
type Player struct {
	ID   string
	Name string // as last seen
}

// Game is one player's work on one puzzle, as it stands.
type Game struct {
	ID        int64
	Player    Player
	Server    string
	Puzzle    Puzzle
	Transform sudoku.Transform // how the puzzle is shown
	Date      Date             // of the daily; zero: a puzzle of one's own
	Number    int              // of the daily; 0: a puzzle of one's own
	Shape     sudoku.Shape
	Tier      solver.Tier
	Clues     sudoku.Grid        // as shown
	Grid      sudoku.Grid        // clues and the player's digits
	Marks     sudoku.Pencilmarks // the player's
	Started   time.Time
	Finished  time.Time // zero: not finished
	Hints     int       // how many were taken
	HintLevel int       // of the last hint on this very grid; 0: none
	Checks    int       // how many were asked for
	Revision  int       // grows with every event; see [ErrStale]
}

// IsDaily reports whether the game is on a daily.
func (g Game) IsDaily() bool { return !g.Date.IsZero() }

// EventKind says what a player did.
type EventKind string

// The kinds of events. All of them may change the grid and the marks, and
// [Store.Undo] takes the last change back, whatever its kind.
const (
	Moved     EventKind = "moved"
	Hinted    EventKind = "hinted"    // counts as a hint
	Checked   EventKind = "checked"   // counts as a check
	Submitted EventKind = "submitted" // handed in the whole answer
	undone    EventKind = "undone"
)

// Event is what a player did, and the board after it.
type Event struct {
	Kind  EventKind
	Text  string // as typed: "r4c5=7"
	Level int    // of a hint, 1-4
	Grid  sudoku.Grid
	Marks sudoku.Pencilmarks
}
