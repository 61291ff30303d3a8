// Package classic keeps the historic solvers runnable beside ours, one file each, and counts
// their steps.
//
//	r, err := classic.Moler(g, classic.Options{})
//	fmt.Println(r.Solutions[0], r.Steps, r.Fills(), r.Tentative())
//
// [Moler] fills singletons and recurses, [Choices] guesses in the cell with least choice, [Huang]
// looks at the candidates from each side and finds all his techniques with one code. [Methods]
// lists them. [Options].Watch shows each step and the position after it.
//
// [OneCellSets] finds the unavoidable sets of Shen and Hsieh.
//
// Each method follows its author's description, in his order and not in a better one. A comment at the
// code explains each decision that a source leaves open. The methods are here for comparison: to solve a
// puzzle, take package solver, which is more than ten times as quick for 81 cells. A run that would take hours
// ends with a [*TooHardError]. docs/history.md has the published figures beside those of this
// package.
package classic
