package tour

import (
	"fmt"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func (to *tour) monday() {
	to.album.begin("Monday: the first daily", "It is posted at nine. Ann has never played before; she plays with her thumb.")
	post := to.morning()
	ann := to.ann
	ann.read("sees the daily", post)
	to.album.portray("daily")
	ann.tap("starts to play, on a board of her own", "Play")
	to.digits(ann)
	to.cellFirst(ann)
	to.marks(ann)
	to.hints(ann)
	to.mistake(ann)
	to.forms(ann)
	to.win(ann)
}

// digits are placed with a digit chosen once, and then with two taps each.
func (to *tour) digits(ann *person) {
	cell, digit := ann.open(0)
	ann.tap("taps a digit, which stays chosen", digit.String())
	ann.tap("taps a box", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	to.clock.pass(40 * time.Second)
	ann.tap("taps a cell", cell.String())
	to.album.portray("pad")
	ann.tap("goes on with the next digit", "Next: ")
	ann.tap("", "Change digit")
}

// cellFirst takes three taps a digit.
func (to *tour) cellFirst(ann *person) {
	cell, digit := ann.open(0)
	ann.tap("", "More")
	ann.tap("chooses the cell first for once", "Cell first: off")
	ann.tap("", fmt.Sprint("Box ", sudoku.Sudoku.Box(cell)+1))
	ann.tap("", cell.String())
	to.clock.pass(20 * time.Second)
	ann.tap("", digit.String())
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
	ann.tap("", "More")
	ann.tap("marks all candidates", "Candidates: off")
	ann.tap("", "More")
	ann.tap("", "Candidates: on")
}

func (to *tour) hints(ann *person) {
	ann.tap("wants a hint: where to look", "Hint")
	ann.tap("wants to know more: the technique and the digit", "Show more")
	ann.tap("and why", "Show more")
	to.album.portray("hint")
	ann.tap("has it done", "Do it for me")
}

func (to *tour) mistake(ann *person) {
	cell, digit := ann.wrong()
	ann.ask("writes a wrong digit", "move", fmt.Sprintf("moves=%s=%s", cell, digit))
	ann.tap("", "More")
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
	rows := []string{right[:9]}
	for row := 1; row < 9; row++ {
		rows = append(rows, grid[9*row:9*row+9])
	}
	ann.tap("", "More")
	ann.fill("wrote a row as text", "Edit as text", map[string]string{"grid": strings.Join(rows, "\n")})
	ann.tap("", "More")
	ann.tap("hands in too early", "Submit")
}

func (to *tour) win(ann *person) {
	ann.solve(9 * time.Minute)
	cell, digit := ann.open(0)
	ann.tap("", digit.String())
	won := ann.tap("taps the last digit", cell.String()) // the last cell of a box takes one tap
	ann.wants("Correct!")
	ann.tap("shares it", "Share")
	ann.read("sees what everyone sees", to.appears(to.channel, "🟩"))
	ann.message = won
	ann.tap("looks at the results", "Leaderboard")
}

func (to *tour) tuesday() {
	to.album.begin("Tuesday: in German, without pictures", "Yesterday's solution is in today's thread. Ben listens to his screen, and plays by text alone.")
	post := to.morning()
	thread := to.srv.AwaitThread(to.T, to.channel, 2).ID
	to.ann.at(thread).read("looks into the thread of today", to.appears(thread, "solved it on its day"))
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
	ben.fill("wants to be reminded of it", "Erinnere mich", map[string]string{"remind": "19 Uhr", "zone": "Berlin"})
	ben.tap("would rather not", "Nicht mehr erinnern")
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
	to.head.zone = berlin
	to.clock.evening(18)
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

func (to *tour) wednesday() {
	to.album.begin("Wednesday: in Chinese, in high contrast", "美玲 plays from Taipei, with her thumb.")
	to.morning()
	mei := to.mei
	mei.ask("looks at how boards can be", "settings")
	mei.choose("chooses high contrast", "配色", "look=contrast")
	mei.choose("hides the time, and has mistakes marked at once", "遊玩時", "mistakes=at-once", "hints=all")
	mei.ask("opens the daily", "daily")
	cell, digit := mei.open(0)
	mei.tap("taps a digit", digit.String())
	mei.tap("taps a box", fmt.Sprintf("第 %d 宮", sudoku.Sudoku.Box(cell)+1))
	mei.tap("taps a cell", cell.String())
	mei.tap("wants a hint", "提示")
	mei.tap("and the technique", "再多說一點")
	mei.tap("and the reason", "再多說一點")
	mei.tap("and has it done", "直接幫我做")
	mei.solve(9 * time.Minute)
	mei.finish("writes the last digit")
	won := mei.message
	mei.tap("shares it", "分享")
	mei.message = won
	mei.fill("wants to be reminded of it", "提醒我", map[string]string{"remind": "19:00", "zone": "台北"})
	mei.tap("would rather not", "關閉提醒")
	to.forumPost()
	to.sealing()
}

// forumPost is what Ben's server has in the morning.
func (to *tour) forumPost() {
	to.album.begin("Wednesday: the post in the forum", "Its title is that of the post; the daily stands in it.")
	thread := to.nameThreads(to.forumChannel, 1)
	head := to.head.at(thread.ID)
	head.read("sees the daily of his own server", to.srv.Messages(thread.ID)[0])
	head.tap("opens it", "Spielen")
	head.ask("has it solved by another program, and hands it in", "submit", "answer="+solution(head.T, head.game()).String())
}

// sealing has the dailies from tomorrow on be sealed.
func (to *tour) sealing() {
	to.album.begin("Wednesday evening: times that mean something", "Ada has the next dailies sealed, so that each time begins with Play, and a Shidoku beside them.")
	to.clock.evening(18)
	to.ada.ask("seals them", "schedule", "sealed=on", "shidoku=on")
}

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
	ann.fill("wants to be reminded of it", "Remind me", map[string]string{"remind": "7pm", "zone": "Berlin"})
	to.learning(ann)
}

func (to *tour) learning(ann *person) {
	to.album.begin("Thursday evening: learning", "Saturday will need an X-Wing. Ann wants to know what that is.")
	to.clock.evening(19)
	ann.ask("looks at what there is to learn", "technique")
	ann.ask("reads about it", "technique", "name=x-wing")
	ann.tap("practises", "Practise")
	ann.tap("asks for help", "Hint")
	ann.tap("", "Show more")
	ann.tap("and for the reason", "Show more")
	ann.tap("has it done", "Do it for me")
}

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
	ann.tap("taps its digit", digit.String()+" (")
	ann.solve(40 * time.Second)
	ann.finish("fills the last cell")
	to.duel()
	to.race()
	to.reminder(ann)
	to.together()
}

// reminder is in the evening: a streak does not count a Shidoku.
func (to *tour) reminder(ann *person) {
	to.album.begin("Friday evening: a reminder", "Ann has played all day, but not the daily that her streak counts.")
	to.clock.evening(18)
	to.srv.Await(to.T, "the reminder", func() bool { return len(to.srv.DirectMessages(ann.user.ID)) > 0 })
	to.album.names["direct"] = "direct messages"
	ann = ann.at("direct")
	ann.read("gets a direct message", to.srv.DirectMessages(ann.user.ID)[0])
	ann.wants("Your streak of")
	ann.tap("wants no more of them", "Turn reminders off")
}

func (to *tour) duel() {
	to.album.begin("Friday evening: a challenge", "Ann and Ben play the same puzzle, each on a board that only they see.")
	to.clock.evening(17)
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

func (to *tour) race() {
	to.album.begin("Friday evening: a race", "Ada opens one for all, and who likes joins it.")
	ann, ben, ada := to.ann.at(to.general), to.ben.at(to.general), to.ada.at(to.general)
	opened := ada.ask("opens a race", "race", "tier=hidden")
	ben.read("", opened)
	ben.tap("joins", "Play")
	ann.read("", opened)
	ann.tap("joins too", "Play")
	ben.read("sees who is in", to.appears(to.general, "The race that"))
}

func (to *tour) together() {
	to.album.begin("Friday night: together", "Ann and Ada solve one board in a thread.")
	to.clock.evening(20)
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
