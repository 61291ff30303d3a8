package library

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Stats are the numbers of the archive.
type Stats struct {
	Puzzles int
	Tiers   []TierCount // those that have puzzles
	Old     int         // puzzles with a rating of an older version than [rating.Version]
	Guilds  int         `db:"guilds"`
	Players int         `db:"players"`
	Games   int         `db:"games"`
	Results int         `db:"results"` // games that are finished
	Bytes   int64       `db:"bytes"`   // on the database's disk
}

// TierCount is the number of puzzles of a shape and a tier.
type TierCount struct {
	Shape   sudoku.Shape `db:"shape"`
	Tier    logic.Tier   `db:"tier"`
	Puzzles int          `db:"puzzles"`
	Old     int          `db:"old"` // those that have a rating of an older version than [rating.Version]
}

// Stats counts the contents of the archive. Triggers of the database count puzzles as they come and go; the rest is
// counted here.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	tiers, err := postgres.ReadAll(ctx, s.db, postgres.Tags[TierCount], `
		select shape, tier, sum(puzzles) as puzzles, coalesce(sum(puzzles) filter (where rating_version < $1), 0) as old
		from puzzle_count group by shape, tier having sum(puzzles) > 0 order by shape, tier`, rating.Version)
	if err != nil {
		return Stats{}, postgres.Annotate(err, "count the puzzles")
	}
	stats, err := postgres.ReadOne(ctx, s.db, postgres.Tags[Stats], `
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

// Bin counts the sudoku whose score in seconds, or whose number of clues, is at least From and
// less than To; a zero To means no upper limit.
type Bin struct {
	From, To float64
	Puzzles  int
}

// Month counts the puzzles that imports of a month brought.
type Month struct {
	First   time.Time `db:"month"` // its first instant, UTC
	Puzzles int       `db:"puzzles"`
}

// Overview sums up the puzzles that a guild may use, or all of them for the operator.
type Overview struct {
	Puzzles TierCounts // each puzzle once; an estimate where only some of the collections that share puzzles may be used
	Scores  []Bin
	Clues   []Bin
	Sampled bool    // the bins are estimates, from the first puzzles of each tier in the shuffled order
	Months  []Month // those that brought some, the last 12

	exact          bool       // Puzzles counts each once before the sample is looked at
	lines, largest TierCounts // of all collections, and of the largest for each slot
}

// scoreEdges are the limits of the bins of scores, in minutes.
var scoreEdges = []float64{1, 2, 3, 5, 8, 12, 20, 30, 60}

// sampleSize is how many puzzles of a tier are sampled for the bins. A share estimated from that many is right to 2.5
// %, or 5 % in one case of twenty. The shuffled order makes them a random sample. It takes 5 ms at a million puzzles;
// counting all takes a second, and a table of counts would cost every import.
//
// No more than sampleLines are read for it if many collections share few puzzles. If they share most, the sample is
// smaller.
const (
	sampleSize  = 400
	sampleLines = 10 * sampleSize
)

// Overview sums up the puzzles that a guild may use, or all for guild "", the operator.
func (s *Store) Overview(ctx context.Context, guildID string) (o Overview, err error) {
	collections, err := CollectionsFor(ctx, s.db, guildID)
	if err != nil {
		return o, postgres.Annotate(err, "the collections")
	}
	return s.OverviewOf(ctx, collections)
}

// OverviewOf sums up the puzzles of some collections.
func (s *Store) OverviewOf(ctx context.Context, collections []int32) (o Overview, err error) {
	if err = o.countPuzzles(ctx, s.db, collections); err == nil {
		o.Months, err = postgres.ReadAll(ctx, s.db, postgres.Tags[Month], `
			select date_trunc('month', started, 'UTC') as month, sum(fresh) as puzzles from import
			where collection = any($1::integer[]) group by 1 having sum(fresh) > 0 order by 1 desc limit 12`, collections)
		slices.Reverse(o.Months)
	}
	for _, kind := range Kinds {
		if err == nil && o.Puzzles[kind.Slot()] > 0 {
			err = s.addSample(ctx, &o, collections, kind)
		}
	}
	return o, postgres.Annotate(err, "count what there is")
}

// countPuzzles takes the archive's own counts if all collections may be used, or else sums the counts of the
// collections, in which a puzzle of two collections counts twice.
func (o *Overview) countPuzzles(ctx context.Context, db postgres.Querier, collections []int32) (err error) {
	err = db.QueryRow(ctx, `
		select not exists (select from collection_count where collection <> all($1::integer[]) and puzzles > 0)`, collections).Scan(&o.exact)
	if err == nil {
		o.lines, o.largest, err = readTiers(ctx, db, `
			select slot, sum(puzzles) as puzzles, max(puzzles) as largest from collection_count where collection = any($1::integer[]) group by slot`, collections)
		o.Puzzles = o.lines
	}
	if err == nil && o.exact {
		o.Puzzles, o.largest, err = readTiers(ctx, db, `
			select slot_of(shape, tier) as slot, sum(puzzles) as puzzles, sum(puzzles) as largest from puzzle_count group by 1`)
	}
	return err
}

// readTiers reads slots, with how many puzzles there are and how many in the largest collection.
func readTiers(ctx context.Context, db postgres.Querier, query string, args ...any) (sum, largest TierCounts, err error) {
	rows, _ := db.Query(ctx, query, args...)
	slot, all, most := 0, 0, 0
	_, err = pgx.ForEachRow(rows, []any{&slot, &all, &most}, func() error {
		sum[slot], largest[slot] = all, most
		return nil
	})
	return sum, largest, err
}

// sampled is a puzzle of the sample.
type sampled struct {
	Score float64 `db:"score"`
	Clues int     `db:"clues"`
	Lines int     `db:"lines"` // collections that have it
}

// addSample counts the puzzles of a kind by a sample, and adds sudoku to the bins, each of the sample for as many as it
// stands for.
func (s *Store) addSample(ctx context.Context, o *Overview, collections []int32, kind Kind) error {
	slot := kind.Slot()
	share := min(1, sampleSize/float64(o.largest[slot]), sampleLines/float64(o.lines[slot]))
	sample, err := postgres.ReadAll(ctx, s.db, postgres.Tags[sampled], `
		select p.score, `+ClueCount+` as clues, e.lines from (
			select puzzle, count(*) as lines from unnest($1::integer[]) c (id)
			cross join lateral (select rnd, puzzle from entry e where shelf(e.collection, e.slot) = shelf(c.id, $2) and rnd < $3::bigint offset 0) e
			group by rnd, puzzle order by rnd, puzzle limit $4
		) e cross join lateral (select * from puzzle where id = e.puzzle offset 0) p`, collections, slot, PlaceAt(share), sampleSize)
	if err != nil || len(sample) == 0 {
		return err
	}
	whole := share == 1 && len(sample) < sampleSize
	if whole {
		o.Puzzles[slot] = len(sample)
	} else if !o.exact {
		lines := 0
		for _, p := range sample {
			lines += p.Lines
		}
		o.Puzzles[slot] = o.Puzzles[slot] * len(sample) / lines
	}
	if kind.Shape != sudoku.Sudoku {
		return nil
	}
	o.Sampled = o.Sampled || !whole
	all := o.Puzzles[slot]
	for i, p := range sample {
		n := all*(i+1)/len(sample) - all*i/len(sample) // their sum is all
		o.Scores = addTo(o.Scores, scoreBin(p.Score), n)
		clues := float64(p.Clues)
		o.Clues = addTo(o.Clues, Bin{From: clues, To: clues + 1}, n)
	}
	return nil
}

func scoreBin(seconds float64) (bin Bin) {
	for _, edge := range scoreEdges {
		if seconds < 60*edge {
			bin.To = 60 * edge
			return bin
		}
		bin.From = 60 * edge
	}
	return bin
}

// addTo adds n puzzles to a bin of a list that is in order.
func addTo(bins []Bin, bin Bin, n int) []Bin {
	i, found := slices.BinarySearchFunc(bins, bin.From, func(b Bin, from float64) int { return cmp.Compare(b.From, from) })
	if !found {
		bins = slices.Insert(bins, i, bin)
	}
	bins[i].Puzzles += n
	return bins
}
