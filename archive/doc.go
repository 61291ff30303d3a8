// Package archive keeps puzzles, dailies, games and results in PostgreSQL 15 or newer.
//
// Open a store on a database whose schema is the one of package migrations:
//
//	err := postgres.Migrate(ctx, url)
//	store, err := archive.Open(ctx, url)
//	defer store.Close()
//
// Its stores are in the packages below: library, importing, search, daily, games, people and sharding, each over one
// [postgres.DB]. All that a request does with them within [Store.Once] is one transaction.
//
// Every method is safe for concurrent use, from many goroutines and many machines; the
// promises rest on unique constraints and row locks of the database, not on memory.
package archive
