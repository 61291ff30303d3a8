package library

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// unread is a line of which the puzzle is still to be read.
type unread struct {
	at         int // in the list
	puzzle     int32
	grid, text []byte
}

// readLines reads lines in the order given, without plays and times. Lines that stand together are read in one
// piece, and so are puzzles: page by page that takes a tenth of the time of looking each up.
func readLines(ctx context.Context, db postgres.Querier, lines []EntryID) ([]Record, error) {
	records := make([]Record, len(lines))
	found, err := readEntries(ctx, db, lines, records)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b unread) int { return cmp.Compare(a.puzzle, b.puzzle) })
	ids := make([]int32, len(found))
	for n, u := range found {
		ids[n] = u.puzzle
	}
	id, p := int32(0), Found{}
	into := []any{postgres.Key(&p.Key), &p.Tier, &p.Score, &p.Hardest, &p.rnd, postgres.Grid(&p.Clues)}
	err = readPuzzles(ctx, db, `id, key, tier, score, hardest, rnd, clues`, ids, &id, into, func(n int) error {
		return records[found[n].at].complete(p, found[n])
	})
	gone := func(r Record) bool { return r.ID == 0 } // meanwhile, within a request
	return slices.DeleteFunc(records, gone), err
}

// complete fills in what a line has of its puzzle.
func (r *Record) complete(p Found, line unread) (err error) {
	r.ID, r.Key, r.Tier, r.Score, r.Hardest, r.rnd, r.Clues = int64(line.puzzle), p.Key, p.Tier, p.Score, p.Hardest, p.rnd, p.Clues
	if len(line.grid) > 0 {
		r.Clues, err = postgres.UnpackGrid(line.grid)
	}
	r.Line.Grid, r.Line.Text = r.Clues, lengthened(line.text, r.Clues)
	return err
}

// readEntries reads the entries of some lines, each to its place in the list.
func readEntries(ctx context.Context, db postgres.Querier, lines []EntryID, records []Record) ([]unread, error) {
	places := make(map[EntryID]int, len(lines))
	for n, line := range lines {
		places[line] = n
	}
	imports, from, to := lineRanges(lines)
	rows, err := db.Query(ctx, `
		select e.* from unnest($1::integer[], $2::integer[], $3::integer[]) r (import, lowest, highest) cross join lateral (
			select import, position, collection, puzzle, line, grid, text, name, author, comment, name, author
			from entry e where e.import = r.import and e.position between r.lowest and r.highest offset 0
		) e`, imports, from, to)
	if err != nil {
		return nil, err
	}
	found := make([]unread, 0, len(lines))
	r, u := Record{}, unread{}
	into := []any{
		&r.Entry.ImportID, &r.Entry.Position, &r.CollectionID, &u.puzzle, &r.Line.Line, &u.grid, &u.text,
		postgres.Text(&r.Line.Name), postgres.Text(&r.Line.Author), postgres.Text(&r.Line.Comment),
		postgres.ShownText(&r.Name), postgres.ShownText(&r.Author),
	}
	_, err = pgx.ForEachRow(rows, into, func() error {
		if at, wanted := places[r.Entry]; wanted {
			u.at = at
			records[at] = r
			found = append(found, u)
		}
		return nil
	})
	return found, err
}

// lineRanges returns ranges of positions of imports that have all of some lines.
func lineRanges(lines []EntryID) (imports, from, to []int32) {
	sorted := slices.SortedFunc(slices.Values(lines), func(a, b EntryID) int {
		return cmp.Or(cmp.Compare(a.ImportID, b.ImportID), cmp.Compare(a.Position, b.Position))
	})
	for _, line := range sorted {
		position, last := int32(line.Position), len(to)-1
		if last >= 0 && imports[last] == int32(line.ImportID) && position-to[last] <= nearby {
			to[last] = position
			continue
		}
		imports, from, to = append(imports, int32(line.ImportID)), append(from, position), append(to, position)
	}
	return imports, from, to
}
