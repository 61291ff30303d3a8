package importing_test

import (
	"os"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var (
	must         = sudokutest.Must
	file         = archivetest.File
	counts       = archivetest.Counts
	wantCounts   = archivetest.WantCounts
	tierCountsOf = archivetest.TierCountsOf
	wantIs       = archivetest.WantIs
)

func TestMain(m *testing.M) {
	if url := os.Getenv(importVariable); url != "" {
		os.Exit(importAndWait(url))
	}
	if url := os.Getenv(revertVariable); url != "" {
		os.Exit(revertAndWait(url))
	}
	archivetest.Main(m)
}

func date(text string) calendar.Date { return must1(calendar.ParseDate(text)) }
func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

func must1[T any](value T, err error) T { return sudokutest.Must1(value, err) }
