// Package rating tells how hard a puzzle is.
//
//	r, err := rating.Rate(g)
//	fmt.Println(r.Tier, r.Score)            // locked 509
//	fmt.Println(r.Certificate.Sentence())   // why the tier is not lower
//
// The tier is a theorem: the smallest k such that the techniques of the tiers 1 to k solve
// the puzzle, whatever their order. The certificate that goes with it, the cells and
// candidates which the tiers below leave open, is one too. The score, an expected solving
// time, is an estimate fitted to people's times.
//
// The readable form of the techniques is in package solver. The engine here computes the
// same fixpoints without finding the single steps, some hundred times as quick; its tests
// hold it against the readable form. Follow it from tier.go: singles.go, then hall.go,
// which explains how all subsets of a house come out at once, subsets.go, locked.go, fish.go.
package rating
