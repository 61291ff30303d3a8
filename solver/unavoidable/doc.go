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
// How: see moves.go, which turns an exchange into moves of whole digits, and sets.go, which
// puts moves together. The tests compare it with a search cell by cell, oracle_test.go.
package unavoidable
