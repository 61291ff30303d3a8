// Package player is what one player does: the daily and own games, moves, hints, checks, answers, practice, results,
// settings and privacy. A file has a command or a family of them.
package player
