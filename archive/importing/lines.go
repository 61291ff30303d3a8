package importing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

const lockCollection = `select from collection where id = $1 for no key update`

// keepEntries stores the entries of a batch and returns how many of their puzzles are new.
//
// An entry gets a place in the order of its collection if it is the first of its puzzle there, which the lock on the
// collection keeps true. It is fresh if it brought its puzzle, or if no collection that its guild may use had the
// puzzle.
func (i *importer) keepEntries(ctx context.Context, tx pgx.Tx, accepted []*prepared, puzzles batchPuzzles) (fresh int, err error) {
	if len(accepted) == 0 {
		return 0, nil
	}
	if _, err := tx.Exec(ctx, lockCollection, i.collection); err != nil {
		return 0, err
	}
	if err := i.place(ctx, tx, accepted, puzzles); err != nil {
		return 0, err
	}
	if i.seen != nil {
		for _, p := range accepted {
			if !i.seen.Add(p.row.id) {
				i.report.InFile++
			}
		}
	}
	if err := i.copyEntries(ctx, tx, accepted); err != nil {
		return 0, err
	}
	if err := i.countGiven(ctx, tx, accepted); err != nil {
		return 0, err
	}
	for _, p := range accepted {
		if p.fresh {
			fresh++
		}
	}
	if err := i.keepRatings(ctx, tx, accepted); err != nil {
		return 0, err
	}
	return fresh, checkSample(accepted)
}

// place decides which entries are given out, and which are fresh.
func (i *importer) place(ctx context.Context, tx pgx.Tx, accepted []*prepared, puzzles batchPuzzles) error {
	var old []*prepared // the firsts of puzzles that were there
	for _, p := range accepted {
		switch first := puzzles.firsts[p.key]; {
		case p.brought:
			p.given, p.fresh = true, true
		case first == p:
			old = append(old, p)
		default:
			p.row = first.row
		}
	}
	if len(old) == 0 {
		return nil
	}
	known, err := i.knowsCollection(ctx, tx)
	if err != nil {
		return err
	}
	if known {
		for _, p := range old {
			p.given = !i.seen.Has(p.row.id)
		}
	} else if err := notIn(ctx, tx, old, []int32{int32(i.collection)}, func(p *prepared) { p.given = true }); err != nil {
		return err
	}
	if i.options.GuildID == "" { // the operator has the puzzles of all collections
		return nil
	}
	had, err := postgres.ReadColumn[int32](ctx, tx, library.Visible, i.options.GuildID)
	if err != nil {
		return err
	}
	return notIn(ctx, tx, old, had, func(p *prepared) { p.fresh = true })
}

// knowsCollection reports whether the import has seen exactly the puzzles of the collection. It compares numbers,
// since the collection has all that the import has seen. The transaction holds the lock of the collection.
func (i *importer) knowsCollection(ctx context.Context, tx pgx.Tx) (bool, error) {
	if i.seen == nil {
		return false, nil
	}
	puzzles := 0
	err := tx.QueryRow(ctx, `
		select coalesce(sum(puzzles), 0) from collection_count where collection = $1`, i.collection).Scan(&puzzles)
	return puzzles == i.seen.Count, err
}

// notIn calls do for the puzzles that none of the collections has. It sorts the puzzles.
func notIn(ctx context.Context, tx pgx.Tx, puzzles []*prepared, collections []int32, do func(*prepared)) error {
	slices.SortFunc(puzzles, func(a, b *prepared) int { return cmp.Compare(a.row.rnd, b.row.rnd) }) // as the index is
	ids, places, slots := make([]int32, len(puzzles)), make([]int32, len(puzzles)), make([]int16, len(puzzles))
	for i, p := range puzzles {
		ids[i], places[i], slots[i] = p.row.id, p.row.rnd, p.row.slot
	}
	numbers, err := postgres.ReadColumn[int32](ctx, tx, `
		select f.n::integer - 1 from unnest($1::integer[], $2::integer[], $3::smallint[]) with ordinality f (puzzle, rnd, slot, n)
		where not exists (
			select from unnest($4::integer[]) c (id), entry e
			where shelf(e.collection, e.slot) = shelf(c.id, f.slot) and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0
		)`, ids, places, slots, collections)
	for _, n := range numbers {
		do(puzzles[n])
	}
	return err
}

// copyEntries stores the entries of a batch.
func (i *importer) copyEntries(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	const (
		statement = `
			copy entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			from stdin (format binary)`
		columns, usual = 13, 130 // bytes of a row
	)
	rows := newCopyRows(len(accepted), usual)
	for _, p := range accepted {
		rows.begin(columns)
		rows.int32(int(i.report.ImportID))
		rows.int32(p.position)
		rows.int32(p.Line)
		rows.int32(int(p.row.id))
		if p.given {
			rows.int32(int(p.row.rnd))
		} else {
			rows.null()
		}
		rows.int32(int(i.collection))
		if p.given {
			rows.int16(int(p.row.slot))
		} else {
			rows.null()
		}
		rows.bool(p.fresh)
		if p.same = p.brought || postgres.HoldsGrid(p.row.clues, p.Grid); p.same {
			rows.text("")
		} else {
			rows.grid(p.Grid)
		}
		for _, text := range []string{library.ShortText(p.Text, p.Grid), p.Name, p.Author, p.Comment} {
			rows.text(text)
		}
	}
	return rows.send(ctx, tx, statement, len(accepted))
}

// countGiven counts the entries that are given out.
func (i *importer) countGiven(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	counts := library.TierCounts{}
	for _, p := range accepted {
		if p.given {
			counts[p.row.slot]++
		}
	}
	if counts == (library.TierCounts{}) {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into collection_count as c (collection, slot, puzzles)
		select $1, n - 1, puzzles from unnest($2::integer[]) with ordinality s (puzzles, n) where puzzles > 0
		on conflict (collection, slot) do update set puzzles = c.puzzles + excluded.puzzles`, i.collection, counts[:])
	return err
}

// keepRatings stores the ratings in the file for a batch, whose entries are kept already.
func (i *importer) keepRatings(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	var positions []int32
	var programs []int16
	var values []string
	for _, e := range accepted {
		if e.Rating.Value == "" {
			continue
		}
		program, err := i.program(ctx, tx, e.Rating)
		if err != nil {
			return err
		}
		positions, programs, values = append(positions, int32(e.position)), append(programs, program), append(values, e.Rating.Value)
	}
	if len(positions) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into rating (puzzle, program, import, position, value)
		select e.puzzle, r.program, $1, r.position, r.value
		from unnest($2::integer[], $3::smallint[], $4::text[]) r (position, program, value)
		cross join lateral (select puzzle from entry e where e.import = $1 and e.position = r.position offset 0) e`,
		i.report.ImportID, positions, programs, values)
	return err
}

// program returns the number of the program that made a rating. The number of a new program goes if its batch fails,
// which ends the import.
func (i *importer) program(ctx context.Context, tx pgx.Tx, r format.Rating) (int16, error) {
	r.Value = ""
	if number, ok := i.programs[r]; ok {
		return number, nil
	}
	number, err := library.RatingProgram(ctx, tx, r.Program, r.Version)
	if err != nil {
		return 0, err
	}
	if i.programs == nil {
		i.programs = map[format.Rating]int16{}
	}
	i.programs[r] = number
	return number, nil
}

var errDamaged = errors.New("the archive is damaged: restore it from a backup")

// sample is how many duplicates of a batch are compared: one in five hundred of a full batch. Over 49,151 duplicates
// the cost is lost in the noise of the measurement.
const sample = 20

// checkSample compares grids behind equal keys. An import takes equal keys for isomorphs; a sample of the duplicates
// that differ from their puzzle is compared by canonical form. That finds a damaged row, or a key of another version
// of package canon, before much is built on it.
func checkSample(accepted []*prepared) error {
	left := sample
	for _, n := range rand.Perm(len(accepted)) {
		p := accepted[n]
		if left == 0 {
			break
		}
		if p.brought || p.same {
			continue
		}
		left--
		clues, err := postgres.UnpackGrid(p.row.clues)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w: %w", p.row.id, err, errDamaged)
		}
		if canon.Of(p.Grid) != canon.Of(clues) {
			return fmt.Errorf("line %d has the key of puzzle %d (%s) but is not an isomorph of it: %w", p.Line, p.row.id, clues, errDamaged)
		}
	}
	return nil
}

// keepRejected counts rejected lines by their reasons, and stores them until the import has maxRejects. After a
// reversal some are counted and stored already.
func (i *importer) keepRejected(ctx context.Context, tx pgx.Tx, rejected []*prepared) error {
	most := maxRejects - i.report.Rejected
	for len(rejected) > 0 && rejected[0].position <= i.rejectsTo {
		rejected, most = rejected[1:], most-1
	}
	if err := countReasons(ctx, tx, i.report.ImportID, rejected); err != nil {
		return err
	}
	rejected = rejected[:max(0, min(len(rejected), most))]
	if len(rejected) == 0 {
		return nil
	}
	columns := []string{"import", "position", "line", "text", "kind", "reason"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"reject"}, columns, pgx.CopyFromSlice(len(rejected), func(n int) ([]any, error) {
		r := rejected[n]
		text := r.Text[:min(len(r.Text), maxRejectText)]
		return []any{i.report.ImportID, r.position, r.Line, []byte(text), string(KindOf(r.why)), postgres.PlainText(r.why.Error())}, nil
	}))
	return err
}

// countReasons adds rejected lines to the counts of their import.
func countReasons(ctx context.Context, tx pgx.Tx, importID int64, rejected []*prepared) error {
	if len(rejected) == 0 {
		return nil
	}
	counts := map[string]int{}
	for _, r := range rejected {
		counts[string(KindOf(r.why))]++
	}
	kinds := slices.Sorted(maps.Keys(counts))
	lines := make([]int, len(kinds))
	for n, kind := range kinds {
		lines[n] = counts[kind]
	}
	_, err := tx.Exec(ctx, `
		insert into reject_reason as r (import, reason, lines)
		select $1, reason, lines from unnest($2::text[], $3::integer[]) n (reason, lines)
		on conflict (import, reason) do update set lines = r.lines + excluded.lines`, importID, kinds, lines)
	return err
}
