package explain_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

var (
	inHouse  = regexp.MustCompile(`((?:\d, )*(?:\d and )?\d) in (row|column|box) (\d)`)
	blockers = regexp.MustCompile(`The (\d)s? in ([^.]*) rules? out`)
	cellText = regexp.MustCompile(`r\d+c\d+`)
	houses   = map[string]sudoku.HouseKind{"row": sudoku.Row, "column": sudoku.Column, "box": sudoku.Box}
)

// What is said of a board is there: each digit in the house that is named, each blocker in its cell;
// and a naked single sees, or has lost, every digit but its own.
func TestWhyIsTrue(t *testing.T) {
	said := map[logic.Technique]int{}
	puzzles := logictest.Puzzles(sudoku.SixBySix, 50)
	for _, puzzle := range []string{
		sudokutest.Moler, "1.....3..2.....4", "...1.......9..6.....1...8..6.....2.7..3.87....9.6..1...46...9.2.2...3.85..5....41",
		"...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...",
		"3..1....9...6..2..29.....1....49.....13....9....8..452157.62....6..4..........7..",
	} {
		puzzles = append(puzzles, sudokutest.Parse(t, puzzle))
	}
	for _, g := range puzzles {
		path, err := logic.Path(g)
		must(t, err)
		before := logic.NewState(g)
		for _, s := range path {
			why := english.Why(s, before)
			checkWhy(t, s, before.Grid, why)
			if why != "" {
				said[s.Technique]++
			}
			before = before.Apply(s)
		}
	}
	for _, technique := range []logic.Technique{logic.NakedSingle, logic.HiddenSingle, logic.Pointing, logic.NakedPair, logic.XWing} {
		if said[technique] == 0 {
			t.Errorf("nothing is said of %s", technique)
		}
	}
}

func checkWhy(t *testing.T, s logic.Step, g sudoku.Grid, why string) {
	t.Helper()
	var seen sudoku.Digits
	for _, m := range inHouse.FindAllStringSubmatch(why, -1) {
		house := sudoku.House{Kind: houses[m[2]], Index: m[3][0] - '1'}
		for _, d := range regexp.MustCompile(`\d`).FindAllString(m[1], -1) {
			if digit := sudoku.Digit(d[0] - '0'); !g.Digits(house).Has(digit) {
				t.Errorf("%s: %q: no %s in %s", g, why, d, house)
			} else {
				seen = seen.With(digit)
			}
		}
	}
	for _, m := range blockers.FindAllStringSubmatch(why, -1) {
		digit := sudoku.Digit(m[1][0] - '0')
		for _, text := range cellText.FindAllString(m[2], -1) {
			if c := sudoku.CellAt(int(text[1]-'1'), int(text[3]-'1')); g.At(c) != digit {
				t.Errorf("%s: %q: no %s in %s", g, why, digit, c)
			}
		}
	}
	all := g.Shape().Digits() &^ s.Digits
	if s.Technique == logic.NakedSingle && !strings.Contains(why, "ruled out") && seen != all {
		t.Errorf("%s: %q: want all of %s", g, why, all)
	}
}

// On a board where marks have been taken away, the reason says so.
func TestWhyWithMarks(t *testing.T) {
	g, err := sudoku.Parse("12..............")
	must(t, err)
	before := logic.NewState(g)
	c := sudoku.CellAt(0, 2)
	before.Marks[c] = sudoku.DigitsOf(4)
	s := logic.Step{Technique: logic.NakedSingle, Cells: sudoku.CellsOf(c), Digits: sudoku.DigitsOf(4)}
	if got, want := english.Why(s, before), "r1c3 sees 1 and 2 in row 1; 3 has been ruled out."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	last := logic.NewState(sudoku.Empty(sudoku.Shidoku).With(0, 1))
	if got := english.Why(logic.Step{Technique: logic.Contradiction}, last); got != "" {
		t.Errorf("a contradiction: %q", got)
	}
}

// Quads have their reasons too: each cell of a naked one sees all but four digits, and what rules the other
// places of a hidden one out is there.
func TestWhyOfQuads(t *testing.T) {
	said := map[logic.Technique]int{}
	for technique, puzzle := range map[logic.Technique]string{
		logic.NakedQuad:  "....3..86....2..4..9..7852.3718562949..1423754..3976182..7.3859.392.54677..9.4132",
		logic.HiddenQuad: "9.15...46425.9..8186..1..2.5.2.......19...46.6.......2196.4.2532...6.817.....1694",
	} {
		g, err := sudoku.Parse(puzzle)
		must(t, err)
		before := logic.NewState(g)
		for _, s := range technique.StepsIn(before) {
			why := english.Why(s, before)
			if checkWhy(t, s, g, why); why != "" {
				said[technique]++
			}
		}
	}
	if said[logic.NakedQuad] == 0 || said[logic.HiddenQuad] == 0 {
		t.Errorf("reasons: %v", said)
	}
}
