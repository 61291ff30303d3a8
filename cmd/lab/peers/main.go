// Peers measures the engine beside other programs, and prints one table for each kind of work:
//
//	go run ./cmd/lab/peers FOLDER
//
// FOLDER holds the other programs, one executable file each, named as the table is to call it:
//
//	FOLDER/count/NAME   writes how many solutions a puzzle has: 0, 1, or 2 for more
//	FOLDER/canon/NAME   writes the smallest text among the isomorphs of a puzzle
//
// Each reads puzzles from standard input, one a line with . for empty cells, and writes one line for each. It should
// use one thread. A script that calls another program will do; its children count.
//
// The puzzles are those of ../shared/data, scrambled. All programs work on the same lines, in rounds; every other round goes
// through them backwards. The measure is user time, so that a busy machine disturbs less; ratios are taken within a round.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func main() {
	if len(os.Args) == 2 && works[os.Args[1]] != nil { // as one of the programs, in a process of its own
		exitOn(answer(os.Stdin, os.Stdout, works[os.Args[1]]))
		return
	}
	b := bench{out: os.Stdout}
	flag.StringVar(&b.data, "data", filepath.Join("..", "shared", "data"), "the `folder` of the puzzles")
	flag.IntVar(&b.rounds, "rounds", 7, "measure `n` times")
	flag.IntVar(&b.lines, "lines", 200_000, "give a program `n` lines, of the hardest a twentieth")
	flag.Parse()
	if flag.NArg() != 1 || b.rounds < 1 || b.lines < 20 {
		exitOn(errors.New("usage: peers [-data folder] [-rounds n] [-lines n] FOLDER, with n at least 1 and 20"))
	}
	b.peers = flag.Arg(0)
	var err error
	b.self, err = os.Executable()
	exitOn(err)
	exitOn(b.run())
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

// works are the kinds of work, by their folder. Each appends the answer for a grid.
var works = map[string]func(out []byte, g sudoku.Grid) ([]byte, error){
	"count": func(out []byte, g sudoku.Grid) ([]byte, error) {
		n, err := solver.Count(g, 2)
		return strconv.AppendInt(out, int64(n), 10), err
	},
	"canon": func(out []byte, g sudoku.Grid) ([]byte, error) { return append(out, canon.Of(g).String()...), nil },
}

// answer writes a line for each line read. It reads all before it begins, as the measure is not the copying of lines.
func answer(in io.Reader, out io.Writer, work func([]byte, sudoku.Grid) ([]byte, error)) error {
	text, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	var answers []byte
	for line := range strings.Lines(string(text)) {
		g, err := sudoku.Parse(strings.TrimSpace(line))
		if err != nil {
			return err
		}
		if answers, err = work(answers, g); err != nil {
			return err
		}
		answers = append(answers, '\n')
	}
	_, err = out.Write(answers)
	return err
}

// bench is one run of the program.
type bench struct {
	self, peers, data string
	rounds, lines     int
	out               io.Writer
}

func (b *bench) run() error {
	fmt.Fprintf(b.out, "%s, %s, user time, %d rounds; a ratio is their time to ours: its median (least-most)\n", processor(), runtime.Version(), b.rounds)
	measured := false
	for _, kind := range []struct{ work, sets string }{
		{"count", "royle-17-clue minimal-20k hardest-375"},
		{"canon", "royle-17-clue minimal-20k full-grids-20k"},
	} {
		files, _ := os.ReadDir(filepath.Join(b.peers, kind.work)) // a missing folder has no programs
		programs := [][]string{{b.self, kind.work}}
		for _, file := range files {
			programs = append(programs, []string{filepath.Join(b.peers, kind.work, file.Name())})
		}
		if len(programs) == 1 {
			continue
		}
		measured = true
		w := tabwriter.NewWriter(b.out, 0, 0, 3, ' ', tabwriter.AlignRight)
		fmt.Fprintf(w, "\n%s\tprogram\tlines/s\tratio\tother answers\t\n", kind.work)
		for _, set := range strings.Fields(kind.sets) {
			if err := b.measure(w, set, programs); err != nil {
				return err
			}
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if !measured {
		return fmt.Errorf("no programs in %q: put them into its folders count and canon", b.peers)
	}
	return nil
}

// measure prints the rows of one set. Our program comes first.
func (b *bench) measure(w io.Writer, set string, programs [][]string) error {
	input, err := b.scrambled(set)
	if err != nil {
		return err
	}
	answers := make([][]string, len(programs))
	times := make([][]float64, len(programs)) // in seconds, by round
	for round := range b.rounds {
		for i := range programs {
			if round%2 == 1 {
				i = len(programs) - 1 - i
			}
			out, took, err := call(programs[i], input)
			if err != nil {
				return err
			}
			answers[i] = strings.Fields(strings.ReplaceAll(string(out), "0", "."))
			times[i] = append(times[i], took.Seconds())
		}
	}
	lines := bytes.Count(input, []byte("\n"))
	for i, program := range programs {
		name, ratio := filepath.Base(program[0]), ""
		if i == 0 {
			name = "gridkeeper"
		} else {
			ratios := make([]float64, b.rounds)
			for round := range ratios {
				ratios[round] = times[i][round] / times[0][round]
			}
			ratio = fmt.Sprintf("%.2f (%.2f-%.2f)", median(ratios), slices.Min(ratios), slices.Max(ratios))
		}
		fmt.Fprintf(w, "%s\t%s\t%.0f\t%s\t%d\t\n", set, name, float64(lines)/median(times[i]), ratio, differences(answers[0], answers[i]))
	}
	return nil
}

// scrambled returns isomorphs of the puzzles of a set, one a line, as often as it takes.
func (b *bench) scrambled(set string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(b.data, set+".txt"))
	if err != nil {
		return nil, err
	}
	puzzles := strings.Fields(string(text))
	if len(puzzles) == 0 {
		return nil, fmt.Errorf("no puzzles in %s.txt", set)
	}
	lines := b.lines
	if strings.HasPrefix(set, "hardest") {
		lines /= 20
	}
	r := rand.New(rand.NewPCG(7, 8))
	var input bytes.Buffer
	for i := range lines {
		g, err := sudoku.Parse(puzzles[i%len(puzzles)])
		if err != nil {
			return nil, err
		}
		fmt.Fprintln(&input, sudoku.RandomTransform(g.Shape(), r).Apply(g))
	}
	return input.Bytes(), nil
}

// call runs a program on one thread, and returns its answers and its user time.
func call(program []string, input []byte) ([]byte, time.Duration, error) {
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1", "OMP_NUM_THREADS=1")
	cmd.Stdin = bytes.NewReader(input)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w: %s", program[0], err, strings.TrimSpace(stderr.String()))
	}
	return out, max(cmd.ProcessState.UserTime(), time.Microsecond), nil
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}

// differences counts the lines of b that are not those of a, or missing, or too many.
func differences(a, b []string) int {
	n := max(len(a), len(b)) - min(len(a), len(b))
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}

// processor returns the name of the processor, if the system shows it.
func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if name, value, _ := strings.Cut(line, ":"); strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
