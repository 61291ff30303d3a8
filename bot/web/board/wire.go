// Package board is one player's game as a browser has it: its form on the wire, its page without
// script, and the script and styles that make an app of that page. It knows nothing of HTTP routes,
// sessions and databases; package web serves it.
//
//	board.Render(w, board.Page{State: state, ...}) // the page, with a header that allows StyleHash
//	content, ok := board.Asset(name)               // the script that it asks for
//	batch, err := board.ReadMove(state, form)      // what its form sends, where there is no script
//
// The script is in app, plain JavaScript with types in comments, a file for each chapter: game.js is what
// this tab knows and has to send, sync.js sends it, play.js is what keys, pointers and buttons call, and
// draw.js draws. Those who change it run 'go generate ./bot/web/board', which bundles it with esbuild, a
// Go module, into built, and writes the types of the wire, by which "make types" checks it; a test compares.
// The tests play in a Chromium where there is one.
package board

import "time"

// State is a game as the server has it now. A text of cells has a character a cell, row by row, with
// "." for an empty one; lists have an element a cell.
type State struct {
	Game     int64    `json:"game"`
	Revision int      `json:"revision"` // grows with every event, whoever made it
	Noted    int      `json:"noted"`    // grows with every change of Notes, likewise
	Shape    string   `json:"shape"`    // "sudoku", "shidoku"
	Title    string   `json:"title"`    // "Daily #412 · Hard", in the player's language
	Subtitle string   `json:"subtitle"` // "X-Wing, about 12 min"
	Date     string   `json:"date"`     // of a daily: "2026-01-31"; else ""
	Clues    string   `json:"clues"`
	Grid     string   `json:"grid"`  // clues and the player's digits
	Marks    []string `json:"marks"` // the centre marks, those that the chat shows: "37"
	Notes    Notes    `json:"notes"` // what only the browser shows

	Hints    int        `json:"hints"`
	Checks   int        `json:"checks"`
	Active   int        `json:"active"` // seconds of play so far, as the boards count them
	CanUndo  bool       `json:"canUndo"`
	Finished *time.Time `json:"finished"` // nil: not finished
	Late     bool       `json:"late"`     // a past daily, which does not count
	Postable bool       `json:"postable"` // its result can be posted in the chat, and was not yet

	Leaders []Leader `json:"leaders"` // of a finished daily: the first places, and the player's own

	NotPosted bool `json:"notPosted"` // the player wanted it in the chat, and it could not be posted
}

// Leader is a line of the results of a daily, in the player's language.
type Leader struct {
	Place string `json:"place"`
	Name  string `json:"name"`
	Time  string `json:"time"`
	Own   bool   `json:"own"`
}

// Notes are what only the browser shows, by the names of cells ("r4c5"). Cells without any are left out.
type Notes map[string]CellNotes

// CellNotes are the corner marks and colours of one cell.
type CellNotes struct {
	Corner     string           `json:"corner,omitempty"`     // "37"
	Colours    []int            `json:"colours,omitempty"`    // of the cell, 1 to 9
	Candidates map[string][]int `json:"candidates,omitempty"` // colours of centre marks, by digit
}

// Batch is what a player did since the last one: all of it counts, or none. The same ID again gets the
// same answer and changes nothing.
//
//	POST games/{game}/moves  Batch → 200 Answer, 409 Answer (stale: nothing was done; State is the newest)
type Batch struct {
	ID       string   `json:"id"`       // 1 to 64 letters, digits and "-", made by the client
	Revision int      `json:"revision"` // that the moves were made on
	Moves    []string `json:"moves"`    // in play's notation, several a string, or "undo"; each string is one event
	Notes    Notes    `json:"notes"`    // of the cells that changed; empty CellNotes take a cell's away
	Noted    *int     `json:"noted"`    // that Notes were made on; null, from a script of before: on whichever are there

	// Ago says for each of Moves how many milliseconds before sending it was made, since what was played offline
	// arrives together; left out, all were made just now.
	Ago []int64 `json:"ago,omitempty"`
}

// Wish asks for something about the board at a revision.
//
//	POST games/{game}/hint    Wish with Level → 200 Answer with Hint
//	POST games/{game}/check   Wish → 200 Answer with Verdict
//	POST games/{game}/rewind  Wish → 200 Answer: back to before the first digit that is wrong
//	POST games/{game}/submit  Wish → 200 Answer with Verdict, and with Finished in State where it was right
//	POST games/{game}/share   Wish → 200 Answer with Share
//	POST games/{game}/post    Wish → 200 Answer with Posted
//
// They have an ID and a Revision as batches do, and are answered with 409 alike.
type Wish struct {
	ID       string `json:"id"`
	Revision int    `json:"revision"`
	Level    int    `json:"level"` // of a hint, 1 to 4; 0: the next one
}

// Answer is what the server says to a Batch or a Wish.
type Answer struct {
	State   State    `json:"state"`
	Cells   []string `json:"cells"`   // that others' events changed since the revision asked with: "r4c5"
	Problem string   `json:"problem"` // why nothing was done, in the player's language
	Hint    *Hint    `json:"hint"`
	Verdict *Verdict `json:"verdict"`
	Share   string   `json:"share"`  // the text to share
	Posted  string   `json:"posted"` // that the result will be in the chat, in words
}

// Says reports whether there is something to show of an answer, besides the state.
func (a Answer) Says() bool {
	return a.Problem != "" || a.Hint != nil || a.Verdict != nil || a.Share != "" || a.Posted != ""
}

// Hint is a hint as far as its level shows it, to be read and to be drawn.
type Hint struct {
	Level        int        `json:"level"`
	Most         int        `json:"most"` // the highest level there is
	Words        string     `json:"words"`
	Houses       []string   `json:"houses"` // "row 4", "column 5", "box 1", as keys
	Pattern      []Mark     `json:"pattern"`
	Eliminations []Mark     `json:"eliminations"`
	Placements   []Mark     `json:"placements"`
	Links        [][]string `json:"links"` // pairs of cells to join with a line
}

// Mark is a digit in a cell.
type Mark struct {
	Cell  string `json:"cell"`
	Digit int    `json:"digit"`
}

// Verdict is what a check or a submission found out.
type Verdict struct {
	Words     string   `json:"words"`
	Conflicts []string `json:"conflicts"` // cells whose digit is there twice
	Mistakes  int      `json:"mistakes"`  // digits that are wrong, where the player lets checks say so
	Missing   int      `json:"missing"`   // empty cells
	Solved    bool     `json:"solved"`
	Place     string   `json:"place"` // "2nd of 9", of a daily
}

// Step is an event of a finished game, for its replay.
//
//	GET games/{game}/replay → 200 []Step
type Step struct {
	Seconds int      `json:"seconds"` // of active time
	Kind    string   `json:"kind"`    // "moved", "undone", "hinted", "checked", "submitted"
	Grid    string   `json:"grid"`
	Marks   []string `json:"marks"`
}

// Other requests of the same family: GET games/{game} → State, with "Accept: application/json" (else the page); GET games/{game}/events is a stream of
// server-sent events "state" with a State each time that the game changes, from wherever.

// The State of an answer is that of the moment, also where the rest is that of an ID that came before.
// What else may be answered, always with an Answer that has a Problem: 400 for a body that is not as above,
// 401 without a session, 404 for a game that is not the player's, 413 for a body of more than [MaxBody],
// 422 for what was refused and will be again (a clue, a finished game, an ID of something else; State is the
// newest), 429 for too many requests and 503 for an archive that is away, both with Retry-After: the same
// request may be sent again as it is.

// MaxBody is how many bytes a request may have.
const MaxBody = 64 << 10
