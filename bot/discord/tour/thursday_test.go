package tour

import "time"

func (to *tour) thursday() {
	to.album.begin("Thursday: a sealed daily, in light colours", "The post shows a cover. Who plays sees the puzzle, and nobody else.")
	post := to.morning()
	ann := to.ann
	ann.read("sees the cover", post)
	ann.ask("", "settings", "look=light")
	ann.ask("wants to know how hard it is", "difficulty", "puzzle=today")
	ann.read("", post)
	ann.tap("opens it: her time begins", "Play")
	ann.solve(11 * time.Minute)
	ann.finish("writes the last digit")
	to.ben.ask("", "daily")
	to.ben.solve(8 * time.Minute)
	to.ben.finish("")
	ann.ask("looks at the results", "leaderboard")
	ann.ask("and at her streak", "streak")
	to.learning(ann)
}

func (to *tour) learning(ann *person) {
	to.album.begin("Thursday evening: learning", "Saturday will need an X-Wing. Ann wants to know what that is.")
	ann.ask("looks at what there is to learn", "technique")
	ann.ask("reads about it", "technique", "name=x-wing")
	ann.tap("practises", "Practise")
	ann.tap("asks for help", "Hint")
	ann.tap("", "Tell me more")
	ann.tap("and for the reason", "Tell me more")
	ann.tap("has it done", "Do it for me")
}
