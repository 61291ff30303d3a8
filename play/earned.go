package play

import (
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Quickest is the time for each placed digit that no person beats for long. The quickest sudoku of a widely known
// championship took 54.44 seconds (Wang Shiyao, Prague, 2018), the very easy one of Guinness World Records 83.93
// (Thomas Snyder, 2006), each of about fifty cells. Whole rows of the smaller shapes are seen and typed at once. No
// championship is known of them: half a second is a guess.
func Quickest(shape sudoku.Shape) time.Duration { return quickest[shape] }

var quickest = [...]time.Duration{sudoku.Sudoku: time.Second, sudoku.Shidoku: time.Second / 2, sudoku.SixBySix: time.Second / 2}

// Moment is an entry of a journal, as far as [Earned] needs it.
type Moment struct {
	At   time.Time
	Kind EventKind
	Grid sudoku.Grid // after it
}

// Earned reports whether a game was solved on its board, so that its time can be compared with others': more
// than half of the digits were placed over time, by moves of the player's own. A digit counts the first time
// that it is right, in a move, if a person could have placed it by then. Every [Quickest] allows one more digit, and
// as many as a row has may wait to be typed at once. So a pasted answer counts for one row, in one move or in many
// quick ones; digits placed by hints do not count.
//
// The journal cannot tell a player who thinks on the board from one who types a solution found elsewhere, with
// pauses as long as typing at championship speed takes. Nor does the rule see whether a browser that was away is
// honest about the times of its moves.
func Earned(clues, solution sudoku.Grid, began time.Time, journal []Moment) bool {
	shape := clues.Shape()
	each := Quickest(shape)
	unspent, last := time.Duration(0), began
	right, counted := clues.Filled(), 0
	for _, m := range journal {
		unspent = min(unspent+max(m.At.Sub(last), 0), each*time.Duration(shape.Side()))
		last = m.At
		placed := agreeing(m.Grid, solution).Minus(right)
		right = right.Union(placed)
		if m.Kind != Moved {
			continue
		}
		count := min(placed.Len(), int(unspent/each))
		counted += count
		unspent -= each * time.Duration(count)
	}
	return 2*counted > len(shape.Cells())-clues.Len()
}

// agreeing returns the cells that have the same digit in both grids.
func agreeing(a, b sudoku.Grid) (same sudoku.Cells) {
	for c := range a.Filled().All() {
		if a.At(c) == b.At(c) {
			same = same.With(c)
		}
	}
	return same
}
