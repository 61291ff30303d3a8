package tour

import (
	"strings"
	"time"
)

func (to *tour) saturday() {
	to.album.begin("Saturday: the first X-Wing", "An Expert daily. Ann solves her first of the kind, and looks at how it went.")
	to.morning()
	ann := to.ann
	ann.ask("opens the daily", "daily")
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
