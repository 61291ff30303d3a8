package tour

import (
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The days of the week. People do what a row of the contract names, and look at what comes of it.

func (to *tour) joining() {
	to.album.begin("Sunday evening: the bot joins", "Ada manages the server. She sets up the daily puzzle.")
	ada := to.ada
	ada.ask("finds out what there is", "help")
	ada.askWith("chooses a channel and a time", "schedule", "channel:#daily-sudoku time:9am zone:Berlin saturday:x-wing",
		discordtest.Option{Name: "channel", Value: to.channel, Channel: true},
		discordtest.Option{Name: "time", Value: "9am"}, discordtest.Option{Name: "zone", Value: "Berlin"}, discordtest.Option{Name: "saturday", Value: "x-wing"})
}

func (to *tour) monday() {
	to.album.begin("Monday: the first daily", "It is posted at nine. Ann has never played before; she plays with her thumb.")
	post := to.morning()
	ann := to.ann
	ann.look(post)
	ann.show("sees the daily", "#daily-sudoku")
	ann.tap("starts to play, on a board of her own", "Play")
	cell, digit := ann.open(0)
	ann.tap("taps a box", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	ann.tap("taps a cell", cell.String())
	to.clock.pass(40 * time.Second)
	ann.tap("taps a digit: three taps", digit.String())
	ann.tap("wants a hint: where to look", "Hint")
	ann.tap("wants to know more", "Tell me more")
	ann.tap("and more", "Tell me more")
	ann.tap("goes back to the pad", "Back to the pad")
	ann.tap("marks all candidates", "Candidates")
	wrong, d := ann.wrong()
	ann.ask("writes a wrong digit", "move", fmt.Sprintf("moves=%s=%s", wrong, d))
	ann.ask("has the board checked", "check")
	ann.ask("takes it back", "undo")
	ann.solve(12 * time.Minute)
	ann.ask("hands the grid in", "submit")
	ann.ask("shares it", "share")
}

func (to *tour) tuesday() {
	to.album.begin("Tuesday: in German, without pictures", "Ben listens to his screen. He plays by text alone.")
	to.morning()
	ben := to.ben
	ben.ask("has boards as text", "settings", "board=text")
	ben.ask("opens the daily", "daily")
	ben.ask("asks for a hint", "hint")
	ben.solve(20 * time.Minute)
	ben.ask("hands the grid in", "submit")
	ben.ask("looks at the results", "leaderboard")
}

func (to *tour) wednesday() {
	to.album.begin("Wednesday: in Chinese, in high contrast", "美玲 plays from Taipei.")
	to.morning()
	mei := to.mei
	mei.ask("chooses how boards look", "settings", "look=contrast")
	mei.ask("opens the daily", "daily")
	mei.ask("asks for a hint", "hint", "level=3")
	mei.solve(9 * time.Minute)
	mei.ask("hands the grid in", "submit")
}

func (to *tour) thursday() {
	to.album.begin("Thursday: practice", "Ann wants to know what an X-Wing is.")
	ann := to.ann
	ann.ask("reads about it", "technique", "name=x-wing")
	ann.ask("practises", "practice", "technique=x-wing")
	ann.ask("asks for help", "hint", "level=3")
	ann.ask("rates a puzzle that she found", "difficulty", "puzzle=4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......")
}

func (to *tour) friday() {
	to.album.begin("Friday: the archive", "Ada imports her own puzzles, and asks the archive for what she wants.")
	ada := to.ada
	ada.askWith("imports a file", "import", "file:mine.txt", discordtest.Option{Name: "file", Value: "mine.txt",
		File: []byte("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\nnot a puzzle\n")})
	ada.ask("searches for symmetric puzzles of five to ten minutes", "search", "tier=locked", "minutes=5-10", "symmetry=half-turn")
	ada.ask("counts", "stats")
	to.ann.ask("asks what is kept about her", "privacy")
}
