// Package rating tells how hard a puzzle is.
//
//	r, err := rating.Rate(g)
//	fmt.Println(r.Tier, r.Score)          // hidden 706.9
//	fmt.Println(r.Certificate.Cells)      // why the tier is not lower: what the tiers below leave open
//
// The tier is a theorem: the smallest k such that the techniques of the tiers 1 to k solve
// the puzzle, whatever their order. The certificate that goes with it, the cells and
// candidates which the tiers below leave open, is one too. The score, an expected solving
// time, is an estimate fitted to people's times. All of a [Rating] is the same for all
// isomorphs of a puzzle. Generators that want the tier alone ask [TierOf].
//
// The readable form of the techniques is in package solver. The engine here computes the
// same fixpoints without finding the single steps, about ten times as quick; its tests
// hold it against the readable form and against the definitions. Follow it from tier.go:
// board.go and singles.go, then hall.go, which explains how all subsets of a house come out
// at once, subsets.go, locked.go, fish.go. The counts by technique are in path.go, with the
// search for single subsets in incidence.go. The score is in effort.go, sight.go and model.go,
// its weights in weights.json, its fit in the command rating/fit, its story in docs/rating.md.
package rating
