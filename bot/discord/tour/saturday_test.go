package tour

import "time"

func (to *tour) saturday() {
	to.album.begin("Saturday: the first X-Wing", "An Expert daily. Ann solves her first of the kind, and looks at how it went.")
	to.morning()
	ann := to.ann
	ann.ask("opens the daily", "daily")
	ann.tap("marks all candidates", "Candidates: off")
	ann.solve(18 * time.Minute)
	ann.finish("writes the last digit")
	ann.wants("New to you")
	ann.tap("looks through the solution", "Look through")
	ann.tap("goes on", "Next")
	ann.tap("goes to the step that was new", "To the ")
	to.admin()
}

// admin is what those who manage a server do beside.
func (to *tour) admin() {
	to.album.begin("Saturday evening: those who manage the server", "Ada imports puzzles of her own, looks for some for Wednesdays, and looks after the results.")
	ada := to.ada
	ada.askWith("gives a file", "import", file("mine.txt", mine))
	ada.tap("takes it", "Import")
	ada.ask("looks for symmetric puzzles of five to ten minutes", "search", "minutes=5-10", "symmetry=half-turn")
	ada.ask("keeps the search", "search", "minutes=5-10", "symmetry=half-turn", "save=Symmetric")
	ada.ask("gives it to Wednesdays", "schedule", "wednesday=Symmetric")
	ada.ask("looks at what is left", "stats")
	ada.ask("looks at the results of the day", "moderate")
	ada.ask("looks at the collections", "collections")
}
