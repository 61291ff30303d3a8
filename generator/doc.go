// Package generator makes puzzles.
//
//	for g := range generator.Puzzles(generator.Options{Tier: logic.TierXWing, Seed: 1}) {
//		fmt.Println(g)
//		break
//	}
//
// Every puzzle is minimal, and no two of a sequence are isomorphs. A seed gives the same
// puzzles in the same order on every machine, however many processors it has.
//
// How: fill a grid at random, take clues away in random order until none can go, and keep
// the puzzle if it has the tier that is wanted. Of 100,000 puzzles made so with seed 1,
// 1,056, 54,715, 4,579, 178 and 39,472 had the tiers 1 to 5. Walks from a puzzle of another
// tier to similar ones (some clues back, then others away) were tried for the rare tiers:
// they find no more per second.
//
// There are only 36 minimal Shidoku that are not isomorphs, so a sequence of them ends.
package generator
