// Package games keeps what players do: games with their journals, results, streaks and leaderboards,
// duels, and boards that several solve together.
//
//	game, err := store.StartDaily(ctx, player, daily)
//	board, err := game.Play("r4c5=7")
//	game, err = store.Record(ctx, game, play.Event{Kind: play.Moved, Text: "r4c5=7", Board: board})
//	result, err := store.Finish(ctx, game)
//
// A request that may arrive twice, or in two processes, does its work within [postgres.DB.Once]. Times of
// games come from the clock of the database handle, which a test may replace.
package games

import "github.com/gridkeeper/gridkeeper/archive/postgres"

// Store is games in a database. It is safe for concurrent use.
type Store struct {
	db    *postgres.DB
	paces *keptPaces
}

// New returns the games of a database.
func New(db *postgres.DB) *Store {
	return &Store{db, &keptPaces{orders: map[Ranking]keptOrder{}}}
}
