// Package logic solves a grid as a person would, and gives a reason for every step.
//
// A [State] is the digits placed and
// the candidates left; [State.Next] finds the easiest [Step], [State.Apply] takes it:
//
//	s := logic.NewState(g)
//	for {
//		step, ok := s.Next(logic.TierGuessing)
//		if !ok {
//			break
//		}
//		fmt.Println(step)            // Swordfish: 8 in r159 c129 => r4c2<>8, r8c19<>8
//		fmt.Println(step.Sentence()) // the same in plain English
//		s = s.Apply(step)
//	}
//
// [Path] returns all steps of a puzzle at once. [Fixpoint] returns what the techniques up
// to a tier leave open. [HintFor] is for a player in the middle of a game: it looks at the
// digits and marks as they are, says what is wrong first, and gives away as much as asked.
//
// A [Technique] is a rule, and belongs to a [Tier]; the tier of a puzzle is the smallest
// whose techniques, with those below, solve it. All of them only ever remove candidates,
// and find no less when others have found more; so what they leave does not depend on
// their order, and a tier is a fact and no opinion. The last tier, guessing, has but one
// technique, the contradiction: suppose a wrong candidate, and follow what must come of it
// until a cell or a house has nothing left; the shortest such chain counts.
//
// To read it, begin with technique.go, tier.go, state.go and step.go, the words; logic.go
// asks the techniques in turn, view.go is how they look at a state, singles.go, subsets.go,
// locked.go and fish.go find them. contradiction.go looks for the shortest chain: quicklook.go
// tells at once which are worth a look, chain.go keeps the steps that a chain needs.
// sentence.go and notation.go put steps into words, hint.go gives hints, teach.go teaches.
package logic
