package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/rating"
)

// puzzlesPerSpan and spansPerChunk make chunks of a second: imports wait no longer than that for puzzles that change
// their tiers.
const (
	puzzlesPerSpan = 1000
	spansPerChunk  = 10
)

// AddRerate adds a job that rates puzzles again if their rating is of an older version than
// [rating.Version]. While it is not finished, the same again adds nothing. If there are no such
// puzzles, the ID is 0.
func AddRerate(ctx context.Context, store *archive.Store, by string) (Added, error) {
	rates := task{
		kind: rerate{}.name(), identity: fmt.Sprintf("rerate %d", rating.Version), by: by,
		args: rerateArgs{rating.Version},
	}
	rates.title = fmt.Sprintf("ratings of version %d for puzzles with older ones", rating.Version)
	return addSpanned(ctx, store, rates, spansPerChunk, func(ctx context.Context, tx pgx.Tx) ([]library.Span, error) {
		return library.OldSpans(ctx, tx, puzzlesPerSpan)
	})
}

// addSpanned adds a job whose items are spans of puzzles. If there are none, the ID is 0.
func addSpanned(ctx context.Context, store *archive.Store, t task, perChunk int, find func(context.Context, pgx.Tx) ([]library.Span, error)) (Added, error) {
	t.fill = func(ctx context.Context, tx pgx.Tx, filled *task) error {
		spans, err := find(ctx, tx)
		items := make([]string, len(spans))
		for i, s := range spans {
			items[i] = fmt.Sprintf("%d-%d", s.First, s.Last)
		}
		filled.chunks = cut(items, perChunk)
		return err
	}
	return add(ctx, store, t)
}

// parseSpan reads an item of [addSpanned].
func parseSpan(item string) (span library.Span, err error) {
	if _, err := fmt.Sscanf(item, "%d-%d", &span.First, &span.Last); err != nil {
		return span, fmt.Errorf("item %q: want two ids: %w", item, err)
	}
	return span, nil
}

// rerate rates puzzles again. An item is the first and the last id of some.
type rerate struct{ rewriting }

type rerateArgs struct {
	Version int `json:"version"` // or a newer one
}

func (rerate) name() string         { return "rerate" }
func (rerate) limit() time.Duration { return 15 * time.Minute }

func (rerate) do(ctx context.Context, store *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var args rerateArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return outcome{}, err
	}
	if args.Version > rating.Version {
		return outcome{}, fmt.Errorf("ratings of version %d, and it has %d: %w", args.Version, rating.Version, errOlder)
	}
	span, err := parseSpan(item)
	if err == nil {
		err = store.FreeRoom(ctx)
	}
	if err != nil {
		return outcome{}, err
	}
	rated, err := store.Rerate(ctx, span)
	if err != nil {
		return outcome{}, err
	}
	return outcome{changes: []change{func(ctx context.Context, tx pgx.Tx) (Counts, error) {
		n, err := library.KeepRerated(ctx, tx, rated)
		return Counts{"rated again": int64(n.Rated), "of another tier": int64(n.Moved), "left as they were": int64(n.Refused)}, err
	}}}, nil
}
