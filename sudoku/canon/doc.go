// Package canon finds the canonical form of a grid, which is the same for all its isomorphs:
//
//	canon.Of(a) == canon.Of(b)       // b is a, turned, mirrored, permuted or relabelled
//	canon.KeyOf(g)                   // 128 bits of it, the archive's identity of a puzzle
//	form, t := canon.OfWithTransform(g)
//	t.Apply(g) == form
//
// The canonical form is the true minlex form: of all isomorphs, the grid whose text is
// smallest, row by row, with an empty cell counted as 0. A 9×9 grid has up to
// 2·6⁸·9! isomorphs: transposed or not, 6⁴ orders of rows, 6⁴ of columns, 9! labellings.
// Other programs use other forms under the same name (least pattern first, or the largest
// text, or only almost minimal): do not compare with their text, canonicalise both grids.
//
// Every grid has a canonical form: puzzles, full grids, the empty grid, grids with
// contradictions. All functions are safe for concurrent use and do not allocate.
//
// # How it works
//
// The naive way is short: try all orders of rows and columns, label digits in order of
// appearance, keep the smallest. The tests do that, some 200 times a second. The package
// does the same a thousand times as quickly, by three ideas:
//
//   - Choose row after row from the top, from all lines, rows or columns, and go on only
//     with the lines that make the smallest row so far (search.go). For the first row, clue
//     counts decide already; the next are tried breadth first.
//   - Do not choose an order of columns. Columns that are alike in the rows chosen so far are
//     tied, and stay unordered until a row breaks the tie (ties.go).
//   - A row is nine 4-bit numbers in one word, so that rows are compared, and columns
//     moved, in one instruction (rows.go).
//
// The choices left at the end are the automorphisms. Full grids have ties everywhere until late,
// so they get a search of their own (full.go). The smaller shapes have so few orders of columns
// that all are tried (small.go): a 6×6 takes some 5 µs.
//
// The worst grids known, of much symmetry or full of contradictions, take 0.1 seconds.
package canon
