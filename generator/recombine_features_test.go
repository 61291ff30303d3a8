package generator_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestFeatures(t *testing.T) {
	g := sudokutest.Parse(t, "...1 23.. 12.. ....")
	// Digits, then columns, of which the second stack has none but one and one, then rows.
	want := generator.Features{0: 2, 1: 2, 2: 1, 9: 2, 10: 2, 11: 1, 12: 0, 18: 2, 19: 1, 20: 2, 21: 0}
	if got := generator.FeaturesOf(g); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Features are the same for isomorphs, and the set knows them again; what it calls new is of a new class.
func TestFeatureSet(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 8))
	var set generator.FeatureSet
	forms := map[sudoku.Grid]bool{}
	for i, g := range featureCorpus(t, r) {
		turned := sudoku.RandomTransform(g.Shape(), r).Apply(g)
		if generator.FeaturesOf(g) != generator.FeaturesOf(turned) {
			t.Errorf("%s and %s have different features", g, turned)
		}
		form := canon.Of(turned)
		if got := set.Add(turned); got == forms[form] {
			t.Fatalf("grid %d, %s: new is %t", i, turned, got)
		}
		forms[form] = true
	}
	if set.Compared == 0 || set.Transforms == 0 {
		t.Errorf("%d compared under %d transforms", set.Compared, set.Transforms)
	}
}

// featureCorpus returns puzzles with isomorphs and neighbours among them, and grids without sense.
func featureCorpus(t *testing.T, r *rand.Rand) []sudoku.Grid {
	grids := []sudoku.Grid{{}, {}, sudoku.Empty(sudoku.Shidoku), sudoku.Empty(sudoku.Shidoku)}
	for g := range generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Seed: 1}) {
		grids = append(grids, g, g)
	}
	moler := sudokutest.Parse(t, sudokutest.Moler)
	for range 300 {
		grids = append(grids, moler, randomChild(moler, 1, r), randomChild(moler, 2, r))
	}
	return grids
}

// All 17-clue puzzles are of different classes, and turned ones are known.
func TestFeatureSetOfList(t *testing.T) {
	grids := sudokutest.Grids(t, "royle-17-clue.txt")
	turned := sudokutest.Scrambled(t, "royle-17-clue.txt")
	var set generator.FeatureSet
	for i, g := range grids[:5000] {
		if !set.Add(g) || i%10 == 0 && set.Add(turned[i]) {
			t.Errorf("%s: not new, or new again", g)
		}
	}
	t.Logf("%d compared, %d transforms", set.Compared, set.Transforms)
}

// BenchmarkDuplicates measures how many puzzles a second are found to be among 5,000 of 17 clues, by
// canonical form and in Huang's way.
func BenchmarkDuplicates(b *testing.B) {
	grids := sudokutest.Grids(b, "royle-17-clue.txt")[:5000]
	turned := sudokutest.Scrambled(b, "royle-17-clue.txt")[:5000]
	var set generator.FeatureSet
	forms := map[sudoku.Grid]bool{}
	for _, g := range grids {
		set.Add(g)
		forms[canon.Of(g)] = true
	}
	for _, way := range []struct {
		name  string
		known func(sudoku.Grid) bool
	}{
		{"canonical", func(g sudoku.Grid) bool { return forms[canon.Of(g)] }},
		{"oracle", func(g sudoku.Grid) bool { return !set.Add(g) }},
	} {
		b.Run(way.name, func(b *testing.B) {
			i := 0
			for b.Loop() {
				if !way.known(turned[i%len(turned)]) {
					b.Fatalf("%s is not known", turned[i%len(turned)])
				}
				i++
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
		})
	}
}
