package glicko_test

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/people/glicko"
)

// The worked example of the paper, to the digits that it prints.
func TestExampleOfThePaper(t *testing.T) {
	got := glicko.Rating{Value: 1500, Deviation: 200, Volatility: 0.06}.After([]glicko.Result{
		{Against: glicko.Rating{Value: 1400, Deviation: 30}, Score: 1},
		{Against: glicko.Rating{Value: 1550, Deviation: 100}, Score: 0},
		{Against: glicko.Rating{Value: 1700, Deviation: 300}, Score: 0},
	})
	want := glicko.Rating{Value: 1464.06, Deviation: 151.52, Volatility: 0.05999}
	if math.Abs(got.Value-want.Value) > 0.01 || math.Abs(got.Deviation-want.Deviation) > 0.01 || math.Abs(got.Volatility-want.Volatility) > 0.00001 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestScore(t *testing.T) {
	for _, c := range []struct {
		took  time.Duration
		hints int
		want  float64
	}{
		{10 * time.Minute, 0, 0.5}, {5 * time.Minute, 0, 0.8}, {20 * time.Minute, 0, 0.2}, {1000 * time.Hour, 0, 0}, {0, 0, 1},
		{5 * time.Minute, 1, 0.5}, {20 * time.Minute, 3, 0.2},
	} {
		if got := glicko.Score(c.took, 10*time.Minute, c.hints); math.Abs(got-c.want) > 1e-6 {
			t.Errorf("%s with %d hints: %g, want %g", c.took, c.hints, got, c.want)
		}
	}
}

// What is known of a player who stays away becomes less, day by day as at once, and never less than of a new one.
func TestIdle(t *testing.T) {
	r := glicko.Rating{Value: 1700, Deviation: 60, Volatility: 0.06}
	daily := r
	for range 30 {
		daily = daily.After(nil)
	}
	if at := r.Idle(30); math.Abs(at.Deviation-daily.Deviation) > 1e-9 || at.Value != 1700 || at.Deviation < 80 || at.Deviation > 85 {
		t.Errorf("after 30 days %+v, and one by one %+v", at, daily)
	}
	if at := r.Idle(100_000); at.Deviation != glicko.NewPlayer.Deviation || math.Abs(r.Idle(-1).Deviation-60) > 1e-9 {
		t.Errorf("after ages %+v", at)
	}
}

// Ratings stay numbers whatever the results, and who gets more out of the same games is rated higher.
func TestAfterIsSane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rating := rapid.Custom(func(t *rapid.T) glicko.Rating {
			return glicko.Rating{Value: rapid.Float64Range(-500, 3500).Draw(t, "value"), Deviation: rapid.Float64Range(10, 350).Draw(t, "deviation"),
				Volatility: rapid.Float64Range(0.001, 0.3).Draw(t, "volatility")}
		})
		results := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) glicko.Result {
			return glicko.Result{Against: rating.Draw(t, "against"), Score: rapid.Float64Range(0, 1).Draw(t, "score")}
		}), 1, 20).Draw(t, "results")
		r := rating.Draw(t, "rating")
		got := r.After(results)
		if math.IsNaN(got.Value+got.Deviation+got.Volatility) || got.Deviation <= 0 || got.Deviation > 350 || got.Volatility <= 0 {
			t.Fatalf("%+v", got)
		}
		shuffled := append([]glicko.Result{}, results...)
		rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if again := r.After(shuffled); again != got {
			t.Fatalf("in another order %+v, not %+v", again, got)
		}
	})
}

var begin = calendar.Date{Year: 2026, Month: time.March, Day: 1}

// Within a day the order does not matter, not to the last bit; that of days does. Whoever is no longer known is
// replaced by the rating that they had.
func TestTable(t *testing.T) {
	games := func() [][]glicko.Game {
		return [][]glicko.Game{
			{{Player: "ann", Puzzle: 1, Score: 0.9}, {Player: "bob", Puzzle: 1, Score: 0.3}, {Player: "ann", Puzzle: 2, Score: 0.7}},
			{{Player: "bob", Puzzle: 2, Score: 0.2}, {Player: "ann", Puzzle: 3, Score: 0.4}, {Player: "cid", Puzzle: 3, Score: 0.6}},
		}
	}
	rate := func(days [][]glicko.Game) glicko.Table {
		table := glicko.NewTable()
		for i, games := range days {
			table.Rate(begin.AddDays(3*i), games)
		}
		return table
	}
	days := games()
	want := rate(days)
	turned := games()
	for _, day := range turned {
		day[0], day[2] = day[2], day[0]
	}
	if diff := cmp.Diff(want, rate(turned)); diff != "" {
		t.Errorf("with the games of a day in another order:\n%s", diff)
	}
	swapped := games()
	swapped[0], swapped[1] = swapped[1], swapped[0]
	if cmp.Equal(want, rate(swapped)) {
		t.Error("the order of days makes no difference")
	}
	for _, day := range days { // with what Rate has set
		for i := range day {
			if day[i].Player == "ann" {
				day[i].Player = ""
			}
		}
	}
	without := rate(days)
	delete(want.Players, "ann")
	if diff := cmp.Diff(want, without); diff != "" {
		t.Errorf("without ann:\n%s", diff)
	}
}
