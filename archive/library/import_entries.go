package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// keepEntries stores the entries of a batch and returns how many of their puzzles are new.
//
// An entry gets a place in the order of its collection if it is the first of its puzzle there, which
// the lock on the collection keeps true. It is fresh if it brought its puzzle, or if no collection that
// its guild may use had it.
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
	i.seeAll(accepted)
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

// place finds out which entries are given out, and which are fresh.
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
	if err := i.giveOut(ctx, tx, old); err != nil {
		return err
	}
	had, err := i.had(ctx, tx)
	if err != nil || had == nil {
		return err
	}
	return notIn(ctx, tx, old, had, func(p *prepared) { p.fresh = true })
}

// giveOut gives places to those of some puzzles that the collection does not have.
func (i *importer) giveOut(ctx context.Context, tx pgx.Tx, puzzles []*prepared) error {
	known, err := i.knowsCollection(ctx, tx)
	if err != nil {
		return err
	}
	if !known {
		return notIn(ctx, tx, puzzles, []int32{int32(i.collection)}, func(p *prepared) { p.given = true })
	}
	for _, p := range puzzles {
		p.given = !i.seen.has(p.row.id)
	}
	return nil
}

// had returns the collections whose puzzles the owner has already; nil for the operator, who has
// those of all.
func (i *importer) had(ctx context.Context, tx pgx.Tx) ([]int32, error) {
	if i.options.GuildID == "" {
		return nil, nil
	}
	return postgres.ReadColumn[int32](ctx, tx, Visible, i.options.GuildID)
}

// notIn calls do for those of some puzzles, which it sorts, that no collection of some has.
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

// countGiven counts the entries that are given out.
func (i *importer) countGiven(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	counts := TierCounts{}
	for _, p := range accepted {
		if p.given {
			counts[p.row.slot]++
		}
	}
	if counts == (TierCounts{}) {
		return nil
	}
	_, err := tx.Exec(ctx, `
		insert into collection_count as c (collection, slot, puzzles)
		select $1, n - 1, puzzles from unnest($2::integer[]) with ordinality s (puzzles, n) where puzzles > 0
		on conflict (collection, slot) do update set puzzles = c.puzzles + excluded.puzzles`, i.collection, counts[:])
	return err
}

var errDamaged = errors.New("the archive is damaged: restore it from a backup")

// sample is how many duplicates of a batch are compared: one in five hundred of a full batch.
// Over 49,151 duplicates the cost is lost in the noise of the measurement.
const sample = 20

// checkSample compares grids behind equal keys. An import takes equal keys for isomorphs; a sample of
// those duplicates that differ from the puzzle has to prove it by the canonical form. It finds a row
// that was damaged, and a key that another version of package canon made, before much is built on it.
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

// isSame reports whether the clues of an entry are those of its puzzle, and not of an isomorph.
func (p *prepared) isSame() bool {
	return p.brought || postgres.HoldsGrid(p.row.clues, p.Grid)
}

// discard takes an import back that brought nothing but rejected lines, and the collection that was
// made for it. The report stays.
func (s *Store) discard(ctx context.Context, r Report) (Report, error) {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		v := reversal{Tx: tx, imports: []int64{r.ImportID}}
		if err := v.lockImport(ctx, r.ImportID); err != nil {
			return err
		}
		return v.discard(ctx)
	})
	r.ImportID, r.Repeated = 0, false
	return r, err
}

// discard deletes imports without entries, and their collection if it has no other.
func (v *reversal) discard(ctx context.Context) error {
	if _, err := v.Exec(ctx, `select from collection where id = $1 for update`, v.collection); err != nil {
		return err
	}
	if err := v.deleteImports(ctx); err != nil {
		return err
	}
	_, err := dropIfEmpty(ctx, v, v.collection)
	return err
}
