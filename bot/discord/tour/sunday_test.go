package tour

import "github.com/gridkeeper/gridkeeper/bot/discord/discordtest"

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
	ada.tap("wants to see a post before anyone else", "Test post")
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
