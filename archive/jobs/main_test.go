package jobs

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must, wantError, eventually = sudokutest.Must, sudokutest.WantError, sudokutest.Eventually

// workVariable makes the test binary be a process that works on the database it names, instead
// of running tests.
const workVariable = "GRIDTEST_WORK_CHILD"

func TestMain(m *testing.M) {
	if url := os.Getenv(workVariable); url != "" {
		os.Exit(workInChild(url))
	}
	archivetest.Main(m)
}

func workInChild(url string) int {
	ctx := context.Background()
	store, err := archivetest.Connect(ctx, url)
	if err == nil {
		err = Work(ctx, store, url, mourned(2))
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// hurried returns options that keep results at once, and that soon find out that all is done.
func hurried(workers int) Options {
	return Options{Workers: workers, beat: 500 * time.Millisecond, keep: 50 * time.Millisecond, Log: slog.New(slog.DiscardHandler)}
}

// mourned are options under which the dead are missed at once, too, as are the living where the machine
// stands still.
func mourned(workers int) Options {
	o := hurried(workers)
	o.beat = 100 * time.Millisecond
	return o
}

// startChild starts a process that works, to be killed.
func startChild(t *testing.T, url string) *exec.Cmd {
	t.Helper()
	path, err := os.Executable()
	must(t, err)
	child := exec.Command(path)
	child.Env = append(os.Environ(), workVariable+"="+url)
	must(t, child.Start())
	return child
}

// kill ends a process without a warning.
func kill(t *testing.T, child *exec.Cmd) {
	t.Helper()
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
}

// workToEnd works in this process until nothing is left.
func workToEnd(t *testing.T, store *archive.Store, url string) {
	t.Helper()
	o := mourned(2)
	o.UntilEnd = true
	must(t, Work(t.Context(), store, url, o))
}

// keys returns the keys of all puzzles of a collection, each as often as it is there.
func keys(t *testing.T, store *archive.Store, collection string) []string {
	t.Helper()
	var all []string
	for e, err := range store.Export(t.Context(), "", collection) {
		must(t, err)
		all = append(all, canon.KeyOf(e.Grid).String())
	}
	slices.Sort(all)
	return all
}

func list(t *testing.T, store *archive.Store) []Progress {
	t.Helper()
	all, err := List(t.Context(), store)
	must(t, err)
	return all.Jobs
}

// execute does a statement past this package.
func execute(t *testing.T, store *archive.Store, statement string, args ...any) {
	t.Helper()
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), statement, args...)
		return err
	}))
}

// numbers returns what a query finds.
func numbers(t *testing.T, store *archive.Store, query string) (all []int64) {
	t.Helper()
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), query)
		if err == nil {
			all, err = pgx.CollectRows(rows, pgx.RowTo[int64])
		}
		return err
	}))
	return all
}
