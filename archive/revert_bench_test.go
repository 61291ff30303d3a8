package archive_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
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
			_, err := s.ImportFile(ctx, library.ImportOptions{Collection: "beside"}, file(lines[n%1_000], archivetest.Mini))
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
