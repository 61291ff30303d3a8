package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// sixes are puzzles of 6×6 with 24 open cells: seven of singletons, two of hidden.
const sixes = `..61..2....364.3.532...4...........6
...12..5..3.53.2..6....1...4...1...2
4..1.22...4...63...3...5.2......52..
25.....13.......2..2.6....2..55...13
6.1..4..2.....64.14........5..3.5.4.
..4.3.1.........625.....2...153.5..4
54.......2..2.......4..131.64...6.3.
.1..3.2....56......32..1...5...2..46
5....2..45......5....6..2.5.1.4.12..
`

var sixPuzzles = &archivetest.Template{Fill: filled(mini, nightfall, sixes)}

// tapOut solves the 6×6 that is open, digit by digit, and returns the taps.
func (th *thumb) tapOut() int {
	th.t.Helper()
	before, solution := th.taps, th.store.answer(ann)
	has := func(label string) bool {
		for _, row := range th.shown.Screen.Rows {
			for _, b := range row {
				if b.Label == label || strings.HasPrefix(b.Label, label+" ") {
					return true
				}
			}
		}
		return false
	}
	for d := sudoku.Digit(1); int(d) <= 6; d++ {
		for _, c := range sudoku.SixBySix.Cells() {
			g := th.game()
			if solution.At(c) != d || g.Grid.At(c) != 0 {
				continue
			}
			if screen.ParseView(g.Shape, th.button("More").Press.View).Digit != d {
				th.tap(fmt.Sprintf("%d (%d)", d, 6-strings.Count(g.Grid.String(), d.String())))
			}
			name := string('A'+byte(c.Column())) + string('1'+byte(c.Row()))
			if !has(name) {
				th.tap(fmt.Sprint("Box ", g.Shape.Box(c)+1))
			}
			th.store.wait(4 * time.Second)
			if th.tap(name); th.game().Grid.At(c) != d {
				th.t.Fatalf("%s holds %s, not %s", name, th.game().Grid.At(c), d)
			}
		}
	}
	wantSolved(th.t, th)
	return th.taps - before
}

// A 6×6 of 24 open cells takes at most 60 taps, no row has more than four buttons, and nothing has to be taken back: the digits
// stay above the boxes and above the cells.
func TestPadSixBySix(t *testing.T) {
	store := newStoreOf(t, sixPuzzles)
	b := store.bot()
	th := &thumb{t: t, bot: b, store: store, shown: ask(t, b, ann, "play", "shape=6x6")}
	var rows []string
	for _, row := range th.shown.Screen.Rows {
		var labels []string
		for _, b := range row {
			label, _, _ := strings.Cut(b.Label, " ") // without how many are left or open
			labels = append(labels, label)
		}
		rows = append(rows, strings.Join(labels, " "))
	}
	if got := strings.Join(rows, "; "); got != "1 2 3 ✏; 4 5 6 Undo; Box Box Hint; Box Box Check; Box Box More" {
		t.Errorf("the pad is %s", got)
	}
	taps := th.tapOut()
	t.Logf("%d taps", taps)
	if taps > 60 {
		t.Errorf("24 digits took %d taps", taps)
	}
}

// Without a digit, a box shows its cells, and a cell waits for its digit or its marks.
func TestPadSixBySixCellFirst(t *testing.T) {
	store := newStoreOf(t, sixPuzzles)
	b := store.bot()
	th := &thumb{t: t, bot: b, store: store, shown: ask(t, b, ann, "play", "puzzle=54.......2..2.......4..131.64...6.3.")}
	for _, c := range []struct{ label, text string }{
		{"Box 2", "Selected: box 2."}, {"E2", "Selected: E2."}, {"✏ off", "Selected: E2."}, {"Mark 1", "Selected: E2."}, {"Mark 5", "Selected: E2."},
		{"✏ on", "Selected: E2."},
	} {
		wants(t, th.tap(c.label), c.text)
	}
	if g := th.game(); g.Marks[sudoku.CellAt(1, 4)] != sudoku.DigitsOf(1, 5) {
		t.Errorf("marks %s", g.Marks[sudoku.CellAt(1, 4)])
	}
	if label := th.button("E2").Label; label != "E2?15" || th.button("E2").Look != chat.OnLook {
		t.Errorf("the chosen cell is labelled %q", label)
	}
	th.tap("1 (4)")
	if g := th.game(); g.Grid.At(sudoku.CellAt(1, 4)) != 1 {
		t.Errorf("the grid is %s", g.Grid)
	}
	th.tap("Undo")
	th.tap("1 (4)")
	wants(t, th.shown, "Digit 1: tap a box.")
	wants(t, th.tap("Box 2"), "Digit 1, box 2: tap a cell.")
	wants(t, th.tap("6 (4)"), "Digit 6, box 2: tap a cell.")
	wants(t, th.tap("Back"), "Digit 6: tap a box.")
	if th.tap("6 (4)"); strings.Contains(textOf(th.shown), "tap a") {
		t.Errorf("a digit that was tapped twice is still chosen: %q", textOf(th.shown))
	}
	if b := th.button("Box 5"); b.Disabled {
		t.Errorf("%+v", b)
	}
	th.tap("3 (4)")
	if b := th.button("Box 5"); !b.Disabled {
		t.Error("3 can go into a box that has it as a clue")
	}
}

// A guild posts a 6×6 instead of its daily on some days and beside it on others. Both are played to the end by buttons and by
// typed moves, and each has a streak and a leaderboard of its own.
func TestWeekOfSixBySix(t *testing.T) {
	store := newStoreOf(t, sixPuzzles)
	s := store.scheduled()
	for day := range s.Tiers {
		s.Tiers[day] = 1
	}
	store.save(s)
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	wants(t, schedules(t, b, "friday=6x6", "saturday=easy 6×6", "sunday=easy + 6x6", "monday=+6x6", "shidoku=on"),
		"Monday Easy + 6×6 · Tuesday Easy · Wednesday Easy · Thursday Easy · Friday Easy 6×6 · Saturday Easy 6×6 · Sunday Easy + 6×6")
	morning, solved := store.clock.now, 0
	for day := range 6 { // from Thursday to Tuesday
		store.set(morning.AddDate(0, 0, day))
		for range 2 {
			check(t, b.Deliver(t.Context(), c, "a"))
		}
		if len(c.messages) != day+1 {
			t.Fatalf("%d posts on day %d", len(c.messages), day)
		}
		reply := c.messages[day].reply
		labels, title := buttonsOf(reply), reply.Screen.Title.String()
		instead, beside := day == 1 || day == 2, day == 3 || day == 4
		wantTitle := fmt.Sprintf("Daily #%d (Easy)", day+1)
		if instead {
			wantTitle = fmt.Sprintf("Daily 6×6 #%d (Easy)", day+1)
		}
		if !strings.HasPrefix(title, wantTitle) || strings.Contains(labels, "Play the 6×6") != beside || !strings.Contains(labels, "Play the Shidoku") {
			t.Fatalf("day %d: %q, buttons %s", day, title, labels)
		}
		opened := ask(t, b, ann, "daily") // what the post has
		if six := opened.Screen.Board.Grid.Shape() == sudoku.SixBySix; six != instead {
			t.Fatalf("day %d: /daily opens %s", day, titleOf(opened))
		}
		switch {
		case instead:
			opened = send(t, b, press(ann, reply.Screen.Rows[0][0]))
		case beside:
			for _, row := range reply.Screen.Rows {
				for _, button := range row {
					if button.Label == "Play the 6×6" {
						opened = send(t, b, press(ann, button))
					}
				}
			}
		default:
			continue
		}
		th := &thumb{t: t, bot: b, store: store, shown: opened}
		solved++
		if day%2 == 1 {
			if taps := th.tapOut(); taps > 60 {
				t.Errorf("day %d took %d taps", day, taps)
			}
		} else {
			solution := store.answer(ann)
			for row := range 6 {
				for column := range 6 {
					store.wait(3 * time.Second)
					if th.game().Grid.At(sudoku.CellAt(row, column)) == 0 {
						th.shown = ask(t, b, ann, "move", fmt.Sprintf("moves=%c%d=%s", 'A'+column, row+1, solution.At(sudoku.CellAt(row, column))))
					}
				}
			}
			wantSolved(t, th)
		}
		wants(t, th.shown, fmt.Sprintf("Your 6×6 streak is %s", words.Count("span.days", solved, nil)))
		if reply := ask(t, b, ann, "share"); !strings.HasPrefix(public(reply), fmt.Sprintf("Ann · Gridkeeper 6×6 #%d · Easy · ", day+1)) || strings.Count(public(reply), "🟩") != 6 {
			t.Errorf("shared: %q", public(reply))
		}
	}
	streak := ask(t, b, ann, "streak") // on Tuesday, which has no 6×6
	wants(t, streak, "No streak yet")
	wants(t, streak, "Your 6×6 streak is 4 days")
	wants(t, ask(t, b, ann, "profile"), "Your 6×6 streak is 4 days")
	wants(t, ask(t, b, ann, "leaderboard"), "Most dailies solved this month: none yet.")
	wants(t, ask(t, b, ann, "leaderboard", "shape=6x6"), "Most daily 6×6 solved this month:\n1st: Ann: 4 solved")
	wants(t, ask(t, b, ann, "leaderboard", "date=2026-03-07"), "6×6 Easy:\n1st: Ann")
	wants(t, ask(t, b, ann, "profile", "show=summary", "which=2026-03-06"), "1 player solved it on its day")
	bob := games.Player{ID: "2", Name: "Bob"}
	if late := ask(t, b, bob, "daily", "shape=6x6", "date=#1"); titleOf(late) != "Daily 6×6 #1 (Easy) · Thu 5 Mar 2026" { // which was not posted
		t.Errorf("the 6×6 of a date without one is %q", titleOf(late))
	}
}
