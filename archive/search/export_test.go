package search

import "github.com/gridkeeper/gridkeeper/sudoku"

// Cycles is the number by which solutions are told apart before their canonical forms are computed.
func Cycles(solution sudoku.Grid) uint64 { return cycles(solution) }
