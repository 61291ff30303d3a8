package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// computedPerSpan puzzles take less than a second, or some minutes if they are of the hardest.
const (
	computedPerSpan = 200
	computedSpans   = 20
)

// AddRate adds a job that computes missing ratings on demand, of all sudoku. While it is not finished, the same again
// adds nothing. If no puzzle lacks one, the ID is 0.
func AddRate(ctx context.Context, store *archive.Store, by string) (Added, error) {
	versions := library.ScaleVersions()
	rates := task{
		kind: rate{}.name(), title: "SE rating, depth, class, HoDoKu's score and ladder of puzzles that lack them", identity: fmt.Sprint("rate ", versions), by: by,
		args: rateArgs{versions},
	}
	return addSpanned(ctx, store, rates, computedSpans, func(ctx context.Context, tx pgx.Tx) ([]library.Span, error) {
		return library.UncomputedSpans(ctx, tx, computedPerSpan)
	})
}

// Unrated returns the puzzles that [AddRate] would rate, one in each span.
func Unrated(ctx context.Context, store *archive.Store) (puzzles []library.Span, err error) {
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		puzzles, err = library.UncomputedSpans(ctx, tx, 1)
		return err
	})
	return puzzles, err
}

// rate computes ratings on demand. An item is the first and the last id of some puzzles.
type rate struct{}

type rateArgs struct {
	Versions []int `json:"versions"` // of the scales
}

func (rate) name() string         { return "rate" }
func (rate) limit() time.Duration { return time.Hour }

func (rate) do(ctx context.Context, store *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var args rateArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return outcome{}, err
	}
	if has := library.ScaleVersions(); slices.Compare(args.Versions, has) > 0 {
		return outcome{}, fmt.Errorf("ratings of versions %v, and it has %v: %w", args.Versions, has, errOlder)
	}
	span, err := parseSpan(item)
	if err != nil {
		return outcome{}, err
	}
	computed, err := store.Compute(ctx, span)
	if err != nil {
		return outcome{}, err
	}
	return outcome{changes: []change{func(ctx context.Context, tx pgx.Tx) (Counts, error) {
		n, err := library.KeepComputed(ctx, tx, computed)
		return Counts{"rated": int64(n)}, err
	}}}, nil
}
