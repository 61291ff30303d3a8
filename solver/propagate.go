package solver

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

type outcome int

const (
	contradiction outcome = iota
	solved
	open
)

func (n *node) propagate() outcome {
	for {
		changed := band(0)
		for d := range n.left {
			p := &n.left[d]
			a0, a1, a2 := p[0], p[1], p[2]
			a0 &^= n.fixed[0] &^ singles(a0)
			a1 &^= n.fixed[1] &^ singles(a1)
			a2 &^= n.fixed[2] &^ singles(a2)
			a0 &= rowKeep[boxRows(a0)]
			a1 &= rowKeep[boxRows(a1)]
			a2 &= rowKeep[boxRows(a2)]
			c := columns(a0) | columns(a1)<<9 | columns(a2)<<18
			k := keepColumns(c)
			a0 &= k & wholeRow * firstCols
			a1 &= k >> 9 & wholeRow * firstCols
			a2 &= k >> 18 * firstCols
			if a0 == 0 || a1 == 0 || a2 == 0 {
				return contradiction
			}
			changed |= a0 ^ p[0] | a1 ^ p[1] | a2 ^ p[2]
			p[0], p[1], p[2] = a0, a1, a2
			n.fixed[0] |= singles(a0)
			n.fixed[1] |= singles(a1)
			n.fixed[2] |= singles(a2)
		}
		all := true
		for b := range 3 {
			one, two := band(0), band(0)
			for d := range n.left {
				two |= one & n.left[d][b]
				one |= n.left[d][b]
			}
			if one != wholeBand {
				return contradiction
			}
			all = all && two == 0
			for naked := one &^ two &^ n.fixed[b]; naked != 0; naked &= naked - 1 {
				i := bits.TrailingZeros32(uint32(naked))
				c := 27*b + i
				d := 0
				for n.left[d][b]>>i&1 == 0 {
					if d++; d == 9 {
						return contradiction
					}
				}
				for o := range 3 {
					n.left[d][o] &= afterPlacing[c][o]
				}
				changed = 1
			}
		}
		if all && changed == 0 {
			return solved
		}
		if changed == 0 {
			return open
		}
	}
}

// choose
func (n *node) choose() (sudoku.Cell, int) {
	best, fewest := 0, 10
	for c := range 81 {
		k := 0
		for d := range n.left {
			k += int(n.left[d][c/27] >> (c % 27) & 1)
		}
		if k > 1 && k < fewest {
			best, fewest = c, k
		}
	}
	for d := range n.left {
		if n.left[d][best/27]>>(best%27)&1 != 0 {
			return sudoku.Cell(best), d
		}
	}
	panic("no open cell")
}

// singles returns the cells that are the only ones of their row.
func singles(a band) band {
	const low = firstCols * 0xff
	many := a & (a - firstCols)
	many = (many&low + low | many) & (firstCols << 8)
	return a &^ (many<<1 - many>>8)
}

// boxRows returns which of the nine box rows are occupied
func boxRows(a band) band {
	a = (a | a>>1 | a>>2) & 0o111111111
	return (a | a>>8 | a>>16) & 511
}

func columns(a band) band { return (a | a>>9 | a>>18) & 511 }

func keepColumns(c band) band {
	r1 := uint64(c<<1&0o666666666 | c>>2&0o111111111)
	r2 := uint64(c<<2&0o444444444 | c>>1&0o333333333)
	r1 |= r1 << 27
	r2 |= r2 << 27
	return band((r1>>9&(r2>>18) | r2>>9&(r1>>18)) & uint64(wholeBand))
}

// bit of row r, box b: 3*b + r
var rowKeep = func() (table [512]band) {
	for i := range table {
		for _, p := range [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			need, cells := 0, band(0)
			for r, b := range p {
				need |= 1 << (3*b + r)
				cells |= 7 << (9*r + 3*b)
			}
			if i&need == need {
				table[i] |= cells
			}
		}
	}
	return table
}()
