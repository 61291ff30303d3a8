// Package people keeps what concerns players as persons: what is kept about them, and how it is given out
// and deleted; how admins change results; and the browsers in which players are signed in.
package people

import "github.com/gridkeeper/gridkeeper/archive/postgres"

// Store is what is kept about persons in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns what a database keeps about persons.
func New(db *postgres.DB) *Store { return &Store{db} }
