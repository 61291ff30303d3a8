package unavoidable

import (
	"math/bits"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// An exchange moves some digits, each within its own rows and columns. A digit has one cell in
// each box, so the box names the cell, and a move of the digit is a permutation of the boxes. In it,
// the cell in box i stays in its row and takes the column of the digit's cell in box to[i].
// It is then in the band of box i and the stack of box to[i], and the three boxes of each
// band must come to three different stacks. So all digits of all solutions have the same
// permutations: 46,656 of nine boxes, 16 of four.

// move is a permutation of the boxes for one digit.
type move struct {
	to    [sudoku.MaxSide]uint8
	boxes boxes // whose cells move
}

// boxes is a set of boxes, box i at bit i.
type boxes uint16

func (b boxes) len() int { return bits.OnesCount16(uint16(b)) }

// moveTable holds the moves of a shape.
type moveTable struct {
	bySize [sudoku.MaxSide + 1][]move // by the number of cells that they move
	least  [1 << sudoku.MaxSide]uint8 // for each set of boxes, the size of the smallest move that moves them all
}

// tables holds the moves of each shape. They are the same for all solutions.
var tables = sudoku.ByShape(func(s sudoku.Shape) func() *moveTable {
	return sync.OnceValue(func() *moveTable { return newMoveTable(s) })
})

func newMoveTable(s sudoku.Shape) *moveTable {
	t := &moveTable{}
	t.complete(s, move{}, 0, 0, 0)
	for size := sudoku.MaxSide; size >= 0; size-- {
		for _, m := range t.bySize[size] {
			for set := m.boxes; set != 0; set = (set - 1) & m.boxes {
				t.least[set] = uint8(size)
			}
		}
	}
	return t
}

// complete adds all moves that begin like m, for the boxes before first. taken holds the boxes that these go to,
// and stacks the stacks that the boxes of the present band go to.
func (t *moveTable) complete(s sudoku.Shape, m move, first int, taken, stacks boxes) {
	if first == s.Side() {
		t.bySize[m.boxes.len()] = append(t.bySize[m.boxes.len()], m)
		return
	}
	if first%s.BoxHeight() == 0 {
		stacks = 0
	}
	for to := range s.Side() {
		stack := boxes(1) << (to % s.BoxHeight())
		if taken&(1<<to) != 0 || stacks&stack != 0 {
			continue
		}
		next := m
		next.to[first] = uint8(to)
		if to != first {
			next.boxes |= 1 << first
		}
		t.complete(s, next, first+1, taken|1<<to, stacks|stack)
	}
}
