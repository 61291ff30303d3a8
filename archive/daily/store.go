// Package daily keeps guilds, the puzzle of a guild for a date, and the posts about it.
//
//	guild, err := store.Guild(ctx, "42")
//	daily, err := store.Daily(ctx, guild, today, sudoku.Sudoku, logic.TierHidden)
//
// What is promised:
//
//   - a daily is chosen once and then served from the record
//   - at most one owner at a time holds a post of the ledger
//
// Leases of the ledger are of the clock of the database, which all machines share.
package daily

import "github.com/gridkeeper/gridkeeper/archive/postgres"

// Store is guilds and their dailies in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns the guilds and dailies of a database.
func New(db *postgres.DB) *Store { return &Store{db} }
