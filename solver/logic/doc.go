// Package logic solves a grid as a person would, and gives a reason for every step.
//
// A [State] is the digits placed and the candidates left. [State.Next] finds the easiest
// [Step], [State.Apply] takes it.
//
//	s := logic.NewState(g)
//	for {
//		step, ok := s.Next(logic.TierGuessing)
//		if !ok {
//			break
//		}
//		s = s.Apply(step)
//	}
//
// [Path] returns all steps of a puzzle in one call. [Fixpoint] returns what the techniques up
// to a tier leave open. [HintFor] is for a player in the middle of a game: it takes the
// digits and marks as they are, and reports mistakes first. Steps and hints are data; package
// explain puts them into words.
//
// A [Technique] belongs to a [Tier]; the tier of a puzzle is the smallest whose techniques,
// with those below, solve it. Techniques only ever remove candidates, and find no less when
// others have removed more. So the remaining candidates do not depend on the order of the steps,
// and the tier is a property of the puzzle, not a matter of opinion. The last tier, guessing, has
// the [Ladder], techniques that are tried before any guess, and the contradiction: assume a wrong
// candidate, and follow its consequences until a cell or a house has nothing left. The chain is the
// shortest one found; one or two in a hundred could do with a step less. Where singles and patterns refute no candidate, further
// candidates are tried within the assumption.
//
// To read it, begin with technique.go, which lists the techniques and the tiers, step.go and
// state.go. Each family has a file: singles.go, locked.go, subsets.go and fish.go. The ladder is
// listed in ladder.go; its families are in two_links.go, wings.go, rectangles.go, finned.go,
// chains.go, tridagon.go, almost_locked.go and sue_de_coq.go. All of them look at a state through view.go; leads.go asks if it
// is worth looking for chains at all.
// contradiction.go has the contradiction, whose chains of steps are in assumption.go and whose trees of trials in trial.go, and
// hint.go gives hints.
//
// A new technique is a value in the file of its family and a line in the list of technique.go or
// ladder.go. It also needs near misses in testdata, words in the catalogues of package locale, its plain rule in
// package logictest, and for one of the tiers its counterpart in package rating. Tests
// report whichever is missing.
package logic
