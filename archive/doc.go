// Package archive keeps puzzles, dailies, games and results in PostgreSQL 15 or newer.
//
// Open a store on a database whose schema is the one of package migrations:
//
//	err := migrations.Up(ctx, url)
//	store, err := archive.Open(ctx, url)
//	defer store.Close()
//
// What it knows of puzzles is in package library. A guild may confine itself to some collections with
// [Store.Choose]. A day in a guild is
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
//   - a daily is chosen once and then served from the record
//   - at most one owner at a time holds a post of the outbox
//   - a request changes the archive once, and its repetitions get the same answer
//
// Every method is safe for concurrent use, from many goroutines and many machines; the
// promises rest on unique constraints and row locks of the database, not on memory.
// Times of games come from the clock of the store, which a test may replace; leases of
// the outbox from the clock of the database, which all machines share.
package archive
