// Package library keeps puzzles: collections of them, how they came in and go out, and the order in
// which they are given out.
//
// Files of puzzles are imported by [Store.ImportFile], and come out as they were by [Store.Export]:
//
//	report, err := store.ImportFile(ctx, library.ImportOptions{File: "puzzles.txt"}, file)
//
// An import that was killed continues when it is run again. The collection is the operator's, and
// for everyone, or that of the guild named in the options, and for nobody else until
// [Store.ShareCollection]. A guild sees with [Store.Offers] what it may use.
//
// What is promised:
//
//   - no accepted puzzle is lost, and none is stored twice: a puzzle is the class of all
//     grids that a [sudoku.Transform] turns into one another, known by its [canon.Key]
//   - a guild, and a player in it, gets puzzles of its own collections and of shared ones only,
//     and sees nothing of the lines of other collections
//   - a guild, and a player, sees no puzzle of a tier twice before having seen them all
package library

import "github.com/gridkeeper/gridkeeper/archive/postgres"

// Store is the library in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns the library of a database.
func New(db *postgres.DB) *Store { return &Store{db} }
