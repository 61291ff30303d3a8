package archive_test

import (
	"os"
	"slices"
	"testing"
	"time"

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
	if url := os.Getenv(requestVariable); url != "" {
		os.Exit(requestAndWait(url))
	}
	archivetest.Main(m)
}

// clock is a clock that a test sets.
type clock struct{ now time.Time }

func (c *clock) read() time.Time         { return c.now }
func (c *clock) advance(d time.Duration) { c.now = c.now.Add(d) }
func at(text string) time.Time           { return must1(time.Parse("2006-01-02 15:04", text)) }
func date(text string) calendar.Date     { return must1(calendar.ParseDate(text)) }
func sorted(lines []string) []string     { return slices.Sorted(slices.Values(lines)) }

func must1[T any](value T, err error) T { return sudokutest.Must1(value, err) }
