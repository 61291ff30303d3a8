package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// faults are what goes wrong with what the program runs on. A round does one to a program of its own,
// which has to say what is wrong and what to do, in words of ours and with exit code 1, and has to
// leave nothing half done: when the fault is fixed, the same command completes.
var faults = []struct {
	name     string
	round    func(t *testing.T, r *rand.Rand)
	atLength bool // in make check alone: make test has no time for more servers and long imports
}{
	{"server's disk full", serverDiskFull, false},
	{"server's log on a full disk", serverLogFull, true},
	{"private server's disk full", privateDiskFull, true},
	{"temporary folder full", temporaryFolderFull, true},
	{"lists of an import onto a full disk", listsOntoFullDisk, true},
	{"export onto a full disk", exportOntoFullDisk, true},
	{"too many connections at the start", tooManyConnections, false},
	{"one connection for an import", oneConnection, true},
	{"lock timeout", lockTimeout, true},
	{"statement timeout", statementTimeout, false},
	{"timeout of idle transactions", idleTimeout, true},
	{"deadlock", deadlock, true},
	{"read-only server", readOnly, true},
	{"hot standby", hotStandby, true},
	{"connection cut", connectionCut, false},
	{"connection half-open", connectionHalfOpen, false},
	{"connection half-open at the start", halfOpenStart, true},
	{"connection slow", connectionSlow, true},
	{"server stopped by a signal", serverHalted, false},
	{"dump during an import", dumpDuringImport, true},
}

func TestFaults(t *testing.T) {
	for i, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			if fault.atLength && testing.Short() {
				t.Skip("make check does it")
			}
			t.Parallel()
			fault.round(t, rand.New(rand.NewPCG(uint64(i), 1)))
		})
	}
}

// The faults are proven in two parts: together they took more than an hour on a busy machine.
func TestProveFaults(t *testing.T)     { proveFaults(t, 0, 10) }
func TestProveMoreFaults(t *testing.T) { proveFaults(t, 10, len(faults)) }

func proveFaults(t *testing.T, from, to int) {
	sudokutest.Prove(t)
	for _, fault := range faults[from:to] {
		t.Run(fault.name, func(t *testing.T) { sudokutest.Rounds(t, fault.name, fault.round) })
	}
}

// faultLines are two batches of an import, for faults in its middle; for others, fewLines will do.
const faultLines, fewLines = 12_000, 1_000

// puzzleFile writes so many puzzles of different classes into a file, and returns its name and its text.
func puzzleFile(t *testing.T, n int) (name, text string) {
	t.Helper()
	clues, err := sudoku.Parse("020030040600000003004000500000806000800010006000705000007000600400000008030040020")
	must(t, err)
	solution, err := solver.Solve(clues)
	must(t, err)
	r := rand.New(rand.NewPCG(7, 7))
	seen := map[sudoku.Grid]bool{clues: true}
	var lines strings.Builder
	for len(seen) <= n {
		grown := clues
		for range 4 + r.IntN(20) {
			cell := sudoku.Cell(r.IntN(sudoku.MaxCells))
			grown = grown.With(cell, solution.At(cell))
		}
		if !seen[grown] {
			seen[grown] = true
			fmt.Fprintln(&lines, grown)
		}
	}
	name = filepath.Join(t.TempDir(), "puzzles.txt")
	must(t, os.WriteFile(name, []byte(lines.String()), 0o644))
	return name, lines.String()
}

// ended is how a program ended.
type ended struct {
	code        int
	out, errOut string
}

// tooLong is what no program may take, whatever goes wrong.
const tooLong = 5 * time.Minute

// gridkeeper runs the program on a database, or with a data directory, and fails the test if it hangs
// or panics.
func gridkeeper(t *testing.T, on variables, args ...string) ended {
	t.Helper()
	var out bytes.Buffer
	got := gridkeeperTo(t, &out, on, args...)
	got.out = out.String()
	return got
}

// gridkeeperTo runs the program with another standard output.
func gridkeeperTo(t *testing.T, out io.Writer, on variables, args ...string) ended {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), tooLong)
	defer cancel()
	var errOut bytes.Buffer
	cmd := exec.CommandContext(ctx, "gridkeeper", args...)
	cmd.Env = append(os.Environ(), on...)
	cmd.Stdout, cmd.Stderr = out, &errOut
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Errorf("gridkeeper %q still runs after %s", args, tooLong)
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if strings.Contains(errOut.String(), "goroutine ") {
		t.Errorf("gridkeeper %q panics:\n%s", args, end(errOut.String()))
	}
	return ended{code: cmd.ProcessState.ExitCode(), errOut: errOut.String()}
}

// variables say where a program finds its archive.
type variables []string

func atURL(url string) variables { return variables{"GRIDKEEPER_DATABASE_URL=" + url} }

// impatient is a database whose connections may be silent for some seconds, which is also how long a new
// one may take.
func impatient(url string) variables { return atURL(url + "&tcp_user_timeout=4000") }

// wantFailed fails the test unless a program ended with exit code 1 and said some things.
func wantFailed(t *testing.T, got ended, texts ...string) {
	t.Helper()
	if got.code != 1 {
		t.Errorf("exit code %d, want 1: %s", got.code, end(got.errOut))
	}
	for _, text := range texts {
		if !strings.Contains(got.errOut, text) {
			t.Errorf("want %q in:\n%s", text, end(got.errOut))
		}
	}
}

// end is the last lines of what a program says.
func end(text string) string { return text[max(0, len(text)-800):] }

func wantRun(t *testing.T, got ended) {
	t.Helper()
	if got.code != 0 {
		t.Fatalf("exit code %d: %s", got.code, end(got.errOut))
	}
}

// importArgs is the command that all faults happen to.
func importArgs(file string) []string { return []string{"import", "--collection", "Faults", file} }

// wantImportable imports a file, of which some may be there, and looks at all that is kept: every line
// is there once and in its place, the counts are right, and so are the tables.
func wantImportable(t *testing.T, on variables, url, file, text string) {
	t.Helper()
	again := gridkeeper(t, on, importArgs(file)...)
	wantRun(t, again)
	wantWhole(t, on, text, again)
	if url != "" {
		archivetest.WantConsistent(t, url)
	}
}

// wantCompletable is wantImportable after an import that may have come to its end before the fault.
func wantCompletable(t *testing.T, got ended, on variables, url, file, text string) {
	t.Helper()
	if got.code != 0 {
		wantImportable(t, on, url, file, text)
		return
	}
	wantWhole(t, on, text, got)
	archivetest.WantConsistent(t, url)
}

func wantWhole(t *testing.T, on variables, text string, imported ended) {
	t.Helper()
	want := fmt.Sprintf("%d new, 0 duplicates, 0 rejected", strings.Count(text, "\n"))
	if !strings.Contains(imported.errOut, want) {
		t.Errorf("want %q in the report:\n%s", want, end(imported.errOut))
	}
	exported := gridkeeper(t, on, "export", "Faults")
	wantRun(t, exported)
	if exported.out != text {
		t.Errorf("the export has %d bytes and differs from the file, which has %d", len(exported.out), len(text))
	}
}
