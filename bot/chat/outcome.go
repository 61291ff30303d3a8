package chat

import (
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Outcome is what a request about a game came to.
type Outcome struct {
	Game     games.Game `json:"-"` // as it is now, where it can be read
	GameID   int64      `json:",omitempty"`
	Revision int        `json:",omitempty"` // of the game after it

	Problem Text `json:",omitempty"` // why it was not done; nil: it was
	Stale   bool `json:",omitempty"` // for the board has changed since, and the same can be asked of the newest
	Retry   bool `json:",omitempty"` // it is not known to be done: the same request can be sent again

	Hint   *Hinted `json:",omitempty"`
	Judged *Judged `json:",omitempty"`
	Shared Text    `json:",omitempty"` // what was shared
	Posted Text    `json:",omitempty"` // of a result that was shared from a page: that the channel will have it
}

// Hinted is a hint as far as its level shows it, with where it points, on the board that it was asked
// about.
type Hinted struct {
	Level        play.HintLevel
	Words        string
	Houses       []sudoku.House
	Pattern      []sudoku.Candidate // what the step rests on
	Placements   []sudoku.Candidate // what it concludes
	Eliminations []sudoku.Candidate // and rules out; of mistakes the digits that are wrong
	Lines        [][2]sudoku.Cell   // pairs of cells that belong together
}

// Judged is what a check or an answer found.
type Judged struct {
	Solved bool
	Wrong  int    // digits
	Open   int    // cells
	Words  Text   `json:",omitempty"` // of a game that is solved: its time, its rank and more
	Place  string `json:",omitempty"` // among the results of a daily: "2nd of 9"
}

// Title names a game and how hard it is: "Daily #12 (Medium) · Thu 5 Mar 2026".
func Title(language string, game games.Game) string { return SpeechIn(language).TitleOf(game) }

// Introduction says how hard the puzzle of a game is and where it comes from, below its [Title].
func Introduction(language string, game games.Game) Text {
	return SpeechIn(language).IntroductionOf(game)
}
