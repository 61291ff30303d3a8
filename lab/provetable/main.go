// Provetable turns the output of go test -v into a table of what was proved: every fault and every
// comparison with an oracle, how often it was done, and how often it went wrong.
//
//	GRIDTEST_PROVE=1 go test -v -run Prove ./archive | go run ./lab/provetable
//
// Tests say so in lines of sudokutest.Proved; one that has none counts as one run. The output passes
// through, the table follows, and the exit code is 1 if anything is wrong.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "provetable:", err)
		os.Exit(1)
	}
}

// row is a fault or a comparison.
type row struct {
	name        string
	runs, wrong int
}

var (
	proved = regexp.MustCompile(`: proved: (.*): (\d+) runs, (\d+) wrong$`)
	ended  = regexp.MustCompile(`^--- (PASS|FAIL): Test(\S+) \(`)
	failed = regexp.MustCompile(`^(FAIL|panic:)`)
)

func run(in io.Reader, out io.Writer) error {
	rows, err := read(in, out)
	if err != nil {
		return err
	}
	wrong := write(out, rows)
	if len(rows) == 0 {
		return errors.New("no test ran")
	}
	if wrong > 0 {
		return fmt.Errorf("%d wrong", wrong)
	}
	return nil
}

// read passes the output of tests on, and collects its rows. The lines that a test logs come before or,
// with -v, while it runs, and the line of its end after them.
func read(in io.Reader, out io.Writer) (rows []row, err error) {
	counted, broken := false, false
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		line := lines.Text()
		fmt.Fprintln(out, line)
		if m := proved.FindStringSubmatch(line); m != nil {
			runs, _ := strconv.Atoi(m[2]) // both are digits
			wrong, _ := strconv.Atoi(m[3])
			rows = append(rows, row{m[1], runs, wrong})
			counted = true
			continue
		}
		if m := ended.FindStringSubmatch(line); m != nil {
			if m[1] == "FAIL" {
				rows = append(rows, row{sentence(m[2]), 1, 1})
			} else if !counted {
				rows = append(rows, row{sentence(m[2]), 1, 0})
			}
			counted = false
		}
		broken = broken || failed.MatchString(line)
	}
	if broken {
		rows = append(rows, row{"packages that failed", 1, 1})
	}
	return rows, lines.Err()
}

var word = regexp.MustCompile(`[A-Z]+[a-z0-9]*`)

// sentence spells the name of a test: "ProveGameHistories" is "game histories".
func sentence(name string) string {
	return strings.ToLower(strings.Join(word.FindAllString(strings.TrimPrefix(name, "Prove"), -1), " "))
}

// write prints the table and returns how much is wrong.
func write(out io.Writer, rows []row) (wrong int) {
	runs := 0
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "\nwhat\truns\twrong\t\n")
	for _, r := range rows {
		fmt.Fprintf(w, "%s\t%d\t%d\t\n", r.name, r.runs, r.wrong)
		runs, wrong = runs+r.runs, wrong+r.wrong
	}
	fmt.Fprintf(w, "in all\t%d\t%d\t\n", runs, wrong)
	w.Flush()
	return wrong
}
