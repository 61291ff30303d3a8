package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
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

var sixPuzzles = &archivetest.Template{Fill: filled(mini, nightfall, thursday, sixes)}

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
	profile := ask(t, b, ann, "profile")
	wants(t, profile, "Last four weeks · 6×6\n■ on time · ◪ late · □ missed\n")
	if text := textOf(profile); strings.Count(text, "■") != 1+4+1 { // one legend a calendar, and none of 9×9 on time
		t.Errorf("the calendars: %q", text)
	}
	wants(t, ask(t, b, ann, "leaderboard"), "Most dailies solved this month: none yet.")
	wants(t, ask(t, b, ann, "leaderboard", "shape=6x6"), "Most daily 6×6 solved this month:\n1st: Ann: 4 solved")
	wants(t, ask(t, b, ann, "leaderboard", "date=2026-03-07"), "6×6 Easy:\n1st: Ann")
	wants(t, ask(t, b, ann, "profile", "show=summary", "which=2026-03-06"), "1 player solved it on its day")
	bob := games.Player{ID: "2", Name: "Bob"}
	if late := ask(t, b, bob, "daily", "shape=6x6", "date=#1"); titleOf(late) != "Daily 6×6 #1 (Easy) · Thu 5 Mar 2026" { // which was not posted
		t.Errorf("the 6×6 of a date without one is %q", titleOf(late))
	}
}

// Races and boards for all may be of 6×6, by the option or with a puzzle; only a race on a 9×9 is rated.
func TestMeetOnSixBySix(t *testing.T) {
	x := newSquare(t)
	_, err := x.store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(sixes))
	check(t, err)
	wants(t, x.ask(ann, "race", map[string]string{"shape": "6x6", "rated": "yes"}), "only races on a 9×9 count for ratings, not on a 6×6: leave out rated")
	opened := x.race(ann, map[string]string{"shape": "6x6"})
	wants(t, opened, "Ann opens a race: a 6×6")
	if text := textOf(opened); strings.Contains(text, "difficulty") {
		t.Errorf("a race without a tier: %q", text)
	}
	if board := x.press(ann, opened, "Play"); board.Screen.Board == nil || board.Screen.Board.Grid.Shape() != sudoku.SixBySix {
		t.Errorf("Play opens %q", titleOf(board))
	}
	today := x.ask(ann, "daily", map[string]string{"shape": "6x6"}).Screen.Board.Clues
	wants(t, x.ask(bob, "play", map[string]string{"puzzle": turnedAs(today.String(), 5).String()}), "/daily shape=6x6 opens the one of today")
	wants(t, x.ask(bob, "together", map[string]string{"shape": "6x6", "puzzle": "daily"}), "/together puzzle=medium shape=6x6 starts another puzzle of this difficulty; tomorrow /together puzzle=yesterday shape=6x6 opens this one")
	all := x.ask(bob, "together", map[string]string{"shape": "6x6", "puzzle": "medium"})
	wantForAll(t, all, "Bob is solving a 6×6 here")
	if title := titleOf(all); !strings.HasPrefix(title, "Together · 6×6 ") || all.Screen.Board.Grid.Shape() != sudoku.SixBySix || !strings.Contains(buttonsOf(all), "Join") {
		t.Errorf("%q with %s", title, buttonsOf(all))
	}
}

// A reminder names each streak that needs a daily. What is missing is named by shape, with its days.
func TestReminderOfSixBySix(t *testing.T) {
	x := newReminders(t)
	_, err := x.store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(sixes+nightfall))
	check(t, err)
	wants(t, schedules(t, x.Bot, "wednesday=easy +6x6", "thursday=+6x6", "saturday=hard 6x6", "boards=week"), "On Thursday the post comes without a 6×6: there is no Fiendish 6×6.")
	wants(t, schedules(t, x.Bot), "Saturday will have no post: there is no Hard 6×6.")
	wants(t, schedules(t, x.Bot, "thursday=easy", "saturday=easy 6x6"), "Wednesday Easy + 6×6 · Thursday Easy + 6×6")
	x.streak(t, ann, map[string]string{"remind": "8pm", "zone": "London"})
	x.round(t, "2026-03-04T08:00:00Z")
	guild, err := x.store.Guild(t.Context(), "7")
	check(t, err)
	six, err := x.store.Daily(t.Context(), guild, guild.Today(x.clock.now), sudoku.SixBySix, 0)
	check(t, err)
	game, err := x.store.StartDaily(t.Context(), ann, six)
	check(t, err)
	x.clock.now = x.clock.now.Add(5 * time.Minute)
	_, last := archivetest.SolveButOne(t, x.store, game)
	wants(t, x.do(t, ann, chat.Ask{Command: "move", Options: map[string]string{"moves": last}}), "Your 6×6 streak is 1 day, your longest so far.")
	x.round(t, "2026-03-04T20:00:00Z")
	x.told(t, 1, "Your streak of 2 days ends in")
	if text := x.net.told[0].text; strings.Contains(text, "6×6") {
		t.Errorf("a 6×6 that was solved is asked for: %q", text)
	}
	x.round(t, "2026-03-05T08:00:00Z")
	x.round(t, "2026-03-05T20:00:00Z")
	x.told(t, 2, "Your 6×6 streak of 1 day ends in")
	x.round(t, "2026-03-09T08:00:00Z")
	board := x.net.in("42", "week")
	if len(board) != 1 {
		t.Fatalf("%d boards of the week", len(board))
	}
	wants(t, board[0].reply, "1st: Ann: 2 solved")
	wants(t, board[0].reply, "Most daily 6×6 solved from Mon 2 Mar 2026 to Sun 8 Mar 2026:\n1st: Ann: 1 solved")
}
