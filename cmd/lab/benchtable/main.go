// Benchtable turns the output of go test -bench into a table of puzzles a second, each
// beside its yardstick of the same run:
//
//	go test -run '^$' -bench . ./solver ./sudoku/canon ./rating | go run ./cmd/lab/benchtable
//
// Benchmarks that report puzzles/s are in the first table, with the bytes allocated for a puzzle if they report them.
// Those that report p50-ms and p99-ms are in a second table, and those that report MB in a third. The yardstick of the first
// is the benchmark named oracle below it, or else below one of its parents. Machines are noisy: only the ratio can be
// compared from one day to the next.
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

// measurement is one benchmark.
type measurement struct {
	name   string             // without Benchmark and the number of processors: "Count/17-clues"
	values map[string]float64 // by unit
}

func run(in io.Reader, out io.Writer) error {
	measurements, failed, err := read(in)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	printRates(w, measurements)
	printLatencies(w, measurements)
	printSizes(w, measurements)
	if err := w.Flush(); err != nil {
		return err
	}
	if failed {
		return fmt.Errorf("a benchmark failed: run go test -bench alone to see it")
	}
	return nil
}

// printRates prints the benchmarks that report puzzles/s.
func printRates(w io.Writer, measurements []measurement) {
	rates := map[string]float64{}
	for _, m := range measurements {
		if rate, ok := m.values["puzzles/s"]; ok {
			rates[m.name] = rate
		}
	}
	if len(rates) == 0 {
		return
	}
	fmt.Fprintln(w, "work\tpuzzles/s\toracle/s\tratio\tallocated bytes\t")
	for _, m := range measurements {
		rate, ok := rates[m.name]
		if !ok || path.Base(m.name) == oracle {
			continue
		}
		yardstick, ratio := "", ""
		if o := yardstickOf(m.name, rates); o > 0 {
			yardstick, ratio = number(o), number(rate/o)
		}
		bytes := ""
		if b, ok := m.values["B/op"]; ok {
			bytes = number(b)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", m.name, number(rate), yardstick, ratio, bytes)
	}
}

// printLatencies prints the benchmarks that report the median and the 99th percentile of latency.
func printLatencies(w io.Writer, measurements []measurement) {
	title := "\nwork\tp50 ms\tp99 ms\t\n"
	for _, m := range measurements {
		p50, half := m.values["p50-ms"]
		p99, most := m.values["p99-ms"]
		if half && most {
			fmt.Fprintf(w, "%s%s\t%s\t%s\t\n", title, m.name, number(p50), number(p99))
			title = ""
		}
	}
}

// printSizes prints the benchmarks that report their memory, with the disk space of a puzzle.
func printSizes(w io.Writer, measurements []measurement) {
	title := "\nwork\tMB\tbytes a puzzle\t\n"
	for _, m := range measurements {
		megabytes, ok := m.values["MB"]
		if !ok {
			continue
		}
		disk := ""
		if bytes, ok := m.values["bytes/puzzle"]; ok {
			disk = number(bytes)
		}
		fmt.Fprintf(w, "%s%s\t%s\t%s\t\n", title, m.name, number(megabytes), disk)
		title = ""
	}
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
		m := measurement{found[1], map[string]float64{}}
		fields := strings.Fields(found[2]) // each value stands before its unit
		for i := 1; i < len(fields); i += 2 {
			if value, err := strconv.ParseFloat(fields[i-1], 64); err == nil {
				m.values[fields[i]] = value
			}
		}
		measurements = append(measurements, m)
	}
	return measurements, failed, lines.Err()
}

// yardstickOf returns the rate of the oracle below the benchmark, or else below one of its parents, 0 if there is none.
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
