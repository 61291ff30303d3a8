package glicko_test

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people/glicko"
)

// solver is a player of the simulated year, by the natural logarithm of how many times as quick as expected they are.
type solver struct {
	id           string
	strength     float64
	guild        int
	first, after int // the days between which they play
	keen         float64
}

// A year of 1,000 players in 40 guilds, each with a puzzle a day. A third is there all year, a third joins, a third leaves; some
// play every day, some now and then. Their time is what is expected, longer or shorter by their strength, by how far
// the expected time of the puzzle is off, and by the day they have; now and then someone is called away.
func TestRatingsOrderPlayersByStrength(t *testing.T) {
	const days, guilds = 365, 40
	random := rand.New(rand.NewPCG(27, 2012))
	players := make([]solver, 1000)
	for i := range players {
		p := solver{id: string(rune('A' + i)), strength: 0.4 * random.NormFloat64(), guild: random.IntN(guilds), after: days, keen: 0.1 + 0.9*random.Float64()}
		switch i % 3 {
		case 1:
			p.first = random.IntN(days)
		case 2:
			p.after = random.IntN(days)
		}
		players[i] = p
	}
	table := glicko.NewTable()
	for day := range days {
		var games []glicko.Game
		off := make([]float64, guilds)
		for g := range off {
			off[g] = 0.22 * random.NormFloat64()
		}
		for _, p := range players {
			if day < p.first || day >= p.after || random.Float64() > p.keen {
				continue
			}
			late := off[p.guild] - p.strength + 0.35*random.NormFloat64()
			if random.IntN(30) == 0 {
				late += 1
			}
			took := time.Duration(math.Exp(late) * float64(10*time.Minute))
			games = append(games, glicko.Game{Player: p.id, Puzzle: int64(day*guilds + p.guild), Score: glicko.Score(took, 10*time.Minute, 0)})
		}
		table.Rate(begin.AddDays(day), games)
	}
	var truth, rated []float64
	for _, p := range players {
		if s := table.Players[p.id]; s.Games >= 50 {
			truth, rated = append(truth, p.strength), append(rated, s.Value)
		}
	}
	got := spearman(truth, rated)
	t.Logf("Spearman %.4f among %d players with 50 games or more", got, len(truth))
	if got < 0.95 || len(truth) < 500 {
		t.Errorf("Spearman %.4f among %d players, want 0.95 among 500 or more", got, len(truth))
	}
}

// spearman is the correlation of the ranks of two lists in which nothing is twice.
func spearman(a, b []float64) float64 {
	squares := 0.0
	of, in := ranks(a), ranks(b)
	for i := range of {
		squares += math.Pow(float64(of[i]-in[i]), 2)
	}
	n := float64(len(a))
	return 1 - 6*squares/(n*(n*n-1))
}

func ranks(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(values[i], values[j]) })
	places := make([]int, len(values))
	for place, i := range order {
		places[i] = place
	}
	return places
}
