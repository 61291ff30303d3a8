// Provetable turns the output of go test -v into a table of proofs: every fault and every comparison with an oracle, the
// number of its runs, and how many went wrong.
//
//	GRIDTEST_PROVE=1 go test -v -run Prove ./archive | go run ./cmd/lab/provetable
//	go run ./cmd/lab/provetable bin/prove/*
//
// The numbers are in lines of sudokutest.Proved and sudokutest.Reached; a test without such lines counts as one run.
// Standard input passes through; of files, which are parts of a run, only failures are shown. Then follows the table, in
// which rows of the same name are added up. The exit code is 1 if anything went wrong, or was never run.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "provetable:", err)
		os.Exit(1)
	}
}

// row is a fault or a comparison.
type row struct {
	name        string
	runs, wrong int
}

// table has rows in the order in which they came, and the tests that were skipped.
type table struct {
	rows    []row
	skipped []string
}

func (t *table) add(r row) {
	i := slices.IndexFunc(t.rows, func(known row) bool { return known.name == r.name })
	if i < 0 {
		t.rows = append(t.rows, r)
		return
	}
	t.rows[i].runs += r.runs
	t.rows[i].wrong += r.wrong
}

var (
	proved  = regexp.MustCompile(`: proved: (.*): (\d+) runs, (\d+) wrong$`)
	reached = regexp.MustCompile(`: reached: (.*): (\d+) times$`)
	ended   = regexp.MustCompile(`^--- (PASS|FAIL|SKIP): Test(\S+) \(`)
	failed  = regexp.MustCompile(`^(FAIL|panic:)`)
	mark    = regexp.MustCompile(`^\s+\S+_test\.go:\d+: |^--- FAIL|^panic:|^FAIL`)
)

func run(files []string, in io.Reader, out io.Writer) error {
	var t table
	if len(files) == 0 {
		if err := t.read(in, func(line string) { fmt.Fprintln(out, line) }); err != nil {
			return err
		}
	}
	for _, name := range files {
		if err := t.readFile(name, out); err != nil {
			return err
		}
	}
	return t.write(out)
}

// readFile reads a part of a run, and shows its failures.
func (t *table) readFile(name string, out io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	broken, why := false, []string{}
	err = t.read(file, func(line string) {
		broken = broken || failed.MatchString(line)
		if mark.MatchString(line) && !proved.MatchString(line) && !reached.MatchString(line) {
			why = append(why, line)
		}
	})
	if broken {
		fmt.Fprintf(out, "%s:\n%s\n", name, strings.Join(why[max(0, len(why)-20):], "\n"))
	}
	return err
}

// read collects the rows in the output of tests. The lines that a test logs come before the line of its end.
func (t *table) read(in io.Reader, pass func(line string)) error {
	counted, broken := false, false
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		pass(line)
		if r, ok := rowOf(line); ok {
			t.add(r)
			counted = true
		}
		if m := ended.FindStringSubmatch(line); m != nil {
			switch {
			case m[1] == "SKIP":
				t.skipped = append(t.skipped, sentence(m[2]))
			case m[1] == "FAIL":
				t.add(row{sentence(m[2]), 1, 1})
			case !counted:
				t.add(row{sentence(m[2]), 1, 0})
			}
			counted = false
		}
		broken = broken || failed.MatchString(line)
	}
	if broken {
		t.add(row{"packages that failed", 1, 1})
	}
	return lines.Err()
}

// rowOf reads a line of sudokutest.Proved or sudokutest.Reached.
func rowOf(line string) (row, bool) {
	if m := proved.FindStringSubmatch(line); m != nil {
		runs, _ := strconv.Atoi(m[2]) // both are digits
		wrong, _ := strconv.Atoi(m[3])
		return row{m[1], runs, wrong}, true
	}
	if m := reached.FindStringSubmatch(line); m != nil {
		times, _ := strconv.Atoi(m[2])
		return row{"· " + m[1], times, 0}, true
	}
	return row{}, false
}

var word = regexp.MustCompile(`[A-Z]+[a-z0-9]*`)

// sentence spells the name of a test: "ProveGameHistories" is "game histories".
func sentence(name string) string {
	return strings.ToLower(strings.Join(word.FindAllString(strings.TrimPrefix(name, "Prove"), -1), " "))
}

// write prints the table. It is an error if anything went wrong, or was never run.
func (t *table) write(out io.Writer) error {
	runs, wrong := 0, 0
	var missed []string
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\nwhat\truns\twrong\t\n")
	for _, r := range t.rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t\n", r.name, r.runs, r.wrong)
		wrong += r.wrong
		if !strings.HasPrefix(r.name, "· ") { // a branch of the row before
			runs += r.runs
		}
		if r.runs == 0 {
			missed = append(missed, strings.TrimPrefix(r.name, "· "))
		}
	}
	fmt.Fprintf(w, "in all\t%d\t%d\t\n", runs, wrong)
	w.Flush()
	if len(t.skipped) > 0 {
		fmt.Fprintf(out, "\nleft out, see why with go test -v: %s\n", strings.Join(t.skipped, ", "))
	}
	switch {
	case len(t.rows) == 0:
		return errors.New("no test ran")
	case wrong > 0:
		return fmt.Errorf("%d wrong", wrong)
	case len(missed) > 0:
		return fmt.Errorf("this run is not valid, it never reached: %s", strings.Join(missed, "; "))
	}
	return nil
}
