package depth

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating/ratingtest"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestClassOf(t *testing.T) {
	for i, want := range []string{"B0", "B0", "B2", "B0", "B1", "B3", "B2", "B2B", "B2BB"} {
		e := examples[i]
		t.Run(e.name, func(t *testing.T) {
			g := sudokutest.Parse(t, e.puzzle)
			c, err := ClassOf(g)
			if err != nil || c.Class.String() != want {
				t.Fatalf("class %v, %v, want %s", c.Class, err, want)
			}
			if c.Class.Depth < 2 || c.Class.Depth == 2 && sudokutest.Proving() { // the slow program takes minutes for more
				checkClass(t, g, c)
			}
		})
	}
}

func TestClassNumbers(t *testing.T) {
	for class, want := range map[Class]string{{}: "B0 0", {1, 1, false}: "B1 101", {1, 30, true}: ">=B30 130", {2, 14, false}: "B14B 214", {3, 2, false}: "B2BB 302"} {
		if got := fmt.Sprint(class, class.Number()); got != want {
			t.Errorf("%#v is %s, want %s", class, got, want)
		}
		class.AtLeast = false
		if got, err := ParseClass(strings.ToLower(class.String())); err != nil || got != class {
			t.Errorf("%v is read as %#v, %v", class, got, err)
		}
	}
	for _, text := range []string{"", "B", "4", "B04", "B100", "B4BBB", "B-1", ">=B4", "B4 ", "B0B"} {
		if got, err := ParseClass(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// The class that is published, by D. Berthier and by F. Cordoliani's program SHC.
func TestPublishedClasses(t *testing.T) {
	for file, few := range map[string]int{"hard/cbgc-se-b-w.tsv": 100, "hard/shc-b-bxb.tsv": 70} {
		t.Run(file, func(t *testing.T) { checkPublished(t, file, few, true) })
	}
}

func TestProvePublishedClasses(t *testing.T) {
	sudokutest.Prove(t)
	for _, file := range []string{"hard/cbgc-se-b-w.tsv", "hard/shc-b-bxb.tsv"} {
		t.Run(file, func(t *testing.T) { checkPublished(t, file, 10_000, false) })
	}
}

// checkPublished compares the lengths of a file, spread over it, with ours: the third column of the one, the second of
// the other. If quick, it leaves out those of depth 2 and 3 that take seconds.
func checkPublished(t *testing.T, file string, few int, quick bool) {
	text := string(sudokutest.Must1(os.ReadFile(sudokutest.Path(t, file))))
	lines, runs, wrong := strings.Split(strings.TrimSpace(text), "\n"), 0, 0
	for i := range min(few, len(lines)) {
		fields := strings.Fields(lines[i*len(lines)/min(few, len(lines))])
		length := fields[1]
		if strings.Contains(file, "cbgc") {
			length = fields[2]
		} else if n, _ := strconv.Atoi(length); quick && (fields[2] == "BxBB" || fields[2] != "B" && n > 3) {
			continue
		}
		runs++
		c, err := ClassOf(sudokutest.Parse(t, fields[0]))
		if err != nil || strconv.Itoa(c.Class.Length) != length {
			t.Errorf("%s: class %v, %v, published as %s", fields[0], c.Class, err, length)
			wrong++
		}
	}
	sudokutest.Proved(t, "classes of "+file, runs, wrong)
}

func TestCertificatesOfClasses(t *testing.T) {
	classes := map[Class]int{}
	check := func(g sudoku.Grid) {
		c, err := ClassOf(g)
		if err != nil {
			t.Fatal(err)
		}
		if c.Class.Depth == 1 && c.Class.Length <= 4 { // the slow program takes minutes for more
			classes[c.Class]++
			checkClass(t, g, c)
		}
	}
	for _, g := range logictest.Puzzles(sudoku.SixBySix, sudokutest.Cases(2000)) {
		check(g)
	}
	for _, g := range sudokutest.Scrambled(t, "minimal-20k.txt")[:sudokutest.Cases(300)] {
		check(g)
	}
	t.Logf("by class: %v", classes)
	for n := 1; n <= 3; n++ {
		if classes[Class{Depth: 1, Length: n}] == 0 {
			t.Errorf("none is %v: %v", Class{Depth: 1, Length: n}, classes)
		}
	}
}

// checkClass has the slow program go through a certificate. It follows from it that no lower class fills the puzzle,
// and that this one does.
func checkClass(t *testing.T, g sudoku.Grid, c Classified) {
	t.Helper()
	o := oracle{shape: g.Shape(), r: rand.New(rand.NewPCG(1, 2))}
	if c.Class.Depth == 0 {
		if left := o.singles(o.start(g)); len(c.Eliminations) != 0 || c.Class.Length != 0 || !full(left) {
			t.Errorf("%v: singles alone leave %v; class %v, eliminations %v", g, left, c.Class, c.Eliminations)
		}
		return
	}
	p, _ := o.leavesByBraids(o.singles(o.start(g)), Class{Depth: c.Class.Depth, Length: c.Class.Length - 1})
	if full(p) || open(p) != c.Open {
		t.Errorf("%v: the class below %v leaves %v, want %v", g, c.Class, c.Open, open(p))
	}
	p, _ = o.leaves(o.start(g), c.Class.Depth-1)
	for _, e := range c.Eliminations {
		below := Class{Depth: c.Class.Depth - 1, Length: e.Length}
		p, _ = o.leavesByBraids(p, below)
		switch {
		case !p.Has(e.Candidate) || e.Length > c.Class.Length || below.Depth == 0 && len(e.Braid) != e.Length-1:
			t.Fatalf("%v: %v is not an elimination of %v", g, e, c.Class)
		case below.Depth == 0 && !o.isBraid(p, e.Candidate, e.Braid):
			t.Fatalf("%v: %v is not a braid that removes %v", g, e.Braid, e.Candidate)
		case below.Depth > 0:
			assumed := p
			assumed[e.Candidate.Cell] = sudoku.DigitsOf(e.Candidate.Digit)
			if _, contradiction := o.leavesByBraids(o.singles(assumed), below); !contradiction {
				t.Fatalf("%v: braids of %d do not contradict %v", g, e.Length, e.Candidate)
			}
		}
		p[e.Candidate.Cell] = p[e.Candidate.Cell].Without(e.Candidate.Digit)
		p = o.singles(p)
	}
	if !full(p) {
		t.Errorf("%v: the eliminations leave %v", g, p)
	}
}

// assume returns the candidates of p that are linked to none of some, and those.
func (o oracle) assume(p sudoku.Pencilmarks, some []sudoku.Candidate) sudoku.Pencilmarks {
	for _, s := range some {
		p[s.Cell] &= sudoku.DigitsOf(s.Digit)
		for peer := range o.shape.Peers(s.Cell).All() {
			p[peer] = p[peer].Without(s.Digit)
		}
	}
	return p
}

// isSingle reports whether a candidate is the only one of its cell, or the only place for its digit in a house.
func (o oracle) isSingle(p sudoku.Pencilmarks, c sudoku.Candidate) bool {
	only := p[c.Cell] == sudoku.DigitsOf(c.Digit)
	for _, h := range o.shape.HousesOf(c.Cell) {
		places := 0
		for _, cell := range o.shape.House(h) {
			if p[cell].Has(c.Digit) {
				places++
			}
		}
		only = only || places == 1
	}
	return only && p.Has(c)
}

// isBraid reports whether each of some candidates is a single by those before it, and all end in a contradiction.
func (o oracle) isBraid(p sudoku.Pencilmarks, target sudoku.Candidate, some []sudoku.Candidate) bool {
	assumed := []sudoku.Candidate{target}
	for _, c := range some {
		if !o.isSingle(o.assume(p, assumed), c) {
			return false
		}
		assumed = append(assumed, c)
	}
	return o.contradicts(o.assume(p, assumed))
}

// shortest returns the length of a shortest braid that removes a candidate, 0 if there is none of at most limit. It
// goes through all sets of candidates that follow one after another.
func (o oracle) shortest(p sudoku.Pencilmarks, target sudoku.Candidate, limit int) int {
	sets := [][]sudoku.Candidate{{target}}
	for length := 1; length <= limit; length++ {
		seen := map[string]bool{}
		var longer [][]sudoku.Candidate
		for _, set := range sets {
			q := o.assume(p, set)
			if o.contradicts(q) {
				return length
			}
			for _, cell := range o.shape.Cells() {
				for d := range q[cell].All() {
					c := sudoku.Candidate{Cell: cell, Digit: d}
					if p[cell].Len() == 1 || slices.Contains(set, c) || !o.isSingle(q, c) {
						continue
					}
					next := append(slices.Clone(set), c)
					slices.SortFunc(next[1:], func(a, b sudoku.Candidate) int { return (int(a.Cell)-int(b.Cell))*10 + int(a.Digit) - int(b.Digit) })
					if key := fmt.Sprint(next); !seen[key] {
						seen[key] = true
						longer = append(longer, next)
					}
				}
			}
		}
		sets = longer
	}
	return 0
}

// leavesByBraids returns what T&E(B(n),k-1) leaves of p, where singles find nothing, and whether that is a contradiction.
func (o oracle) leavesByBraids(p sudoku.Pencilmarks, class Class) (left sudoku.Pencilmarks, contradiction bool) {
	for class.Depth > 0 && !o.contradicts(p) {
		if p, contradiction = o.leavesByBraids(p, Class{Depth: class.Depth - 1, Length: class.Length}); contradiction {
			return p, true
		}
		c, found := o.removableByBraids(p, class)
		if !found {
			break
		}
		p[c.Cell] = p[c.Cell].Without(c.Digit)
		p = o.singles(p)
	}
	return p, o.contradicts(p)
}

func (o oracle) removableByBraids(p sudoku.Pencilmarks, class Class) (c sudoku.Candidate, found bool) {
	for _, i := range o.r.Perm(len(o.shape.Cells())) {
		for d := range p[o.shape.Cells()[i]].All() {
			c = sudoku.Candidate{Cell: o.shape.Cells()[i], Digit: d}
			switch {
			case p[c.Cell].Len() == 1:
			case class.Depth == 1 && o.shortest(p, c, class.Length) > 0:
				return c, true
			case class.Depth > 1:
				assumed := p
				assumed[c.Cell] = sudoku.DigitsOf(d)
				if _, contradiction := o.leavesByBraids(o.singles(assumed), Class{Depth: class.Depth - 1, Length: class.Length}); contradiction {
					return c, true
				}
			}
		}
	}
	return c, false
}

// The length of the shortest braid is the smallest that any set of candidates has.
func TestShortestBraids(t *testing.T) {
	const limit = 4
	puzzles := append(logictest.Puzzles(sudoku.SixBySix, sudokutest.Cases(200)), sudokutest.Scrambled(t, "minimal-20k.txt")[:sudokutest.Cases(40)]...)
	lengths, searched := map[int]int{}, 0
	for _, g := range puzzles {
		s, o := load(g), oracle{shape: g.Shape()}
		b := braids{limit: MaxPlacements}
		b.load(&s)
		for _, cell := range g.Shape().Cells() {
			for d := range s.marks[cell].All() {
				c := sudoku.Candidate{Cell: cell, Digit: d}
				if s.marks[cell].Len() == 1 {
					continue
				}
				want, got := o.shortest(s.marks, c, limit), 0
				for n := limit; n > 0; n-- {
					placed, found := b.find(candidateOf(cell, d), n, false)
					if _, quick := b.find(candidateOf(cell, d), n, true); quick == maybe && found == yes {
						searched++
					}
					if found != yes {
						continue
					}
					got = n
					var braid []sudoku.Candidate
					for _, p := range placed {
						braid = append(braid, p.of())
					}
					if len(braid) >= n || !o.isBraid(s.marks, c, braid) {
						t.Fatalf("%v: %v is not a braid of %d that removes %v", g, braid, n, c)
					}
				}
				if lengths[want]++; got != want {
					t.Fatalf("%v: the shortest braid that removes %v has %d, want %d", g, c, got, want)
				}
			}
		}
	}
	t.Logf("by length: %v; %d only by the search", lengths, searched)
	for n := range limit + 1 {
		if lengths[n] == 0 || searched == 0 {
			t.Errorf("by length: %v; %d only by the search", lengths, searched)
		}
	}
}

func TestClassesAreTheSameForIsomorphs(t *testing.T) {
	puzzles := sudokutest.Scrambled(t, "minimal-20k.txt")[:sudokutest.Cases(300)]
	for _, e := range examples[:8] {
		puzzles = append(puzzles, sudokutest.Parse(t, e.puzzle))
	}
	checkIsomorphs(t, puzzles, 1)
}

func TestProveClassesAreTheSameForIsomorphs(t *testing.T) {
	sudokutest.Prove(t)
	checkIsomorphs(t, append(sudokutest.Grids(t, "minimal-20k.txt")[:5000], sudokutest.Grids(t, "royle-17-clue.txt")[:5000]...), 3)
}

func checkIsomorphs(t *testing.T, puzzles []sudoku.Grid, each int) {
	r := rand.New(rand.NewPCG(5, 6))
	runs, wrong := 0, 0
	for _, g := range puzzles {
		want, err := ClassOf(g)
		if err != nil {
			t.Fatal(err)
		}
		for range each {
			runs++
			transform := sudoku.RandomTransform(g.Shape(), r)
			if got, err := ClassOf(transform.Apply(g)); err != nil || got.Class != want.Class || got.Open.Len() != want.Open.Len() {
				wrong++
				t.Errorf("%v is %v with %d open, an isomorph %v with %d, %v", g, want.Class, want.Open.Len(), got.Class, got.Open.Len(), err)
			}
		}
	}
	sudokutest.Proved(t, "classes of isomorphs", runs, wrong)
}

func TestClassErrors(t *testing.T) {
	ratingtest.Rejects(t, func(g sudoku.Grid) error { _, err := ClassOf(g); return err }, nil)
}

func TestTooHardToClassify(t *testing.T) {
	for i, placements := range []int{0, 0, 0, 0, 0, 100, 20_000, 50_000, 4_000_000} {
		want := []string{"B0", "B0", ">=B1", "B0", ">=B1", ">=B1", "B2", ">=B1B", ">=B1BB"}[i]
		c, err := ClassWithin(sudokutest.Parse(t, examples[i].puzzle), placements)
		if err != nil || c.Class.String() != want || c.Class.AtLeast && (c.Eliminations != nil || c.Open.Len() > 0) {
			t.Errorf("%s within %d placements: %+v, %v, want %s", examples[i].name, placements, c, err, want)
		}
	}
}

func BenchmarkClass(b *testing.B) {
	sudokutest.BenchFiles(b, "", func(g sudoku.Grid) { ClassOf(g) })
}
