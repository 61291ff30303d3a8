package tour

import (
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

func (to *tour) saturday() {
	to.album.begin("Saturday: the first X-Wing", "An Expert daily. Ann solves her first of the kind, and looks at how it went.")
	to.morning()
	ann := to.ann
	ann.ask("opens the daily", "daily")
	ann.tap("", "More")
	ann.tap("marks all candidates", "Candidates: off")
	ann.solve(18 * time.Minute)
	ann.finish("writes the last digit")
	ann.wants("New to you")
	ann.tap("goes through the solution", "Show the steps")
	ann.tap("goes on", "Next")
	ann.tap("goes to the step that was new", "To the ")
	to.admin()
}

// admin is what those who manage a server do beside.
func (to *tour) admin() {
	to.album.begin("Saturday evening: those who manage the server", "Ada imports puzzles of her own, looks for some for Wednesdays, and looks after the results.")
	to.clock.evening(18)
	ada := to.ada
	ada.askWith("gives a file", "import", file("mine.txt", mine))
	ada.tap("takes it", "Import")
	ada.ask("looks for X-Wings of ten to twenty minutes", "search", "minutes=10-20", "needs=x-wing")
	ada.ask("keeps the search", "search", "minutes=10-20", "needs=x-wing", "save=Fish")
	ada.ask("gives it to Wednesdays", "schedule", "wednesday=Fish")
	ada.ask("looks at what is left", "stats")
	listed := ada.ask("looks at the results of the day", "moderate")
	_, number, _ := strings.Cut(listed.Text(), "#")
	number, _, _ = strings.Cut(number, ":")
	ada.ask("takes one from the boards", "moderate", "remove="+number)
	ada.wants(", removed")
	ada.ask("has made a mistake, and puts it back", "moderate", "restore="+number)
	ada.ask("looks at the collections", "collections")
}

// The days of the week. People do what a row of the contract names, and look at what comes of it.

// sunday is the evening on which the bot joins.
func (to *tour) sunday() {
	to.album.begin("Sunday evening: the bot joins", "Ada manages the server. She sets up the daily puzzle with her thumb.")
	ada := to.ada.at(to.general)
	fans := to.srv.AddRole(to.guild, 0)
	to.srv.Mentionable(to.guild, fans)
	to.album.names[fans] = "sudoku fans"
	ada.read("sees that the bot is there", to.appears(to.general, "/setup"))
	ada.tap("presses its button", "Set up")
	ada.choose("chooses a channel", "Channel for the posts", to.channel)
	ada.fill("", "Time and zone", map[string]string{"time": "9am", "zone": "Berlin"})
	ada.wants(`09:00 in Europe\/Berlin`)
	ada.tap("looks at the weekdays", "Weekdays")
	ada.tap("", "Sat")
	ada.choose("makes Saturday an Expert day", "Sat", "x-wing")
	ada.tap("", "◀ Back")
	ada.tap("", "More")
	ada.choose("has a role pinged that wants to know", "Role to ping", fans)
	to.testPost(ada)
	ada.tap("starts the posts", "Start the posts")
	ada.wants("is posted in")
	ada.ask("wants a thread below each post, the board of each week, and two days of holidays", "schedule", "thread=on", "boards=week", "freezes=2")
}

// testPost makes a test post from the extras of the setup, and goes back to it.
func (to *tour) testPost(ada *person) {
	screen := ada.tap("goes back", "◀ Back")
	ada.tap("wants to see a post before anyone else", "Make a test post")
	ada.at(to.channel).read("looks at the test", to.appears(to.channel, "This is a test"))
	ada.message = screen
}

// mine is a file of puzzles as people have them: one that is fine, one that has two solutions, and a
// line that is not a puzzle.
const mine = `53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........
my favourites
`

func file(name, text string) discordtest.Option {
	return discordtest.Option{Name: "file", Value: name, File: []byte(text)}
}

// found is a puzzle in a message of the channel.
const found = "Found this in a paper: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... who can do it?"

func (to *tour) secondSunday() {
	to.album.begin("Sunday: what else there is", "Ann finds a puzzle in the chat, looks at her records, and at what the bot keeps about her.")
	to.morning()
	ann := to.ann.at(to.general)
	to.srv.Say(to.general, found)
	ann.about("rates a puzzle that someone posted", "Rate this puzzle", to.appears(to.general, "Found this"))
	ann.ask("looks at her profile", "profile")
	ann.ask("opens a puzzle of her own", "play", "tier=easy")
	ann.ask("wants to play it in another program", "profile", "show=open")
	ann.ask("asks what is kept about her", "privacy")
	ann.ask("gets all of it", "privacy", "action=export")
	ann.ask("looks back at Saturday", "profile", "show=summary", "which=yesterday")
	ann.ask("looks at who solves most", "leaderboard", "period=week")
	to.leaving()
}

// leaving is the end of someone's games.
func (to *tour) leaving() {
	eve := to.person("1005", "Eve", "en-US", 0)
	eve.ask("", "daily")
	eve.ask("wants everything deleted", "privacy", "action=delete")
	eve.tap("means it", "Delete everything")
}

func (to *tour) secondMonday() {
	to.album.begin("Monday: a new week", "The board of the week is posted, and begins anew.")
	post := to.morning()
	to.ann.read("looks at the board of the week", to.appears(to.channel, "a new leaderboard begins"))
	to.ann.read("and at the next daily", post)
	to.ada.ask("looks at the schedule", "schedule")
	to.ada.ask("reads what there is to ask", "help")
}
