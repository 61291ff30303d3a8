package library_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var (
	must         = sudokutest.Must
	file         = archivetest.File
	tierCountsOf = archivetest.TierCountsOf
)

func TestMain(m *testing.M) {
	archivetest.Main(m)
}

func must1[T any](value T, err error) T { return sudokutest.Must1(value, err) }
