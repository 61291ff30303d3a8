// Package rating measures how hard a puzzle is.
//
//	r, err := rating.Rate(g)
//	fmt.Println(r.Tier, r.Score)          // hidden 789.8
//	fmt.Println(r.Certificate.Cells)      // why the tier is not lower: the cells that the tiers below leave open
//
// The tier is a theorem: the smallest k such that the techniques of the tiers 1 to k solve
// the puzzle, in any order. The certificate that goes with it, the cells and
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
// weights in weights.json. The command cmd/lab/fit fits them, and docs/rating.md explains
// the score.
//
// A technique of package logic has its number here by itself. One that is neither a matching
// nor a locked set needs a method of state. The method finds all its patterns in the present
// candidates, removes their eliminations, and returns how many patterns removed something. It is
// called in round, in the order of [logic.Rated]; in fixpoint, after the quicker techniques;
// and in effort, with a delay of its own. The tests need its definition in oracle.rules.
package rating
