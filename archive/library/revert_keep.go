package library

import (
	"context"
	"crypto/sha256"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// kept is where lines in play went before their import was taken back.
type kept struct {
	importID int64 // 0: none was in play
	lines    int
}

// keepPlayed moves the lines that dailies, games and duels show to an import of their own in the same collection,
// as repeats of themselves. What shows them goes with them. So the reversal finds an import of which nothing is in
// play, and these lines among those that remain.
func (v *reversal) keepPlayed(ctx context.Context) error {
	positions, err := readIDs(ctx, v, `
		select position from daily where import = any($1) union select position from game where import = any($1)
		union select position from duel where import = any($1) order by position`, v.imports)
	if err != nil || len(positions) == 0 {
		return err
	}
	before, err := v.beginKept(ctx)
	if err != nil {
		return err
	}
	v.kept.lines = len(positions)
	for _, statement := range []string{copyKept, moveShown("daily"), moveShown("game"), moveShown("duel"), moveShown("rating")} {
		if _, err := v.Exec(ctx, statement, v.imports, v.kept.importID, before, positions); err != nil {
			return err
		}
	}
	_, err = v.Exec(ctx, `update import set total = total + $2, done = done + $2, duplicates = duplicates + $2 where id = $1`,
		v.kept.importID, v.kept.lines)
	return err
}

// beginKept finds or makes the import for what is kept, and returns how many lines it has.
func (v *reversal) beginKept(ctx context.Context) (lines int, err error) {
	identity := sha256.Sum256(fmt.Appendf(nil, "kept of import %d", v.imports))
	_, err = v.Exec(ctx, `
		insert into import (collection, digest, source, by, total, started, finished)
		select collection, $2, source, by, 0, started, now() from import where id = any($1)
		on conflict (collection, digest) do nothing`, v.imports, identity[:])
	if err == nil {
		err = v.QueryRow(ctx, `select id, done from import where collection = $1 and digest = $2 for update`, v.collection, identity[:]).
			Scan(&v.kept.importID, &lines)
	}
	return lines, err
}

// The statements that move the lines at positions $4 of imports $1 to import $2, behind its first $3.
const (
	keptLines = `from unnest($4::integer[]) with ordinality k (old, n)`
	copyKept  = `
		insert into entry (import, position, line, puzzle, collection, fresh, grid, text, name, author, comment)
		select $2, $3::integer + k.n, e.line, e.puzzle, e.collection, false, e.grid, e.text, e.name, e.author, e.comment
		` + keptLines + ` cross join lateral (select * from entry e where e.import = any($1) and e.position = k.old offset 0) e`
)

func moveShown(table string) string {
	return `update ` + table + ` s set import = $2, position = $3::integer + k.n ` + keptLines + ` where s.import = any($1) and s.position = k.old`
}

// holdPlayed locks the games that show lines of the imports, as whoever plays them does before anything else.
func (v *reversal) holdPlayed(ctx context.Context) error {
	_, err := v.Exec(ctx, `select from game where import = any($1) order by id for update`, v.imports)
	return postgres.Annotate(err, "wait for those who play")
}
