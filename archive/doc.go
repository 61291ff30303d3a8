// Package archive keeps puzzles, dailies, games and results in PostgreSQL 15 or newer.
//
// Open a store on a database whose schema is the one of package migrations:
//
//	err := migrations.Up(ctx, url)
//	store, err := archive.Open(ctx, url)
//	defer store.Close()
//
// Files of puzzles are imported by [Store.ImportFile], and come out as they were by [Store.Export]:
//
//	report, err := store.ImportFile(ctx, archive.ImportOptions{File: "puzzles.txt"}, file)
//
// An import that was killed continues when it is run again. The collection is the operator's, and
// for everyone, or that of the guild named in the options, and for nobody else until
// [Store.ShareCollection]. A guild sees with [Store.Offers] what it may use, and may confine itself
// to some of it with [Store.Choose]. A day in a guild is then
//
//	guild, err := store.Guild(ctx, "42")
//	daily, err := store.Daily(ctx, guild, today, sudoku.Sudoku, logic.TierHidden)
//	game, err := store.StartDaily(ctx, player, daily)
//	board, err := game.Play("r4c5=7")
//	game, err = store.Record(ctx, game, play.Event{Kind: play.Moved, Text: "r4c5=7", Board: board})
//	result, err := store.Finish(ctx, game)
//
// where a request that may arrive twice, or in two processes, does its work within [Store.Once].
//
// What is promised:
//
//   - no accepted puzzle is lost, and none is stored twice: a puzzle is the class of all
//     grids that a [sudoku.Transform] turns into one another, known by its [canon.Key]
//   - a daily is chosen once and then served from the record
//   - a guild, and a player in it, gets puzzles of its own collections and of shared ones only,
//     and sees nothing of the lines of other collections
//   - a guild, and a player, sees no puzzle of a tier twice before having seen them all
//   - at most one owner at a time holds a post of the ledger
//   - a request changes the archive once, and its repetitions get the same answer
//
// Every method is safe for concurrent use, from many goroutines and many machines; the
// promises rest on unique constraints and row locks of the database, not on memory.
// Times of games come from the clock of the store, which a test may replace; leases of
// the ledger from the clock of the database, which all machines share.
package archive
