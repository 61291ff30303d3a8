package bot

import (
	"context"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// newspaper is a puzzle that the archive of these tests does not have.
const newspaper = "000000340360000080000070000500008004600209750009605000040500000102000403900000001"

// drawn is a grid in a frame.
func drawn(clues sudoku.Grid) string {
	var b strings.Builder
	for i, c := range clues.String() {
		if i%27 == 0 {
			b.WriteString("+-------+-------+-------+\n")
		}
		if i%3 == 0 {
			b.WriteString("| ")
		}
		b.WriteString(string(c) + " ")
		if i%9 == 8 {
			b.WriteString("|\n")
		}
	}
	return b.String() + "+-------+-------+-------+\n"
}

// Ten puzzles, pasted as people paste them, open a board: with /play, in a message and as a file.
func TestPlayPasted(t *testing.T) {
	x := newSquare(t)
	emoji := strings.NewReplacer(".", "⬜", "1", "1️⃣", "2", "2️⃣", "3", "3️⃣", "4", "4️⃣", "5", "5️⃣", "6", "6️⃣", "7", "7️⃣", "8", "8️⃣", "9", "9️⃣")
	for i, paste := range []func(clues sudoku.Grid) string{
		func(g sudoku.Grid) string { return strings.ReplaceAll(g.String(), ".", "0") },
		func(g sudoku.Grid) string { return "Can anyone do this one?\n```\n" + drawn(g) + "```" },
		drawn,
		func(g sudoku.Grid) string { return strings.ReplaceAll(drawn(g), "\n", " ") }, // as Discord joins lines
		func(g sudoku.Grid) string {
			rows := ""
			for r := range 9 {
				rows += emoji.Replace(g.String()[9*r:9*r+9]) + "\n"
			}
			return rows
		},
		func(g sudoku.Grid) string { link, _, _ := games.LinksOf(g); return "from the paper: <" + link + ">" },
		func(g sudoku.Grid) string { _, link, _ := games.LinksOf(g); return link },
		func(g sudoku.Grid) string { return "- **" + g.String() + "** (hard!)" },
		func(g sudoku.Grid) string {
			return "Yesterday's was " + sudokutest.MolerSolved + "\nand now " + g.String()
		},
		func(g sudoku.Grid) string {
			return "[" + strings.Join(strings.Split(strings.ReplaceAll(g.String(), ".", "0"), ""), ", ") + "]"
		},
	} {
		clues := turnedAs(newspaper, uint64(i))
		text := paste(clues)
		message := turnedAs(newspaper, uint64(100+i))
		file := turnedAs(newspaper, uint64(200+i))
		for name, one := range map[string]struct {
			action chat.Action
			clues  sudoku.Grid
		}{
			"/play":                 {chat.Ask{Command: "play", Options: map[string]string{"puzzle": text}}, clues},
			"/play, as tier":        {chat.Ask{Command: "play", Options: map[string]string{"tier": text}}, clues},
			"a message":             {chat.About{Command: playMessage, Text: paste(message)}, message},
			"a file":                {chat.Ask{Command: "play", File: attachment("p.txt", paste(file))}, file},
			"a message with a file": {chat.About{Command: playMessage, Text: "look", File: attachment("p.txt", paste(file))}, file},
		} {
			reply := x.do(bob, one.action)
			if b := reply.Screen.Board; reply.Failed || !reply.Private || b == nil || b.Clues != one.clues {
				t.Errorf("%s: %s opens %+v, want %s", name, text, reply.Screen, one.clues)
			}
		}
		press, ok := playHere(x.ask(bob, "difficulty", map[string]string{"puzzle": text}))
		if reply := x.do(bob, press); !ok || reply.Screen.Board == nil || reply.Screen.Board.Clues != clues {
			t.Errorf("the button below /difficulty for %s opens %+v", text, reply.Screen)
		}
	}
}

func attachment(name, text string) *chat.Attachment {
	return &chat.Attachment{Name: name, Open: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// A game on a pasted puzzle has all that games have, from the first hint to the deletion of it.
func TestPastedGame(t *testing.T) {
	x := newSquare(t)
	opened := x.ask(bob, "play", map[string]string{"puzzle": newspaper})
	if wants(t, opened, "Medium: about"); titleOf(opened) != "A pasted sudoku · Medium" {
		t.Errorf("the title is %q", titleOf(opened))
	}
	wants(t, x.ask(bob, "hint", nil), "single")
	wants(t, x.ask(bob, "move", map[string]string{"moves": "r1c1=1"}), "55 cells")
	wants(t, x.ask(bob, "check", nil), "Mistakes: 1.")
	wants(t, x.ask(bob, "undo", nil), "Undone: r1c1=1")
	x.clock.now = x.clock.now.Add(20 * time.Minute)
	solved := x.solve(bob)
	wants(t, solved, "Correct! You solved a pasted sudoku in")
	for _, row := range solved.Screen.Rows {
		for _, b := range row {
			if b.Press.Verb == chat.ShowResults {
				t.Error("a pasted puzzle leads to a leaderboard")
			}
		}
	}
	if shared := public(x.ask(bob, "share", nil)); !strings.Contains(shared, "Bob · Gridkeeper · Medium · 20:") {
		t.Errorf("shared is %q", shared)
	}
	export := x.ask(bob, "privacy", map[string]string{"action": "export"})
	if export.File == nil || !strings.Contains(string(export.File.Data), parse(newspaper).String()) {
		t.Errorf("the export is %+v", export.File)
	}
	x.press(bob, x.press(bob, x.ask(bob, "privacy", nil), "Delete everything"), "Delete everything")
	if _, err := x.store.CurrentGame(t.Context(), bob.ID, "7"); err == nil {
		t.Error("Bob still has a game")
	}
}

// What cannot be played is refused with the reason and a remedy.
func TestNotPlayablePasted(t *testing.T) {
	x := newSquare(t)
	today := x.ask(ann, "daily", map[string]string{"tier": "fiendish"}).Screen.Board.Clues
	for text, want := range map[string]string{
		turnedAs(today.String(), 5).String():          "a daily whose day is not over",
		newspaper[:80] + "0":                          "with r2c9=5 as another clue, there is only one",
		"55" + newspaper[2:]:                          "digit 5 twice in row 1",
		"https://cdn.example.org/a/grid.PNG?size=big": "a picture of a printed grid cannot be read",
		"hello, how are you today?":                   "paste the 81 characters of a puzzle",
		newspaper[:80]:                                "paste the 81 characters of a puzzle",
		".....5......6.1...............5........1.6...........553.....61......3...........": "needs 17 or more",
	} {
		for _, option := range []string{"puzzle", "tier"} {
			reply := x.ask(bob, "play", map[string]string{option: text})
			if wants(t, reply, want); !reply.Failed || reply.Screen.Board != nil {
				t.Errorf("%s: %+v", text, reply.Screen)
			}
		}
	}
	wants(t, x.ask(ann, "play", map[string]string{"puzzle": turnedAs(today.String(), 6).String()}), "you are solving this puzzle already")
	for name, action := range map[string]chat.Action{
		"a picture":                  chat.Ask{Command: "play", File: attachment("grid.JPG", "x")},
		"a picture with a text name": chat.Ask{Command: "play", File: attachment("grid.txt", "\x89PNG\r\n\x1a\nx")},
		"a picture in a message":     chat.About{Command: playMessage, Text: "this one", File: attachment("scan.webp", "x")},
		"a picture to be rated":      chat.About{Command: rateMessage, File: attachment("scan.webp", "x")},
	} {
		if reply := x.do(bob, action); !reply.Failed || !strings.Contains(textOf(reply), "a picture of a printed grid") {
			t.Errorf("%s: %s", name, textOf(reply))
		}
	}
	big := attachment("big.txt", strings.Repeat("5", 1<<20))
	if reply := x.do(bob, chat.Ask{Command: "play", File: big}); !reply.Failed {
		t.Errorf("a large file: %s", textOf(reply))
	}
}

// A position in a message opens with its pencil marks.
func TestPlayPosition(t *testing.T) {
	x := newSquare(t)
	clues := parse(newspaper)
	var lines []string
	for row := range 9 {
		var cells []string
		for column := range 9 {
			c := sudoku.CellAt(row, column)
			switch marks := clues.Candidates()[c]; {
			case clues.At(c) != 0:
				cells = append(cells, clues.At(c).String())
			case marks.Len() > 2:
				cells = append(cells, marks.Without(marks.First()).String())
			default:
				cells = append(cells, marks.With(clues.Candidates()[c].First()).String())
			}
		}
		lines = append(lines, strings.Join(cells, " "))
	}
	text := strings.Join(lines, "\n")
	reply := x.do(bob, chat.About{Command: playMessage, Text: "Stuck here:\n```\n" + text + "\n```"})
	if b := reply.Screen.Board; b == nil || b.Marks == (sudoku.Pencilmarks{}) {
		t.Fatalf("the position opens %+v", reply.Screen)
	}
	rated := x.do(bob, chat.About{Command: rateMessage, Text: text})
	if wants(t, rated, "begins where this position is"); rated.Screen.Board == nil || rated.Screen.Board.Marks != reply.Screen.Board.Marks {
		t.Errorf("the rating of the position shows %+v", rated.Screen.Board)
	}
	wants(t, x.ask(bob, "difficulty", map[string]string{"puzzle": text}), "begins where this position is")
	if plain := x.ask(bob, "difficulty", map[string]string{"puzzle": newspaper}); strings.Contains(textOf(plain), "position") {
		t.Errorf("a puzzle is a position: %s", textOf(plain))
	}
	marks := reply.Screen.Board.Marks
	x.ask(bob, "move", map[string]string{"moves": "-?"})
	if undone := x.ask(bob, "undo", nil); undone.Screen.Board.Marks != marks {
		t.Error("undo does not bring the marks back")
	}
}

// Beyond a hundred unfinished puzzles the oldest is given up with a button.
func TestManyPasted(t *testing.T) {
	x := newSquare(t)
	random := rand.New(rand.NewPCG(1, 2))
	play := func() chat.Reply {
		g := sudoku.RandomTransform(sudoku.Sudoku, random).Apply(parse(newspaper))
		return x.ask(bob, "play", map[string]string{"puzzle": g.String()})
	}
	first := play().Screen.GameID
	for range games.MaxPasted - 1 {
		play()
	}
	full := play()
	if wants(t, full, "you have 100 pasted puzzles that are not finished"); !full.Failed {
		t.Errorf("the %d. puzzle: %+v", games.MaxPasted+1, full.Screen)
	}
	wants(t, x.press(bob, full, "Give up the oldest"), "given up")
	if _, err := x.store.Game(t.Context(), first); err == nil {
		t.Error("the oldest game is still there")
	}
	if again := x.press(bob, full, "Give up the oldest"); !again.Failed {
		t.Errorf("a second press: %s", textOf(again))
	}
	if reply := play(); reply.Failed {
		t.Errorf("after that: %s", textOf(reply))
	}
}

// The puzzle of a finished game is sent to others as a race or as a board together. Neither has a rank.
func TestChallengeOthers(t *testing.T) {
	x := newSquare(t)
	x.ask(bob, "play", map[string]string{"puzzle": newspaper})
	offer := x.press(bob, x.solve(bob), "Challenge others")
	if wants(t, offer, "Neither counts for ranks or ratings"); !offer.Private {
		t.Error("the offer is public")
	}
	race := x.press(bob, offer, "Race on it")
	if wants(t, race, "Bob opens a race: a pasted sudoku (Medium)"); race.Private {
		t.Error("the race is private")
	}
	wants(t, x.press(bob, offer, "Race on it"), "You have a race that is still open")
	wants(t, x.press(bob, race, "Play"), "you have had this puzzle before")
	if board := x.press(ann, race, "Play").Screen.Board; board == nil || board.Clues != parse(newspaper) {
		t.Errorf("Ann's board is %+v", board)
	}
	wants(t, x.ask(ann, "play", map[string]string{"puzzle": turnedAs(newspaper, 3).String()}), "you are solving this puzzle already")
	wants(t, x.solve(ann), "🥇 Ann")
	wantForAll(t, x.press(bob, offer, "Solve it together"), "Bob is solving")
	// Others cannot press these buttons, nor those of a daily.
	if reply := x.press(eve, offer, "Race on it"); !reply.Failed {
		t.Errorf("Eve opens %s", textOf(reply))
	}
	x.ask(eve, "daily", map[string]string{"tier": "fiendish"})
	daily, err := x.store.CurrentGame(t.Context(), eve.ID, "7")
	check(t, err)
	if reply := x.do(eve, chat.Press{Verb: chat.RaceOn, GameID: daily.ID}); !reply.Failed {
		t.Errorf("a race on the daily: %s", textOf(reply))
	}
	wants(t, x.ask(eve, "race", map[string]string{"puzzle": newspaper}), "Eve opens a race: a pasted sudoku")
	wants(t, x.ask(ann, "race", map[string]string{"puzzle": newspaper, "rated": "yes"}), "never counts for ratings")
	wants(t, x.ask(ann, "race", map[string]string{"puzzle": "55" + newspaper[2:]}), "digit 5 twice")
	wants(t, x.together(ann, daily.Clues.String()), "a daily whose day is not over")
}
