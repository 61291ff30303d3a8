package criteria_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func TestSymmetriesOf(t *testing.T) {
	for pattern, want := range map[string]string{
		"x...............": "diagonal",
		"x..............x": "half-turn diagonal anti-diagonal diagonals",
		"x..xx..x........": "vertical",
		"xx............xx": "half-turn",
		"x..x........x..x": "half-turn quarter-turn horizontal vertical both diagonal anti-diagonal diagonals full",
		".x.....xx.....x.": "half-turn quarter-turn",
		"xx..........xx..": "horizontal",
		"xxx.............": "",
	} {
		var got []string
		for _, s := range criteria.SymmetriesOf(sudoku.Shidoku, sudokutest.Must1(criteria.ParsePattern(sudoku.Shidoku, pattern))) {
			got = append(got, s.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	for pattern, want := range map[string]string{
		"x..... ...... ...... ...... ...... .....x": "half-turn diagonal anti-diagonal diagonals",
		".x.... .....x ...... ...... x..... ....x.": "half-turn quarter-turn",
		"xx.... xx.... ...... ...... xx.... xx....": "horizontal",
		"...... .xx... .xx... ...... ...... ......": "diagonal",
		"x..x.. ...... ...... ...... ...... ......": "",
	} {
		var got []string
		for _, s := range criteria.SymmetriesOf(sudoku.SixBySix, sudokutest.Must1(criteria.ParsePattern(sudoku.SixBySix, pattern))) {
			got = append(got, s.String())
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	for _, s := range criteria.Symmetries {
		if got, err := criteria.ParseSymmetry(s.String()); got != s || err != nil {
			t.Errorf("%s is read as %s, %v", s, got, err)
		}
	}
}

// A puzzle needs a technique where package logic says so.
func TestNeeds(t *testing.T) {
	for _, text := range []string{
		"530070000600195000098000060800060003400803001700020006060000280000419005000080079",
		"000000010400000000020000000000050407008000300001090000300400200050100000000806000", // 17 clues
		"000801000000000043500000000000070800000000100020030000600000075003400000000200600",
		"000000340360000080000070000500008004600209750009605000040500000102000403900000001",
	} {
		g, err := sudoku.Parse(text)
		must(t, err)
		r, err := rating.Rate(g)
		must(t, err)
		for _, technique := range logic.Techniques {
			_, _, want := logic.Practice(g, technique)
			if got := needs(g, r, technique); got != want {
				t.Errorf("%s needs %s: %t, want %t", text, technique, got, want)
			}
			if want && criteria.Times(r, technique) == 0 {
				t.Errorf("%s needs %s, which is not counted", text, technique)
			}
		}
		if (criteria.Techniques{Only: []logic.Technique{logic.Pointing}}).Accept(g, r) {
			t.Errorf("%s is solved by pointing alone", text)
		}
	}
}

func TestNeedsContradiction(t *testing.T) {
	g, err := sudoku.Parse("100007090030020008009600500005300900010080002600004000300000010040000007007000300")
	must(t, err)
	r, err := rating.Rate(g)
	if err != nil || r.Tier != logic.TierGuessing {
		t.Fatal(r.Tier, err)
	}
	if !needs(g, r, logic.Contradiction) || needs(g, r, logic.Contradiction, logic.Pointing) {
		t.Error("want contradiction needed, which makes up for all others")
	}
}

func needs(g sudoku.Grid, r rating.Rating, techniques ...logic.Technique) bool {
	return criteria.Techniques{Needs: techniques}.Accept(g, r)
}

// What needs decide about the only techniques agrees with solving.
func TestDecide(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	decided, tried, enough := 0, 0, 150
	if testing.Short() {
		enough = 15
	}
	for g := range generator.Puzzles(generator.Options{Seed: 1}) {
		rated, err := rating.Rate(g)
		must(t, err)
		if rated.Tier == logic.TierGuessing {
			continue
		}
		for range 20 {
			only := criteria.Techniques{}
			for _, technique := range logic.Techniques[:len(logic.Techniques)-1] {
				if r.IntN(3) > 0 {
					only.Only = append(only.Only, technique)
				}
			}
			only.Only = only.Only[:min(len(only.Only), 1+r.IntN(len(logic.Techniques)))]
			solved, unsolved := only.Decide(rated.Tier)
			accepted := only.Accept(g, rated)
			if rated.Needs&^solved == 0 && !accepted || rated.Needs&unsolved != 0 && accepted {
				t.Errorf("%s with only %s: accepted %t, decided otherwise", g, only.Only, accepted)
			}
			if rated.Needs&^solved == 0 || rated.Needs&unsolved != 0 {
				decided++
			}
		}
		if tried++; tried == enough {
			break
		}
	}
	if decided < 10*enough/3 {
		t.Errorf("%d decided, so few that this test sees nothing", decided)
	}
}

// Without what rests on there being one solution, a puzzle needs something else.
func TestNoUniqueness(t *testing.T) {
	g, err := sudoku.Parse("....3.74..6..81............9.....3....7......3.45.8..7.2.7....8...29........4.16.")
	must(t, err)
	r, err := rating.Rate(g)
	must(t, err)
	for technique, without := range map[logic.Technique]bool{logic.UniqueRectangle1: false, logic.WXYZWing: true} {
		for _, out := range []bool{false, true} {
			wishes := criteria.Techniques{Needs: []logic.Technique{technique}, NoUniqueness: out}
			if got := wishes.Accept(g, r); got != (out == without) {
				t.Errorf("needs %s, without uniqueness %t: %t", technique, out, got)
			}
		}
	}
}
