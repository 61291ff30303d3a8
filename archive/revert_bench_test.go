package archive_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// BenchmarkRevert takes an import back, of which another has a tenth, and reports how long others had to
// wait for it: games that begin, and imports.
func BenchmarkRevert(b *testing.B) {
	grids := grown(b, benchSize()+1_000)
	lines := make([]string, len(grids))
	for i, g := range grids {
		lines[i] = g.String()
	}
	_, url := benchServer(b)
	s := archivetest.Open(b, url)
	large := archivetest.Import(b, s, "large", lines[1_000:]...)
	archivetest.Import(b, s, "small", lines[:1_000+benchSize()/10]...)
	guild := daily.NewGuild("A")
	must(b, s.Choose(b.Context(), guild, int64(collectionNamed(b, s, "small").ID)))

	ctx, stop := context.WithCancel(b.Context())
	var others sync.WaitGroup
	var game, imported time.Duration
	others.Go(func() {
		game = longest(ctx, func(n int) error {
			_, err := s.StartGame(ctx, games.Player{ID: fmt.Sprint(n)}, guild, sudoku.Sudoku, 1)
			return err
		})
	})
	others.Go(func() {
		imported = longest(ctx, func(n int) error {
			_, err := s.ImportFile(ctx, importing.Options{Collection: "beside"}, file(lines[n%1_000], archivetest.Mini))
			return err
		})
	})
	for b.Loop() {
		if _, err := s.RevertImport(b.Context(), large.ImportID, "test"); err != nil {
			b.Fatal(err)
		}
	}
	stop()
	others.Wait()
	reportRate(b, benchSize())
	b.ReportMetric(game.Seconds(), "game-s")
	b.ReportMetric(imported.Seconds(), "import-s")
}

// longest does something again and again until the context is done, and returns the longest time it took.
func longest(ctx context.Context, do func(n int) error) (most time.Duration) {
	for n := 0; ctx.Err() == nil; n++ {
		start := time.Now()
		if err := do(n); err != nil && ctx.Err() == nil {
			panic(err)
		}
		most = max(most, time.Since(start))
	}
	return most
}

func collectionNamed(tb testing.TB, s *archive.Store, name string) library.Collection {
	tb.Helper()
	for _, c := range must1(s.Collections(tb.Context())) {
		if c.Name == name {
			return c
		}
	}
	tb.Fatalf("no collection %q", name)
	return library.Collection{}
}

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
