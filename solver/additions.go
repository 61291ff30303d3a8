package solver

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Tally counts all ways to add clues to a grid by their outcome.
type Tally struct {
	Excluded  int // ruled out without search: a clue that is not a candidate, or two clues in conflict
	None      int // no solution
	Unique    int // exactly one
	Multiple  int // more than one
	Undecided int // the search gave up; see [MaxGuesses]
}

// Ways returns how many ways there are altogether.
func (t Tally) Ways() int { return t.Excluded + t.None + t.Unique + t.Multiple + t.Undecided }

// Additions finds all ways to add n clues, 1 or 2, to a grid so that exactly one solution is left.
// It tries every digit in every empty cell, except for the candidates named. yield gets each
// way once, in no particular order; the slice is valid until it returns. Additions panics
// for another n.
//
// It takes an eighth of a millisecond for a 17-clue puzzle without one of its clues, and four without
// two, with 172,576 ways. A grid without a solution can take as many searches of [MaxGuesses] as there are
// ways; a puzzle without some of its clues always has solutions.
func Additions(g sudoku.Grid, n int, except []sudoku.Candidate, yield func(clues []sudoku.Candidate)) Tally {
	if n != 1 && n != 2 {
		panic(fmt.Sprintf("solver: additions of %d clues: want 1 or 2", n))
	}
	wanted := wantedOf(g, except)
	if g.Shape() != sudoku.Sudoku {
		return plainAdditions(g, n, wanted, yield)
	}
	a := newAdder(n, yield)
	defer rooms.Put(a.room)
	a.run(&g, wanted)
	a.tally.Excluded = ways(wanted, n) - a.tally.Ways()
	return a.tally
}

// wantedOf returns the digits to try in each cell.
func wantedOf(g sudoku.Grid, except []sudoku.Candidate) sudoku.Pencilmarks {
	var wanted sudoku.Pencilmarks
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 {
			wanted[c] = g.Shape().Digits()
		}
	}
	for _, e := range except {
		wanted[e.Cell] = wanted[e.Cell].Without(e.Digit)
	}
	return wanted
}

// ways returns how many ways there are to choose n digits, each for another cell.
func ways(wanted sudoku.Pencilmarks, n int) int {
	single, pairs := 0, 0
	for _, digits := range wanted {
		pairs += single * digits.Len()
		single += digits.Len()
	}
	if n == 1 {
		return single
	}
	return pairs
}

// plainAdditions searches for the solutions of each way, which is quick enough for shapes smaller than 9×9: two clues
// can be added to an empty 6×6 in 22,680 ways.
func plainAdditions(g sudoku.Grid, n int, wanted sudoku.Pencilmarks, yield func([]sudoku.Candidate)) (t Tally) {
	for clues := range combinations(wanted, n) {
		more, conflict := g, false
		for _, c := range clues {
			more = more.With(c.Cell, c.Digit)
		}
		for range more.Conflicts() {
			conflict = true
			break
		}
		found, err := Count(more, 2)
		switch {
		case conflict:
			t.Excluded++
		case found > 1:
			t.Multiple++
		case err != nil:
			t.Undecided++
		case found == 0:
			t.None++
		default:
			t.Unique++
			yield(clues)
		}
	}
	return t
}

// combinations yields every way to choose n digits, 1 or 2, each for another cell.
func combinations(wanted sudoku.Pencilmarks, n int) func(func([]sudoku.Candidate) bool) {
	return func(yield func([]sudoku.Candidate) bool) {
		for c, digits := range wanted {
			for d := range digits.All() {
				first := sudoku.Candidate{Cell: sudoku.Cell(c), Digit: d}
				if n == 1 {
					if !yield([]sudoku.Candidate{first}) {
						return
					}
					continue
				}
				rest := wanted
				clear(rest[:c+1])
				for others := range combinations(rest, 1) {
					if !yield([]sudoku.Candidate{first, others[0]}) {
						return
					}
				}
			}
		}
	}
}
