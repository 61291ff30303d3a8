package tour

import (
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

func (to *tour) friday() {
	to.album.begin("Friday: a Shidoku, whose board is the buttons", "It stands beside each daily, and takes a minute.")
	post := to.morning()
	ann := to.ann
	ann.ask("", "settings", "look=dark")
	ann.read("", post)
	ann.tap("plays the small one", "Play the Shidoku")
	cell, digit := ann.open(0)
	name := string('A'+byte(cell.Column())) + string('1'+byte(cell.Row()))
	ann.tap("taps a cell", name)
	to.clock.pass(20 * time.Second)
	ann.tap("taps its digit", digit.String()+" ·")
	ann.solve(40 * time.Second)
	ann.finish("fills the last cell")
	to.duel()
	to.together()
}

func (to *tour) duel() {
	to.album.begin("Friday evening: a duel", "Ann and Ben play the same puzzle, each on a board that only they see.")
	ann, ben := to.ann.at(to.general), to.ben.at(to.general)
	invited := ann.askWith("challenges Ben", "duel", discordtest.Option{Name: "player", User: &ben.user, Value: "@Ben"}, discordtest.Option{Name: "tier", Value: "hidden"})
	ben.read("", invited)
	running := ben.tap("accepts", "Accept")
	ann.read("", running)
	ann.tap("opens her board", "Play")
	ben.read("", running)
	ben.tap("opens his", "Play")
	ann.solve(5 * time.Minute)
	ben.ask("looks at how it stands", "duel")
	ann.finish("is done")
	ben.solve(time.Minute)
	ben.finish("is done a minute later")
	ann.read("sees who has won", to.appears(to.general, "wins."))
}

func (to *tour) together() {
	to.album.begin("Friday night: together", "Ann and Ada solve one board in a thread.")
	ann := to.ann.at(to.general)
	invitation := ann.ask("starts a board for all", "together", "puzzle=hidden")
	to.nameThreads(to.general, 1)
	board := to.appears(invitation.ID, "with whoever joins")
	ada := to.ada.at(invitation.ID)
	ada.read("looks into the thread", board)
	ada.tap("joins", "Join")
	ada.tap("asks for a hint", "Hint")
	ada.tap("and has it done", "Do it for me")
	to.solveTogether(ann.at(invitation.ID), invitation.ID)
}

// solveTogether has a person write the rest of the board of a thread.
func (to *tour) solveTogether(p *person, thread string) {
	party, err := to.store.PartyIn(to.Context(), to.guild, thread)
	if err != nil {
		to.Fatal(err)
	}
	game, err := to.store.PartyGame(to.Context(), party.ID)
	if err != nil {
		to.Fatal(err)
	}
	right := solution(to.T, game).String()
	p.ask("writes three rows", "move", "moves=r1="+right[:9]+" r2="+right[9:18]+" r3="+right[18:27])
	p.ask("and the rest", "submit", "answer="+right)
}
