package main

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// synthetic returns times of players who differ in speed by factors, and of whom the quick ones choose
// the hard puzzles. The effects are what separate should find.
func synthetic(r *rand.Rand, players, puzzles, each int, noise float64) (all []solved, hard []float64) {
	hard = make([]float64, puzzles)
	for i := range hard {
		hard[i] = math.Log(200) + 2*float64(i)/float64(puzzles) // up to e² times as long
	}
	for p := range players {
		slow := r.NormFloat64() * 0.7
		for range each {
			// of a slow player the easy half, of a quick one the hard half, more or less
			at := 0.5 - slow/2 + r.NormFloat64()*0.2
			i := min(max(int(at*float64(puzzles)), 0), puzzles-1)
			all = append(all, solved{p, i, slow + hard[i] + noise*r.NormFloat64()})
		}
	}
	return all, hard
}

// off returns by how much effects differ from the true ones, up to a common constant: the standard
// deviation of the differences, over puzzles with times.
func off(found, want []float64, count []int) float64 {
	var n, sum, squares float64
	for i := range found {
		if count[i] > 0 {
			d := found[i] - want[i]
			n, sum, squares = n+1, sum+d, squares+d*d
		}
	}
	return math.Sqrt(squares/n - sum*sum/n/n)
}

// Where quick players choose hard puzzles, mean times hide how hard these are, and the two-way layout
// finds it.
func TestSeparate(t *testing.T) {
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 1))
		all, hard := synthetic(r, 300, 60, 30, 0.3)
		s := separate(all, 300, 60)
		naive := make([]float64, 60)
		means(naive, all, func(x solved) (int, float64) { return x.puzzle, x.logTime })
		got, plain := off(s.puzzles, hard, s.count), off(naive, hard, s.count)
		t.Logf("off by %.3f, mean times by %.3f", got, plain)
		if got > 0.05 || plain < 0.3 {
			t.Errorf("seed %d: off by %.3f, want 0.05 at most; mean times are off by %.3f, which should be much", seed, got, plain)
		}
	}
}

// Without noise the effects come out exactly, also along a chain in which each player solved two
// puzzles only.
func TestSeparateExactly(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	all, hard := synthetic(r, 50, 20, 20, 0)
	if s := separate(all, 50, 20); off(s.puzzles, hard, s.count) > 1e-6 {
		t.Errorf("off by %g", off(s.puzzles, hard, s.count))
	}
	var chain []solved
	for p := range 19 {
		slow := r.NormFloat64()
		chain = append(chain, solved{p, p, slow + hard[p]}, solved{p, p + 1, slow + hard[p+1]})
	}
	if s := separate(chain, 19, 20); off(s.puzzles, hard, s.count) > 1e-4 {
		t.Errorf("along a chain: off by %g", off(s.puzzles, hard, s.count))
	}
}

// The seconds are means over players, as in other data: with everyone solving everything, they are the
// plain means.
func TestSeparateMeans(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	var all []solved
	sums := make([]float64, 10)
	const players = 2000
	for p := range players {
		slow := r.NormFloat64() * 0.5
		for i := range sums {
			x := solved{p, i, slow + float64(i)/5 + 5 + 0.3*r.NormFloat64()}
			sums[i] += math.Exp(x.logTime)
			all = append(all, x)
		}
	}
	s := separate(all, players, len(sums))
	for i, sum := range sums {
		if got, want := math.Exp(s.puzzles[i])*s.mean, sum/players; math.Abs(got/want-1) > 0.03 {
			t.Errorf("puzzle %d: %.1f seconds, the mean is %.1f", i, got, want)
		}
	}
}

// From file to file; what is not connected and what was solved with hints is left out, and bad lines
// are named.
func TestPrintSeparated(t *testing.T) {
	a, b, c := sudokutest.Moler, strings.Replace(sudokutest.Moler, "2", "3", 1), strings.Repeat(".", 81)
	write := func(lines ...string) string {
		name := filepath.Join(t.TempDir(), "research.tsv")
		text := "player\tpuzzle\ttier\tseconds\thints\n" + strings.Join(lines, "\n")
		must(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	line := func(player int, puzzle string, seconds, hints int) string {
		return fmt.Sprintf("%d\t%s\t1\t%d\t%d", player, puzzle, seconds, hints)
	}
	var out, notes bytes.Buffer
	name := write(line(1, a, 100, 0), line(1, b, 200, 0), line(2, a, 200, 0), line(3, c, 5, 0), line(2, b, 7, 3))
	must(t, printSeparated(&out, &notes, name))
	got := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(got) != 3 || !strings.HasSuffix(got[1], "\t2\t150.0") || !strings.HasSuffix(got[2], "\t1\t300.0") {
		t.Errorf("got\n%s", out.String())
	}
	if want := "3 times; left out: 1 with hints, 1 that no player connects with these\n"; notes.String() != want {
		t.Errorf("notes %q", notes.String())
	}
	for _, bad := range []string{"", "1\t2", line(1, "123", 5, 0), line(1, a, 0, 0), line(1, a, -5, 0), line(1, a, 5, -1), "1\t" + a + "\t1\tNaN\t0"} {
		if err := printSeparated(&out, &notes, write(bad, line(1, a, 5, 0))); err == nil || !strings.Contains(err.Error(), ":2:") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if err := printSeparated(&out, &notes, write()); err == nil {
		t.Error("an empty file is accepted")
	}
}
