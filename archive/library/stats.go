package library

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
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

func (s *Stats) fields() postgres.Fields {
	return postgres.Fields{"guilds": &s.Guilds, "players": &s.Players, "games": &s.Games, "results": &s.Results, "bytes": &s.Bytes}
}

// TierCount says how many puzzles of a shape have a tier.
type TierCount struct {
	Shape   sudoku.Shape
	Tier    logic.Tier
	Puzzles int
	Old     int // those that have a rating of an older version than [rating.Version]
}

func (t *TierCount) fields() postgres.Fields {
	return postgres.Fields{"shape": &t.Shape, "tier": &t.Tier, "puzzles": &t.Puzzles, "old": &t.Old}
}

// Stats counts what the archive holds. The puzzles are counted as they come and go, by triggers of the
// database; the rest is counted here.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	tiers, err := postgres.ReadAll(ctx, s.db, (*TierCount).fields, `
		select shape, tier, sum(puzzles) as puzzles, coalesce(sum(puzzles) filter (where rating_version < $1), 0) as old
		from puzzle_count group by shape, tier having sum(puzzles) > 0 order by shape, tier`, rating.Version)
	if err != nil {
		return Stats{}, postgres.Annotate(err, "count the puzzles")
	}
	stats, err := postgres.ReadOne(ctx, s.db, (*Stats).fields, `
		select (select count(*) from guild) as guilds, (select count(*) from player) as players, g.games, g.results,
		       pg_database_size(current_database()) as bytes
		from (select count(*) as games, count(finished) as results from game) g`)
	stats.Tiers = tiers
	for _, t := range tiers {
		stats.Puzzles += t.Puzzles
		stats.Old += t.Old
	}
	return stats, postgres.Annotate(err, "count the games")
}
