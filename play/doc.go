// Package play holds the rules of play: the moves of a player on a board, and their outcome. It is pure: no
// database, no chat network, no clock. Every package that people play in shares it.
//
//	b := play.NewBoard(clues)
//	b, err := b.Play("r4c5=7 r1c1=?37")   // moves in the notation of [ParseMoves], all or none
//	solution, err := b.Solution()
//	b.Check(solution).Wrong               // how many digits are wrong, not which
//	h, err := b.Hint(play.HintWhere)      // no more than the level may reveal
//	b.Judge(answer, solution).Solved
//
// A [Game] is a board with its journal: [Game.Record] adds an event, [Game.Undo] takes the last change
// back. Both are data to be stored by the caller.
//
// Outcomes and errors are data; package explain puts them into words.
//
// Clues never change, and nothing here loses a player's work: a move changes the cells that it names, and takes a
// digit that it writes out of the marks of the cell's peers, no more. Only [MarkAll] and [UnmarkAll] replace all marks.
package play
