package rating

import "github.com/gridkeeper/gridkeeper/sudoku"

// geometry is a shape unrolled into numbers, so that the hot loops neither divide nor
// call: which cells a house holds, which peers and houses a cell has.
type geometry struct {
	side, boxSide int
	cells         []uint8
	houses        [][]uint8 // rows, then columns, then boxes
	peers         [sudoku.MaxCells][]uint8
	housesOf      [sudoku.MaxCells][3]uint8
	around        [sudoku.MaxCells]uint32 // the same three houses as bits
	chutes        []chute
}

// chute is a band or a stack cut into the parts that a line and a box share:
// chute[i][j] are the cells of its line i in its box j.
type chute [][][]uint8

var geometries = [...]geometry{
	sudoku.Sudoku:  geometryOf(sudoku.Sudoku),
	sudoku.Shidoku: geometryOf(sudoku.Shidoku),
}

func geometryOf(s sudoku.Shape) geometry {
	geo := geometry{side: s.Side(), boxSide: s.BoxSide()}
	for h, house := range s.Houses() {
		var members []uint8
		for _, c := range s.House(house) {
			members = append(members, uint8(c))
			geo.housesOf[c][house.Kind] = uint8(h)
			geo.around[c] |= 1 << h
		}
		geo.houses = append(geo.houses, members)
	}
	for _, c := range s.Cells() {
		geo.cells = append(geo.cells, uint8(c))
		for peer := range s.Peers(c).All() {
			geo.peers[c] = append(geo.peers[c], uint8(peer))
		}
	}
	for first := 0; first < 2*geo.side; first += geo.boxSide {
		geo.chutes = append(geo.chutes, chuteOf(geo.houses[first:first+geo.boxSide], geo.boxSide))
	}
	return geo
}

// chuteOf cuts the lines of a chute at the borders of the boxes.
func chuteOf(lines [][]uint8, boxSide int) chute {
	var parts chute
	for _, line := range lines {
		var cut [][]uint8
		for j := 0; j < len(line); j += boxSide {
			cut = append(cut, line[j:j+boxSide])
		}
		parts = append(parts, cut)
	}
	return parts
}
