package jobs

import (
	"fmt"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// small is a stock that is made in moments.
var small = Stock{PerTier: 2, Seed: 1, By: "test"}

func TestStock(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	tiers, err := AddStock(t.Context(), store, small)
	must(t, err)
	if len(tiers) != 5 {
		t.Fatalf("%d tiers, want 5: %+v", len(tiers), tiers)
	}
	for _, tier := range tiers {
		if !tier.New || tier.ID == 0 || tier.Held != 0 || tier.Missing != 2 {
			t.Errorf("%+v", tier)
		}
	}
	workToEnd(t, store, url)
	for _, p := range list(t, store) {
		if p.State != Finished || p.ChunksDone != p.Chunks || p.Counts["puzzles"] != 2 || p.Counts["new"] != 2 || p.Counts["trials"] < 2 {
			t.Errorf("%+v", p)
		}
	}
	wantTiers(t, store, 2)

	// What is there is not made again, and what is missing is filled up.
	small := small
	tiers, err = AddStock(t.Context(), store, small)
	must(t, err)
	for _, tier := range tiers {
		if tier.New || tier.ID != 0 || tier.Held != 2 || tier.Missing != 0 {
			t.Errorf("%+v", tier)
		}
	}
	small.PerTier = 3
	_, err = AddStock(t.Context(), store, small)
	must(t, err)
	workToEnd(t, store, url)
	wantTiers(t, store, 3)
}

// wantTiers wants a number of puzzles of each tier, each in the collection once.
func wantTiers(t *testing.T, store *archive.Store, want int) {
	t.Helper()
	stats, err := store.Stats(t.Context())
	must(t, err)
	if len(stats.Tiers) != 5 || stats.Puzzles != 5*want {
		t.Errorf("the archive has %+v, want %d of each tier", stats.Tiers, want)
	}
	for _, tier := range stats.Tiers {
		if tier.Puzzles != want {
			t.Errorf("tier %d has %d puzzles, want %d", tier.Tier, tier.Puzzles, want)
		}
	}
	if got := keys(t, store, StockCollection); len(got) != 5*want {
		t.Errorf("the collection has %d entries, want %d", len(got), 5*want)
	}
}

// However many ask at once, each tier is filled once.
func TestStockManyAtOnce(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			_, err := AddStock(t.Context(), store, Stock{PerTier: 2})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if jobs := list(t, store); len(jobs) != 5 {
		t.Errorf("%d jobs, want one for each tier", len(jobs))
	}
	workToEnd(t, store, url)
	wantTiers(t, store, 2)
}

// A stock of 6×6 is beside that of sudoku. An item of it is none for a program before 6×6, which makes sudoku.
func TestStockOfSixBySix(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	_, err := AddStock(t.Context(), store, small)
	must(t, err)
	six := small
	six.Shape = sudoku.SixBySix
	tiers, err := AddStock(t.Context(), store, six)
	must(t, err)
	for _, tier := range tiers {
		if !tier.New || tier.Held != 0 || tier.Missing != 2 {
			t.Errorf("%+v", tier)
		}
	}
	for _, items := range archivetest.Read[[]string](t, url, `select c.input from chunk c join work w on w.id = c.work where w.title like '%6x6%'`) {
		var seed, wanted uint64
		if n, err := fmt.Sscanf(items[0], "%d %d", &seed, &wanted); err == nil {
			t.Errorf("a program before 6×6 reads %d numbers of %q", n, items[0])
		}
	}
	workToEnd(t, store, url)
	stats, err := store.Stats(t.Context())
	must(t, err)
	for _, tier := range stats.Tiers {
		if tier.Puzzles != 2 {
			t.Errorf("%s of tier %d: %d puzzles, want 2", tier.Shape, tier.Tier, tier.Puzzles)
		}
	}
	if len(stats.Tiers) != 10 {
		t.Errorf("there are %+v", stats.Tiers)
	}
	six.Shape = sudoku.Shidoku
	if _, err := AddStock(t.Context(), store, six); err == nil {
		t.Error("a stock of shidoku is accepted")
	}
}

func TestStockOutOfRange(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	for _, n := range []int{-1, 0, MaxStock + 1, 1_000_000_000} {
		if _, err := AddStock(t.Context(), store, Stock{PerTier: n}); err == nil {
			t.Errorf("a stock of %d is accepted", n)
		}
	}
}

// A seed makes the same puzzles everywhere, of the tier that was asked for.
func TestStockIsReproducible(t *testing.T) {
	t.Parallel()
	chunks := stockChunks(stockArgs{Tier: logic.TierXWing}, 0, 1000, 7)
	if len(chunks) != 25 || len(chunks[0]) != itemsPerChunk || chunks[0][0] != stockChunks(stockArgs{Tier: logic.TierXWing}, 0, 1000, 7)[0][0] {
		t.Errorf("%d chunks, the first %q", len(chunks), chunks[0])
	}
	if biggest := stockChunks(stockArgs{Tier: logic.TierXWing}, 0, MaxStock, 7); len(biggest) > maxChunks {
		t.Errorf("the biggest stock has %d chunks", len(biggest))
	}
	first, err := stock{}.do(t.Context(), nil, []byte(`{"tier": 3}`), "42 5")
	must(t, err)
	second, err := stock{}.do(t.Context(), nil, []byte(`{"tier": 3}`), "42 5")
	must(t, err)
	if len(first.puzzles) != 5 {
		t.Fatalf("%d puzzles, want 5", len(first.puzzles))
	}
	for i, g := range first.puzzles {
		if g != second.puzzles[i] {
			t.Errorf("puzzle %d is %s and %s", i, g, second.puzzles[i])
		}
	}
}
