// Package rating says how hard a puzzle is.
//
//	r, err := rating.Rate(g)
//	fmt.Println(r.Tier, r.Score)          // hidden 789.8
//	fmt.Println(r.Certificate.Cells)      // why the tier is not lower: what the tiers below leave open
//
// The tier is a theorem: the smallest k such that the techniques of the tiers 1 to k solve
// the puzzle, whatever their order. The certificate that goes with it, the cells and
// candidates that the tiers below leave open, is one too. The score, an expected solving
// time, is an estimate fitted to people's times. All of a [Rating] is the same for all
// isomorphs of a puzzle. Generators that need only the tier call [TierOf].
//
// The readable form of the techniques is in package solver/logic. The engine here computes
// the same fixpoints without finding the single steps, some fifty times as fast; its tests
// compare it with the readable form and with the definitions. To read it, begin with tier.go.
// state.go has the candidates and the singles, matching.go explains how all subsets of a
// house are found at once, subsets.go and locked.go apply the other techniques. The counts
// by technique are in counts.go and rounds.go, the score in effort.go and past.go, its
// weights in weights.json. The command lab/fit fits them, and docs/rating.md says how
// the score came about.
//
// A technique of package logic has its number here by itself. One that is neither a matching
// nor a locked set needs a method of state that finds all its patterns in the candidates as
// they are, removes what all of them remove, and returns how many removed something. The
// method is called in round, where the order of [logic.Rated] has it, in fixpoint, after
// what is quicker, and in do, with a delay of its own; the tests want its definition in oracle.rules.
package rating
