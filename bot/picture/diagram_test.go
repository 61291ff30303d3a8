package picture_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	moler       = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	molerSolved = "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
	mini        = "1.....3..2.....4"
)

func parse(t testing.TB, text string) sudoku.Grid {
	t.Helper()
	g, err := sudoku.Parse(text)
	must(t, err)
	return g
}

// anyBoard draws boards that no game need ever reach: digits, marks and highlights anywhere.
func anyBoard(t *rapid.T) picture.Diagram {
	shape := rapid.SampledFrom(sudoku.Shapes).Draw(t, "shape")
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	density := rapid.Float64Range(0, 1).Draw(t, "density")
	b := picture.Diagram{
		Title: rapid.StringN(0, 300, -1).Draw(t, "title"),
		Clues: sudoku.Empty(shape), Grid: sudoku.Empty(shape),
	}
	for _, c := range shape.Cells() {
		digit := sudoku.Digit(r.IntN(shape.Side()) + 1)
		k := sudoku.Candidate{Cell: c, Digit: digit}
		hit := func() bool { return r.Float64() < density }
		switch {
		case hit():
			b.Clues, b.Grid = b.Clues.With(c, digit), b.Grid.With(c, digit)
		case hit():
			b.Grid = b.Grid.With(c, digit)
		case hit():
			b.Marks[c] = sudoku.Digits(r.UintN(1 << shape.Side()))
		}
		if hit() {
			b.Pattern = append(b.Pattern, k)
		}
		if hit() {
			b.Extras = append(b.Extras, k)
		}
		if hit() {
			b.Eliminations = append(b.Eliminations, k)
		}
		if hit() {
			b.Placements = append(b.Placements, k)
		}
		if len(b.Pattern) > 1 && hit() {
			b.Links = append(b.Links, logic.Link{From: b.Pattern[len(b.Pattern)-2], To: b.Pattern[len(b.Pattern)-1], Kind: logic.LinkKind(1 + r.IntN(3))})
		}
		for _, cells := range []*sudoku.Cells{&b.Wrong, &b.Selected, &b.Last, &b.Dimmed, &b.Because} {
			if hit() {
				*cells = cells.With(c)
			}
		}
	}
	b.Theme = rapid.SampledFrom(append(look.Themes, "", "none")).Draw(t, "theme")
	b.Box, b.Lit = rapid.IntRange(-1, 10).Draw(t, "box"), sudoku.Digits(r.UintN(1<<9))
	b.Letters = rapid.Bool().Draw(t, "letters")
	for _, h := range shape.Houses() {
		if r.Float64() < density/4 {
			b.Houses = append(b.Houses, h)
		}
		if r.Float64() < density/4 {
			b.Cover = append(b.Cover, h)
		}
	}
	return b
}

// Extras are fins, guardians, targets and digits beside a pair, and no part of any other pattern.
func TestExtras(t *testing.T) {
	var with []logic.Technique
	for _, technique := range logic.Techniques {
		before, step, ok := technique.Example()
		if !ok {
			t.Fatalf("no example of %s", technique)
		}
		b := picture.Diagram{Clues: before.Clues(), Grid: before.Grid, Marks: before.Marks}.Showing(step)
		if len(b.Extras) > 0 {
			with = append(with, technique)
		}
		if len(b.Extras) > 0 && len(b.Pattern) == 0 {
			t.Errorf("%s has extras alone", technique)
		}
	}
	want := []logic.Technique{
		logic.UniqueRectangle2, logic.UniqueRectangle3, logic.UniqueRectangle5, logic.AvoidableRectangle2, logic.FinnedXWing, logic.FinnedSwordfish,
		logic.FinnedJellyfish, logic.Tridagon, logic.TridagonChain, logic.FrankenFish, logic.MutantFish, logic.Exocet,
	}
	if !slices.Equal(with, want) {
		t.Errorf("%v have extras, want %v", with, want)
	}
}
