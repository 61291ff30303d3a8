package archive_test

import (
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// benchmarkQuestions asks what players and admins wait for, each time as one who is new to the archive:
// a guild's daily, a player's first and next puzzle, and what there is.
func benchmarkQuestions(b *testing.B, s *archive.Store) {
	guild := func(i int) daily.Guild { return daily.NewGuild(strconv.Itoa(1_000_000 + i)) }
	start := func(i int) error {
		player := games.Player{ID: strconv.Itoa(2_000_000 + i), Name: "ann"}
		_, err := s.StartGame(b.Context(), player, guild(0), sudoku.Sudoku, logic.Tier(1+i%3))
		return err
	}
	ask := func(name string, times int, question func(i int) error) {
		b.Run(name, func(b *testing.B) { reportLatency(b, times, question) })
	}
	ask("daily", 300, func(i int) error {
		_, err := s.Daily(b.Context(), guild(i), calendar.Date{Year: 2026, Month: time.March, Day: 1 + i%28}, sudoku.Sudoku, 0)
		return err
	})
	ask("first-game", 300, start)
	ask("next-game", 300, func(i int) error { return start(i % 10) })
	ask("stats", 20, func(int) error { _, err := s.Stats(b.Context()); return err })
}

// reportLatency asks a question so many times, and reports the median and the 99th percentile.
func reportLatency(b *testing.B, times int, question func(i int) error) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		for i := range times {
			begin := time.Now()
			must(b, question(i))
			took = append(took, time.Since(begin))
		}
	}
	slices.Sort(took)
	ms := func(of float64) float64 { return took[int(of*float64(len(took)-1))].Seconds() * 1000 }
	b.ReportMetric(ms(0.5), "p50-ms")
	b.ReportMetric(ms(0.99), "p99-ms")
}
