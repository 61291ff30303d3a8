package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const puzzle = "020030040600000003004000500000806000800010006000705000007000600400000008030040020\n"

// TestMain lets the test's own program be ours, as the program does.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && works[os.Args[1]] != nil {
		main()
		return
	}
	os.Exit(m.Run())
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
}

// newBench returns a bench whose data is one puzzle in each set.
func newBench(t *testing.T) (*bench, *strings.Builder) {
	var out strings.Builder
	dir := t.TempDir()
	for _, set := range []string{"royle-17-clue", "minimal-20k", "hardest-375", "full-grids-20k"} {
		write(t, filepath.Join(dir, set+".txt"), puzzle)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &bench{self: self, peers: filepath.Join(dir, "peers"), data: dir, rounds: 3, lines: 40, out: &out}, &out
}

// A program that agrees, one that is wrong on each line, and one that stops early.
func TestPeers(t *testing.T) {
	b, out := newBench(t)
	write(t, filepath.Join(b.peers, "count", "agrees"), "#!/bin/sh\nexec sed 's/.*/1/'\n")
	write(t, filepath.Join(b.peers, "count", "early"), "#!/bin/sh\nhead -1 | sed 's/.*/1/'; cat >/dev/null\n")
	write(t, filepath.Join(b.peers, "count", "wrong"), "#!/bin/sh\nexec sed 's/.*/2/'\n")
	if err := b.run(); err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{
		`minimal-20k +gridkeeper +\d+ +0\n`,
		`minimal-20k +agrees +\d+ +\d+\.\d\d \(\d+\.\d\d-\d+\.\d\d\) +0\n`,
		`minimal-20k +early +\d+ .* 39\n`,
		`minimal-20k +wrong +\d+ .* 40\n`,
		`hardest-375 +wrong +\d+ .* 2\n`,
	} {
		if !regexp.MustCompile(row).MatchString(out.String()) {
			t.Errorf("no row %s in\n%s", row, out)
		}
	}
	if strings.Contains(out.String(), "canon") {
		t.Errorf("a table of canonical forms without a program:\n%s", out)
	}
}

// Programs that write 0 for an empty cell agree with ours.
func TestCanonicalFormWithZeros(t *testing.T) {
	b, out := newBench(t)
	write(t, filepath.Join(b.peers, "canon", "zeros"), "#!/bin/sh\n'"+b.self+"' canon | tr . 0\n")
	if err := b.run(); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`full-grids-20k +zeros +\d+ .* 0\n`).MatchString(out.String()) {
		t.Errorf("got\n%s", out)
	}
}

func TestPeersRefused(t *testing.T) {
	b, _ := newBench(t)
	if err := b.run(); err == nil || !strings.Contains(err.Error(), "no programs in") {
		t.Errorf("an empty folder: %v", err)
	}
	write(t, filepath.Join(b.peers, "count", "fails"), "#!/bin/sh\necho out of memory >&2; exit 3\n")
	if err := b.run(); err == nil || !strings.Contains(err.Error(), "out of memory") {
		t.Errorf("a program that fails: %v", err)
	}
	write(t, filepath.Join(b.data, "royle-17-clue.txt"), "")
	if err := b.run(); err == nil || !strings.Contains(err.Error(), "no puzzles in royle-17-clue.txt") {
		t.Errorf("an empty set: %v", err)
	}
}
