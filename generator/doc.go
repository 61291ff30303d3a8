// Package generator makes puzzles.
//
//	for g := range generator.Puzzles(generator.Options{Tier: logic.TierXWing, Seed: 1}) {
//		fmt.Println(g)
//		break
//	}
//
// No two puzzles of a sequence are isomorphs, and none has a superfluous clue unless its pattern or symmetry requires it. A
// seed gives the same puzzles in the same order on every machine, with any number of processors.
//
// How: fill a grid at random, every grid with the same probability (full.go), take clues away
// in random order until none can go (minimal.go), and keep the puzzle if it meets the wishes. Among
// 100,000 puzzles made so with seed 1, 1,010, 54,757, 4,432, 180 and 39,621 had the tiers 1 to 5,
// and 7, 219, 3,239, 16,997, 34,053, 30,013, 12,558, 2,617, 282 and 15 had 20 to 29 clues. Walks
// from a puzzle of another tier to similar ones (some clues back, then others away) were tried
// for the rare tiers: they find no more per second.
//
// For 20 clues or fewer without a pattern or symmetry, puzzles are found by descending from
// others, clue by clue (fewer.go): 20, 19 and 18 take 0.6, 1.2 and 4 s each. One of 17 was
// found in 46 descents of about 2 s. For 29 clues or more, the search climbs among puzzles of solutions with many
// unavoidable sets, two clues in and one out (ascend.go): 33 and less take 0.01 s of a core each, 34, 35 and 36 take 0.04, 0.4
// and 3 s. 37 may take minutes: none was found in 116 s, and two in 672 s with first walks that might end two clues short.
// None of 38 was found in 283 s. Neither search finds all puzzles with the same probability: puzzles that have many others
// near them are found more often.
//
// A 6×6 is made in the same way, in 25 µs: of 300,000 made so, 461, 45,565, 162,330, 81,088, 10,127, 425 and 4 had 8 to 14
// clues. Of 8 clues, the fewest, there are only 537 puzzles that are not isomorphs. From 14 clues on the search climbs: 14 and 15
// take 0.01 and 1 s of a core each.
//
// There are only 36 minimal Shidoku that are not isomorphs, so a sequence of them ends. So does a sequence of a pattern in a
// smaller shape, which is tried in all full grids (exhaustive.go).
package generator
