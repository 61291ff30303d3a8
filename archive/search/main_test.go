package search_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var (
	must = sudokutest.Must
	file = archivetest.File
)

func TestMain(m *testing.M) {
	archivetest.Main(m)
}

func date(text string) calendar.Date { return must1(calendar.ParseDate(text)) }
func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

func must1[T any](value T, err error) T { return sudokutest.Must1(value, err) }
