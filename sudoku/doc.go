// Package sudoku holds the words of the field: grids, cells, digits, houses,
// pencilmarks and the transforms that turn one grid into an essentially equal one.
//
// Start with [Parse], which reads every notation people paste:
//
//	g, err := sudoku.Parse("1.....3..2.....4")       // Shidoku, 16 cells
//	g, err := sudoku.Parse(strings.Repeat("0", 81))  // Sudoku, 81 cells
//	fmt.Println(g)                                   // back as text, blanks as "."
//
// Everything here is a small value: compare with ==, copy freely, use as a map key.
// A Grid promises a shape and digits within that shape, nothing more: it may hold
// contradictions ([Grid.Conflicts] finds them), and whether it has exactly one solution
// is a question for package solver.
//
// All shapes, the 9×9 Sudoku, the 6×6 and the 4×4 Shidoku, live in one coordinate system: a [Cell]
// is 9·row+column in each. So r2c3 has the same number and the same name in all, and
// steps, moves and pictures need no shape to name their cells.
package sudoku
