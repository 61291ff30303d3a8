package criteria

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// SymmetrySet is a set of symmetries: bit s for the [Symmetry] s.
type SymmetrySet uint16

// SetOf returns the set of some symmetries.
func SetOf(symmetries ...Symmetry) (set SymmetrySet) {
	for _, s := range symmetries {
		set |= 1 << s
	}
	return set
}

// Has reports whether a symmetry is in the set.
func (set SymmetrySet) Has(s Symmetry) bool { return set>>s&1 != 0 }

// OfIsomorphs returns the symmetries that some cells can be given by transposing and by permuting rows
// and columns so that chutes stay together: an isomorph of the puzzle has them. Isomorphs have the same.
//
// In terms of the group of these maps: the maps that keep the set of cells have a conjugate of the
// symmetry among them. Both mirrors are conjugates, as are both diagonals. Other conjugates are
// explained at the code that looks for them. Most patterns take less than half a microsecond, since few
// chutes have as many cells in their lines as another; the worst take 0.2 ms.
func OfIsomorphs(shape sudoku.Shape, cells sudoku.Cells) SymmetrySet {
	p := patternOf(shape, cells)
	rows, columns := p.chutes(&p.rows), p.chutes(&p.columns)
	mirrorRows := rows.mayTurn() && p.reversal(&p.rows, &p.rows)
	mirrorColumns := columns.mayTurn() && p.reversal(&p.columns, &p.columns)
	var set SymmetrySet
	if mirrorRows || mirrorColumns {
		set |= SetOf(Horizontal, Vertical)
	}
	if mirrorRows && mirrorColumns { // which commute, so they become mirrors together
		set |= SetOf(Both)
	}
	if rows.mayTurn() && columns.mayTurn() && p.halfTurns() {
		set |= SetOf(HalfTurn)
	}
	if rows.sum() == columns.sum() {
		set |= p.transposed(set.Has(HalfTurn))
	}
	if set.Has(Diagonal) && mirrorRows { // if the diagonal mirrors, columns have the symmetries of rows
		set |= SetOf(Full)
	}
	return set
}

// lines are the cells of each row, or of each column, as bits.
type lines [sudoku.MaxSide]uint16

// pattern is some cells, by their rows and by their columns.
type pattern struct {
	rows, columns lines
	orders        *orders
}

func patternOf(shape sudoku.Shape, cells sudoku.Cells) pattern {
	p := pattern{orders: &allOrders()[shape]}
	for c := range cells.All() {
		p.rows[c.Row()] |= 1 << c.Column()
		p.columns[c.Column()] |= 1 << c.Row()
	}
	return p
}

// order is a permutation of the rows, or of the columns, that keeps chutes together.
type order [sudoku.MaxSide]uint8

// permuted returns a line whose cell i is the cell o[i] of the given line.
func (o *order) permuted(line uint16, side int) (permuted uint16) {
	for i := range side {
		permuted |= line >> o[i] & 1 << i
	}
	return permuted
}

// orders are the orders of the lines of a shape, sorted, and the ones that are conjugates of the reversal: in a
// sudoku they exchange two chutes and, in the third, two lines.
type orders struct {
	side      int
	all       []order
	skip      [sudoku.MaxSide]int // how many in a row are the same up to a place
	reversals []order
}

var allOrders = sync.OnceValue(func() *[2]orders {
	return &[2]orders{sudoku.Sudoku: ordersOf(sudoku.Sudoku), sudoku.Shidoku: ordersOf(sudoku.Shidoku)}
})

func ordersOf(shape sudoku.Shape) orders {
	o := orders{side: shape.Side()}
	o.add(order{}, 0, shape.BoxHeight())
	for place := range o.side {
		for o.skip[place] < len(o.all) && slices.Equal(o.all[o.skip[place]][:place+1], o.all[0][:place+1]) {
			o.skip[place]++
		}
	}
	for _, by := range o.all {
		var conjugate order // of the reversal
		for i := range o.side {
			conjugate[by[i]] = by[o.side-1-i]
		}
		if !slices.Contains(o.reversals, conjugate) {
			o.reversals = append(o.reversals, conjugate)
		}
	}
	return o
}

// add appends the orders that begin as one does.
func (o *orders) add(begun order, n, box int) {
	if n == o.side {
		o.all = append(o.all, begun)
		return
	}
	for line := range uint8(o.side) {
		sameChute := n%box == 0 || int(line)/box == int(begun[n-1])/box
		newChute := n%box != 0 || !slices.ContainsFunc(begun[:n], func(l uint8) bool { return int(l)/box == int(line)/box })
		if sameChute && newChute && !slices.Contains(begun[:n], line) {
			begun[n] = line
			o.add(begun, n+1, box)
		}
	}
}

// chutes counts for each chute how many of its lines have so many cells: two bits for 0 cells, two for 1, and so on.
type chutes [3]uint32

func (p *pattern) chutes(of *lines) (counts chutes) {
	chute := 3 // of so many lines
	if p.orders.side < sudoku.MaxSide {
		chute = 2
	}
	for i, line := range of[:p.orders.side] {
		counts[i/chute] += 1 << (2 * bits.OnesCount16(line))
	}
	return counts
}

// mayTurn reports whether a conjugate of the reversal can take the lines to others with as many cells: two chutes are
// alike then, and in the third, if there is one, two lines.
func (c chutes) mayTurn() bool {
	const twice = 0xAAAAA
	return c[0] == c[1] && (c[2] == 0 || c[2]&twice != 0) || c[0] == c[2] && c[1]&twice != 0 || c[1] == c[2] && c[0]&twice != 0
}

// sum is the same for as many lines of each number of cells; also for a few others, since four lines of a number add up to
// one of the next.
func (c chutes) sum() uint32 { return c[0] + c[1] + c[2] }

// reversal reports whether a conjugate of the reversal takes some lines to others.
func (p *pattern) reversal(from, to *lines) bool {
	for n := range p.orders.reversals {
		if p.takes(&p.orders.reversals[n], from, to) {
			return true
		}
	}
	return false
}

// takes reports whether some lines, in another order, are others. The first are compared before all, because
// most of the orders that are tried fail there.
func (p *pattern) takes(by *order, from, to *lines) bool {
	return from[by[0]] == to[0] && p.differs(by, from, to) == p.orders.side
}

// differs returns the first place at which lines in some order are not others, or the side.
func (p *pattern) differs(by *order, from, to *lines) int {
	at := 0
	for at < p.orders.side && from[by[at]] == to[at] {
		at++
	}
	return at
}

// halfTurns reports whether the cells can be turned into each other by two conjugates of the reversal,
// one for the rows and one for the columns.
func (p *pattern) halfTurns() bool {
	counts := p.rows.counts()
	for n := range p.orders.reversals {
		if by := &p.orders.reversals[n]; p.takes(by, &counts, &counts) {
			turned := p.permuted(&p.columns, by)
			if p.reversal(&turned, &p.columns) {
				return true
			}
		}
	}
	return false
}

// counts returns how many cells each line has.
func (l *lines) counts() (counts lines) {
	for i, line := range l {
		counts[i] = uint16(bits.OnesCount16(line))
	}
	return counts
}

// permuted returns lines whose cells are in another order.
func (p *pattern) permuted(of *lines, by *order) (permuted lines) {
	for i := range p.orders.side {
		permuted[i] = by.permuted(of[i], p.orders.side)
	}
	return permuted
}

// transposed looks for the maps that exchange rows and columns: cell (i, j) goes to (a(j), b(i)). Such a map
// is a conjugate of the diagonal if a undoes b, and of the quarter turn if a after b is one of the
// reversal. Beside a diagonal, which a makes the main one, stands the other if some reversal goes with
// it: one for the rows that becomes, by a, that for the columns.
func (p *pattern) transposed(halfTurn bool) (set SymmetrySet) {
	wanted := SetOf(Diagonal, AntiDiagonal)
	if halfTurn {
		wanted |= SetOf(QuarterTurn, Diagonals)
	}
	rows, columns := p.rows.counts(), p.columns.counts()
	for n := 0; n < len(p.orders.all) && set != wanted; {
		a := &p.orders.all[n]
		if at := p.differs(a, &rows, &columns); at < p.orders.side {
			n += p.orders.skip[at] - n%p.orders.skip[at]
			continue
		}
		n++
		turned := p.undone(a)
		if turned == p.rows {
			set |= SetOf(Diagonal, AntiDiagonal)
			if halfTurn && !set.Has(Diagonals) && p.turnsAlong(a) {
				set |= SetOf(Diagonals)
			}
		}
		if halfTurn && !set.Has(QuarterTurn) && p.reversal(&turned, &p.rows) {
			set |= SetOf(QuarterTurn)
		}
	}
	return set
}

// undone returns the rows as a takes the columns to them: row a(i) is column i, its cells in the order of a.
func (p *pattern) undone(a *order) (rows lines) {
	permuted := p.permuted(&p.columns, a)
	for i := range p.orders.side {
		rows[a[i]] = permuted[i]
	}
	return rows
}

// turnsAlong reports whether a reversal of the rows, with that of the columns which a makes of it, keeps the
// cells.
func (p *pattern) turnsAlong(a *order) bool {
	var inverse order
	for i := range p.orders.side {
		inverse[a[i]] = uint8(i)
	}
	return slices.ContainsFunc(p.orders.reversals, func(r order) bool {
		var along order // a, then r, then a undone
		for j := range p.orders.side {
			along[j] = inverse[r[a[j]]]
		}
		turned := p.permuted(&p.rows, &along)
		return p.takes(&r, &turned, &p.rows)
	})
}
