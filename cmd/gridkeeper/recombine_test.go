package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// An interrupted run prints what it has found, and one with a state goes on from there.
func TestRecombineInterrupted(t *testing.T) {
	mothers := relatives()
	state := filepath.Join(t.TempDir(), "state")
	var all strings.Builder
	if code := run(t.Context(), []string{"lab", "recombine"}, strings.NewReader(mothers), &all, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	found := 0
	wait := 50 * time.Millisecond
	for interrupted := true; interrupted; wait *= 2 { // a busy machine may need long to do anything
		ctx, interrupt := context.WithTimeout(t.Context(), wait)
		var out, errOut strings.Builder
		code := run(ctx, []string{"lab", "recombine", "--state", state}, strings.NewReader(mothers), &out, &errOut)
		interrupt()
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if !slices.IsSorted(lines) {
			t.Error("the children are not sorted")
		}
		if interrupted = code != 0; interrupted && !strings.HasSuffix(errOut.String(), "gridkeeper: interrupted\n") {
			t.Fatalf("exit code %d and %q", code, errOut.String())
		}
		if !interrupted && out.String() != all.String() {
			t.Error("other children than without interruption")
		}
		text, err := os.ReadFile(state)
		must(t, err)
		if n := strings.Count(string(text), "\n"); n < found {
			t.Errorf("%d lines of state after %d", n, found)
		} else {
			found = n
		}
	}
}

// relatives returns a puzzle of 17 clues with each clue of its solution added, a line each.
func relatives() string {
	const puzzle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
	const solution = "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
	var text strings.Builder
	for i := range puzzle {
		more := puzzle[:i] + solution[i:i+1] + puzzle[i+1:]
		text.WriteString(more + "\n")
	}
	return text.String()
}
