package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Ratings of an older program are replaced a span of puzzles at a time. Meanwhile the archive has two versions, and
// everything works: a puzzle changes its tier in all places at once. Dailies and games keep the tier under which they
// began.

// OldSpans returns spans with all puzzles whose rating is of an older version than
// [rating.Version], so many in each, in a transaction of the caller's.
func OldSpans(ctx context.Context, tx pgx.Tx, length int) ([]Span, error) {
	spans, err := spansWhere(ctx, tx, `rating_version < $1`, length, rating.Version)
	return spans, postgres.Annotate(err, "look for ratings of older versions")
}

// Rerated are new ratings of puzzles, ready to be kept.
type Rerated struct{ puzzles []rerated }

type rerated struct {
	ID      int64       `db:"id"`
	Grid    sudoku.Grid `db:"clues"`
	rating  rating.Rating
	refused bool // it is no longer a puzzle
}

// Rerate rates the puzzles of a span whose rating is of an older version. It changes nothing.
func (s *Store) Rerate(ctx context.Context, span Span) (Rerated, error) {
	puzzles, err := postgres.ReadAll(ctx, s.db, postgres.Tags[rerated], `
		select id, clues from puzzle where id between $1 and $2 and rating_version < $3 order by id`, span.First, span.Last, rating.Version)
	if err != nil {
		return Rerated{}, postgres.Annotate(err, "read puzzles %d to %d", span.First, span.Last)
	}
	for i := range puzzles {
		if err := ctx.Err(); err != nil {
			return Rerated{}, err
		}
		p := &puzzles[i]
		p.rating, err = rating.Rate(p.Grid)
		p.refused = err != nil
	}
	return Rerated{puzzles}, nil
}

// RerateCounts counts the changes by new ratings.
type RerateCounts struct {
	Rated   int // puzzles that have a new rating
	Moved   int // those of them that have another tier
	Refused int // solved grids and the like, which keep the rating of the older version that took them
}

// KeepRerated stores new ratings in a transaction of the caller's, and moves the puzzles whose tier changed. Ratings
// that were replaced meanwhile stay, and are not counted.
func KeepRerated(ctx context.Context, tx pgx.Tx, all Rerated) (RerateCounts, error) {
	if err := LockTiers(ctx, tx); err != nil {
		return RerateCounts{}, err
	}
	changes, err := changeRatings(ctx, tx, all.puzzles)
	if err != nil {
		return RerateCounts{}, err
	}
	var counts RerateCounts
	var moved []tierChange
	for _, c := range changes {
		switch {
		case c.Refused:
			counts.Refused++
			continue
		case c.Was != c.Is:
			counts.Moved++
			if HasTiers(c.Shape) { // else all tiers share a slot
				moved = append(moved, c)
			}
		}
		counts.Rated++
	}
	return counts, moveAll(ctx, tx, moved)
}

// tierChange is a puzzle whose rating was replaced.
type tierChange struct {
	ID      int64        `db:"id"`
	Shape   sudoku.Shape `db:"shape"`
	Rnd     int32        `db:"rnd"`
	Was     logic.Tier   `db:"was"`
	Is      logic.Tier   `db:"is"`
	Refused bool         `db:"refused"`
}

// A former rating of ours as text: "3 412 x-wing" is tier, seconds and technique.
const formerValue = `p.tier || ' ' || round(p.score::numeric) || ' ' || hardest_of(p.hardest, p.needs)`

// nameFormer names the versions $3 and before that rated puzzles $2.
const nameFormer = `
	insert into rating_program (name, version)
	select distinct $1, p.rating_version::text from puzzle p
	where p.id = any($2) and p.rating_version < $3
	  and not exists (select from rating_program a where a.name = $1 and a.version = p.rating_version::text)
	on conflict do nothing`

// changeRatings replaces the ratings of puzzles, and keeps differing ones beside the new ones. Refused puzzles get
// the new version too, so that they are not tried again and again.
func changeRatings(ctx context.Context, tx pgx.Tx, all []rerated) ([]tierChange, error) {
	ids, tiers := make([]int64, len(all)), make([]int16, len(all))
	clueCounts, symmetries, needs := make([]int16, len(all)), make([]int16, len(all)), make([]int16, len(all))
	scores, hardest, refused := make([]float64, len(all)), make([]string, len(all)), make([]bool, len(all))
	for i, p := range all {
		ids[i], refused[i] = p.ID, p.refused
		tiers[i], scores[i], hardest[i] = int16(p.rating.Tier), p.rating.Score, HardestColumn(p.rating)
		clueCounts[i], needs[i] = int16(p.Grid.Len()), int16(p.rating.Needs)
		symmetries[i] = int16(criteria.OfIsomorphs(p.Grid.Shape(), p.Grid.Filled()))
	}
	if _, err := tx.Exec(ctx, nameFormer, ownProgram, ids, rating.Version); err != nil {
		return nil, err
	}
	return postgres.ReadAll(ctx, tx, postgres.Tags[tierChange], `
		with before as materialized (
			select r.*, p.shape, p.rnd, p.tier as was, `+formerValue+` as former, p.rating_version::text as version,
			       hardest_of(p.hardest, p.needs) as was_hardest,
			       (p.tier, p.score, hardest_of(p.hardest, p.needs)) <> (r.tier, r.score, hardest_of(r.hardest, r.needs)) as differs
			from unnest(@ids::bigint[], @tiers::smallint[], @scores::double precision[], @hardest::text[], @refused::boolean[], @clue_counts::smallint[], @symmetries::smallint[], @needs::smallint[])
			  r (id, tier, score, hardest, refused, clue_count, symmetries, needs)
			cross join lateral (select * from puzzle p where p.id = r.id and p.rating_version < @version offset 0) p
		), former as (
			insert into rating (puzzle, program, import, position, value)
			select b.id, a.id, 0, 0, b.former
			from before b join rating_program a on a.name = @program and a.version = b.version where b.differs and not b.refused
			on conflict do nothing
		)
		update puzzle p set rating_version = @version, clue_count = b.clue_count, symmetries = b.symmetries, needs = b.needs,
		    tier = case when b.refused then p.tier else b.tier end,
		    score = case when b.refused then p.score else b.score end,
		    hardest = case when b.refused then b.was_hardest else b.hardest end
		from before b where p.id = b.id
		returning p.id, p.shape, p.rnd, b.was, p.tier as is, b.refused`, pgx.NamedArgs{
		"ids": ids, "tiers": tiers, "scores": scores, "hardest": hardest, "refused": refused, "version": rating.Version,
		"program": ownProgram, "clue_counts": clueCounts, "symmetries": symmetries, "needs": needs,
	})
}

// Moves puzzles $1, whose places are $2, from the slots $3 to $4. "offset 0" makes PostgreSQL ask the index of each
// collection about one puzzle at a time, instead of reading all entries.
const (
	movedPuzzles = `unnest($1::bigint[], $2::integer[], $3::smallint[], $4::smallint[]) m (puzzle, rnd, was, is_now)`
	moveEntries  = `
		with found as materialized (
			select e.import, e.position, e.collection, m.was, m.is_now
			from ` + movedPuzzles + ` join collection_count n on n.slot = m.was and n.puzzles > 0
			cross join lateral (
				select e.import, e.position, e.collection from entry e
				where shelf(e.collection, e.slot) = shelf(n.collection::integer, m.was) and e.rnd = m.rnd and e.puzzle = m.puzzle offset 0
			) e
		), changed as (
			update entry e set slot = f.is_now from found f where e.import = f.import and e.position = f.position
		)
		insert into collection_count as c (collection, slot, puzzles)
		select collection, slot, sum(n) from (
			select collection, was as slot, -1 as n from found union all select collection, is_now, 1 from found
		) f group by collection, slot
		on conflict (collection, slot) do update set puzzles = c.puzzles + excluded.puzzles`
	// Who had a puzzle some laps ago had it as many laps ago in the new tier's rotation, whose
	// laps have other numbers.
	moveDrawn = `
		update drawn d set lap = greatest(0, d.lap + coalesce(
			(select r.lap from rotation r where r.owner = d.owner and slot_of(r.shape, r.tier) = m.is_now), 1) - coalesce(
			(select r.lap from rotation r where r.owner = d.owner and slot_of(r.shape, r.tier) = m.was), 1))
		from ` + movedPuzzles + ` where d.puzzle = m.puzzle`
)

// moveAll gives puzzles other places in the collections and in the rotations that have them.
func moveAll(ctx context.Context, tx pgx.Tx, all []tierChange) error {
	if len(all) == 0 {
		return nil
	}
	ids, places := make([]int64, len(all)), make([]int32, len(all))
	was, is := make([]int16, len(all)), make([]int16, len(all))
	for i, c := range all {
		ids[i], places[i], was[i], is[i] = c.ID, c.Rnd, int16(Slot(c.Shape, c.Was)), int16(Slot(c.Shape, c.Is))
	}
	if err := postgres.ExecAll(ctx, tx, []string{moveEntries, moveDrawn}, ids, places, was, is); err != nil {
		return fmt.Errorf("move puzzles to other tiers: %w", err)
	}
	return nil
}
