package play_test

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// player makes a journal: each entry comes some time after the one before, and fills some more cells.
type player struct {
	clues, solution, grid sudoku.Grid
	began, now            time.Time
	journal               []play.Moment
}

func newPlayer(t *testing.T, puzzle, solution string) *player {
	began := time.Date(2028, 2, 29, 23, 59, 0, 0, time.UTC)
	p := &player{clues: sudokutest.Parse(t, puzzle), solution: sudokutest.Parse(t, solution), began: began, now: began}
	p.grid = p.clues
	return p
}

// fill places the digits of the next open cells after a while; n is all where there are fewer.
func (p *player) fill(after time.Duration, kind play.EventKind, n int) {
	for _, c := range p.clues.Shape().Cells() {
		if n > 0 && p.grid.At(c) == 0 {
			p.grid = p.grid.With(c, p.solution.At(c))
			n--
		}
	}
	p.add(after, kind)
}

func (p *player) add(after time.Duration, kind play.EventKind) {
	p.now = p.now.Add(after)
	p.journal = append(p.journal, play.Moment{At: p.now, Kind: kind, Grid: p.grid})
}

// evenly returns who pastes a solution in moves of one digit, equally far apart.
func evenly(open int, apart time.Duration) func(*player) {
	return func(p *player) {
		for range open {
			p.fill(apart, play.Moved, 1)
		}
	}
}

func (p *player) earned() bool { return play.Earned(p.clues, p.solution, p.began, p.journal) }

const (
	royle        = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	royleSolved  = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
	shidoku      = "1.....3..2.....4"
	shidokuSolve = "1324423132144143"
)

// What counts as solved on the board, and what does not though the answer is right.
func TestEarned(t *testing.T) {
	const open = 81 - 21 // of Royle's puzzle
	for name, c := range map[string]struct {
		want bool
		play func(p *player)
	}{
		"a digit at a time": {true, func(p *player) {
			for range open {
				p.fill(5*time.Second, play.Moved, 1)
			}
		}},
		"half, and the others by hints": {false, func(p *player) {
			for range open / 2 {
				p.fill(5*time.Second, play.Moved, 1)
			}
			p.fill(5*time.Second, play.Hinted, open/2)
		}},
		"the last quarter in one answer": {true, func(p *player) {
			for range open * 3 / 4 {
				p.fill(5*time.Second, play.Moved, 1)
			}
			p.fill(time.Minute, play.Submitted, open)
		}},
		"rows typed together": {true, func(p *player) {
			for range 10 {
				p.fill(40*time.Second, play.Moved, 6)
			}
		}},
		"a champion": {true, func(p *player) {
			for range open {
				p.fill(1100*time.Millisecond, play.Moved, 1)
			}
		}},
		"a digit, then the answer": {false, func(p *player) {
			p.fill(70*time.Second, play.Moved, 1)
			p.fill(time.Second, play.Submitted, open)
		}},
		"all digits in one move": {false, func(p *player) { p.fill(10*time.Minute, play.Moved, open) }},
		"many quick moves after a wait": {false, func(p *player) {
			p.add(10*time.Minute, play.Checked)
			for range open {
				p.fill(50*time.Millisecond, play.Moved, 1)
			}
		}},
		"pasted, taken back and typed slowly": {false, func(p *player) {
			p.fill(time.Minute, play.Moved, open)
			p.grid = p.clues
			p.add(time.Second, play.Undone)
			for range open {
				p.fill(5*time.Second, play.Moved, 1)
			}
		}},
		"by hints": {false, func(p *player) {
			for range open - 4 {
				p.fill(5*time.Second, play.Hinted, 1)
			}
			for range 4 {
				p.fill(5*time.Second, play.Moved, 1)
			}
		}},
		"pasted evenly, too quickly": {false, evenly(open, 480*time.Millisecond)},
		// What it cannot tell from thinking; the whole of the first is too quick for a rank, unless it begins late.
		"pasted evenly, half as quickly as a champion": {true, evenly(open, 520*time.Millisecond)},
		"pasted evenly": {true, evenly(open, 2*time.Second)},
		"pasted in rows with pauses": {true, func(p *player) {
			for range 8 {
				p.fill(15*time.Second, play.Moved, 8)
			}
		}},
	} {
		p := newPlayer(t, royle, royleSolved)
		c.play(p)
		if got := p.earned(); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

// Wrong digits count for nothing, and do no harm; a clock that goes back neither.
func TestEarnedWithMistakes(t *testing.T) {
	p := newPlayer(t, shidoku, shidokuSolve)
	right := p.grid
	p.grid = p.grid.With(1, 2)
	p.add(3*time.Second, play.Moved)
	p.grid = right
	p.add(-time.Minute, play.Undone)
	if p.earned() {
		t.Error("earned without a right digit")
	}
	for range 12 {
		p.fill(2*time.Second, play.Moved, 1)
	}
	if !p.earned() {
		t.Error("not earned though all digits were placed one by one")
	}
}
