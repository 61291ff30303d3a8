// Package unavoidable finds the unavoidable sets of a solution: cells of which at least one
// must be a clue, because their digits can be exchanged.
//
//	for _, set := range unavoidable.Sets(solution, 12) {
//		fmt.Println(set) // "r12c37"
//	}
//
// A set of cells of a solution is unavoidable if another solution has other digits in these
// cells, all of them, and the same digits everywhere else. [Sets] returns the minimal ones, which have
// no other unavoidable set inside. The clues of every puzzle hit every unavoidable set
// of its solution, and clues that hit them all are a puzzle.
//
// A 9×9 solution has about 300 of up to twelve cells, which take 10 ms. With each two cells more
// there are three times as many, which take six times as long.
//
// [Reason] uses such sets to explain why a grid has more than one solution.
//
// To read it, begin with moves.go, which describes an exchange by the moves of its digits, and sets.go,
// which builds exchanges from moves. The tests compare it with a plain search cell by cell, oracle_test.go.
package unavoidable
