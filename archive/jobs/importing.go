package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
)

// linesPerPiece is as many lines as other imports keep in a transaction. A piece is a chunk: two of them in one
// transaction would insert puzzles in two orders, and could wait for another import in a circle.
const linesPerPiece = 10_000

// AddImport adds a job that imports a file, which only this process has to be able to read: the database
// holds its lines, packed, until they are done. Its collection is the operator's. While it is not finished, the
// same again adds nothing. A file that is in the collection already is an error, and so is one without a
// line. Of the options, Collection, File and By count.
func AddImport(ctx context.Context, store *archive.Store, o library.ImportOptions, r io.Reader) (Added, error) {
	return addImport(ctx, store, o, r, linesPerPiece)
}

// addImport is AddImport with pieces of another length.
func addImport(ctx context.Context, store *archive.Store, o library.ImportOptions, r io.Reader, length int) (Added, error) {
	pieces, err := library.ReadPieces(ctx, o, r, length)
	if err != nil {
		return Added{}, err
	}
	if pieces.Total == 0 {
		return Added{}, errors.New("no puzzle in it: write one per line")
	}
	return add(ctx, store, task{
		kind: importing{}.name(), identity: "import " + pieces.Source, by: o.By, args: pieces.Shared, collection: pieces.Collection,
		fill: func(ctx context.Context, tx pgx.Tx, filled *task) error {
			id, err := library.FindShared(ctx, tx, pieces.Shared)
			if err == nil && id != 0 {
				err = fmt.Errorf("collection %q has this file already, or a part of it: 'gridkeeper import show %d' shows how much, 'gridkeeper jobs' whether its job stopped", pieces.Collection, id)
			}
			filled.title = fmt.Sprintf("import %s into %s, lines: %d", pieces.File, pieces.Collection, pieces.Total)
			filled.chunks = cut(pieces.Pieces, 1)
			return err
		},
	})
}

// importing imports a piece of a file, which is the item.
type importing struct{}

func (importing) name() string         { return "import" }
func (importing) limit() time.Duration { return time.Hour }

func (importing) do(ctx context.Context, _ *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var shared library.Shared
	if err := json.Unmarshal(raw, &shared); err != nil {
		return outcome{}, err
	}
	piece, err := library.PreparePiece(ctx, item)
	if err != nil {
		return outcome{}, err
	}
	return outcome{changes: []change{func(ctx context.Context, tx pgx.Tx) (Counts, error) {
		n, err := library.KeepPiece(ctx, tx, shared, piece)
		return Counts{
			"lines": int64(n.Lines), "puzzles": int64(n.New + n.Duplicates), "new": int64(n.New),
			"duplicates": int64(n.Duplicates), "rejected": int64(n.Rejected),
		}, err
	}}}, nil
}

// refuseForgotten returns an error for the import of a file of which lines were taken back, or forgotten: the
// work no longer has them, and would never complete the import.
func refuseForgotten(ctx context.Context, tx pgx.Tx, p Progress) error {
	if p.Kind != (importing{}).name() {
		return nil
	}
	var shared library.Shared
	if err := tx.QueryRow(ctx, `select args from work where id = $1`, p.ID).Scan(&shared); err != nil {
		return err
	}
	lines, puzzles, err := library.CountShared(ctx, tx, shared)
	if err == nil && (int64(lines) != p.Counts["lines"] || int64(puzzles) != p.Counts["puzzles"]) {
		err = errors.New("lines that it brought were taken back: " + addAgain)
	}
	if err != nil {
		return err
	}
	forgotten, err := library.PiecesForgotten(ctx, tx, p.ID)
	if err == nil && forgotten {
		err = fmt.Errorf("its lines were kept for %d days: %s", library.KeptPieces/(24*time.Hour), addAgain)
	}
	return err
}

const addAgain = "add the file again with 'gridkeeper jobs add import'"
