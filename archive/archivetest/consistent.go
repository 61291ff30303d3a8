package archivetest

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
)

// inconsistencies are rows that an archive may not have, and what counts them.
var inconsistencies = map[string]string{
	"puzzles that name no entry": `
		select count(*) from puzzle p where not exists (
			select from entry e where (e.import, e.position, e.puzzle) = (p.import, p.position, p.id))`,
	"puzzles that their entry did not bring": `
		select count(*) from puzzle p join entry e on (e.import, e.position) = (p.import, p.position) where not e.fresh`,
	"entries without a puzzle":          `select count(*) from entry e where not exists (select from puzzle p where p.id = e.puzzle)`,
	"ratings of nothing":                `select count(*) from rating r where not exists (select from puzzle p where p.id = r.puzzle)`,
	"drawn puzzles that are not there":  `select count(*) from drawn d where not exists (select from puzzle p where p.id = d.puzzle)`,
	"imports that miscount their lines": `select count(*) from import i where fresh + duplicates <> (select count(*) from entry e where e.import = i.id)`,
	"imports that miscount what is new": `select count(*) from import i where fresh <> (select count(*) from entry e where e.import = i.id and e.fresh)`,
	"puzzles of a collection that are given out never or twice": `
		select count(*) from (
			select count(slot) as places from entry group by collection, puzzle
		) e where places <> 1`,
	"places that are not those of the puzzle": `
		select count(*) from entry e join puzzle p on p.id = e.puzzle
		where e.slot is not null and (e.rnd, e.slot) <> (p.rnd, slot_of(p.shape, p.tier))`,
	"wrong counts of collections": `
		select count(*) from collection_count n
		where puzzles <> (select count(*) from entry e where e.collection = n.collection and e.slot = n.slot)`,
	"wrong counts of all puzzles": `
		select count(*) from (
			select from (
				select shape, tier, rating_version, puzzles from puzzle_count
				union all select shape, tier, rating_version, -count(*) from puzzle group by shape, tier, rating_version
			) p group by shape, tier, rating_version having sum(puzzles) <> 0
		) p`,
	"posted dailies that do not count": `
		select count(*) from outbox o join daily d on (d.guild, d.date, d.shape, d.tier) = (o.guild, o.date, o.shape, o.tier)
		where o.kind = 'daily' and not d.counts`,
	"collections without counts": `
		select count(*) from (select distinct collection, slot from entry where slot is not null) e
		where not exists (select from collection_count n where n.collection = e.collection and n.slot = e.slot)`,
}

// WantConsistent fails the test unless the tables of an archive agree with each other.
func WantConsistent(t testing.TB, url string) {
	t.Helper()
	ctx := context.Background()
	c, err := pgx.Connect(ctx, url)
	must(t, err)
	defer func() { _ = c.Close(ctx) }()
	for what, query := range inconsistencies {
		found := 0
		must(t, c.QueryRow(ctx, query).Scan(&found))
		if found > 0 {
			t.Errorf("%d %s", found, what)
		}
	}
}
