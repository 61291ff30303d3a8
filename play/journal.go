package play

import "errors"

// EventKind is the kind of a player's action. The values are stored.
type EventKind string

// The kinds of events. All of them may change the board, and [Game.Undo] takes back the last change
// of any kind.
const (
	Moved     EventKind = "moved"
	Hinted    EventKind = "hinted"    // the first on a board counts as a hint
	Checked   EventKind = "checked"   // counts as a check
	Submitted EventKind = "submitted" // handed in an answer; a wrong one counts as a check
	Undone    EventKind = "undone"    // made by [Game.Undo] alone
)

// Event is an action of a player, and the board after it.
type Event struct {
	Kind  EventKind
	Text  string    // as typed: "r4c5=7"
	Level HintLevel // of a hint
	Board Board
}

// Game is how far a player has come with a puzzle. A game that begins has a Board and nothing
// else, or a Start too.
type Game struct {
	Board
	Start     Board     // of a game that begins in the middle, see [NewPractice]; zero: it begins with the clues
	Revision  int       // the number of the last entry of the journal, 0 at the start
	Head      int       // the entry whose board stands, 0 for the start
	HintLevel HintLevel // of the last hint on this very board; 0: none
	Hints     int       // how many were taken; all levels of one on the same board are one
	Deepest   HintLevel // of these
	Checks    int       // how many were asked for, and wrong answers
	Moves     int       // how many of the player's own changed the board, marks included
}

// Entry is one event in a game's journal. Entries are numbered by Revision, from 1, and never
// change: an undo is an entry too, whose Head is that before the change it takes back.
type Entry struct {
	Event
	Revision int
	Head     int // the entry whose board stands after this one, 0 for the start
	Before   int // the entry whose board stood before
}

// Record returns the game after an event, and the entry to add to its journal.
func (g Game) Record(e Event) (Game, Entry) {
	entry := Entry{Event: e, Revision: g.Revision + 1, Head: g.Head, Before: g.Head}
	changed := e.Board != g.Board
	if changed {
		entry.Head = entry.Revision
	}
	g = g.count(e, changed)
	switch {
	case changed || e.Kind == Moved:
		g.HintLevel = 0
	case e.Kind == Hinted:
		g.HintLevel = e.Level
	}
	g.Board, g.Revision, g.Head = e.Board, entry.Revision, entry.Head
	return g, entry
}

// count returns the game with an event in its counters.
func (g Game) count(e Event, changed bool) Game {
	switch {
	case e.Kind == Hinted:
		if g.HintLevel == 0 {
			g.Hints++
		}
		g.Deepest = max(g.Deepest, e.Level)
	case e.Kind == Checked, e.Kind == Submitted && !e.Board.Solved():
		g.Checks++
	case e.Kind == Moved && changed:
		g.Moves++
	}
	return g
}

// ErrNothingToUndo is the error of an undo at the start of a game.
var ErrNothingToUndo = errors.New("nothing to undo")

// Undo returns the game without its last change, and the entry to add to its journal, whose
// Text is that of the event taken back. earlier returns the entry of a revision. The error is
// [ErrNothingToUndo] or one of earlier.
func (g Game) Undo(earlier func(revision int) (Entry, error)) (Game, Entry, error) {
	if g.Head == 0 {
		return g, Entry{}, ErrNothingToUndo
	}
	last, err := earlier(g.Head)
	if err != nil {
		return g, Entry{}, err
	}
	board := g.start()
	if last.Before > 0 {
		before, err := earlier(last.Before)
		if err != nil {
			return g, Entry{}, err
		}
		board = before.Board
	}
	entry := Entry{
		Event:    Event{Kind: Undone, Text: last.Text, Board: board},
		Revision: g.Revision + 1, Head: last.Before, Before: g.Head,
	}
	g.Board, g.Revision, g.Head, g.HintLevel = board, entry.Revision, entry.Head, 0
	return g, entry, nil
}

// start returns the board that the game began with.
func (g Game) start() Board {
	if g.Start == (Board{}) {
		return NewBoard(g.Clues)
	}
	return g.Start
}
