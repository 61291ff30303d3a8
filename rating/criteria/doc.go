// Package criteria tests puzzles against the wishes of a user. Package generator, which makes puzzles, and
// package archive, which finds them, ask it, so that a wish means the same in both.
//
// The clues are quick to test:
//
//	criteria.HalfTurn.Keeps(g.Shape(), g.Filled()) // the clues are symmetric
//
// The techniques of a solver take some 30 µs, so test them last:
//
//	r, err := rating.Rate(g)
//	criteria.Techniques{Needs: []logic.Technique{logic.XWing}}.Accept(g, r)
//
// Everything is safe for concurrent use.
package criteria
