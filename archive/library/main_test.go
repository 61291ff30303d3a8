package library_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func TestMain(m *testing.M) {
	if url := os.Getenv(importVariable); url != "" {
		os.Exit(importAndWait(url))
	}
	if url := os.Getenv(revertVariable); url != "" {
		os.Exit(revertAndWait(url))
	}
	archivetest.Main(m)
}

// file returns a file of lines.
func file(lines ...string) io.Reader { return strings.NewReader(strings.Join(lines, "\n")) }

// counts is what a report counts: read, new, duplicates, rejected.
func counts(r library.Report) string {
	return fmt.Sprintf("%d read: %d new, %d duplicates, %d rejected", r.Read, r.New, r.Duplicates, r.Rejected)
}

func wantCounts(t testing.TB, r library.Report, want string) {
	t.Helper()
	if got := counts(r); got != want {
		t.Fatalf("the report counts %s, want %s", got, want)
	}
}

// suppliesOf returns the counts of an archive that has one collection.
func suppliesOf(t testing.TB, stats library.Stats) (s library.Supply) {
	t.Helper()
	for _, c := range stats.Tiers {
		if c.Shape == sudoku.Shidoku {
			s[0] += c.Puzzles
		} else {
			s[c.Tier] += c.Puzzles
		}
	}
	return s
}

func date(text string) calendar.Date { return must1(calendar.ParseDate(text)) }
func sorted(lines []string) []string { return slices.Sorted(slices.Values(lines)) }

func wantIs(t testing.TB, err, target error) {
	t.Helper()
	if !errors.Is(err, target) {
		t.Fatalf("the error is %v, want %v", err, target)
	}
}

// must1 is for constants of tests.
func must1[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
