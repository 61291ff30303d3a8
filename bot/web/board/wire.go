// Package board has one player's game for a browser: its form on the wire, its page without script, and the script and
// styles that make an app of that page. It knows nothing of routes, sessions and databases; package game serves it.
//
//	board.Render(w, board.Page{State: state, ...}) // the page; its header has to allow StyleHash
//	content, ok := board.Asset(name)               // the script that the page asks for
//	batch, err := board.ReadMove(state, form)      // the form of a page without script
//
// The script is in app, plain JavaScript with types in comments, a file for each chapter. In game.js is the knowledge of
// this tab, with the changes that it has to send; sync.js sends them. Keys, pointers and buttons call play.js, and draw.js
// draws.
//
// After a change of the script, run 'go generate ./bot/web/board'. It bundles the script with esbuild, a Go module, into
// built, and writes the types of the wire, with which "make types" checks the script; a test compares both. The tests
// play in a Chromium, if there is one.
package board

import (
	"time"

	"github.com/gridkeeper/gridkeeper/explain/steps"
)

// State is the present state of a game. A text of cells has a character for each cell, row by row, "." for an empty
// one; a list of cells has an element for each.
type State struct {
	Game       int64    `json:"game"`
	Revision   int      `json:"revision"`   // grows with every event, whoever made it
	Noted      int      `json:"noted"`      // grows with every change of Notes, likewise
	Shape      string   `json:"shape"`      // "sudoku", "6x6", "shidoku"
	Name       string   `json:"name"`       // "Daily #412", in the player's language
	Difficulty string   `json:"difficulty"` // "Hard"
	Title      string   `json:"title"`      // both, and the day: "Daily #412 (Hard) · Thu 5 Mar 2026"
	Subtitle   string   `json:"subtitle"`   // "Hard: about 12 minutes. By Ann."
	Date       string   `json:"date"`       // of a daily: "2026-01-31"; else ""
	Clues      string   `json:"clues"`
	Grid       string   `json:"grid"`  // clues and the player's digits
	Marks      []string `json:"marks"` // the centre marks, which the chat shows too: "37"
	Notes      Notes    `json:"notes"` // shown in browsers only

	Hints    int        `json:"hints"`
	Checks   int        `json:"checks"`
	Active   int        `json:"active"` // seconds of play so far, as the boards count them
	CanUndo  bool       `json:"canUndo"`
	Finished *time.Time `json:"finished"` // nil: not finished
	Late     bool       `json:"late"`     // a past daily, which does not count
	Postable bool       `json:"postable"` // its result can be posted in the chat, and was not yet

	Leaders []Leader `json:"leaders"` // of a finished daily: the first places, and the player's own
	Place   string   `json:"place"`   // of a finished daily, "2nd of 9"; "" without a rank

	NotPosted bool `json:"notPosted"` // the player shared the result, but it could not be posted
}

// Leader is a line of the results of a daily, in the player's language.
type Leader struct {
	Place string `json:"place"`
	Name  string `json:"name"`
	Time  string `json:"time"`
	Own   bool   `json:"own"`
}

// Notes are the corner marks and colours of cells, by their names ("r4c5"), which only browsers show. Cells without
// any are left out.
type Notes map[string]CellNotes

// CellNotes are the corner marks and colours of one cell.
type CellNotes struct {
	Corner     string           `json:"corner,omitempty"`     // "37"
	Colours    []int            `json:"colours,omitempty"`    // of the cell, 1 to 9
	Candidates map[string][]int `json:"candidates,omitempty"` // colours of centre marks, by digit
}

// Batch has a player's changes since the last batch: all of them count, or none. The same ID again gets the same
// answer and changes nothing.
//
//	POST games/{game}/moves  Batch → 200 Answer, 409 Answer (stale: nothing was done; State is the newest)
type Batch struct {
	ID       string   `json:"id"`       // 1 to 64 letters, digits and "-", made by the client
	Revision int      `json:"revision"` // that the moves were made on
	Moves    []string `json:"moves"`    // in play's notation, several a string, or "undo"; each string is one event
	Notes    Notes    `json:"notes"`    // of the cells that changed; empty CellNotes take a cell's away
	Noted    *int     `json:"noted"`    // that Notes were made on; null, from an older script: on the present ones

	// Ago has the age of each of Moves in milliseconds, when it was sent: moves that were made offline arrive
	// together. Left out, all were just made.
	Ago []int64 `json:"ago,omitempty"`
}

// Wish asks for something about the board at a revision. It has an ID and a Revision as a batch does, and is also
// answered with 409.
//
//	POST games/{game}/hint    Wish with Level → 200 Answer with Hint
//	POST games/{game}/check   Wish → 200 Answer with Verdict
//	POST games/{game}/rewind  Wish → 200 Answer: back to before the first digit that is wrong
//	POST games/{game}/submit  Wish → 200 Answer with Verdict, and with Finished in State if it was right
//	POST games/{game}/share   Wish → 200 Answer with Share
//	POST games/{game}/post    Wish → 200 Answer with Posted
//	POST games/{game}/vote    Wish with Vote → 200 Answer
type Wish struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
	Level    int    `json:"level"`   // of a hint, 1 to 4; 0: the next one
	Version  int    `json:"version"` // of a hint: the form of steps that the script draws; any but [steps.Version] is answered with 400
	Vote     string `json:"vote"`    // on the puzzle: "liked=yes", "too-hard=no"
}

// Answer is the answer to a Batch or a Wish.
type Answer struct {
	State   State    `json:"state"`
	Cells   []string `json:"cells"`   // changed by others since the revision of the request: "r4c5"
	Problem string   `json:"problem"` // why nothing was done, in the player's language
	Hint    *Hint    `json:"hint"`
	Verdict *Verdict `json:"verdict"`
	Share   string   `json:"share"`  // the text to share
	Posted  string   `json:"posted"` // a sentence: the result will be in the chat
}

// HasWords reports whether an answer has words to show, besides the state.
func (a Answer) HasWords() bool {
	return a.Problem != "" || a.Hint != nil || a.Verdict != nil || a.Share != "" || a.Posted != ""
}

// Hint is the part of a hint that its level shows, in words, and as the step in its published form, from which it is drawn on
// the board before it.
type Hint struct {
	Level int    `json:"level"` // counts the levels that say different things
	Most  int    `json:"most"`  // the highest level there is
	Words string `json:"words"` // a sentence or two

	// Step is whole from level 3 on, but for the chain of a contradiction. Level 1 has its houses alone, level 2 also its
	// technique, tier and digits, and the candidate that a contradiction assumes; all other fields are empty. null: a hint about
	// mistakes, or of a solved board.
	Step *steps.Step `json:"step"`

	// For the drawing alone.
	Paths   []string          `json:"paths"`   // an SVG path in sides of a cell for each link of the step, through no digit and no other candidate; "": too short
	Extras  []steps.Candidate `json:"extras"`  // of the step's candidates, the ones with another role, such as fins
	Because []string          `json:"because"` // cells whose digits rule out the other places of a single
	Wrong   []string          `json:"wrong"`   // cells with a mistake, or without a possible digit
	Dimmed  []string          `json:"dimmed"`  // cells that take no part
	Marks   []string          `json:"marks"`   // of each cell, as they are drawn below all this; empty: the board's own stay
}

// Verdict is the result of a check or a submission.
type Verdict struct {
	Words     string   `json:"words"`
	Conflicts []string `json:"conflicts"` // cells with the same digit in a house
	Mistakes  int      `json:"mistakes"`  // wrong digits, if the player wants checks to count them
	Missing   int      `json:"missing"`   // empty cells
	Solved    bool     `json:"solved"`
	Place     string   `json:"place"` // "2nd of 9", of a daily
}

// Event is an event of a finished game, for its replay.
//
//	GET games/{game}/replay → 200 []Event
type Event struct {
	Seconds int      `json:"seconds"` // of active time
	Kind    string   `json:"kind"`    // "moved", "undone", "hinted", "checked", "submitted"
	Grid    string   `json:"grid"`
	Marks   []string `json:"marks"`
}

// GuestWish asks for something about the board of a visitor who is not signed in, of which the server keeps nothing. Dailies of
// other shapes are at daily/6x6/hint and so on.
//
//	POST daily/hint    GuestWish with Level → 200 Answer with Hint, and with the board after it in State
//	POST daily/check   GuestWish → 200 Answer with Verdict
//	POST daily/submit  GuestWish → 200 Answer with Verdict
type GuestWish struct {
	Date  string   `json:"date"` // of the daily
	Grid  string   `json:"grid"`
	Marks []string `json:"marks"`
	Level int      `json:"level"` // of a hint: how many were asked for on this board, this one included, 1 to 4

	Version int `json:"version"` // as in Wish
}

// GuestGame is a game that was begun in a browser without signing in. After the sign-in it becomes one of the player's.
//
//	POST daily/join      GuestGame → 200 Answer
//	POST daily/6x6/join  likewise
type GuestGame struct {
	Date    string      `json:"date"`
	Started int64       `json:"started"` // milliseconds ago
	Steps   []GuestStep `json:"steps"`   // from the start
	Notes   Notes       `json:"notes"`
}

// GuestStep is a step of such a game: a string of [Batch.Moves], "hint 2", "check" or "submit".
type GuestStep struct {
	Text string `json:"text"`
	Ago  int64  `json:"ago"` // milliseconds
}

// Other requests: GET games/{game} with "Accept: application/json" is answered with a State, without it with the page.
// GET games/{game}/events is a stream of server-sent events "state", with a State at each change of the game by anyone.
//
// The State of an answer is the present one, even if the rest was kept from an earlier request with the same ID. Other
// statuses, each with an Answer that has a Problem:
//
//   - 400: the body is not as above
//   - 401: there is no session
//   - 404: the game is not the player's
//   - 413: the body is larger than [MaxBody]
//   - 422: the request is refused, and would be again: a clue, a finished game, an ID of another request. State is the
//     newest
//   - 429, 503: too many requests, or the archive is away. After Retry-After the same request may be sent again

// MaxBody is the size of the largest request, in bytes.
const MaxBody = 64 << 10
