package main

import (
	"strings"
	"testing"
)

const passed = `=== RUN   TestProveFaults
=== RUN   TestProveFaults/disk_full
    fault_test.go:50: proved: disk full: 50 runs, 0 wrong
--- PASS: TestProveFaults (12.00s)
    --- PASS: TestProveFaults/disk_full (12.00s)
=== RUN   TestProveGameHistories
    game_test.go:1: 500 histories
--- PASS: TestProveGameHistories (3.00s)
PASS
ok  	github.com/gridkeeper/gridkeeper/archive	3.1s
`

const table = `
             what   runs   wrong
        disk full     50       0
   game histories      1       0
           in all     51       0
`

func TestTable(t *testing.T) {
	var out strings.Builder
	if err := run(strings.NewReader(passed), &out); err != nil {
		t.Fatal(err)
	}
	if got := out.String(); got != passed+table {
		t.Errorf("got\n%s\nwant\n%s", got, passed+table)
	}
}

func TestTableOfFailures(t *testing.T) {
	for _, output := range []string{
		"",
		strings.Replace(passed, "50 runs, 0 wrong", "50 runs, 1 wrong", 1),
		strings.Replace(passed, "--- PASS: TestProveGame", "--- FAIL: TestProveGame", 1),
		passed + "panic: test timed out after 4h0m0s\n",
		passed + "FAIL	github.com/gridkeeper/gridkeeper/archive [build failed]\n",
	} {
		if err := run(strings.NewReader(output), &strings.Builder{}); err == nil {
			t.Errorf("no error for\n%s", output)
		}
	}
}
