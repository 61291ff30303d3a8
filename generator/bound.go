package generator

import "github.com/gridkeeper/gridkeeper/sudoku"

// parts are disjoint parts of the grid, each of which needs clues of its own.
//
// A part begins as an unavoidable set, which needs one clue. Other sets that touch this part
// and no other have to be hit by the same clue, so it must be in their common cells, or
// outside of all parts. If they have no common cells, the part and these sets together
// need two clues.
type parts struct {
	n      int
	cells  [sudoku.MaxCells]sudoku.Cells
	common [sudoku.MaxCells]sudoku.Cells // of a part of one clue: the cells in all sets that touch it alone
	extra  [sudoku.MaxCells]sudoku.Cells // the cells of those sets
	all    sudoku.Cells                  // the cells of all parts
	partOf [sudoku.MaxCells]uint8        // of the cells of all parts
}

// bound returns a number of clues that the sets of a level need at least, or any number above
// left if they need more than that. If they need just as many as are left, room is the
// cells that these clues are in.
func (l *level) bound(left int) (need int, room sudoku.Cells) {
	p := &l.parts
	if !p.begin(l.sorted, left) {
		return left + 1, room
	}
	need = p.n
	if need < left-farApart {
		return need, room
	}
	for _, s := range l.sorted {
		if p.fails(s) {
			if need++; need > left {
				return need, room
			}
		}
	}
	for i := range p.n {
		if p.common[i] != (sudoku.Cells{}) {
			room = room.Union(p.common[i])
		} else {
			room = room.Union(p.cells[i])
		}
	}
	return need, room
}

// farApart is how many clues more than parts are left where parts of two clues are no longer
// looked for: they would change nothing.
const farApart = 3

// begin takes sets that have no cell in common, smaller ones first. It returns false if there
// are more of them than clues, or if one has no cell that may be a clue.
func (p *parts) begin(sets []sudoku.Cells, clues int) bool {
	p.n, p.all = 0, sudoku.Cells{}
	for _, s := range sets {
		if s.Intersect(p.all) != (sudoku.Cells{}) {
			continue
		}
		if p.n == clues || s == (sudoku.Cells{}) {
			return false
		}
		p.cells[p.n], p.common[p.n], p.extra[p.n] = s, s, sudoku.Cells{}
		p.take(p.n, s)
		p.n++
	}
	return true
}

func (p *parts) take(part int, cells sudoku.Cells) {
	p.all = p.all.Union(cells)
	for c := range cells.All() {
		p.partOf[c] = uint8(part)
	}
}

// fails notes a set that must be hit, and reports whether it is the one because of which a part
// needs two clues.
func (p *parts) fails(s sudoku.Cells) bool {
	touched := s.Intersect(p.all)
	i := p.partOf[touched.First()]
	if touched.Minus(p.cells[i]) != (sudoku.Cells{}) || p.common[i] == (sudoku.Cells{}) {
		return false
	}
	common := p.common[i].Intersect(s)
	if common == p.common[i] {
		return false
	}
	p.common[i] = common
	p.extra[i] = p.extra[i].Union(s)
	if common != (sudoku.Cells{}) {
		return false
	}
	p.grow(int(i))
	return true
}

// grow adds the sets that a part of two clues has together with it. Other parts forget the
// sets that touch it now.
func (p *parts) grow(part int) {
	p.cells[part] = p.cells[part].Union(p.extra[part])
	p.take(part, p.cells[part])
	for i := range p.n {
		if p.common[i] != (sudoku.Cells{}) && p.extra[i].Intersect(p.cells[part]) != (sudoku.Cells{}) {
			p.common[i], p.extra[i] = p.cells[i], sudoku.Cells{}
		}
	}
}
