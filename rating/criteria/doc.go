// Package criteria tests puzzles against what is wanted of them, so that it means the same to all
// who ask: package generator for puzzles to make, package archive for those to find.
//
// What stands in the grid is quick to test:
//
//	criteria.HalfTurn.Keeps(g.Shape(), g.Filled()) // the clues are symmetric
//
// What a solver has to do takes some 30 µs, so test it last:
//
//	r, err := rating.Rate(g)
//	criteria.Techniques{Needs: []logic.Technique{logic.XWing}}.Accept(g, r)
//
// Everything is safe for concurrent use.
package criteria
