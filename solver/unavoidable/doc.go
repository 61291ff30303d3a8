// Package unavoidable finds the unavoidable sets of a solution: cells of which at least one
// must be a clue, because their digits can be exchanged.
//
//	for _, set := range unavoidable.Sets(solution, 12) {
//		fmt.Println(set) // "r12c37"
//	}
//
// A set of cells of a solution is unavoidable if another solution has other digits in these
// cells, all of them, and the same digits everywhere else. [Sets] returns those that are minimal:
// no unavoidable set is inside of another. The clues of every puzzle hit every unavoidable set
// of its solution, and clues that hit them all are a puzzle.
//
// A 9×9 solution has about 300 of up to twelve cells, which take 10 ms. With each two cells more
// there are three times as many, which take six times as long.
//
// [Reason] uses such sets to say why a grid has more than one solution.
//
// How: moves.go describes an exchange by where each digit goes, and sets.go builds exchanges
// from that. The tests compare it with a plain search cell by cell, oracle_test.go.
package unavoidable
