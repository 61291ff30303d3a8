package tour

import (
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

func (to *tour) tuesday() {
	to.album.begin("Tuesday: in German, without pictures", "Yesterday's solution is in yesterday's thread. Ben listens to his screen, and plays by text alone.")
	post := to.morning()
	thread := to.srv.Threads(to.channel)[0].ID
	to.ann.at(thread).read("looks into the thread of yesterday", to.appears(thread, "solved it on its day"))
	ben := to.ben
	ben.read("has the post read to him", post)
	ben.ask("has boards as text", "settings", "board=text")
	ben.ask("opens the daily", "daily")
	cell, digit := ben.open(0)
	ben.ask("writes a digit", "move", fmt.Sprintf("moves=%s=%s", cell, digit))
	ben.ask("asks for a hint", "hint")
	ben.tap("wants to know more", "Mehr verraten")
	ben.tap("and why", "Mehr verraten")
	ben.solve(20 * time.Minute)
	ben.ask("looks at the board", "board")
	ben.finish("writes the last digit")
	ben.wants("Richtig!")
	ben.ask("looks at the results", "leaderboard")
	to.forum()
}

// forum is a German server of Ben's, whose dailies are posts of a forum.
func (to *tour) forum() {
	to.album.begin("Tuesday evening: a forum, in German", "Ben has a server of his own, where each daily is to be a post of a forum.")
	guild, general := to.srv.Join("Rätselrunde", "de")
	to.album.names[general] = "allgemein"
	to.forumChannel = to.addChannel(guild, "rätsel", discordtest.Forum)
	user := to.ben.user
	user.Permissions = discordtest.ManageGuild
	to.head = &person{tour: to, user: user, place: general}
	head := to.head
	head.read("is greeted", to.appears(general, "Sudoku"))
	head.tap("presses the button", "Einrichten")
	head.choose("chooses the forum", "Kanal für die Beiträge", to.forumChannel)
	head.fill("says when", "Uhrzeit und Zeitzone", map[string]string{"time": "8 Uhr", "zone": "Wien"})
	head.tap("", "Mehr")
	head.choose("has posts in German", "Sprache der Beiträge", "de")
	head.tap("", "◀ Zurück")
	head.tap("starts the posts", "Beiträge starten")
}
