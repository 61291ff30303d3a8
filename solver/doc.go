// Package solver counts and finds the solutions of a grid of any shape.
//
// It is quick and gives no reasons. All functions are safe for concurrent use, and a search for
// solutions does not allocate:
//
//	solution, err := solver.Solve(g)          // the only one; else err has the reason
//	n, err := solver.Count(g, 2)              // 0, 1, or 2 for many
//	for s, err := range solver.Solutions(g) { // all of them, until you break
//	}
//
// A grid with few clues has more solutions than anyone can count: give [Count] a limit,
// and break out of [Solutions]. Or it has none, and it would take hours to find out. So every
// search ends after [MaxGuesses], a fraction of a second, with a [*TooHardError].
//
// [SolveWithin] and its sisters search a position: a grid with pencil marks, or these alone.
//
// [Additions] finds the clues that give a grid exactly one solution, many times as quickly as a search
// for each of them.
//
// Package solver/logic solves a grid as a person would, with reasons.
//
// To read it, begin with search.go, the functions above. tree.go walks the tree of guesses
// and chooses each guess, propagate.go draws conclusions until nothing more follows,
// and bands.go is the set of cells that both work on. plain.go is the search of the smaller shapes. within.go has the functions for positions. additions.go and adder.go find clues to
// add. The tests compare it with a plain backtracker, oracle_test.go.
package solver
