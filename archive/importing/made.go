package importing

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Made are puzzles of no file, such as those that a program made, ready to be kept: rated, and with their keys.
type Made struct{ entries []prepared }

// Len returns the number of puzzles.
func (m Made) Len() int { return len(m.entries) }

// PrepareMade rates puzzles and finds their keys, on all processors. A grid that is not a
// puzzle is an error.
func PrepareMade(ctx context.Context, grids []sudoku.Grid) (Made, error) {
	entries := make([]format.Entry, len(grids))
	for i, g := range grids {
		entries[i].Grid = g
	}
	return PrepareEntries(ctx, entries)
}

// PrepareEntries is [PrepareMade] of puzzles with names and authors.
func PrepareEntries(ctx context.Context, all []format.Entry) (Made, error) {
	entries := make([]prepared, len(all))
	for i, e := range all {
		entries[i].Entry = e
	}
	each(ctx, len(entries), func(n int) { entries[n].examine() })
	if err := ctx.Err(); err != nil {
		return Made{}, err
	}
	for _, e := range entries {
		if e.why != nil {
			return Made{}, fmt.Errorf("%s was made and is not a puzzle: %w", e.Grid, e.why)
		}
	}
	return Made{entries}, nil
}

// MadeBy is the origin of made puzzles.
type MadeBy struct {
	GuildID    string // whose collection it is; "": the operator's
	Collection string // made with its first puzzles; one of the operator's is shared then
	Source     string // the program and its options, for people
	Identity   string // puzzles of one identity share an import in the collection
	By         string // who asked for it, for people
}

// AddMade keeps puzzles in a transaction of the caller's, and returns how many of them the archive did not have, in
// any of their isomorphs. It also returns the id of the import: everything that one identity brings into a collection
// is one import, in however many transactions. Transactions that add to the same import wait for each other.
func AddMade(ctx context.Context, tx pgx.Tx, by MadeBy, made Made) (importID int64, fresh int, err error) {
	name, err := library.ValidName(by.Collection)
	if err != nil {
		return 0, 0, err
	}
	i := importer{Conn: tx.Conn(), options: Options{GuildID: by.GuildID, Collection: name}}
	if err := i.findCollection(ctx); err != nil {
		return 0, 0, err
	}
	digest := sha256.Sum256([]byte("made by " + by.Identity))
	_, err = tx.Exec(ctx, `
		insert into import (collection, digest, source, by, total, finished) values ($1, $2, $3, $4, 0, now())
		on conflict (collection, digest) do nothing`, i.collection, digest[:], postgres.PlainText(by.Source), postgres.PlainText(by.By))
	if err != nil {
		return 0, 0, err
	}
	err = tx.QueryRow(ctx, `select id, done from import where collection = $1 and digest = $2 for update`, i.collection, digest[:]).
		Scan(&i.report.ImportID, &i.report.Read)
	if err != nil {
		return 0, 0, err
	}
	fresh, err = i.addMade(ctx, tx, made)
	return i.report.ImportID, fresh, err
}

// addMade appends puzzles to the import, whose row the transaction holds.
func (i *importer) addMade(ctx context.Context, tx pgx.Tx, made Made) (fresh int, err error) {
	for n := range made.entries {
		made.entries[n].position = i.report.Read + n + 1
		made.entries[n].Line = made.entries[n].position
	}
	whole := batch{entries: made.entries}
	accepted, _ := whole.sorted()
	puzzles, err := i.keepPuzzles(ctx, tx, accepted, nil)
	if err != nil {
		return 0, err
	}
	if fresh, err = i.keepEntries(ctx, tx, accepted, puzzles); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, `
		update import set total = total + $2, done = done + $2, fresh = fresh + $3, duplicates = duplicates + $2 - $3, finished = now()
		where id = $1`, i.report.ImportID, made.Len(), fresh)
	return fresh, err
}

// MadeFirst returns the puzzles that [AddMade] kept in an import and in none of the others, true for new ones. The
// transaction is the caller's.
func MadeFirst(ctx context.Context, tx pgx.Tx, importID int64, others []int64) (map[sudoku.Grid]bool, error) {
	made := map[sudoku.Grid]bool{}
	rows, _ := tx.Query(ctx, `
		select read_grid(e.grid, p.clues), e.fresh from entry e join puzzle p on p.id = e.puzzle
		where e.import = $1 and e.puzzle not in (select puzzle from entry where import = any($2))`, importID, others)
	var g sudoku.Grid
	var fresh bool
	_, err := pgx.ForEachRow(rows, []any{postgres.Grid(&g), &fresh}, func() error {
		made[g] = made[g] || fresh
		return nil
	})
	return made, postgres.Annotate(err, "list the puzzles of import %d that others lack", importID)
}
