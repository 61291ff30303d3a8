// Benchtable turns the output of go test -bench into a table of puzzles a second, each
// beside its yardstick of the same run:
//
//	go test -run '^$' -bench . ./solver ./canon ./rating | go run ./cmd/benchtable
//
// Each benchmark that reports puzzles/s has a line. Its yardstick is the benchmark named
// oracle below it, or else below one of those above it: machines are noisy, and only the
// ratio can be compared from one day to the next.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "benchtable:", err)
		os.Exit(1)
	}
}

// oracle is the last part of a yardstick's name.
const oracle = "oracle"

// measurement is one benchmark that reported puzzles/s.
type measurement struct {
	name string // without Benchmark and the number of processors: "Count/17-clues"
	rate float64
}

func run(in io.Reader, out io.Writer) error {
	measurements, failed, err := read(in)
	if err != nil {
		return err
	}
	rates := map[string]float64{}
	for _, m := range measurements {
		rates[m.name] = m.rate
	}
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "work\tpuzzles/s\toracle/s\tratio\t")
	for _, m := range measurements {
		if path.Base(m.name) == oracle {
			continue
		}
		yardstick, ratio := "", ""
		if o := yardstickOf(m.name, rates); o > 0 {
			yardstick, ratio = number(o), number(m.rate/o)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t\n", m.name, number(m.rate), yardstick, ratio)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if failed {
		return fmt.Errorf("a benchmark failed: run go test -bench alone to see it")
	}
	return nil
}

// line matches a result: the name, the processors, the rest.
var line = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+(.*)$`)

func read(in io.Reader) (measurements []measurement, failed bool, err error) {
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		failed = failed || strings.HasPrefix(lines.Text(), "FAIL") || strings.HasPrefix(lines.Text(), "--- FAIL")
		found := line.FindStringSubmatch(lines.Text())
		if found == nil {
			continue
		}
		if rate, ok := puzzleRate(strings.Fields(found[2])); ok {
			measurements = append(measurements, measurement{found[1], rate})
		}
	}
	return measurements, failed, lines.Err()
}

// puzzleRate returns the value before the unit puzzles/s.
func puzzleRate(fields []string) (float64, bool) {
	for i := 1; i < len(fields); i++ {
		if fields[i] == "puzzles/s" {
			rate, err := strconv.ParseFloat(fields[i-1], 64)
			return rate, err == nil
		}
	}
	return 0, false
}

// yardstickOf looks for the oracle below the benchmark, then below those above it.
func yardstickOf(name string, rates map[string]float64) float64 {
	for ; name != "."; name = path.Dir(name) {
		if rate, ok := rates[name+"/"+oracle]; ok {
			return rate
		}
	}
	return 0
}

// number formats small numbers with three digits, and others with thousands separated.
func number(x float64) string {
	if x < 100 {
		return strconv.FormatFloat(x, 'g', 3, 64)
	}
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
