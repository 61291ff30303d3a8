package explain_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

var english = explain.In(locale.Match("en"))

func row(i uint8) sudoku.House    { return sudoku.House{Kind: sudoku.Row, Index: i - 1} }
func column(i uint8) sudoku.House { return sudoku.House{Kind: sudoku.Column, Index: i - 1} }
func box(i uint8) sudoku.House    { return sudoku.House{Kind: sudoku.Box, Index: i - 1} }

func candidate(r, c int, d sudoku.Digit) sudoku.Candidate {
	return sudoku.Candidate{Cell: sudoku.CellAt(r-1, c-1), Digit: d}
}

var (
	nakedSingle = logic.Step{
		Technique:  logic.NakedSingle,
		Houses:     []sudoku.House{box(4), row(4), column(2)},
		Cells:      sudoku.CellsOf(sudoku.CellAt(3, 1)),
		Digits:     sudoku.DigitsOf(8),
		Placements: []sudoku.Candidate{candidate(4, 2, 8)},
	}
	nakedPair = logic.Step{
		Technique:    logic.NakedPair,
		Houses:       []sudoku.House{row(1), box(1)},
		Cells:        sudoku.CellsOf(sudoku.CellAt(0, 0), sudoku.CellAt(0, 1)),
		Digits:       sudoku.DigitsOf(1, 2),
		Eliminations: []sudoku.Candidate{candidate(1, 9, 1), candidate(2, 2, 1), candidate(2, 2, 2), candidate(3, 3, 1)},
	}
	swordfish = logic.Step{
		Technique:    logic.Swordfish,
		Houses:       []sudoku.House{row(1), row(5), row(9)},
		Cover:        []sudoku.House{column(1), column(2), column(9)},
		Digits:       sudoku.DigitsOf(8),
		Eliminations: []sudoku.Candidate{candidate(4, 2, 8), candidate(8, 1, 8), candidate(8, 9, 8)},
	}
	contradiction = logic.Step{
		Technique:    logic.Contradiction,
		Cells:        sudoku.CellsOf(80),
		Eliminations: []sudoku.Candidate{candidate(9, 8, 2)},
	}
	nested = logic.Step{
		Technique:    logic.Contradiction,
		Chain:        []logic.Step{contradiction, swordfish, nakedSingle},
		Houses:       []sudoku.House{row(9)},
		Digits:       sudoku.DigitsOf(2),
		Eliminations: []sudoku.Candidate{candidate(1, 1, 5)},
	}
)

// The golden files of package logic show a step of every technique; here are the shapes of
// text that they may lack.
func TestStep(t *testing.T) {
	for _, test := range []struct {
		step               logic.Step
		notation, sentence string
	}{
		{
			nakedSingle,
			"Naked Single: r4c2=8",
			"8 is the only candidate left in r4c2.",
		}, {
			nakedPair,
			"Naked Pair: 12 in r1c12 => r1c9<>1, r3c3<>1, r2c2<>12",
			"r1c12 have no candidates but 1 and 2, so these digits go there and nowhere else in row 1 and box 1: r1c9 and r3c3 lose 1; r2c2 loses 1 and 2.",
		}, {
			swordfish,
			"Swordfish: 8 in r159 c129 => r4c2<>8, r8c19<>8",
			"In rows 1, 5 and 9, all places for 8 lie in columns 1, 2 and 9. Each of these columns gets its 8 from one of these rows, so the rest of these columns cannot hold it: r4c2 and r8c19 lose 8.",
		}, {
			contradiction,
			"Contradiction: if r9c8=2 then r9c9 without candidates => r9c8<>2",
			"If r9c8 were 2, then r9c9 would have no candidates, a contradiction in 1 step. So r9c8 is not 2.",
		}, {
			nested,
			"Contradiction: if r1c1=5 then [Contradiction: if r9c8=2 then r9c9 without candidates => r9c8<>2], r4c2<>8, r8c19<>8, r4c2=8, r9 without 2 => r1c1<>5",
			"If r1c1 were 5, then r9c8<>2 (because if r9c8 were 2, then r9c9 would have no candidates), " +
				"r4c2<>8, r8c19<>8 (Swordfish, 8 in r159 c129), r4c2=8 (only candidate left), and row 9 would have no place for 2, " +
				"a contradiction in 4 steps. So r1c1 is not 5.",
		},
	} {
		if got := english.Notation(test.step); got != test.notation {
			t.Errorf("%s, want %s", got, test.notation)
		}
		if got := english.Step(test.step); got != test.sentence {
			t.Errorf("%s\nwant %s", got, test.sentence)
		}
	}
}
