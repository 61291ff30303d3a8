package canon_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestMatchesBruteForce(t *testing.T) {
	if testing.Short() {
		matchBruteForce(t, 10, 50)
		return
	}
	matchBruteForce(t, 50, 250)
}
func TestProveBruteForce(t *testing.T)   { sudokutest.Prove(t); matchBruteForce(t, 1000, 5000) }
func TestSameForIsomorphs(t *testing.T)  { sameForIsomorphs(t, 3, 2000) }
func TestProveIsomorphs(t *testing.T)    { sudokutest.Prove(t); sameForIsomorphs(t, 100, 49_151) }
func TestSmallIsomorphs(t *testing.T)    { smallIsomorphs(t, 20, 3) }
func TestProveSmall(t *testing.T)        { sudokutest.Prove(t); smallIsomorphs(t, 2000, 3) }
func TestManyIsomorphs(t *testing.T)     { smallIsomorphs(t, 1, sudokutest.Cases(1000)) }
func TestOddGridsIsomorphs(t *testing.T) { checkAll(t, "odd grids", oddGrids(), isomorphs(3)) }
func TestMostSymmetric(t *testing.T) {
	checkAll(t, "648 automorphisms", []sudoku.Grid{sudokutest.Parse(t, mostSymmetric)}, isomorphs(50))
}

// Where all lines are alike, more prefixes reach the best than the lists of the search hold.
func TestMoreTiesThanRoom(t *testing.T) {
	full := sudokutest.Parse(t, mostSymmetric)
	for digits := sudoku.Digit(1); digits <= 8; digits++ {
		some := full
		for _, c := range full.Shape().Cells() {
			if full.At(c) > digits {
				some = some.With(c, 0)
			}
		}
		if n := canon.Automorphisms(some); n < 18 {
			t.Errorf("%s: %d automorphisms, want 18 or more", some, n)
		}
		checkAll(t, fmt.Sprintf("digits up to %d", digits), []sudoku.Grid{some}, bruteForceAgrees)
		checkAll(t, fmt.Sprintf("digits up to %d, turned", digits), []sudoku.Grid{some}, isomorphs(20))
	}
}

// The canonical forms of full grids have 14 second rows. The rarest begins a single class. Package rank lists a
// grid for each, by counts of its own.
func TestSecondRows(t *testing.T) {
	for _, form := range []string{
		"123456789456789123789123456214398675368547912597612348631275894872964531945831267",
		"123456789456789132789123546237914658518362974964875213371698425645231897892547361",
		"123456789456789231789123645215347968397865412864291573538974126642518397971632854",
		"123456789457189236689237145236975814745318692891624573372541968568793421914862357",
		"123456789457189263689237145261895437795643821834712596348561972576924318912378654",
		"123456789457189326689237451261874935875913264934625178348761592512398647796542813",
		"123456789457189623689237145238645971596721834741398256374962518862513497915874362",
		"123456789457189632689237145238691457746325918915748263392564871561872394874913526",
		"123456789457289163689173452231867945765914328894532671342795816516348297978621534",
		"123456789457289613689173245238794561591628437746531892374812956815967324962345178",
		"123456789457289631689173245231968574748315962965742318316594827572831496894627153",
		"123456789457389612896127354231645978649871523785293146372564891568912437914738265",
		"123456789457389621896217354268174593745938162931562847384725916579641238612893475",
		"123456789457893612986217354274538196531964827698721435342685971715349268869172543",
	} {
		g := sudokutest.Parse(t, form)
		if got := canon.Of(g); got != g {
			t.Errorf("form of %s: %s", g, got)
		}
		checkAll(t, form[9:18], []sudoku.Grid{g}, bruteForceAgrees)
		checkAll(t, form[9:18]+", turned", []sudoku.Grid{g}, isomorphs(20))
	}
}

// The form of a pattern is the smallest of its isomorphs, and does not depend on the digits.
func TestPattern(t *testing.T) {
	r := random(4)
	for _, clues := range []int{1, 17, 24, 40} {
		g := someClues(fullGrid(sudoku.Sudoku, r), clues, r)
		mask := sudoku.Empty(sudoku.Sudoku)
		for c := range g.Filled().All() {
			mask = mask.With(c, 1)
		}
		want, _ := bruteForce(mask)
		turned := sudoku.RandomTransform(sudoku.Sudoku, r).Apply(g)
		if got, again := canon.Pattern(g), canon.Pattern(turned); got != want || again != want {
			t.Errorf("%s: %s, turned %s, want %s", g, got, again, want)
		}
	}
}

// matchBruteForce compares n grids of each kind made here, and of each file there is.
func matchBruteForce(t *testing.T, n, ofFile int) {
	r := random(1)
	for _, clues := range []int{17, 24, 28, 45, 70, 81} {
		checkAll(t, fmt.Sprintf("%d clues", clues), take(n, func() sudoku.Grid {
			return someClues(fullGrid(sudoku.Sudoku, r), clues, r)
		}), bruteForceAgrees)
	}
	for _, kind := range []struct{ cells, digits int }{{17, 9}, {40, 3}, {81, 9}, {81, 2}} {
		checkAll(t, fmt.Sprintf("%d random digits to %d", kind.cells, kind.digits), take(n, func() sudoku.Grid {
			return anyDigits(sudoku.Sudoku, kind.cells, kind.digits, r)
		}), bruteForceAgrees)
	}
	for _, shape := range []sudoku.Shape{sudoku.Shidoku, sudoku.SixBySix} {
		cells := len(shape.Cells())
		checkAll(t, shape.String(), take(n, func() sudoku.Grid {
			return someClues(fullGrid(shape, r), r.IntN(cells+1), r)
		}), bruteForceAgrees)
		checkAll(t, shape.String()+", random digits", take(n, func() sudoku.Grid {
			return anyDigits(shape, r.IntN(cells+1), 1+r.IntN(shape.Side()), r)
		}), bruteForceAgrees)
	}
	for file, n := range map[string]int{
		"minimal-20k.txt":    ofFile,
		"royle-17-clue.txt":  ofFile,
		"hardest-375.txt":    ofFile / 10,
		"full-grids-20k.txt": ofFile / 5,
	} {
		t.Run(file, func(t *testing.T) {
			checkAll(t, file, sudokutest.Spread(sudokutest.Grids(t, file), n), bruteForceAgrees)
		})
	}
}

func bruteForceAgrees(g sudoku.Grid) error {
	form, ways := bruteForce(g)
	if got := canon.Of(g); got != form {
		return fmt.Errorf("form of %s: %s, want %s", g, got, form)
	}
	if got, want := canon.Automorphisms(g), ways*exchanges(g); got != want {
		return fmt.Errorf("automorphisms of %s: %d, want %d", g, got, want)
	}
	return nil
}

// exchanges returns in how many ways the digits that g lacks can be permuted.
func exchanges(g sudoku.Grid) int {
	lacking, product := g.Shape().Digits(), 1
	for _, c := range g.Shape().Cells() {
		lacking = lacking.Without(g.At(c))
	}
	for n := range lacking.Len() {
		product *= n + 1
	}
	return product
}

// sameForIsomorphs checks n grids of each number of clues, as many with digits at random,
// and of each file there is.
func sameForIsomorphs(t *testing.T, n, ofFile int) {
	r := random(2)
	var grids []sudoku.Grid
	for clues := 0; clues <= sudoku.MaxCells; clues++ {
		for range n {
			grids = append(grids,
				someClues(fullGrid(sudoku.Sudoku, r), clues, r),
				anyDigits(sudoku.Sudoku, clues, 1+r.IntN(9), r))
		}
	}
	checkAll(t, "any number of clues", grids, isomorphs(3))
	for _, file := range []string{"royle-17-clue.txt", "minimal-20k.txt", "hardest-375.txt", "full-grids-20k.txt"} {
		t.Run(file, func(t *testing.T) {
			checkAll(t, file, sudokutest.Spread(sudokutest.Grids(t, file), ofFile), isomorphs(3))
		})
	}
}

func smallIsomorphs(t *testing.T, n, each int) {
	r := random(3)
	for _, shape := range []sudoku.Shape{sudoku.Shidoku, sudoku.SixBySix} {
		var grids []sudoku.Grid
		for clues := range len(shape.Cells()) + 1 {
			for range n {
				grids = append(grids,
					someClues(fullGrid(shape, r), clues, r),
					anyDigits(shape, clues, 1+r.IntN(shape.Side()), r))
			}
		}
		checkAll(t, shape.String(), grids, isomorphs(each))
	}
}

// isomorphs returns a check of everything that is promised of a grid and of n random
// isomorphs.
func isomorphs(n int) func(sudoku.Grid) error {
	r := random(4)
	return func(g sudoku.Grid) error {
		form := canon.Of(g)
		if got := canon.Of(form); got != form {
			return fmt.Errorf("form of %s: %s, and of that %s", g, form, got)
		}
		for range n {
			if err := sameForm(g, form, sudoku.RandomTransform(g.Shape(), r).Apply(g)); err != nil {
				return err
			}
		}
		return nil
	}
}

func sameForm(g, form, turned sudoku.Grid) error {
	got, toForm := canon.OfWithTransform(turned)
	if got != form {
		return fmt.Errorf("form of %s: %s, of its isomorph %s: %s", g, form, turned, got)
	}
	if read, err := sudoku.ParseTransform(toForm.String()); err != nil || read != toForm {
		return fmt.Errorf("%s: %s is not a transform: %v", turned, toForm, err)
	}
	if got := toForm.Apply(turned); got != form {
		return fmt.Errorf("%s turns %s into %s, not into %s", toForm, turned, got, form)
	}
	if got, want := canon.Automorphisms(turned), canon.Automorphisms(g); got != want {
		return fmt.Errorf("automorphisms of %s: %d, of its isomorph %s: %d", g, want, turned, got)
	}
	if canon.KeyOf(turned) != canon.KeyOf(form) {
		return fmt.Errorf("keys of the isomorphs %s and %s differ", g, turned)
	}
	return nil
}

func TestNoAllocs(t *testing.T) {
	r := random(5)
	full := fullGrid(sudoku.Sudoku, r)
	for _, g := range append(oddGrids(), someClues(full, 17, r), someClues(full, 24, r), someClues(full, 40, r), full,
		sudokutest.Parse(t, mostSymmetric), anyDigits(sudoku.Sudoku, 30, 9, r), fullGrid(sudoku.Shidoku, r), fullGrid(sudoku.SixBySix, r), sudoku.Empty(sudoku.SixBySix)) {
		if n := testing.AllocsPerRun(2, func() {
			canon.Of(g)
			canon.OfWithTransform(g)
			canon.Automorphisms(g)
			canon.KeyOf(g)
		}); n != 0 {
			t.Errorf("%s: %v allocations, want none", g, n)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, text := range []string{mostSymmetric, "1.....3..2.....4", "1111111111111111", "..4.31.........32......51...5..65..4"} {
		f.Add(text)
	}
	check := isomorphs(2)
	f.Fuzz(func(t *testing.T, text string) {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Skip()
		}
		if err := check(g); err != nil {
			t.Error(err)
		}
	})
}

func TestKey(t *testing.T) {
	for _, text := range []string{mostSymmetric, mostSymmetric[:72] + ".........", "1.....3..2.....4", "..4.31.........32......51...5..65..4"} {
		g := sudokutest.Parse(t, text)
		sum := sha256.Sum256([]byte(canon.Of(g).String()))
		want := hex.EncodeToString(sum[:16])
		if got := canon.KeyOf(g).String(); got != want {
			t.Errorf("key of %s is %s, want %s", g, got, want)
		}
	}
}

// Keys are stored in archives, so they may never change.
func TestKeyIsStable(t *testing.T) {
	const moler = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	if got, want := canon.KeyOf(sudokutest.Parse(t, moler)).String(), "c005e173a0a27112a1561bf93d9c80ba"; got != want {
		t.Errorf("key of Moler's example: %s, want %s", got, want)
	}
}
