package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Players of a bot choose their puzzles, and the quick ones choose hard ones. The mean time of a puzzle
// is then that of its kind of players. So the times are first split:
//
//	log(seconds) = player + puzzle + rest
//
// which is the additive two-way layout with unequal numbers (H. Scheffé, The Analysis of Variance,
// 1959, chapter 4). Its least squares are found by turns, the players with the puzzles held and the
// puzzles with the players held, which is Gauss-Seidel on the normal equations (A. Buja, T. Hastie,
// R. Tibshirani, "Linear Smoothers and Additive Models", Annals of Statistics 17, 1989).
//
// Two puzzles can only be compared if a player solved both, or a chain of players and puzzles connects them. Times that are
// not connected with most of the others are left out.

// solved is one puzzle that one player solved without hints.
type solved struct {
	player, puzzle int // indices
	logTime        float64
}

// timings are solved puzzles of any number of players.
type timings struct {
	players map[string]int // to the index
	puzzles map[sudoku.Grid]int
	all     []solved
	helped  int // games with hints, which are left out as hints shorten them
}

// readTimes reads the output of 'gridkeeper research': player, puzzle, tier, seconds and hints, separated by tabs, below a
// line of headings.
func readTimes(path string) (timings, error) {
	t := timings{players: map[string]int{}, puzzles: map[sudoku.Grid]int{}}
	file, err := os.Open(path)
	if err != nil {
		return t, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Scan()
	for line := 2; lines.Scan(); line++ {
		if err := t.add(strings.Split(lines.Text(), "\t")); err != nil {
			return t, fmt.Errorf("%s:%d: %s: %w", path, line, sudoku.Excerpt(lines.Text()), err)
		}
	}
	return t, lines.Err()
}

func (t *timings) add(fields []string) error {
	if len(fields) != 5 {
		return fmt.Errorf("want five fields with tabs between")
	}
	g, err := sudoku.Parse(fields[1])
	if err != nil {
		return err
	}
	seconds, err := positive("time", fields[3])
	if err != nil {
		return err
	}
	hints, err := strconv.Atoi(fields[4])
	if err != nil || hints < 0 {
		return fmt.Errorf("hints %q: want a number", fields[4])
	}
	if hints > 0 {
		t.helped++
		return nil
	}
	if g.Shape() == sudoku.Sudoku { // a Shidoku's score is not fitted
		t.all = append(t.all, solved{indexOf(t.players, fields[0]), indexOf(t.puzzles, g), math.Log(seconds)})
	}
	return nil
}

// indexOf returns the index of a key, the next one for a new key.
func indexOf[K comparable](indices map[K]int, key K) int {
	i, ok := indices[key]
	if !ok {
		i = len(indices)
		indices[key] = i
	}
	return i
}

// connected returns those times that are connected with most others, by players and puzzles.
func (t *timings) connected() []solved {
	group := make([]int, len(t.players)+len(t.puzzles)) // the parents in a forest
	for i := range group {
		group[i] = i
	}
	root := func(i int) int {
		for group[i] != i {
			group[i] = group[group[i]]
			i = group[i]
		}
		return i
	}
	sizes := map[int]int{}
	for _, s := range t.all {
		group[root(s.player)] = root(len(t.players) + s.puzzle)
	}
	for _, s := range t.all {
		sizes[root(s.player)]++
	}
	largest := -1
	for _, r := range slices.Sorted(maps.Keys(sizes)) {
		if largest < 0 || sizes[r] > sizes[largest] {
			largest = r
		}
	}
	return slices.DeleteFunc(slices.Clone(t.all), func(s solved) bool { return root(s.player) != largest })
}

// separated are the two effects, each at its index, in logarithms of seconds. The mean of the players
// is 0.
type separated struct {
	players, puzzles []float64
	count            []int   // times of each puzzle
	mean             float64 // by which the mean time over players exceeds that of the middle one
}

// separate takes players and puzzles of connected times apart.
func separate(all []solved, players, puzzles int) separated {
	s := separated{make([]float64, players), make([]float64, puzzles), make([]int, puzzles), 1}
	for _, x := range all {
		s.count[x.puzzle]++
	}
	for range 10_000 { // a loose chain of players takes thousands
		before := slices.Clone(s.puzzles)
		means(s.puzzles, all, func(x solved) (int, float64) { return x.puzzle, x.logTime - s.players[x.player] })
		means(s.players, all, func(x solved) (int, float64) { return x.player, x.logTime - s.puzzles[x.puzzle] })
		moved := 0.0
		for i := range before {
			moved = max(moved, math.Abs(before[i]-s.puzzles[i]))
		}
		if moved < 1e-9 {
			break
		}
	}
	s.center(all)
	return s
}

// means sets each effect to the mean of the rests that the other effects leave.
func means(effects []float64, all []solved, left func(solved) (int, float64)) {
	sums, counts := make([]float64, len(effects)), make([]float64, len(effects))
	for _, x := range all {
		i, rest := left(x)
		sums[i] += rest
		counts[i]++
	}
	for i := range effects {
		if counts[i] > 0 {
			effects[i] = sums[i] / counts[i]
		}
	}
}

// center makes the mean of the players 0, and finds the factor between means of logarithms and means
// of times (N. Duan, "Smearing Estimate", Journal of the American Statistical Association 78, 1983):
// other data has means of times.
func (s *separated) center(all []solved) {
	seen := map[int]bool{}
	sum := 0.0
	for _, x := range all {
		if !seen[x.player] {
			seen[x.player] = true
			sum += s.players[x.player]
		}
	}
	middle := sum / float64(max(1, len(seen)))
	for i := range s.players {
		s.players[i] -= middle
	}
	for i := range s.puzzles {
		s.puzzles[i] += middle
	}
	slow, rest := 0.0, 0.0
	for player := range seen {
		slow += math.Exp(s.players[player]) / float64(len(seen))
	}
	for _, x := range all {
		rest += math.Exp(x.logTime-s.players[x.player]-s.puzzles[x.puzzle]) / float64(len(all))
	}
	if len(all) > 0 {
		s.mean = slow * rest
	}
}

// printSeparated writes the times of puzzles for a mean player, as -data wants them: puzzle, number
// of people, mean seconds.
func printSeparated(out, notes io.Writer, path string) error {
	t, err := readTimes(path)
	if err != nil {
		return err
	}
	all := t.connected()
	if len(all) == 0 {
		return fmt.Errorf("%s has no time of a sudoku that was solved without hints", path)
	}
	fmt.Fprintf(notes, "%d times; left out: %d with hints, %d that no player connects with these\n", len(all), t.helped, len(t.all)-len(all))
	s := separate(all, len(t.players), len(t.puzzles))
	w := bufio.NewWriter(out)
	fmt.Fprintln(w, "puzzle\tpeople\tseconds")
	for _, g := range slices.SortedFunc(maps.Keys(t.puzzles), func(a, b sudoku.Grid) int { return cmp.Compare(a.String(), b.String()) }) {
		if i := t.puzzles[g]; s.count[i] > 0 {
			fmt.Fprintf(w, "%s\t%d\t%.1f\n", g, s.count[i], math.Exp(s.puzzles[i])*s.mean)
		}
	}
	return w.Flush()
}
