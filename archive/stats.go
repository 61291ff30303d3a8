package archive

import (
	"context"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Stats is what the archive holds.
type Stats struct {
	Puzzles int
	Tiers   []TierCount // those that have puzzles
	Old     int         // puzzles with a rating of an older version than [rating.Version]
	Guilds  int
	Players int
	Games   int
	Results int   // games that are finished
	Bytes   int64 // on the database's disk
}

func (s *Stats) fields() fields {
	return fields{"guilds": &s.Guilds, "players": &s.Players, "games": &s.Games, "results": &s.Results, "bytes": &s.Bytes}
}

// TierCount says how many puzzles of a shape have a tier.
type TierCount struct {
	Shape   sudoku.Shape
	Tier    logic.Tier
	Puzzles int
	Old     int // those that have a rating of an older version than [rating.Version]
}

func (t *TierCount) fields() fields {
	return fields{"shape": &t.Shape, "tier": &t.Tier, "puzzles": &t.Puzzles}
}

// Stats counts what the archive holds. Where no collection has what another has, which is mostly
// so, it adds up counts that imports keep; else it has to look at all puzzles.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	tiers, err := s.countedTiers(ctx)
	if err == nil && tiers == nil {
		tiers, err = readAll(ctx, s.db(ctx), (*TierCount).fields, `
			select shape, tier, count(*) as puzzles from puzzle group by shape, tier order by shape, tier`)
	}
	if err == nil {
		err = s.countOld(ctx, tiers)
	}
	if err != nil {
		return Stats{}, annotate(err, "count the puzzles")
	}
	stats, err := readOne(ctx, s.db(ctx), (*Stats).fields, `
		select (select count(*) from guild) as guilds, (select count(*) from player) as players, (select count(*) from game) as games,
		       (select count(*) from game where finished is not null) as results, pg_database_size(current_database()) as bytes`)
	stats.Tiers = tiers
	for _, t := range tiers {
		stats.Puzzles += t.Puzzles
		stats.Old += t.Old
	}
	return stats, annotate(err, "count the games")
}

// countedTiers adds up the counts of the collections. They are the archive's if imports brought as
// many new puzzles as there are in all collections together: then none is in two. It returns nil if
// that is not so, or not known: what is new to a guild may be another guild's too.
func (s *Store) countedTiers(ctx context.Context) ([]TierCount, error) {
	apart := false
	err := s.db(ctx).QueryRow(ctx, `
		select (select coalesce(sum(puzzles), 0) from collection_count) = (select coalesce(sum(fresh), 0) from import)
		       and not exists (select from collection where guild is not null)`).Scan(&apart)
	if err != nil || !apart {
		return nil, err
	}
	tiers, err := readAll(ctx, s.db(ctx), (*TierCount).fields, `
		select 0 as shape, slot as tier, sum(puzzles) as puzzles from collection_count where slot > 0 group by slot having sum(puzzles) > 0
		union all
		select 1, p.tier, count(*) from collection_count n
		cross join lateral (select puzzle from entry e where e.collection = n.collection and e.slot = n.slot offset 0) e
		cross join lateral (select tier from puzzle p where p.id = e.puzzle offset 0) p
		where n.slot = 0 and n.puzzles > 0 group by p.tier
		order by 1, 2`)
	if tiers == nil {
		tiers = []TierCount{}
	}
	return tiers, err
}

// recheck is how many of the newest puzzles are looked at each time for ratings of older versions: an
// older program may have just added them.
const recheck = 20_000

// countOld counts the ratings of older versions. The archive notes up to which puzzle there were none,
// because new ratings are never of an older version, and looks at those above.
func (s *Store) countOld(ctx context.Context, tiers []TierCount) error {
	db := s.db(ctx)
	var newest, checked int64
	err := db.QueryRow(ctx, `
		select coalesce((select max(id) from puzzle), 0), coalesce((select upto from rating_checked where version = $1), 0)`, rating.Version).Scan(&newest, &checked)
	if err != nil {
		return err
	}
	old, err := readAll(ctx, db, (*TierCount).fields, `
		select shape, tier, count(*) as puzzles from puzzle where id > $2 and rating_version < $1 group by shape, tier`, rating.Version, checked)
	if err != nil {
		return err
	}
	for _, o := range old {
		for i, t := range tiers {
			if t.Shape == o.Shape && t.Tier == o.Tier {
				tiers[i].Old = o.Puzzles
			}
		}
	}
	if len(old) > 0 || newest-recheck <= checked {
		return nil
	}
	_, err = db.Exec(ctx, `
		insert into rating_checked (version, upto) values ($1, $2)
		on conflict (version) do update set upto = greatest(rating_checked.upto, excluded.upto)`, rating.Version, newest-recheck)
	return err
}
