package explain_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// fault is an error that a player causes, and the message of the catalogue that says it.
type fault struct {
	err          error
	message, say string
}

func faults(t *testing.T) []fault {
	const mini = "1.....3..2.....4"
	parse := func(text string) error { _, err := sudoku.Parse(text); return err }
	solve := func(clues string) error { _, err := solver.Solve(sudokutest.Parse(t, clues)); return err }
	reason := func(clues string) error { return unavoidable.Reason(sudokutest.Parse(t, clues), solve(clues)) }
	_, solved := rating.Rate(sudokutest.Parse(t, sudokutest.MolerSolved))
	move := func(clues, text string) error {
		_, err := play.NewBoard(sudokutest.Parse(t, clues)).Play(text)
		return err
	}
	answer := func(clues, text string) error {
		_, err := play.NewBoard(sudokutest.Parse(t, clues)).Answer(text)
		return err
	}
	_, _, nothing := play.Game{}.Undo(nil)
	_, level := play.ParseHintLevel("5")
	_, shape := sudoku.ParseShape("round")
	_, tier := logic.ParseTier("harder")
	_, technique := logic.ParseTechnique("loch-ness")
	return []fault{
		{parse(" "), "grid.empty-text", "no grid given: 81 characters are needed, 36 for a 6×6, 16 for a shidoku"},
		{parse("53a"), "grid.bad-character", `"53a": character 3 is 'a': use a digit, or one of 0 . * _ - x X for an empty cell`},
		{parse("12"), "grid.bad-length", `"12": 2 characters: 81 are needed, 36 for a 6×6, 16 for a shidoku`},
		{parse("1"), "grid.bad-length", `"1": 1 character: 81 are needed, 36 for a 6×6, 16 for a shidoku`},
		{parse("123456789......."), "grid.bad-digit", `"123456789.......": 5 in r2c1: the digits of a shidoku are 1-4`},
		{parse(".........\n??"), "grid.bad-line", `line 2 of the grid is "??": nine cells are needed (six for a 6×6, four for a shidoku), each a digit or one of 0 . * _ - x X`},
		{parse("1...\n2..."), "grid.bad-rows", `"1...\n2...": 2 rows of cells: nine are needed, six for a 6×6, four for a shidoku`},
		{parse("1...\n+--+"), "grid.bad-rows", `"1...\n+--+": 1 row of cells: nine are needed, six for a 6×6, four for a shidoku`},

		{solved, "puzzle.solved", "a solved grid is not a puzzle: there is nothing left to do"},
		{solve("1"), "puzzle.too-few-clues", "1 clue is too few for a single solution: a sudoku needs 17 or more (G. McGuire, B. Tugemann, G. Civario, There Is No 16-Clue Sudoku, Experimental Mathematics 23, 2014)"},
		{solve("12"), "puzzle.too-few-clues", "2 clues are too few for a single solution: a sudoku needs 17 or more (G. McGuire, B. Tugemann, G. Civario, There Is No 16-Clue Sudoku, Experimental Mathematics 23, 2014)"},
		{solve("12.............."), "puzzle.too-few-clues-small", "2 clues are too few for a single solution: a shidoku needs 4 or more"},
		{solve("1..................................."), "puzzle.too-few-clues-small", "1 clue is too few for a single solution: a 6×6 needs 8 or more"},
		{parse("12345612-3456-4123-1234-123456123456"), "grid.not-cells", `"12345612-3456-4123-1234-123456123456": this is an id, not a puzzle`},
		{parse("7" + strings.Repeat(".", 35)), "grid.bad-digit", `"7...................................": 7 in r1c1: the digits of a 6×6 are 1-6`},
		{parse(strings.Repeat("1. .. ..\n", 6)), "grid.bad-boxes", `"1. .. ..\n1. .. ..\n1. .. ..\n1. .. ..\n1. .. ..\n1. .. ..": its boxes have 3 rows and 2 columns: only a 6×6 with boxes of 2 rows and 3 columns can be read`},
		{&solver.TooHardError{Guesses: 1000, Found: 1}, "puzzle.too-hard", "too hard to decide: 1000 guesses found 1 solution, and there may be more"},
		{&solver.TooHardError{Guesses: 1000}, "puzzle.too-hard", "too hard to decide: 1000 guesses found 0 solutions, and there may be more"},
		{logic.ErrTooHard, "puzzle.too-hard-to-explain", "too hard to explain: trial and error led to no contradiction within its limits"},
		{solve("1....2....3....4"), "puzzle.many-solutions", "more than one solution"},
		{reason("1....2....3....4"), "puzzle.exchange", "more than one solution: 1, 2, 3 and 4 can be exchanged in r1c234, r2c134, r3c124 and r4c123; with r1c2=3 as another clue, there is only one"},
		{reason("1234............"), "puzzle.exchange", "more than one solution: 2 and 4 can be exchanged in r34c13; with r3c1=3 and r2c3=1 as further clues, there is only one"},
		{&solver.DifferError{Cells: sudoku.CellsOf(0, 1, 9, 10)}, "puzzle.differ", "more than one solution: two of them differ in r12c12; give a digit there, or fewer candidates"},
		{reason("1" + sudokutest.Moler[1:]), "puzzle.contradiction", "no solution: the clues in r1c1258, r28c19, r37c37, r46c46, r5c159 and r9c258 contradict each other"},
		{solve("1" + sudokutest.Moler[1:]), "puzzle.no-solution", "no solution"},
		{solve("11.............."), "puzzle.conflict", "no solution: digit 1 twice in row 1: r1c1, r1c2"},
		{solve("1...1.......1..."), "puzzle.conflict-often", "no solution: digit 1 3 times in column 1: r1c1, r2c1, r4c1"},
		{solve("123....4........"), "puzzle.no-digit", "no solution: no digit fits in r1c4"},
		{solve("23....... 4........ ...1..... ......... .1....... ......... ......... ..1......"), "puzzle.no-place",
			"no solution: no cell of column 1 can hold digit 1"},

		{move(mini, strings.Repeat("123 ", 2000)), "move.too-long", "8000 characters of moves are too many: at most 4000 at once"},
		{move(mini, " "), "move.no-moves", "no move given: write r4c3=4 for a digit, r4c3=?34 for marks, -r4c3 to clear"},
		{move(mini, "Hello"), "move.not-a-move", `"hello" is not a move: write r4c3=4 for a digit, r4c3=?34 for marks, -r4c3 to clear, r4=3..4 for a row; nothing was changed`},
		{move(strings.Repeat(".", 36), "Hello"), "move.not-a-move", `"hello" is not a move: write r4c3=6 for a digit, r4c3=?36 for marks, -r4c3 to clear, r4=3..6.. for a row; nothing was changed`},
		{move(sudokutest.Moler, "r0c5=7"), "move.outside-grid", `"r0c5=7": a sudoku has rows and columns 1 to 9 only; nothing was changed`},
		{move(mini, "E4 1"), "move.outside-grid", `"e4=1": a shidoku has rows and columns 1 to 4 only; nothing was changed`},
		{move(mini, "r5=1..."), "move.outside-rows", `"r5=1...": a shidoku has rows 1 to 4 only; nothing was changed`},
		{move(mini, "r2c1=5"), "move.outside-digits", `"r2c1=5": the digits of a shidoku are 1 to 4; nothing was changed`},
		{move(sudokutest.Moler, "-r4c5=3"), "move.clears-with-digit", `"-r4c5=3": write -r4c5 to clear the cell, without a digit; nothing was changed`},
		{move(sudokutest.Moler, "E4"), "move.no-digit", `"e4" names a cell and no digit: write r4c5=7; nothing was changed`},
		{move(mini, "r2c1="), "move.no-digit", `"r2c1=" names a cell and no digit: write r2c1=4; nothing was changed`},
		{move(sudokutest.Moler, "r4c5=73"), "move.many-digits", `"r4c5=73": one digit a cell, or marks: r4c5=?37; nothing was changed`},
		{move(sudokutest.Moler, "r4=53"), "move.row-length", `"r4=53": row 4 has 9 cells, and these are 2; nothing was changed`},
		{move(mini, "r4=5"), "move.row-length", `"r4=5": row 4 has 4 cells, and this is 1; nothing was changed`},
		{move(sudokutest.Moler, "642"), "move.is-clue", `"642": r6c4 is a clue, 7, and stays; nothing was changed`},

		{nothing, "nothing-to-undo", "nothing to undo: this is where you started"},
		{level, "hint-level", `there is no hint level "5": use 1 where to look, 2 which technique, 3 the reason, 4 do it`},
		{answer(sudokutest.Moler, mini), "answer-shape", `"1.....3..2.....4" is the answer to a shidoku, but you are playing a sudoku: 81 digits are needed`},
		{answer(mini, "53a"), "grid.bad-character", `"53a": character 3 is 'a': use a digit, or one of 0 . * _ - x X for an empty cell`},
		{shape, "unknown.shape", `unknown shape "round": use sudoku, shidoku or 6x6`},
		{tier, "unknown.tier", `unknown difficulty "harder": use easy, medium, hard, expert, fiendish, or 1-5`},
		{technique, "unknown.technique", `unknown technique "loch-ness": use one of naked-single, hidden-single, pointing, claiming, naked-pair, hidden-pair, naked-triple, hidden-triple, naked-quad, hidden-quad, x-wing, swordfish, jellyfish, skyscraper, 2-string-kite, turbot-fish, empty-rectangle, xy-wing, xyz-wing, w-wing, remote-pair, simple-colouring, unique-rectangle-1, unique-rectangle-2, unique-rectangle-3, unique-rectangle-4, unique-rectangle-5, unique-rectangle-6, hidden-rectangle, avoidable-rectangle-1, avoidable-rectangle-2, bug+1, wxyz-wing, finned-x-wing, finned-swordfish, finned-jellyfish, multi-colouring, x-chain, xy-chain, nice-loop, aic, grouped-aic, tridagon, tridagon-chain, sue-de-coq, als-xz, doubly-linked-als-xz, als-xy-wing, als-chain, death-blossom, als-aic, franken-fish, mutant-fish, exocet, msls, contradiction`},
	}
}

func TestError(t *testing.T) {
	words := explain.In(locale.Match("en"))
	for _, f := range faults(t) {
		if text, ok := words.Error(f.err); !ok || text != f.say {
			t.Errorf("%#v:\ngot  %s, %t\nwant %s", f.err, text, ok, f.say)
		}
	}
}

// The tests above say every message about errors.
func TestErrorMessagesAreSaid(t *testing.T) {
	said := map[string]bool{}
	for _, f := range faults(t) {
		said["error."+f.message] = true
	}
	text, err := os.ReadFile("../locale/en/errors.yaml")
	must(t, err)
	var catalogue map[string]any
	must(t, yaml.Unmarshal(text, &catalogue))
	for _, message := range messages("", catalogue) {
		if !said[message] && !strings.HasPrefix(message, "error.shape.") {
			t.Errorf("no error is said by %s", message)
		}
	}
}

// messages lists the keys below one; plural forms are one message.
func messages(key string, value any) []string {
	branch, ok := value.(map[string]any)
	if _, plural := branch["other"]; !ok || plural {
		return []string{key}
	}
	var all []string
	for name, below := range branch {
		all = append(all, messages(strings.TrimPrefix(key+"."+name, "."), below)...)
	}
	return all
}

// An error of play stays a player's when it is wrapped; one about any grid does not.
func TestWrappedError(t *testing.T) {
	words := explain.In(locale.Match("en"))
	for _, err := range []error{
		play.ErrNothingToUndo, &play.MoveError{Reason: play.NoMoves}, &play.LevelError{Level: "5"}, &play.ShapeError{},
	} {
		want, _ := words.Error(err)
		if got, ok := words.Error(fmt.Errorf("undo: %w", err)); !ok || got != want {
			t.Errorf("wrapped, %v is %q, %t, want %q", err, got, ok, want)
		}
	}
	for _, err := range []error{
		errors.New("the database is full"), solver.ErrNoSolution, solver.ErrManySolutions,
		&solver.NoSolutionError{Reason: solver.NoDigit}, &sudoku.ParseError{Reason: sudoku.EmptyText}, &sudoku.NameError{Kind: "tier", Known: []string{"1-5", "hidden"}},
	} {
		if got, ok := words.Error(fmt.Errorf("puzzle 12 of the archive: %w", err)); ok || got != "" {
			t.Errorf("wrapped, %v is %q", err, got)
		}
	}
	if got, ok := words.Error(nil); ok {
		t.Errorf("no error is %q", got)
	}
}

// However much was typed, and whatever is in it, the text is short and holds no control
// characters.
func TestErrorOfHostileInput(t *testing.T) {
	words := explain.In(locale.Match("en"))
	board := play.NewBoard(sudokutest.Parse(t, sudokutest.Moler))
	for _, piece := range []string{"x", "\x00", "\x1b[31m", "\u202e", "７", "\xff", "{{.Shape}}", "r1c1=1234567", "\n|"} {
		many := strings.Repeat(piece, 1<<18)
		_, parse := sudoku.Parse(many)
		_, move := board.Play(piece)
		_, moves := board.Play(many[:play.MaxMoves])
		_, answer := board.Answer(many)
		_, level := play.ParseHintLevel(many)
		_, shape := sudoku.ParseShape(many)
		_, tier := logic.ParseTier(many)
		_, technique := logic.ParseTechnique(many)
		for _, err := range []error{parse, move, moves, answer, level, shape, tier, technique} {
			text, ok := words.Error(err)
			if !ok || len(text) > 1000 || strings.ContainsAny(text, "\x00\x1b\n\u202e") {
				t.Errorf("%q: %.1000q, %t", piece, text, ok)
			}
		}
	}
}
