package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// thumb is a player who only presses buttons.
type thumb struct {
	t     *testing.T
	bot   *Bot
	store *testStore
	shown chat.Reply
	taps  int
}

// startThumb opens a game of a shape.
func startThumb(t *testing.T, shape sudoku.Shape) *thumb {
	t.Helper()
	store := newStore(t)
	b := store.bot()
	tier := "guessing"
	if shape == sudoku.Shidoku {
		tier = ""
	}
	return &thumb{t: t, bot: b, store: store, shown: ask(t, b, ann, "play", "shape="+shape.String(), "tier="+tier)}
}

// button returns the button with a label, or whose label begins with these words.
func (th *thumb) button(label string) chat.Button {
	th.t.Helper()
	for _, row := range th.shown.Screen.Rows {
		for _, b := range row {
			rest, found := strings.CutPrefix(b.Label, label)
			if found && (rest == "" || strings.ContainsAny(rest[:1], " =?")) {
				return b
			}
		}
	}
	th.t.Fatalf("no button %q among %s", label, buttonsOf(th.shown))
	return chat.Button{}
}

func buttonsOf(r chat.Reply) string {
	var all []string
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			all = append(all, b.Label)
		}
	}
	return strings.Join(all, ", ")
}

// tap presses a button. What is shown stays where the answer only has other buttons.
func (th *thumb) tap(label string) chat.Reply {
	th.t.Helper()
	b := th.button(label)
	if b.Disabled {
		th.t.Fatalf("%q cannot be pressed", label)
	}
	th.taps++
	return th.send(b.Press)
}

func (th *thumb) send(p chat.Press) chat.Reply {
	th.t.Helper()
	reply := send(th.t, th.bot, press(ann, chat.Button{Press: p}))
	if reply.Screen.Board != nil && reply.Form == nil {
		th.shown = reply
	}
	return reply
}

func (th *thumb) game() games.Game {
	th.t.Helper()
	g, err := th.store.CurrentGame(th.t.Context(), ann.ID, "7")
	check(th.t, err)
	return g
}

// placeOf returns the labels of the buttons that lead to a cell.
func placeOf(c sudoku.Cell) (box, cell string) {
	return fmt.Sprint("Box ", sudoku.Sudoku.Box(c)+1), c.String()
}

// cellFirst has the pad ask for the cell first.
func (th *thumb) cellFirst() {
	th.t.Helper()
	th.tap("More")
	th.tap("Cell first: off")
}

// With the cell first, a Sudoku is solved with three taps a digit. The last cell of a box needs no choosing.
func TestPadThreeTaps(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	th.taps = 0
	solution := th.store.answer(ann)
	for _, c := range sudoku.Sudoku.Cells() {
		if th.game().Clues.At(c) != 0 {
			continue
		}
		before := th.taps
		box, cell := placeOf(c)
		r := th.tap(box)
		last := isLastOfBox(th.game(), c)
		if chosen := r.Screen.Board.Selected == sudoku.CellsOf(c); chosen != last {
			t.Fatalf("%s is chosen with its box: %t", c, chosen)
		} else if !last && r.Screen.Board.Box != sudoku.Sudoku.Box(c)+1 {
			t.Fatalf("after %s the picture shows box %d", box, r.Screen.Board.Box)
		}
		if !last {
			th.tap(cell)
		}
		if shown := th.shown.Screen.Board.Selected; shown != sudoku.CellsOf(c) || th.game().Grid.At(c) != 0 {
			t.Fatalf("after %s the picture shows %v", cell, shown)
		}
		if r := th.tap(solution.At(c).String()); r.Screen.Board.Grid.At(c) != solution.At(c) || r.Screen.Board.Selected.Len() > 0 {
			t.Fatal("a digit does not show in the picture, or its cell is still chosen")
		}
		if n := th.taps - before; n > 3 {
			t.Fatalf("%s took %d taps", c, n)
		}
		if got := th.game().Grid.At(c); got != solution.At(c) {
			t.Fatalf("%s holds %s", c, got)
		}
	}
	if open := 81 - th.game().Clues.Len(); th.taps != 3*open-9 {
		t.Errorf("%d taps for %d digits", th.taps, open)
	}
	wantSolved(t, th)
}

// isLastOfBox reports whether all other cells of a cell's box are filled.
func isLastOfBox(g games.Game, c sudoku.Cell) bool {
	shape := sudoku.Sudoku
	return !slices.ContainsFunc(shape.Cells(), func(o sudoku.Cell) bool {
		return o != c && shape.Box(o) == shape.Box(c) && g.Grid.At(o) == 0
	})
}

// Text, alt text and picture say what is chosen, until something else is.
func TestPadSaysWhatIsChosen(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	for _, c := range []struct{ label, text, alt string }{
		{"5", "Digit 5: tap a box.", "Highlighted: 5."},
		{"Box 1", "Digit 5, box 1: tap a cell.", "Selected: box 1."},
		{"Next: 6", "Digit 6, box 1: tap a cell.", "Selected: box 1."},
		{"Back", "Digit 6: tap a box.", "Highlighted: 6."},
		{"Change digit", "", ""},
		{"More", "", ""},
		{"Cell first: off", "", ""},
		{"Box 1", "Selected: box 1.", "Selected: box 1."},
		{"r1c1", "Selected: r1c1.", "Selected: row 1 column 1."},
		{"Pencil: off", "Selected: r1c1.", "Selected: row 1 column 1."},
		{"Mark 5", "Selected: r1c1.", "Selected: row 1 column 1."},
		{"Pencil: on", "Selected: r1c1.", "Selected: row 1 column 1."},
		{"Back", "Selected: box 1.", "Selected: box 1."},
		{"r1c1", "Selected: r1c1.", "Selected: row 1 column 1."},
		{"5", "", ""},
		{"Box 9", "Selected: box 9.", "Selected: box 9."},
	} {
		s := th.tap(c.label).Screen
		for where, text := range map[string][2]string{"text": {s.Body.String(), c.text}, "alt text": {s.Alt, c.alt}} {
			chosen := strings.Contains(text[0], "Selected") || strings.Contains(text[0], "tap a")
			if !strings.Contains(text[0], text[1]) || c.text == "" && chosen {
				t.Errorf("after %s the %s is %q, want %q in it", c.label, where, text[0], text[1])
			}
		}
	}
}

// A digit stays chosen, so that two taps are enough; the last cell of a box takes one, and the next digit is there when
// one is done.
func TestPadTwoTaps(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	solution := th.store.answer(ann)
	open := th.game().Open()
	th.tap("1")
	for th.game().Open() > 0 {
		digit := screen.ParseView(sudoku.Sudoku, th.button("More").Press.View).Digit
		if digit == 0 {
			t.Fatalf("no digit is chosen, and %d cells are open", th.game().Open())
		}
		for _, c := range sudoku.Sudoku.Cells() {
			if solution.At(c) == digit && th.game().Grid.At(c) == 0 {
				box, cell := placeOf(c)
				if !isLastOfBox(th.game(), c) {
					th.tap(box)
				}
				th.tap(cell)
				break
			}
		}
	}
	if th.taps != 1+2*open-9 {
		t.Errorf("%d digits took %d taps", open, th.taps)
	}
	wantSolved(t, th)
}

// The cells of a Shidoku are all there: a chosen digit takes one tap, any other two.
func TestPadShidoku(t *testing.T) {
	for _, digitFirst := range []bool{false, true} {
		th := startThumb(t, sudoku.Shidoku)
		solution := th.store.answer(ann)
		for _, c := range sudoku.Shidoku.Cells() {
			if th.game().Clues.At(c) != 0 {
				continue
			}
			before := th.taps
			cell := string('A'+byte(c.Column())) + string('1'+byte(c.Row()))
			digit := solution.At(c).String()
			chosen := screen.ParseView(sudoku.Shidoku, th.button("More").Press.View).Digit
			switch {
			case !digitFirst:
				th.tap(cell)
				th.tap(fmt.Sprintf("%s (%d)", digit, left(th.game().Grid, solution.At(c)))) // "3" alone is a clue
			case chosen == solution.At(c):
				th.tap(cell)
			default:
				th.tap(fmt.Sprintf("%s (%d)", digit, left(th.game().Grid, solution.At(c))))
				th.tap(cell)
			}
			if n := th.taps - before; n > 2 || th.game().Grid.At(c) != solution.At(c) {
				t.Fatalf("%s holds %s after %d taps", cell, th.game().Grid.At(c), n)
			}
		}
		wantSolved(t, th)
	}
}

// left is how many of a digit a Shidoku takes.
func left(g sudoku.Grid, d sudoku.Digit) int { return 4 - strings.Count(g.String(), d.String()) }

func wantSolved(t *testing.T, th *thumb) {
	t.Helper()
	if th.game().Finished.IsZero() || !strings.Contains(textOf(th.shown), "Correct!") {
		t.Errorf("the board is full, and the answer is %q", textOf(th.shown))
	}
	if strings.Contains(buttonsOf(th.shown), "Pencil") {
		t.Errorf("a pad below a solved board: %s", buttonsOf(th.shown))
	}
}

// The digit that a cell holds is taken out again by the same button.
func TestPadClears(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	for _, label := range []string{"Box 1", "r1c1", "5", "Box 1", "r1c1"} {
		th.tap(label)
	}
	if b := th.button("Clear 5"); b.Look != chat.OnLook {
		t.Error("the digit of the cell does not stand out")
	}
	th.tap("Clear 5")
	if g := th.game(); g.Grid != g.Clues || g.Revision != 2 {
		t.Errorf("the grid is %s at revision %d", g.Grid, g.Revision)
	}
}

// The pencil marks and takes marks away, and stays in its cell.
func TestPadPencil(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	for _, label := range []string{"Pencil: off", "Box 1", "r1c1", "Mark 1", "Mark 5", "Mark 7", "Unmark 5", "Back"} {
		th.tap(label)
	}
	if got := th.game().Marks[0].String(); got != "17" {
		t.Errorf("marks %q", got)
	}
	if th.button("r1c1").Label != "r1c1 ?17" {
		t.Errorf("the cell is labelled %q", th.button("r1c1").Label)
	}
	th.tap("Back")
	th.tap("Pencil: on")
	for _, label := range []string{"Box 1", "r1c1", "5"} {
		th.tap(label)
	}
	if g := th.game(); g.Grid.At(0) != 5 || g.Marks[0] != 0 {
		t.Errorf("r1c1 holds %s with marks %s", g.Grid.At(0), g.Marks[0])
	}
}

// Automatic candidates fill all cells, stay when a digit goes in and out, and go again.
func TestPadCandidates(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	th.tap("More")
	th.tap("Candidates: off")
	all := th.game().Grid.Candidates()
	if th.game().Marks != all {
		t.Error("not all candidates are marked")
	}
	for _, label := range []string{"Box 1", "r1c1", "5"} {
		th.tap(label)
	}
	if g := th.game(); g.Marks != g.Grid.Candidates() {
		t.Error("the marks do not follow a digit")
	}
	for _, label := range []string{"Box 1", "r1c1", "Clear 5"} {
		th.tap(label)
	}
	if got := th.game().Marks[0]; got != all[0] {
		t.Errorf("the cell that was cleared has marks %q, want %q", got, all[0])
	}
	th.tap("More")
	th.tap("Candidates: on")
	if th.game().Marks != (sudoku.Pencilmarks{}) {
		t.Error("marks are left")
	}
	for range 4 {
		th.tap("Undo")
	}
	if th.button("Undo").Disabled != true || th.game().Head != 0 {
		t.Error("there is something left to undo")
	}
}

// Hints in their levels, checks and answers come from the pad, and lead back to it.
func TestPadHelps(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	th.tap("Box 1")
	th.tap("More")
	wants(t, th.tap("Check"), "No mistakes")
	if th.button("Back").Disabled {
		t.Error("after a check the box is no longer chosen")
	}
	th.tap("More")
	wants(t, th.tap("Submit"), "Not yet")
	th.tap("Hint")
	th.tap("Show more")
	hinted := th.shown.Screen
	for _, label := range []string{"Back to the digits", "Back", "Box 2", "Pencil: off"} {
		shown := th.tap(label).Screen
		if words := hinted.Body.String(); !strings.HasPrefix(shown.Body.String(), words) || shown.Board.Lit != hinted.Board.Lit || !slices.Equal(shown.Board.Houses, hinted.Board.Houses) {
			t.Errorf("after %s the hint is gone: %q", label, shown.Body.String())
		}
	}
	th.tap("Hint")
	th.tap("Do it for me")
	if g := th.game(); g.HintLevel != 0 || g.Hints != 1 || g.Deepest != 4 {
		t.Errorf("%d hints to level %d, %d on this board", g.Hints, g.Deepest, g.HintLevel)
	}
	th.tap("Hint")
	th.tap("Do it for me")
	if g := th.game(); g.Hints != 2 || g.Deepest != 4 {
		t.Errorf("%d hints to level %d", g.Hints, g.Deepest)
	}
}

// A button counts on exactly the board that it stands below, once; else it shows the newest.
func TestPadStale(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	th.tap("Box 1")
	th.tap("r1c1")
	five, undo, back := th.button("5").Press, th.button("Undo").Press, th.button("Back").Press
	th.tap("More")
	check, submit := th.button("Check").Press, th.button("Submit").Press
	th.tap("Back")
	th.tap("7")
	before := th.game()
	for _, p := range []chat.Press{five, undo, check, submit, back, five} {
		reply := th.send(p)
		if reply.Failed || reply.Screen.Board.Grid != before.Grid {
			t.Errorf("%s: %q, board %s", p.Verb, textOf(reply), reply.Screen.Board.Grid)
		}
	}
	if g := th.game(); g.Game != before.Game {
		t.Errorf("old buttons changed the game: %+v", g.Game)
	}
	th.store.set(th.store.clock.now.Add(1))
	ask(t, th.bot, ann, "play")
	if reply := th.send(five); reply.Screen.Board.Grid != th.game().Grid || th.game().Revision != 0 {
		t.Errorf("the button of another game: %q", textOf(reply))
	}
}

// The same press in two processes, or twice in one, counts once.
func TestPadOnce(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	th.tap("Box 1")
	th.tap("r1c1")
	r := press(ann, th.button("5"))
	r.ID = "100"
	first, again := th.bot.Handle(t.Context(), r), th.store.bot().Handle(t.Context(), r)
	if th.game().Revision != 1 || textOf(first) != textOf(again) || buttonsOf(first) != buttonsOf(again) {
		t.Errorf("revision %d; %q, then %q", th.game().Revision, textOf(first), textOf(again))
	}
}

// The board as text stays text while the pad is used, and turns back.
func TestPadText(t *testing.T) {
	th := startThumb(t, sudoku.Sudoku)
	th.cellFirst()
	if th.shown.Screen.AsText {
		t.Error("a board is text unasked")
	}
	th.tap("More")
	if th.tap("Text board"); !th.shown.Screen.AsText {
		t.Error("the board is not text")
	}
	for _, label := range []string{"Box 1", "r1c1", "5"} {
		if th.tap(label); !th.shown.Screen.AsText {
			t.Errorf("after %s the board is a picture", label)
		}
	}
	th.tap("More")
	if th.tap("Picture board"); th.shown.Screen.AsText {
		t.Error("the board is still text")
	}
	if !ask(t, th.bot, ann, "board", "look=text").Screen.AsText {
		t.Error("/board text is a picture")
	}
	wants(t, ask(t, th.bot, ann, "board", "look=nice"), "use picture, text")
}

// Whatever a button carries, its press is answered with something fit to send, and changes no game
// of anyone else.
func TestForgedButtons(t *testing.T) {
	verbs := []chat.Verb{chat.TurnTo, chat.Write, chat.TakeBack, chat.CheckBoard, chat.HandIn, chat.OpenBoard, chat.TypeMoves, chat.EditGrid, chat.MoreHint, chat.ShareResult, chat.StartPractice, chat.OpenDaily, chat.ShowResults, "", "evil"}
	store := newStore(t)
	b := store.bot()
	bob := games.Player{ID: "2", Name: "Bob"}
	b.Handle(t.Context(), request(bob, "play", nil))
	others := store.game(0)
	rapid.Check(t, func(rt *rapid.T) {
		b.Handle(t.Context(), request(ann, rapid.SampledFrom([]string{"play", "daily", "help"}).Draw(rt, "game"), map[string]string{}))
		for range rapid.IntRange(1, 8).Draw(rt, "presses") {
			p := chat.Press{
				Verb: rapid.SampledFrom(verbs).Draw(rt, "verb"), GameID: rapid.Int64Range(-1, 3).Draw(rt, "game"),
				Argument: rapid.OneOf(rapid.SampledFrom([]string{"r1c1=5", "?", "r1c1=5 ??", "2", "4", "text", "x-wing"}), rapid.String()).Draw(rt, "argument"),
				Revision: rapid.IntRange(-1, 4).Draw(rt, "revision"),
				View:     rapid.OneOf(rapid.StringMatching(`[dfbcpmt0-9]{0,8}`), rapid.String()).Draw(rt, "view"),
			}
			r := press(ann, chat.Button{Press: p})
			if rapid.Bool().Draw(rt, "form") {
				r.Action = chat.Fill{Press: p, Fields: map[string]string{
					"moves": rapid.SampledFrom([]string{"", "r1c1=5", "x"}).Draw(rt, "moves"), "grid": rapid.String().Draw(rt, "grid"),
				}}
			}
			reply := b.Handle(t.Context(), r)
			if problem := problemOf(reply); problem != "" {
				rt.Fatalf("%+v: %s", r.Action, problem)
			}
		}
		if got, _ := store.Game(t.Context(), others.ID); got != others {
			rt.Fatalf("the game of another player changed: %+v", got.Game)
		}
	})
}
