package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const passed = `=== RUN   TestProveFaults
=== RUN   TestProveFaults/disk_full
    fault_test.go:50: proved: disk full: 50 runs, 0 wrong
    fault_test.go:51: reached: full while it wrote: 12 times
--- PASS: TestProveFaults (12.00s)
    --- PASS: TestProveFaults/disk_full (12.00s)
=== RUN   TestProveGameHistories
    game_test.go:1: 500 histories
--- PASS: TestProveGameHistories (3.00s)
PASS
ok  	github.com/gridkeeper/gridkeeper/archive	3.1s
`

const printed = `
                    what   runs   wrong
               disk full     50       0
   · full while it wrote     12       0
          game histories      1       0
                  in all     51       0
`

func TestTable(t *testing.T) {
	var out strings.Builder
	if err := run(nil, strings.NewReader(passed), &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != passed+printed {
		t.Errorf("got\n%s\nwant\n%s", got, passed+printed)
	}
}

func TestTableOfFailures(t *testing.T) {
	for _, output := range []string{
		"",
		strings.Replace(passed, "50 runs, 0 wrong", "50 runs, 1 wrong", 1),
		strings.Replace(passed, "50 runs, 0 wrong", "0 runs, 0 wrong", 1),
		strings.Replace(passed, "12 times", "0 times", 1),
		strings.Replace(passed, "--- PASS: TestProveGame", "--- FAIL: TestProveGame", 1),
		passed + "panic: test timed out after 4h0m0s\n",
		passed + "FAIL	github.com/gridkeeper/gridkeeper/archive [build failed]\n",
	} {
		if err := run(nil, strings.NewReader(output), &strings.Builder{}); err == nil {
			t.Errorf("no error for\n%s", output)
		}
	}
}

// The parts of a run are one table, which names what none of them reached.
func TestTableOfParts(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	again := strings.Replace(passed, "12 times", "0 times", 1)
	var out strings.Builder
	if err := run([]string{write("a", passed), write("b", again)}, nil, &out); err != nil || !strings.Contains(out.String(), "disk full    100 ") {
		t.Errorf("%v:\n%s", err, out.String())
	}
	skipped := "--- SKIP: TestProveSearch (0.00s)\n"
	broken := "--- FAIL: TestProveRest (0.00s)\n    rest_test.go:7: it is not there\nFAIL\n"
	err := run([]string{write("c", again+skipped), write("d", broken)}, nil, &out)
	if err == nil || !strings.Contains(out.String(), "it is not there") || !strings.Contains(out.String(), "left out, see why with go test -v: search") {
		t.Errorf("%v:\n%s", err, out.String())
	}
	if err := run([]string{write("e", again)}, nil, &out); err == nil || !strings.Contains(err.Error(), "full while it wrote") {
		t.Error(err)
	}
}
