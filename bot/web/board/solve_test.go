package board_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

const easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
const small = "1.....3..2.....4"

// TestSolveByKeyboard goes through the rows with the arrows and types the digits that are missing.
func TestSolveByKeyboard(t *testing.T) {
	for _, clues := range []string{easy, small} {
		s := serve(t, clues)
		p := open(t, s, 1280)
		p.run(chromedp.Focus(chromedp.CSS("#board td[tabindex='0']")))
		shape := s.solution.Shape()
		for i, c := range shape.Cells() {
			if i > 0 && c.Column() == 0 {
				p.keys(kb.ArrowDown)
			}
			if s.game.Clues.At(c) == 0 {
				p.keys(s.solution.At(c).String())
			}
			p.keys(kb.ArrowRight)
		}
		p.solved()
	}
}

func (p *tab) solved() {
	p.t.Helper()
	p.eventually("the game is finished", func() bool { return p.s.stateNow().Finished != nil })
	p.eventually("the page says so", func() bool { return strings.Contains(p.text("#panel"), "2nd of 9") })
}

func cellName(c sudoku.Cell) string { return fmt.Sprintf("r%dc%d", c.Row()+1, c.Column()+1) }
