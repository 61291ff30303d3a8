// Package solver answers two kinds of questions about a grid.
//
// How many solutions does it have, and which? Ask the search, which is quick and gives
// no reasons:
//
//	solution, err := solver.Solve(g)      // the only one; ErrNoSolution, ErrManySolutions
//	ok := solver.Count(g, 2) == 1         // is it a puzzle?
//	for s := range solver.Solutions(g) {} // all of them, until you break
//
// None of them allocates, so ask as often as you like.
//
// How would a person solve it? Ask the logic, which finds one [Step] at a time, the
// easiest first, each with its reason:
//
//	steps, err := solver.Path(g)
//	for _, step := range steps {
//		fmt.Println(step)
//	}
//
// A [Tier] says how much logic a puzzle needs.
package solver
