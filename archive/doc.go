// Package archive keeps puzzles, dailies, games and results in PostgreSQL 15 or newer.
//
// Open a store on a database whose schema is the one of package migrations:
//
//	err := migrations.Up(ctx, url)
//	store, err := archive.Open(ctx, url)
//	defer store.Close()
//
// Puzzles come in by [Store.Import] and go out as they went in by [Store.Export]:
//
//	report, err := store.Import(ctx, archive.ImportOptions{Collection: "Starter"}, entries)
//
// An import that was killed is resumed by running it again. A day of a server is then
//
//	srv, err := store.Guild(ctx, "42")
//	daily, err := store.Daily(ctx, srv, today, sudoku.Sudoku, solver.Hidden)
//	game, err := store.StartDaily(ctx, player, daily)
//	game, err = store.Record(ctx, game, archive.Event{Kind: archive.Moved, Grid: grid})
//	result, err := store.Finish(ctx, game)
//
// What is promised:
//
//   - no accepted puzzle is lost, and none is stored twice: a puzzle is the class of all
//     grids that a [sudoku.Transform] turns into one another, known by its [canon.Key]
//   - a daily is chosen once and then served from the record
//   - a guild, and a player, sees no puzzle of a tier twice before having seen them all
//   - at most one owner at a time holds a post of the ledger
//
// Every method may be called from many goroutines and from many machines at once; the
// promises rest on unique constraints and row locks of the database, not on memory.
// Times of games come from the clock of the store, which a test may replace; leases of
// the ledger from the clock of the database, which all machines share.
package archive
