package bot

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Parts come through a message of the catalogue as they are, in the order of the message.
func TestSay(t *testing.T) {
	ann := words.PlayerPart(games.Player{ID: "7", Name: "Ann"})
	got := words.Say("share.solved", locale.Args{"Player": ann, "Game": "daily #3", "Time": "3:12", "Help": ""})
	if want := (chat.Text{ann, {Text: " solved daily #3 in 3:12."}}); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	nested := words.Say("board.moved", locale.Args{"ToGo": words.Say("board.full", locale.Args{"Submit": chat.Mention("submit")})})
	if want := "every cell is filled: /submit ends the game."; nested.String() != want || len(nested) != 4 || nested[1].Kind != chat.CommandPart {
		t.Errorf("%+v, want %q with a command in it", nested, want)
	}
}

// Whatever players and files are called, no argument becomes a part that it is not.
func TestSayHostile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{"\ue0000\ue001", "\ue000", "\ue001", "{{.Player}}", "<@1>", "0", "\x00", "é"})
		name := strings.Join(rapid.SliceOf(piece).Draw(t, "name"), "")
		got := words.Say("share.solved", locale.Args{"Player": chat.Mention("help"), "Game": name, "Time": "1", "Help": chat.Typed(name)})
		commands := 0
		for _, p := range got {
			if p.Kind == chat.CommandPart {
				commands++
			}
		}
		if commands != 1 || strings.Count(got.String(), "/help") != 1 {
			t.Fatalf("%q: %+v", name, got)
		}
	})
}

// Text from files is short, in one line and quoted, whatever a file says.
func TestCredit(t *testing.T) {
	for _, c := range []struct{ name, author, want string }{
		{"Nightfall", "C. Moler", `Easy: about 1 minute. "Nightfall" by C. Moler.`},
		{"Buy\nnow\u202e\x1b[1m", "", `Easy: about 1 minute. "Buy now [1m".`},
		{" \t\u200b", "\n", "Easy: about 1 minute."},
		{strings.Repeat("é", 1686), "", `Easy: about 1 minute. "` + strings.Repeat("é", 59) + `…".`},
		{"", strings.Repeat("@everyone ", 100), "Easy: about 1 minute. By " + strings.Repeat("@everyone ", 5) + "@everyone…."},
	} {
		got := words.Introduction(logic.TierSingletons, library.Puzzle{Name: c.name, Author: c.author, Score: 60})
		if got.String() != c.want {
			t.Errorf("%q by %q: %q, want %q", c.name, c.author, got, c.want)
		}
		for _, p := range got {
			if (strings.Contains(p.Text, "@") || strings.Contains(p.Text, "é")) && p.Kind != chat.CodePart {
				t.Errorf("%q is not quoted", p.Text)
			}
		}
	}
}

func TestLimitedText(t *testing.T) {
	for _, c := range []struct {
		text chat.Text
		most int
		want string
	}{
		{chat.Text{{Text: "abc"}, {Text: "def"}}, 6, "abcdef"},
		{chat.Text{{Text: "abc"}, {Text: "def"}}, 5, "abcd…"},
		{chat.Text{{Text: "abc"}, chat.Mention("help"), {Text: "def"}}, 5, "abc…"},
		{chat.Text{{Text: "ééé"}}, 2, "é…"},
		{chat.Text{{Text: "abcde"}, {Text: "f"}}, 5, "abcd…"},
		{chat.Text{{Text: "abcd"}, chat.Mention("help")}, 5, "abcd…"},
	} {
		if got := c.text.Limited(c.most).String(); got != c.want {
			t.Errorf("%v to %d: %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

// In no language does the list of commands, or what is said about one, have to be cut; nor when there are more
// languages to choose from.
func TestHelpFits(t *testing.T) {
	for _, l := range locale.Languages() {
		s := chat.Speech{Words: explain.In(l)}
		texts := map[string]string{"all": overview(s, chat.Rights{ManageGuild: true}).String()}
		for _, c := range Commands(l) {
			texts[c.Name] = explained(s, c).String()
		}
		texts["schedule"] += strings.Repeat(", Deutsch", 10)
		for name, text := range texts {
			if length := utf8.RuneCountInString(text); length > chat.MaxText {
				t.Errorf("%s: the help of %s has %d characters, the most is %d:\n%s", l.Tag(), name, length, chat.MaxText, text)
			}
		}
		if !strings.Contains(texts["all"], "/"+s.CommandLabel("setup")) {
			t.Errorf("%s: the list of commands lacks those for admins", l.Tag())
		}
	}
}

// A command may have another name: it is offered with the same options, answers the same, counts as the same, and /help names it.
func TestOtherName(t *testing.T) {
	commands := map[string]chat.Command{}
	for _, c := range Commands(english) {
		commands[c.Name] = c
	}
	if got := commands["rate"]; got.Label != "rate" || got.Description != commands["difficulty"].Description || !reflect.DeepEqual(got.Options, commands["difficulty"].Options) {
		t.Errorf("/rate is %+v", got)
	}
	b := newStore(t).bot()
	want := textOf(ask(t, b, ann, "difficulty", "puzzle="+moler))
	german := request(ann, "Bewerten", given([]string{"rätsel=" + moler}))
	german.Language = "de"
	if got := ask(t, b, ann, "rate", "puzzle="+moler); got.Failed || textOf(got) != want {
		t.Errorf("/rate answers %q, want %q", textOf(got), want)
	}
	if got := send(t, b, german); got.Failed {
		t.Errorf("/bewerten answers %q", textOf(got))
	}
	if got := Find(chat.Ask{Command: "rate"}).Command(); got != "difficulty" {
		t.Errorf("/rate is for %q", got)
	}
	for _, name := range []string{"difficulty", "rate"} {
		wants(t, ask(t, b, ann, "help", "command="+name), "Another name for it: /rate.")
	}
}

// What is typed in full-width signs means the same as in ASCII.
func TestFullWidth(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	ask(t, b, ann, "daily")
	for _, typed := range []string{"r1c1=?37", "11=?37 -r1c1 r1c1=4", "A1 5"} {
		narrow := ask(t, b, ann, "move", "moves="+typed)
		if narrow.Failed {
			t.Fatalf("%s: %s", typed, textOf(narrow))
		}
		ask(t, b, ann, "undo")
		reply := b.Handle(t.Context(), request(ann, "move", map[string]string{"moves": sudokutest.Wide(typed)}))
		if reply.Failed || reply.Screen.Board.Grid != narrow.Screen.Board.Grid || reply.Screen.Board.Marks != narrow.Screen.Board.Marks {
			t.Errorf("%s: %s, want %s", sudokutest.Wide(typed), textOf(reply), textOf(narrow))
		}
		ask(t, b, ann, "undo")
	}
	wants(t, ask(t, b, ann, "difficulty", "puzzle="+sudokutest.Wide(moler)), "Fiendish")
	wants(t, b.Handle(t.Context(), chat.Request{Player: ann, Action: chat.About{Command: rateMessage, Text: "誰會？" + sudokutest.Wide(moler) + "。"}}), "Fiendish")
	wants(t, ask(t, b, ann, "submit", "answer="+sudokutest.Wide(strings.Repeat("1", 81))), "Not yet")
	if reply := ask(t, b, ann, "daily", "date="+sudokutest.Wide("2026-03-05"), "tier="+sudokutest.Wide("1")); reply.Failed {
		t.Errorf("a date: %s", textOf(reply))
	}
	if got := suggestions(t, b, ann, "daily", "date", sudokutest.Wide("5 Mar")); len(got) == 0 {
		t.Error("no suggestion for a date")
	}
	if date := (chat.Option{Kind: chat.DateOption}); !date.Takes(english, sudokutest.Wide("2026-03-04")) {
		t.Error("a date is not meant for the option of dates")
	}
}

// Names that people gave are kept as they are.
func TestNamesStayWide(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	admin := request(games.Player{ID: "9"}, "search", map[string]string{"tier": sudokutest.Wide("4"), "save": "１號"})
	admin.Rights.ManageGuild = true
	if reply := b.Handle(t.Context(), admin); !strings.Contains(textOf(reply), "１號") {
		t.Errorf("%s", textOf(reply))
	}
}

// What a board is to those who listen to it: its rows, whose digits, what is wrong, what a hint points
// at, and the marks for those who want them.
func TestAltText(t *testing.T) {
	clues := parse(mini)
	b := picture.Diagram{
		Clues: clues, Grid: clues.With(sudoku.CellAt(0, 1), 1),
		Selected: sudoku.CellsOf(sudoku.CellAt(2, 0)), Last: sudoku.CellsOf(sudoku.CellAt(0, 1)), Box: 3,
		Wrong:        sudoku.CellsOf(sudoku.CellAt(0, 1)),
		Lit:          sudoku.DigitsOf(1),
		Houses:       []sudoku.House{{Kind: sudoku.Row, Index: 3}},
		Cover:        []sudoku.House{{Kind: sudoku.Column, Index: 1}, {Kind: sudoku.Column, Index: 2}},
		Pattern:      []sudoku.Candidate{{Cell: sudoku.CellAt(3, 0), Digit: 3}},
		Eliminations: []sudoku.Candidate{{Cell: sudoku.CellAt(3, 1), Digit: 3}, {Cell: sudoku.CellAt(3, 2), Digit: 3}},
	}
	b.Marks[sudoku.CellAt(3, 0)], b.Marks[sudoku.CellAt(3, 1)] = sudoku.DigitsOf(1, 3), sudoku.DigitsOf(3)
	want := `Shidoku, 4 clues.
Row 1: 1 1, blank blank.
Row 2: blank blank, 3 blank.
Row 3: blank 2, blank blank.
Row 4: blank blank, blank 4.
Yours: row 1 column 2.
Marked as wrong: row 1 column 2.
Conflicts in a row, column or box: row 1 columns 1 2.
Selected: row 3 column 1.
Last change: row 1 column 2.
Selected: box 3.
Highlighted: 1.
Framed: row 4.
Framed with dashed lines: column 2, column 3.
Circled: 3 in row 4 column 1.
Crossed out: 3 in row 4 columns 2 3.`
	if got, want := words.AltText(b, false), want+"\nMarks in 2 cells."; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	want += "\nMarks: r4c1 1 3, r4c2 3."
	if got := words.AltText(b, true); got != want {
		t.Errorf("with marks: got\n%s\nwant\n%s", got, want)
	}
}

// However much there is to say, it stays within what networks take, and ends with a whole part.
func TestAltTextIsBounded(t *testing.T) {
	clues := parse(moler)
	b := picture.Diagram{Clues: clues, Grid: clues, Marks: clues.Candidates()}
	got := words.AltText(b, true)
	if n := utf8.RuneCountInString(got); n > chat.MaxAlt || n < chat.MaxAlt-100 || !strings.HasSuffix(got, " more") {
		t.Errorf("%d characters: %s", n, got)
	}
	for _, c := range clues.Shape().Cells() {
		for d := range b.Marks[c].All() {
			b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: d})
		}
		b.Grid, b.Wrong = b.Grid.With(c, 5), b.Wrong.With(c)
	}
	b.Eliminations = b.Pattern
	for _, marks := range []bool{false, true} {
		if n := utf8.RuneCountInString(words.AltText(b, marks)); n > chat.MaxAlt {
			t.Errorf("%d characters", n)
		}
	}
}
