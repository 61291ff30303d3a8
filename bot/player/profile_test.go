package player

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// What to practise is where a player is slowest, hints included, but neither singles, which every puzzle is full of, nor
// what there is no practice for.
func TestWeakest(t *testing.T) {
	xWing, pair := games.Needed{Technique: logic.XWing, Solved: 4, Share: 1.2}, games.Needed{Technique: logic.NakedPair, Solved: 10, Share: 1.1}
	helped := pair
	helped.Hints = 5
	single, gone := games.Needed{Technique: logic.HiddenSingle, Solved: 9, Share: 9}, games.Needed{Technique: "guess", Solved: 1, Share: 20}
	for _, c := range []struct {
		needed []games.Needed
		want   logic.Technique
	}{
		{nil, ""},
		{[]games.Needed{single, gone}, ""},
		{[]games.Needed{pair, xWing, single, gone}, logic.XWing},
		{[]games.Needed{helped, xWing}, logic.NakedPair},
	} {
		if got, ok := weakest(c.needed); got != c.want || ok != (c.want != "") {
			t.Errorf("%+v: %q, want %q", c.needed, got, c.want)
		}
	}
}

// A mix begins with each technique as often as it costs, and has no singles. What was never needed comes last.
func TestMix(t *testing.T) {
	needed := []games.Needed{
		{Technique: logic.HiddenSingle, Solved: 9, Share: 9}, {Technique: logic.XWing, Solved: 4, Share: 3}, {Technique: logic.NakedPair, Solved: 4, Share: 1},
	}
	random := rand.New(rand.NewPCG(1, 2))
	first := map[logic.Technique]int{}
	for range 4000 {
		mixed := mix(needed, random.ExpFloat64)
		if len(mixed) != len(logic.Rated)-2 || mixed[0] == mixed[1] || mixed[2] != logic.Pointing || slices.Contains(mixed, logic.HiddenSingle) {
			t.Fatalf("the mix is %q", mixed)
		}
		first[mixed[0]]++
	}
	if n := first[logic.XWing]; n < 2900 || n > 3100 || n+first[logic.NakedPair] != 4000 {
		t.Errorf("first: %v", first)
	}
	if mixed := mix(needed[:1], random.ExpFloat64); mixed[0] != logic.Pointing {
		t.Errorf("after singles alone: %q", mixed)
	}
}

func TestBars(t *testing.T) {
	for want, values := range map[string][]float64{
		"▁": {1500}, "▁▁▂": {1500, 1502, 1510}, "▁▄█": {1500, 1650, 1800}, "█▁": {1700, 1500},
	} {
		if got := bars(values); got != want {
			t.Errorf("%v: %s, want %s", values, got, want)
		}
	}
}
