package tour

import (
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func (to *tour) monday() {
	to.album.begin("Monday: the first daily", "It is posted at nine. Ann has never played before; she plays with her thumb.")
	post := to.morning()
	ann := to.ann
	ann.read("sees the daily", post)
	ann.tap("starts to play, on a board of her own", "Play")
	to.threeTaps(ann)
	to.twoTaps(ann)
	to.marks(ann)
	to.hints(ann)
	to.mistake(ann)
	to.forms(ann)
	to.win(ann)
}

func (to *tour) threeTaps(ann *person) {
	cell, digit := ann.open(0)
	ann.tap("taps a box", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	ann.tap("taps a cell", cell.String())
	to.clock.pass(40 * time.Second)
	ann.tap("taps a digit: three taps", digit.String())
}

// twoTaps chooses a digit first.
func (to *tour) twoTaps(ann *person) {
	cell, digit := ann.open(0)
	ann.tap("", "Digit first: off")
	ann.tap("", "Digit first: ")
	ann.tap("", "Digit first: off")
	ann.tap("", "Back")
	ann.tap("stays on one digit", digit.String())
	ann.tap("", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	to.clock.pass(20 * time.Second)
	ann.tap("needs two taps now", cell.String())
	ann.tap("", "Digit first: ")
}

func (to *tour) marks(ann *person) {
	cell, digit := ann.open(0)
	ann.tap("", "Pencil: off")
	ann.tap("", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	ann.tap("", cell.String())
	ann.tap("marks a digit with the pencil", "Mark "+digit.String())
	ann.tap("", "Pencil: on")
	ann.tap("", "Back")
	ann.tap("", "Back")
	ann.tap("marks all candidates", "Candidates: off")
	ann.tap("", "Candidates: on")
}

func (to *tour) hints(ann *person) {
	ann.tap("wants a hint: where to look", "Hint")
	ann.tap("wants to know more: the technique and the digit", "Tell me more")
	ann.tap("and why", "Tell me more")
	ann.tap("has it done", "Do it for me")
}

func (to *tour) mistake(ann *person) {
	cell, digit := ann.wrong()
	ann.ask("writes a wrong digit", "move", fmt.Sprintf("moves=%s=%s", cell, digit))
	ann.tap("has the board checked", "Check")
	ann.tap("takes it back", "Undo")
}

// forms writes a row as moves and another as text.
func (to *tour) forms(ann *person) {
	to.clock.pass(2 * time.Minute)
	cell, digit := ann.open(1)
	ann.tap("looks at what else there is", "More")
	ann.fill("typed a move", "Type moves", map[string]string{"moves": fmt.Sprintf("%s=%s", cell, digit)})
	grid, right := ann.game().Grid.String(), solution(ann.T, ann.game()).String()
	ann.tap("", "More")
	ann.fill("wrote a row as text", "Edit as text", map[string]string{"grid": right[:9] + grid[9:]})
	ann.tap("hands in too early", "Submit")
}

func (to *tour) win(ann *person) {
	ann.solve(9 * time.Minute)
	cell, digit := ann.open(0)
	ann.tap("", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	ann.tap("", cell.String())
	won := ann.tap("taps the last digit", digit.String())
	ann.wants("Correct!")
	ann.tap("shares it", "Share")
	ann.read("sees what everyone sees", to.appears(to.channel, "solved"))
	ann.message = won
	ann.tap("looks at the results", "Leaderboard")
}
