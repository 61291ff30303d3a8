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

// OfIsomorphs returns the symmetries that some cells can be given by transposing, if the shape allows it, and by permuting
// rows and columns so that chutes stay together: an isomorph of the puzzle has them. Isomorphs have the same.
//
// In terms of the group of these maps: the maps that keep the set of cells have a conjugate of the
// symmetry among them. Both mirrors are conjugates if rows can become columns, as are both diagonals. Other conjugates are
// explained at the code that looks for them. Most patterns take less than half a microsecond, since few
// chutes have as many cells in their lines as another; the worst take 0.2 ms.
func OfIsomorphs(shape sudoku.Shape, cells sudoku.Cells) SymmetrySet {
	p := patternOf(shape, cells)
	rows, columns := p.byRows.chutes(&p.rows), p.byColumns.chutes(&p.columns)
	mirrorRows := rows.mayTurn() && p.byRows.reversal(&p.rows, &p.rows)
	mirrorColumns := columns.mayTurn() && p.byColumns.reversal(&p.columns, &p.columns)
	square := shape.CanTranspose()
	var set SymmetrySet
	if mirrorRows || square && mirrorColumns {
		set |= SetOf(Horizontal)
	}
	if mirrorColumns || square && mirrorRows {
		set |= SetOf(Vertical)
	}
	if mirrorRows && mirrorColumns { // which commute, so they become mirrors together
		set |= SetOf(Both)
	}
	if rows.mayTurn() && columns.mayTurn() && p.halfTurns() {
		set |= SetOf(HalfTurn)
	}
	switch {
	case rows.sum() != columns.sum():
	case !square:
		return set | p.byAllMaps(shape, cells)
	default:
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
	rows, columns     lines
	byRows, byColumns *orders // the same if rows can become columns
}

func patternOf(shape sudoku.Shape, cells sudoku.Cells) pattern {
	orders := allOrders()[shape]
	p := pattern{byRows: orders[sudoku.Row], byColumns: orders[sudoku.Column]}
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

// orders are the orders of the rows of a shape, or of its columns, sorted, and the ones that are conjugates of the reversal:
// they exchange two chutes and, in the third if there is one, two lines.
type orders struct {
	side      int
	chute     int // how many lines it has
	all       []order
	skip      [sudoku.MaxSide]int // how many in a row are the same up to a place
	reversals []order
}

var allOrders = sync.OnceValue(func() [][2]*orders {
	return sudoku.ByShape(func(shape sudoku.Shape) [2]*orders {
		rows := ordersOf(shape.Side(), shape.BoxHeight())
		if shape.CanTranspose() {
			return [2]*orders{sudoku.Row: rows, sudoku.Column: rows}
		}
		return [2]*orders{sudoku.Row: rows, sudoku.Column: ordersOf(shape.Side(), shape.BoxWidth())}
	})
})

func ordersOf(side, chute int) *orders {
	o := &orders{side: side, chute: chute}
	o.add(order{}, 0)
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
func (o *orders) add(begun order, n int) {
	if n == o.side {
		o.all = append(o.all, begun)
		return
	}
	for line := range uint8(o.side) {
		sameChute := n%o.chute == 0 || int(line)/o.chute == int(begun[n-1])/o.chute
		newChute := n%o.chute != 0 || !slices.ContainsFunc(begun[:n], func(l uint8) bool { return int(l)/o.chute == int(line)/o.chute })
		if sameChute && newChute && !slices.Contains(begun[:n], line) {
			begun[n] = line
			o.add(begun, n+1)
		}
	}
}

// chutes counts for each chute how many of its lines have so many cells: two bits for 0 cells, two for 1, and so on.
type chutes [3]uint32

func (o *orders) chutes(of *lines) (counts chutes) {
	for i := 0; i < o.side; i += o.chute {
		for _, line := range of[i : i+o.chute] {
			counts[i/o.chute] += 1 << (2 * bits.OnesCount16(line))
		}
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
func (o *orders) reversal(from, to *lines) bool {
	for n := range o.reversals {
		if o.takes(&o.reversals[n], from, to) {
			return true
		}
	}
	return false
}

// takes reports whether some lines, in another order, are others. The first are compared before all, because
// most of the orders that are tried fail there.
func (o *orders) takes(by *order, from, to *lines) bool {
	return from[by[0]] == to[0] && o.differs(by, from, to) == o.side
}

// differs returns the first place at which lines in some order are not others, or the side.
func (o *orders) differs(by *order, from, to *lines) int {
	at := 0
	for at < o.side && from[by[at]] == to[at] {
		at++
	}
	return at
}

// halfTurns reports whether the cells can be turned into each other by two conjugates of the reversal,
// one for the rows and one for the columns.
func (p *pattern) halfTurns() bool {
	counts := p.rows.counts()
	for n := range p.byRows.reversals {
		if by := &p.byRows.reversals[n]; p.byRows.takes(by, &counts, &counts) {
			turned := p.permuted(&p.columns, by)
			if p.byColumns.reversal(&turned, &p.columns) {
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
	for i := range p.byRows.side {
		permuted[i] = by.permuted(of[i], p.byRows.side)
	}
	return permuted
}

// byAllMaps looks for the symmetries that exchange rows and columns, in a shape that cannot transpose. It tries all orders of rows
// and of columns, 3,456 of 6×6. Cells with such a symmetry have as many in each row as in the column of the same number. Both diagonals are
// conjugates, since rows can be mirrored.
func (p *pattern) byAllMaps(shape sudoku.Shape, cells sudoku.Cells) (set SymmetrySet) {
	rows, columns := p.rows.counts(), p.columns.counts()
	for _, byRows := range p.byRows.all {
		var turned lines
		for i := range p.byRows.side {
			turned[i] = rows[byRows[i]]
		}
		for n := range p.byColumns.all {
			byColumns := &p.byColumns.all[n]
			if !p.byColumns.takes(byColumns, &columns, &turned) {
				continue
			}
			var image sudoku.Cells
			for i := range p.byRows.side {
				for line := byColumns.permuted(p.rows[byRows[i]], p.byRows.side); line != 0; line &= line - 1 {
					image = image.With(sudoku.CellAt(i, bits.TrailingZeros16(line)))
				}
			}
			for _, s := range [...]Symmetry{QuarterTurn, Diagonal, Diagonals, Full} {
				if !set.Has(s) && s.Keeps(shape, image) {
					set |= SetOf(s)
				}
			}
		}
	}
	if set.Has(Diagonal) {
		set |= SetOf(AntiDiagonal)
	}
	return set
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
	for n := 0; n < len(p.byRows.all) && set != wanted; {
		a := &p.byRows.all[n]
		if at := p.byRows.differs(a, &rows, &columns); at < p.byRows.side {
			n += p.byRows.skip[at] - n%p.byRows.skip[at]
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
		if halfTurn && !set.Has(QuarterTurn) && p.byRows.reversal(&turned, &p.rows) {
			set |= SetOf(QuarterTurn)
		}
	}
	return set
}

// undone returns the rows as a takes the columns to them: row a(i) is column i, its cells in the order of a.
func (p *pattern) undone(a *order) (rows lines) {
	permuted := p.permuted(&p.columns, a)
	for i := range p.byRows.side {
		rows[a[i]] = permuted[i]
	}
	return rows
}

// turnsAlong reports whether a reversal of the rows, with that of the columns which a makes of it, keeps the
// cells.
func (p *pattern) turnsAlong(a *order) bool {
	var inverse order
	for i := range p.byRows.side {
		inverse[a[i]] = uint8(i)
	}
	return slices.ContainsFunc(p.byRows.reversals, func(r order) bool {
		var along order // a, then r, then a undone
		for j := range p.byRows.side {
			along[j] = inverse[r[a[j]]]
		}
		turned := p.permuted(&p.rows, &along)
		return p.byRows.takes(&r, &turned, &p.rows)
	})
}
