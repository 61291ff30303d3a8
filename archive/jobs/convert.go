package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// One transaction rewrites convertedSpans of puzzlesPerSpan.
const convertedSpans = 5

// AddConvert adds a job that rewrites rows of an older release in the present form. While it is not finished, the
// same again adds nothing. If there is nothing to convert, the ID is 0.
func AddConvert(ctx context.Context, store *archive.Store, by string) (Added, error) {
	converts := task{
		kind: convert{}.name(), title: "puzzles and lines of an older release in the form of this one", identity: "convert 57", by: by,
		args: struct{}{},
	}
	return addSpanned(ctx, store, converts, convertedSpans, func(ctx context.Context, tx pgx.Tx) ([]library.Span, error) {
		return library.UnconvertedSpans(ctx, tx, puzzlesPerSpan)
	})
}

// convert rewrites rows of an older form. An item is the first and the last id of some puzzles.
type convert struct{ rewriting }

func (convert) name() string         { return "convert" }
func (convert) limit() time.Duration { return 15 * time.Minute }

func (convert) do(ctx context.Context, store *archive.Store, _ json.RawMessage, item string) (outcome, error) {
	span, err := parseSpan(item)
	if err == nil {
		err = store.FreeRoom(ctx)
	}
	if err != nil {
		return outcome{}, err
	}
	return outcome{changes: []change{func(ctx context.Context, tx pgx.Tx) (Counts, error) {
		n, err := library.Convert(ctx, tx, span)
		return Counts{"converted": int64(n)}, err
	}}}, nil
}

// rewriting is embedded by kinds that rewrite rows of puzzles.
type rewriting struct{}

// end adds a job that gives back the room of the old rows.
func (rewriting) end(ctx context.Context, tx pgx.Tx, id int64) (Counts, error) {
	room := task{
		kind: giveRoom{}.name(), title: "room that rewritten puzzles leave, given back", identity: fmt.Sprintf("room of job %d", id),
		args: struct{}{}, chunks: [][]string{{"puzzle"}},
	}
	err := tx.QueryRow(ctx, `select by from work where id = $1`, id).Scan(&room.by)
	if err == nil {
		_, err = insert(ctx, tx, room)
	}
	return nil, err
}

// giveRoom gives back the room that rewritten rows leave in a table. Its one item is the name of the table.
type giveRoom struct{}

func (giveRoom) name() string         { return "room" }
func (giveRoom) limit() time.Duration { return time.Hour }

func (giveRoom) do(ctx context.Context, store *archive.Store, _ json.RawMessage, _ string) (outcome, error) {
	return outcome{}, store.GiveRoomBack(ctx)
}
