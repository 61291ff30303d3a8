package se

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// grid is a puzzle on the way to its solution. Cells are numbered row by row, digits and places in a house
// from 0, and all sets of them are bits.
type grid struct {
	open   int           // cells to fill
	marks  [81]uint16    // the candidates of a cell, none if it is filled
	places [27][9]uint16 // where in a house a digit can go

	vacant [27]uint8 // open cells of a house

	changed changes               // since the last step
	news    *[finderCount]changes // since a finder found nothing

	effort *int // left for nested techniques
	least  int  // the least rating of the next step if the effort ended
}

// changes are houses, digits and cells that have fewer candidates than before.
type changes struct {
	houses uint32
	digits uint16
	cells  cellSet
}

var everything = changes{houses: 1<<27 - 1, digits: all9, cells: cellSet{^uint64(0), ^uint64(0)}}

func (c *changes) add(other *changes) {
	c.houses |= other.houses
	c.digits |= other.digits
	c.cells = c.cells.or(other.cells)
}

// The houses: boxes, columns, rows, in the order in which Sudoku Explainer goes through them.
const (
	boxes = iota * 9
	columns
	rows
)

// all9 is the set of all nine.
const all9 = 1<<9 - 1

// boxRowColumn are the kinds of a cell's houses in the order in which loops and chains go on from it.
var boxRowColumn = [3]int{0, 2, 1}

type candidate struct{ cell, digit uint8 }

// Tables for the loops: the cells of a house; the houses of a cell, and its place in each; its peers.
var (
	members, housesOf, placeIn = houses()
	peersOf, sees, peerSets    = peers()
)

func houses() (members [27][9]uint8, housesOf, placeIn [81][3]uint8) {
	for c := range uint8(81) {
		row, column := c/9, c%9
		box := row/3*3 + column/3
		housesOf[c] = [3]uint8{boxes + box, columns + column, rows + row}
		placeIn[c] = [3]uint8{row%3*3 + column%3, row, column}
		for kind, h := range housesOf[c] {
			members[h][placeIn[c][kind]] = c
		}
	}
	return members, housesOf, placeIn
}

func peers() (peersOf [81][20]uint8, sees [81][81]bool, sets [81]cellSet) {
	for c := range 81 {
		n := 0
		for other := range 81 {
			a, b := housesOf[c], housesOf[other]
			if c != other && (a[0] == b[0] || a[1] == b[1] || a[2] == b[2]) {
				sees[c][other] = true
				peersOf[c][n] = uint8(other)
				sets[c].add(uint8(other))
				n++
			}
		}
	}
	return peersOf, sees, sets
}

// houseSets are the houses of each cell.
var houseSets = func() (sets [81]uint32) {
	for c, houses := range housesOf {
		for _, h := range houses {
			sets[c] |= 1 << h
		}
	}
	return sets
}()

// houseCells are the peers of a cell in the order box, row, column.
var houseCells = func() (all [81][20]uint8) {
	for c := range uint8(81) {
		n := 0
		for _, kind := range boxRowColumn {
			for _, other := range members[housesOf[c][kind]] {
				if other != c && (kind == 0 || housesOf[other][0] != housesOf[c][0]) {
					all[c][n] = other
					n++
				}
			}
		}
	}
	return all
}()

func load(g sudoku.Grid) *grid {
	effort := MaxEffort
	s := &grid{open: 81, news: new([finderCount]changes), effort: &effort}
	s.changed = everything
	for c := range s.marks {
		s.marks[c] = 1<<9 - 1
	}
	for h := range s.places {
		s.vacant[h] = 9
		for d := range s.places[h] {
			s.places[h][d] = 1<<9 - 1
		}
	}
	for c, d := range g.ByCell() {
		if d != 0 {
			s.place(uint8(c), uint8(d-1))
		}
	}
	return s
}

func (g *grid) has(c, d uint8) bool { return g.marks[c]>>d&1 != 0 }

// without returns the candidates that are false if a node is so.
func (g *grid) without(n node) (removed []candidate) {
	c := candidateOf(n)
	if n&1 != 0 {
		return []candidate{c}
	}
	return g.among(c.cell, all9&^(1<<c.digit), nil)
}

func (g *grid) remove(c, d uint8) {
	g.marks[c] &^= 1 << d
	for kind, h := range housesOf[c] {
		g.places[h][d] &^= 1 << placeIn[c][kind]
	}
	g.changed.houses |= houseSets[c]
	g.changed.digits |= 1 << d
	g.changed.cells.add(c)
}

func (g *grid) place(c, d uint8) {
	for digits := g.marks[c]; digits != 0; digits &= digits - 1 {
		g.remove(c, first(digits))
	}
	for _, peer := range peersOf[c] {
		g.remove(peer, d)
	}
	for _, h := range housesOf[c] {
		g.vacant[h]--
	}
	g.open--
}

// first returns the lowest member of a set.
func first(set uint16) uint8 { return uint8(bits.TrailingZeros16(set)) }

// size returns how many members a set has.
func size(set uint16) int { return bits.OnesCount16(set) }

// subsets has the sets of 2, 3 and 4 of nine, in ascending order of their bits.
var subsets = func() (all [5][]uint16) {
	for set := range uint16(1 << 9) {
		if n := size(set); n >= 2 && n <= 4 {
			all[n] = append(all[n], set)
		}
	}
	return all
}()

// small returns which of some sets have two to n members.
func small(of *[9]uint16, n int) (which uint16) {
	for i, set := range of {
		if set&(set-1) != 0 && size(set) <= n {
			which |= 1 << i
		}
	}
	return which
}

// within returns the sets of n of nine, if there are so many to choose from, and that is not all of a house.
func within(can uint16, n, vacant int) []uint16 {
	if size(can) < n || vacant <= n {
		return nil
	}
	return subsets[n]
}

// union returns the union of the chosen sets, and whether all can be chosen and it has as many members as there are sets.
func union(of *[9]uint16, chosen, can uint16) (all uint16, ok bool) {
	if chosen&^can != 0 {
		return 0, false
	}
	n := size(chosen)
	for ; chosen != 0; chosen &= chosen - 1 {
		all |= of[first(chosen)]
	}
	return all, size(all) == n
}
