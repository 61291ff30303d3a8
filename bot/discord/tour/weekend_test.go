package tour

// found is a puzzle in a message of the channel.
const found = "Found this in a paper: 4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...... who can do it?"

func (to *tour) secondSunday() {
	to.album.begin("Sunday: what else there is", "Ann finds a puzzle in the chat, looks at her records, and at what the bot keeps about her.")
	to.morning()
	ann := to.ann.at(to.general)
	to.srv.Say(to.general, found)
	ann.about("rates a puzzle that someone posted", "Rate this puzzle", to.appears(to.general, "Found this"))
	ann.ask("looks at her records", "records")
	ann.ask("opens a puzzle of her own", "play", "tier=easy")
	ann.ask("wants to play it in another program", "open")
	ann.ask("asks what is kept about her", "privacy")
	ann.ask("gets all of it", "privacy", "action=export")
	ann.ask("looks back at Saturday", "summary", "date=yesterday")
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
