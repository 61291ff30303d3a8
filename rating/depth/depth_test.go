package depth

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating/ratingtest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var examples = []struct {
	name, puzzle string
	depth        int
}{
	{"moler shidoku", "1.....3..2.....4", 0},
	{"6×6 hidden singles", "..46..3.6..4..346....5....1...6.....", 0},
	{"6×6 x-wings", "..2....3.4..2....36...1.......3.5.2.", 1},
	{"hidden singles", ".4.6.9.......259..........1.....349.5.....2....7.....691.3....44......8......6.73", 0},
	{"naked pairs", "..3.7..2..8......14......7.7.9..3..5...2....6..1.6.3..2.5.........914......8....3", 1},
	{"jellyfish", ".39...........2359.24....6..1...3.......7.8....782...5......7......97.2...86.1...", 1},
	{"moler", sudokutest.Moler, 1},
	{"A. Inkala, 2010", "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..", 2},
	{"mith, 2022", "...4.6.8.....89.3.68.72....21.........6...8...78..2.13.32.7..617.1.6...886..1..7.", 3},
}

func TestOf(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			g := sudokutest.Parse(t, e.puzzle)
			c, err := Of(g)
			if err != nil || c.Depth != e.depth {
				t.Fatalf("depth %d, %v, want %d", c.Depth, err, e.depth)
			}
			if c.Depth < 3 { // the slow program takes minutes for more
				checkCertificate(t, g, c)
			}
		})
	}
}

// checkCertificate has the slow program go through a certificate.
func checkCertificate(t *testing.T, g sudoku.Grid, c Certificate) {
	t.Helper()
	o := oracle{shape: g.Shape(), r: rand.New(rand.NewPCG(1, 2))}
	if c.Depth == 0 {
		if left, _ := o.leaves(o.start(g), 0); len(c.Eliminations) != 0 || !full(left) {
			t.Errorf("%v: singles alone leave %v; eliminations %v", g, left, c.Eliminations)
		}
		return
	}
	p, _ := o.leaves(o.start(g), c.Depth-1)
	if full(p) || open(p) != c.Open {
		t.Errorf("%v: the depth below %d leaves %v, want %v", g, c.Depth, c.Open, open(p))
	}
	for _, e := range c.Eliminations {
		if !p.Has(e) || !o.impossible(p, e, c.Depth-1) {
			t.Fatalf("%v: depth %d does not remove %v", g, c.Depth, e)
		}
		p[e.Cell] = p[e.Cell].Without(e.Digit)
		p, _ = o.leaves(p, c.Depth-1)
	}
	if !full(p) {
		t.Errorf("%v: the eliminations leave %v", g, p)
	}
}

func open(p sudoku.Pencilmarks) sudoku.Pencilmarks {
	for c := range p {
		if p[c].Len() == 1 {
			p[c] = 0
		}
	}
	return p
}

func full(p sudoku.Pencilmarks) bool { return open(p) == sudoku.Pencilmarks{} }

func TestCertificates(t *testing.T) {
	for file, count := range map[string]int{"minimal-20k.txt": 60, "royle-17-clue.txt": 60, "hardest-375.txt": 3} {
		t.Run(file, func(t *testing.T) {
			for _, g := range sudokutest.Scrambled(t, file)[:count] {
				c, err := Of(g)
				if err != nil {
					t.Fatal(err)
				}
				checkCertificate(t, g, c)
			}
		})
	}
}

// A 6×6 that singles do not solve has depth 1, as far as anyone knows.
func TestCertificatesOfSixBySix(t *testing.T) {
	depths := map[int]int{}
	for _, g := range logictest.Puzzles(sudoku.SixBySix, sudokutest.Cases(2000)) {
		c, err := Of(g)
		if err != nil {
			t.Fatal(err)
		}
		depths[c.Depth]++
		checkCertificate(t, g, c)
	}
	t.Logf("by depth: %v", depths)
	if depths[0] == 0 || depths[1] == 0 {
		t.Errorf("by depth: %v, want some of 0 and of 1", depths)
	}
}

// Depth and open candidates are the same for isomorphs, which are searched in another order.
func TestSameForIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, e := range examples {
		g := sudokutest.Parse(t, e.puzzle)
		want, err := Of(g)
		if err != nil {
			t.Fatal(err)
		}
		transform := sudoku.RandomTransform(g.Shape(), r)
		got, err := Of(transform.Apply(g))
		if err != nil || got.Depth != want.Depth || got.Open.Len() != want.Open.Len() {
			t.Errorf("%v has depth %d with %d open, an isomorph %d with %d, %v",
				g, want.Depth, want.Open.Len(), got.Depth, got.Open.Len(), err)
		}
	}
}

func TestErrors(t *testing.T) {
	ratingtest.Rejects(t, func(g sudoku.Grid) error { _, err := Of(g); return err }, nil)
}

func TestTooHard(t *testing.T) {
	hard := sudokutest.Parse(t, "...4.6.8.....89.3.68.72....21.........6...8...78..2.13.32.7..617.1.6...886..1..7.")
	_, err := certify(hard, 1000)
	if !errors.Is(err, solver.ErrTooHard) || !strings.Contains(err.Error(), "a depth of 2 or more") {
		t.Errorf("after 1000 trials: %v", err)
	}
}

func TestProveCertificates(t *testing.T) {
	sudokutest.Prove(t)
	for file, count := range map[string]int{"minimal-20k.txt": 5000, "royle-17-clue.txt": 5000, "hardest-375.txt": 375} {
		depths := map[int]int{}
		for _, g := range sudokutest.Scrambled(t, file)[:count] {
			c, err := Of(g)
			if err != nil {
				t.Fatal(err)
			}
			depths[c.Depth]++
			checkCertificate(t, g, c)
		}
		t.Logf("certificates of %s checked, by depth: %v", file, depths)
	}
}

// BenchmarkDepth has the definition as its yardstick, where that ends in a reasonable time.
func BenchmarkDepth(b *testing.B) {
	sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { Of(g) })
	sudokutest.BenchFile(b, "17-clues/oracle", "royle-17-clue.txt", depthByDefinition)
	sudokutest.BenchFile(b, "minimal/oracle", "minimal-20k.txt", depthByDefinition)
}

func depthByDefinition(g sudoku.Grid) {
	o := oracle{shape: g.Shape(), r: rand.New(rand.NewPCG(1, 2))}
	p := o.start(g)
	for k := 0; k <= Max && !full(p); k++ {
		p, _ = o.leaves(p, k)
	}
}
