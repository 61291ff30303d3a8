package screen

import (
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A view is read as it was written; anything else is read as the zero view.
func TestView(t *testing.T) {
	for text, want := range map[string]view{
		"":       {},
		"b5c9fp": {cellFirst: true, box: 5, cell: 9, pencil: true},
		"d7b5m":  {Digit: 7, box: 5, more: true},
		"ft":     {cellFirst: true, text: true},
	} {
		if got := ParseView(sudoku.Sudoku, text); got != want || got.String() != text {
			t.Errorf("%q: %+v, %q", text, got, got)
		}
	}
	for _, forged := range []string{"c5", "b0", "b", "x", "d0b5", "db5", "d7c4", "99999", "b:", "漢字", "bb5c"} {
		v := ParseView(sudoku.Sudoku, forged)
		if got := ParseView(sudoku.Sudoku, v.String()); got != v || v.cell > 0 && v.box == 0 {
			t.Errorf("%q: %+v, %+v", forged, v, got)
		}
	}
	if v := ParseView(sudoku.Shidoku, "b5c9"); v != (view{}) {
		t.Errorf("a box that a Shidoku does not have: %+v", v)
	}
}

// With all candidates marked, one tap places the digit that they leave for a box, or for a cell.
func TestPadOneTap(t *testing.T) {
	clues, err := sudoku.Parse("1" + strings.Repeat(".", 80))
	if err != nil {
		t.Fatal(err)
	}
	p := pad{Speech: chat.SpeechIn("en"), view: view{Digit: 7}}
	p.game.Shape, p.game.Board = sudoku.Sudoku, play.NewBoard(clues)
	r5c5 := sudoku.CellAt(4, 4)
	labels := func(v view) string {
		p.view = v
		var all []string
		for _, b := range slices.Concat(p.rows()[:3]...) {
			if !b.Disabled {
				all = append(all, b.Label)
			}
		}
		return strings.Join(all, ", ")
	}
	check := func(what string, v view, label string, want bool) {
		t.Helper()
		if got := labels(v); strings.Contains(got, label) != want {
			t.Errorf("%s: %s", what, got)
		}
	}
	check("without marks", view{Digit: 7}, "→", false)
	p.game.Marks[r5c5] = sudoku.DigitsOf(7)
	check("a cell of a board without marks", view{Digit: 7, box: 5}, "→", false)
	p.game.Marks = clues.Candidates()
	check("many places", view{Digit: 7}, "→", false)
	for _, c := range sudoku.Sudoku.House(sudoku.House{Kind: sudoku.Box, Index: 4}) {
		if c != r5c5 {
			p.game.Marks[c] = p.game.Marks[c].Without(7)
		}
	}
	check("one place in box 5", view{Digit: 7}, "r5c5 → 7", true)
	check("the pencil", view{Digit: 7, pencil: true}, "→", false)
	check("another digit", view{Digit: 8}, "→", false)
	r2c2 := sudoku.CellAt(1, 1)
	p.game.Marks[r2c2] = sudoku.DigitsOf(9)
	check("the last mark of a cell in a box that has the digit", view{Digit: 1}, "r2c2 → 9", true)
	check("a box that has the digit among its clues", view{Digit: 1, pencil: true}, "Box 1", true)
	for _, v := range []view{{Digit: 7, box: 1}, {cellFirst: true, box: 1}} {
		check("the last mark of a cell in its box", v, "r2c2 → 9", true)
	}
	p.view = view{Digit: 1}
	if b := p.box(1); b.Press.Verb != chat.Write || !strings.HasPrefix(b.Press.Argument, "r2c2=9") || ParseView(sudoku.Sudoku, b.Press.View).Digit != 1 {
		t.Errorf("%+v", b.Press)
	}
}

// tapper solves a puzzle on the pad with as few taps as its buttons allow, in an order in which its digits can be found.
type tapper struct {
	t     *testing.T
	pad   pad
	known logic.State // what can be concluded of the board
	taps  int
}

// solve returns the taps from the first digit to the last. With marks, automatic candidates are on.
func (tp *tapper) solve(clues sudoku.Grid, marked bool) int {
	tp.t.Helper()
	tp.pad.game.Board = play.NewBoard(clues)
	tp.known = logic.NewState(clues)
	if marked {
		tp.make(play.Move{Kind: play.MarkOpen}.String())
	}
	for tp.pad.game.Open() > 0 {
		tp.place(tp.findable())
	}
	if !tp.pad.game.Solved() {
		tp.t.Fatalf("%s is left", tp.pad.game.Grid)
	}
	return tp.taps
}

// findable are the digits that a player can place next: the singles, after as few other steps as there have to be.
func (tp *tapper) findable() map[sudoku.Candidate]bool {
	tp.t.Helper()
	shape := tp.pad.game.Shape
	for {
		found := map[sudoku.Candidate]bool{}
		for _, c := range shape.Cells() {
			if marks := tp.known.Marks[c]; marks.Len() == 1 {
				found[sudoku.Candidate{Cell: c, Digit: marks.First()}] = true
			}
		}
		for _, h := range shape.Houses() {
			for d := sudoku.Digit(1); int(d) <= shape.Side(); d++ {
				var places []sudoku.Cell
				for _, c := range shape.House(h) {
					if tp.known.Marks[c].Has(d) {
						places = append(places, c)
					}
				}
				if len(places) == 1 {
					found[sudoku.Candidate{Cell: places[0], Digit: d}] = true
				}
			}
		}
		if len(found) > 0 {
			return found
		}
		step, ok := tp.known.Next(logic.TierGuessing)
		if !ok {
			tp.t.Fatalf("no step on %s", tp.known.Grid)
		}
		tp.known = tp.known.Apply(step)
	}
}

// place takes the shortest way from button to button to one of the digits, and makes its move.
func (tp *tapper) place(wanted map[sudoku.Candidate]bool) {
	tp.t.Helper()
	from, seen := []view{tp.pad.view}, map[view]bool{tp.pad.view: true}
	for taps := 1; len(from) > 0; taps++ {
		var next []view
		for _, v := range from {
			tp.pad.view = v
			for _, b := range slices.Concat(tp.pad.rows()...) {
				to := ParseView(tp.pad.game.Shape, b.Press.View)
				switch moves, _ := play.ParseMoves(tp.pad.game.Shape, b.Press.Argument); {
				case b.Disabled:
				case b.Press.Verb == chat.TurnTo && !to.pencil && !to.more && !to.text && !seen[to]:
					seen[to] = true
					next = append(next, to)
				case b.Press.Verb == chat.Write && len(moves) > 0 && moves[0].Kind == play.Place:
					if p := (sudoku.Candidate{Cell: moves[0].Cell, Digit: moves[0].Digit}); wanted[p] {
						tp.known = tp.known.Apply(logic.Step{Placements: []sudoku.Candidate{p}})
						tp.taps += taps
						tp.make(b.Press.Argument)
						tp.pad.view = to
						return
					}
				}
			}
		}
		from = next
	}
	tp.t.Fatalf("no way to %v", wanted)
}

func (tp *tapper) make(moves string) {
	tp.t.Helper()
	board, err := tp.pad.game.Play(moves)
	if err != nil {
		tp.t.Fatal(err)
	}
	tp.pad.game.Board = board
}

// A whole Sudoku of the starter collection takes fewer taps than with the cell chosen first. The changelog has the means
// of 20 puzzles of each tier, their digits placed in an order in which they can be found.
func TestPadTaps(t *testing.T) {
	puzzles := starters(t, 2)
	if testing.Short() {
		puzzles = puzzles[1:3]
	}
	mean := func(start view, marked bool) int {
		var taps int
		for _, clues := range puzzles {
			tp := tapper{t: t, pad: pad{Speech: chat.SpeechIn("en"), view: start}}
			tp.pad.game.Shape = sudoku.Sudoku
			taps += tp.solve(clues, marked)
		}
		return taps / len(puzzles)
	}
	digit, cell, marked := mean(view{}, false), mean(view{cellFirst: true}, false), mean(view{}, true)
	t.Logf("%d puzzles: %d taps, %d with all candidates marked, %d with the cell first", len(puzzles), digit, marked, cell)
	if digit > 135 || marked > 95 || digit >= cell || marked >= digit {
		t.Error("too many taps")
	}
	if n := len(slices.Concat(pad{Speech: chat.SpeechIn("en"), game: games.Game{Shape: sudoku.Sudoku}}.rows()...)); n > 15 {
		t.Errorf("%d buttons", n)
	}
}

// With all digits beside the boxes, a 6×6 takes about two taps a digit, whatever the order of its digits.
func TestPadTapsOfSixBySix(t *testing.T) {
	var taps, open int
	for _, text := range sixes {
		clues, err := sudoku.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		tp := tapper{t: t, pad: pad{Speech: chat.SpeechIn("en")}}
		tp.pad.game.Shape = clues.Shape()
		taps, open = taps+tp.solve(clues, false), open+36-clues.Len()
	}
	t.Logf("%d digits of %d puzzles: %.2f taps each", open, len(sixes), float64(taps)/float64(open))
	if 2*taps > 5*open {
		t.Errorf("%d taps for %d digits", taps, open)
	}
}

// sixes are puzzles of 12 clues.
var sixes = []string{
	"..61..2....364.3.532...4...........6",
	"...12..5..3.53.2..6....1...4...1...2",
	".1..3.2....56......32..1...5...2..46",
	"4..1.22...4...63...3...5.2......52..",
	"5....2..45......5....6..2.5.1.4.12..",
	"...5...364..1..35......4.2...33....5",
	"25.....13.......2..2.6....2..55...13",
	"6.1..4..2.....64.14........5..3.5.4.",
}

// starters returns the first Sudokus of each tier of the starter collection.
func starters(t *testing.T, each int) (some []sudoku.Grid) {
	t.Helper()
	const ofTier = 366
	n := 0
	for e := range format.Read(starter.Open()) {
		if e.Err != nil {
			t.Fatal(e.Err)
		}
		if e.Grid.Shape() == sudoku.Sudoku {
			if n%ofTier < each {
				some = append(some, e.Grid)
			}
			n++
		}
	}
	return some
}
