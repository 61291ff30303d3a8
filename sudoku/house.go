package sudoku

// HouseKind tells rows, columns and boxes apart.
type HouseKind uint8

const (
	Row HouseKind = iota
	Column
	Box
)

// String returns "row", "column" or "box".
func (k HouseKind) String() string { return [...]string{"row", "column", "box"}[k] }

// House is a row, a column or a box: cells that hold every digit once.
type House struct {
	Kind  HouseKind
	Index uint8 // counted from 0; boxes in reading order
}

// String returns the short name, counted from 1: "r3", "c1", "b9".
func (h House) String() string { return string([]byte{"rcb"[h.Kind], '1' + h.Index}) }

// Name returns the name in words, counted from 1: "row 3", "column 1", "box 9".
func (h House) Name() string { return h.Kind.String() + " " + string('1'+h.Index) }

// geometry is what a shape's methods look up.
type geometry struct {
	cells   []Cell
	houses  []House
	members [3][][]Cell
	peers   [MaxCells]Cells
}

var geometries = [...]geometry{Sudoku: geometryOf(Sudoku), Shidoku: geometryOf(Shidoku)}

func geometryOf(s Shape) geometry {
	var g geometry
	side := s.Side()
	for kind := range g.members {
		g.members[kind] = make([][]Cell, side)
		for i := range side {
			g.houses = append(g.houses, House{HouseKind(kind), uint8(i)})
		}
	}
	for i := range side * side {
		c := CellAt(i/side, i%side)
		g.cells = append(g.cells, c)
		for _, h := range s.HousesOf(c) {
			g.members[h.Kind][h.Index] = append(g.members[h.Kind][h.Index], c)
		}
	}
	for _, c := range g.cells {
		for _, h := range s.HousesOf(c) {
			g.peers[c] = g.peers[c].Union(CellsOf(g.members[h.Kind][h.Index]...))
		}
		g.peers[c] = g.peers[c].Without(c)
	}
	return g
}
