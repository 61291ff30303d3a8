package bot

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// turnedAs returns an isomorph of a puzzle.
func turnedAs(puzzle string, seed uint64) sudoku.Grid {
	clues := parse(puzzle)
	return sudoku.RandomTransform(clues.Shape(), rand.New(rand.NewPCG(seed, seed))).Apply(clues)
}

// playHere returns the button that plays a rated puzzle here, if there is one.
func playHere(r chat.Reply) (p chat.Press, ok bool) {
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			if b.Press.Verb == chat.PlayFound {
				return b.Press, true
			}
		}
	}
	return p, false
}

// A puzzle in a message, or pasted, is played here as it stands there: whatever the archive's looks like.
func TestPlayFound(t *testing.T) {
	x := newSquare(t)
	for i, puzzle := range []string{fishy, mini} {
		clues := turnedAs(puzzle, uint64(i))
		for _, rated := range []chat.Reply{
			x.do(bob, chat.About{Command: rateMessage, Text: "Who can do this?\n" + clues.String()}),
			x.ask(bob, "difficulty", map[string]string{"puzzle": clues.String()}),
		} {
			press, ok := playHere(rated)
			if !ok || len(rated.Screen.Rows[0]) != 3 || !rated.Private {
				t.Fatalf("no button plays %s: %+v", clues, rated)
			}
			mine := x.do(bob, press)
			if b := mine.Screen.Board; mine.Failed || !mine.Private || b == nil || b.Clues != clues {
				t.Fatalf("the board of %s is %+v", clues, mine)
			}
			if again := x.do(bob, press); again.Screen.GameID != mine.Screen.GameID {
				t.Errorf("a second click opens game %d after %d", again.Screen.GameID, mine.Screen.GameID)
			}
			if hers := x.do(ann, press); hers.Screen.GameID == mine.Screen.GameID || hers.Screen.Board.Clues != clues {
				t.Errorf("Ann has game %d, Bob %d", hers.Screen.GameID, mine.Screen.GameID)
			}
		}
	}
	private := chat.Request{ID: "private", Player: bob, Place: chat.Place{GuildID: people.PrivateGuild(bob.ID), Private: true}, Action: chat.Press{Verb: chat.PlayFound, Argument: turnedAs(fishy, 7).String()}}
	if reply := x.Handle(t.Context(), private); reply.Failed {
		t.Errorf("in direct messages: %s", textOf(reply))
	}
}

// A link that holds a puzzle is read where the puzzle is; one that names it is refused, and so is one that is damaged.
func TestPastedLinks(t *testing.T) {
	x := newSquare(t)
	clues := turnedAs(fishy, 3)
	sudokuPad, fPuzzles, err := games.LinksOf(clues)
	check(t, err)
	_, packed, _ := strings.Cut(fPuzzles, "?load=")
	for _, link := range []string{sudokuPad, fPuzzles, packed, "https://sudokuexchange.com/play/?s=" + strings.ReplaceAll(clues.String(), ".", "0")} {
		rated := x.ask(bob, "difficulty", map[string]string{"puzzle": link})
		if press, ok := playHere(rated); !ok || press.Argument != clues.String() {
			t.Errorf("%s: %s", link, textOf(rated))
		}
	}
	wants(t, x.ask(bob, "difficulty", map[string]string{"puzzle": packed[:len(packed)/2]}), "damaged data; or write today or current")
	wants(t, x.ask(bob, "difficulty", map[string]string{"puzzle": "https://sudokupad.app/abc"}), "a link that holds no puzzle; or")
}

// A message, an option and an answer are read alike: a frame with blanks, marks, and the grid that is meant beside another.
func TestPastedTexts(t *testing.T) {
	x := newSquare(t)
	clues := turnedAs(fishy, 3)
	frame := ""
	for i, c := range clues.String() {
		switch {
		case i%27 == 0:
			frame += "+-------+-------+-------+\n| "
		case i%9 == 0, i%3 == 0:
			frame += "| "
		}
		frame += strings.ReplaceAll(string(c), ".", " ") + " "
		if i%9 == 8 {
			frame += "|\n"
		}
	}
	for name, text := range map[string]string{
		"a frame": "Who can do this?\n```\n" + frame + "```", "bold": "Try **" + clues.String() + "**!", "a list": "- " + clues.String(), "quoted": "> `" + clues.String() + "`",
		"after a solution": "Yesterday's was " + sudokutest.MolerSolved + "\nand today:\n" + frame, "a frame in one line": strings.ReplaceAll(frame, "\n", " "),
	} {
		for where, rated := range map[string]chat.Reply{
			"a message": x.do(bob, chat.About{Command: rateMessage, Text: text}), "an option": x.ask(bob, "difficulty", map[string]string{"puzzle": text}),
		} {
			if press, ok := playHere(rated); !ok || press.Argument != clues.String() {
				t.Errorf("%s in %s: %s", name, where, textOf(rated))
			}
		}
	}
	x.ask(bob, "play", map[string]string{"shape": "shidoku"})
	answer := x.solution(bob)
	reply := x.ask(bob, "submit", map[string]string{"answer": "Mine is\n```\n" + answer + "\n```"})
	if reply.Failed || !strings.Contains(textOf(reply), "Correct!") {
		t.Errorf("an answer as code: %s", textOf(reply))
	}
}

// No button, forged or not, plays a daily of today or later, or a grid that is not a puzzle.
func TestPlayFoundRights(t *testing.T) {
	x := newSquare(t)
	guild, err := x.store.Guild(t.Context(), "7")
	check(t, err)
	today := guild.Today(x.clock.now)
	_, err = x.store.Daily(t.Context(), guild, today, sudoku.Sudoku, 5)
	check(t, err)
	_, err = x.store.Daily(t.Context(), guild, today.AddDays(1), sudoku.Sudoku, 4)
	check(t, err)
	twice := strings.NewReplacer("5", ".", "6", ".").Replace(lineOf81)
	for name, one := range map[string]struct{ argument, want string }{
		"today's daily": {turnedAs(moler, 1).String(), "a daily whose day is not over"}, "tomorrow's": {turnedAs(fishy, 2).String(), "a daily whose day is not over"},
		"many solutions": {twice, "more than one solution"}, "no solution": {"55" + lineOf81[2:], "digit 5 twice"}, "empty": {strings.Repeat(".", 81), "needs 17 or more"},
		"none": {"", "no longer works"}, "words": {"x", "no longer works"}, "zeros": {strings.ReplaceAll(lineOf81, ".", "0"), "no longer works"},
		"rows": {lineOf81[:9] + "\n" + lineOf81[9:], "no longer works"}, "long": {strings.Repeat("9", 500), "no longer works"},
	} {
		reply := x.do(bob, chat.Press{Verb: chat.PlayFound, Argument: one.argument})
		if !reply.Failed || !strings.Contains(textOf(reply), one.want) || reply.Screen.Board != nil {
			t.Errorf("%s: %+v", name, reply)
		}
		isPuzzle := name == "zeros" || name == "rows" // in another form than the button's
		if _, ok := playHere(x.do(bob, chat.About{Command: rateMessage, Text: one.argument})); ok && !isPuzzle {
			t.Errorf("%s: offered", name)
		}
	}
	if _, err := x.store.CurrentGame(t.Context(), bob.ID, "7"); err == nil {
		t.Error("Bob has a game")
	}
}

const lineOf81 = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

// A message with a puzzle is answered in private with all that is known of it; one without says so.
func TestRateMessage(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	about := func(key, text string) chat.Reply {
		t.Helper()
		reply := b.Handle(t.Context(), chat.Request{ID: fmt.Sprint(len(text), key), Player: ann, Place: chat.Place{GuildID: "7"}, Action: chat.About{Command: key, Text: text}})
		if problem := problemOf(reply); problem != "" || !reply.Private {
			t.Errorf("%.40q: %s, %+v", text, problem, reply)
		}
		return reply
	}
	reply := about("rate", "Who can do this?\n```\n"+moler+"\n```")
	wants(t, reply, "Fiendish · Skyscraper · about 16 minutes, for most people between")
	if reply.Failed || reply.Screen.Board == nil || reply.Screen.Board.Grid != parse(moler) || titleOf(reply) != "Difficulty of the puzzle in this message" {
		t.Errorf("%+v", reply)
	}
	for _, link := range reply.Screen.Rows[0][1:] { // after that to play it here
		if !strings.HasPrefix(link.Label, "Play it in ") || !strings.HasPrefix(link.Link, "https://") || len(link.Link) > 512 {
			t.Errorf("%s leads to %d characters, %q", link.Label, len(link.Link), link.Link)
		}
	}
	for text, want := range map[string]string{
		"Good morning!": "no puzzle in this message", "": "no puzzle in this message", strings.Repeat("\x00", 5000): "no puzzle in this message",
		"12" + strings.Repeat(".", 77) + "34": "a sudoku needs 17 or more", "55" + lineOf81[2:]: "no solution", strings.NewReplacer("5", ".", "6", ".").Replace(lineOf81): "more than one solution",
	} {
		if reply := about("rate", text); !reply.Failed {
			t.Errorf("%.40q: %s", text, textOf(reply))
		} else {
			wants(t, reply, want)
		}
	}
	wants(t, about("explode", lineOf81), `unknown command "explode"`)
	if n := store.count("request"); n != 0 {
		t.Errorf("%d answers are kept", n)
	}
}
