package open_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// BenchmarkOpen asks an archive of GRIDTEST_BENCH_PUZZLES puzzles, half of which a private collection has too.
func BenchmarkOpen(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("GRIDTEST_BENCH_PUZZLES"))
	if err != nil {
		n = 10_000
	}
	url := archivetest.URL(b)
	s := archivetest.Open(b, url)
	lines := puzzles(1, 1)
	archivetest.Import(b, s, "ours", lines...)
	archivetest.ImportFor(b, s, "42", "secret", lines...)
	archivetest.Exec(b, url, fmt.Sprintf(`
		set session_replication_role = replica;
		insert into puzzle (score, key, import, position, shape, tier, rating_version, hardest, clues, clue_count, symmetries, needs)
		select 100 + random() * 1000, gen_random_uuid(), 1 + i %% 2, i, shape, 1 + i %% 5, rating_version, hardest, clues, 20 + i %% 17, symmetries, needs
		from puzzle, generate_series(2, %[1]d) i;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
		select e.import, p.position, p.position, p.id, p.rnd, e.collection, p.tier, true, '', '', '', '', '' from puzzle p join entry e on e.position = 1 where p.id > 1;
		insert into collection_count (collection, slot, puzzles) select collection, slot, count(*) from entry group by 1, 2
		on conflict (collection, slot) do update set puzzles = excluded.puzzles;
		insert into puzzle_count (shape, tier, rating_version, puzzles) select shape, tier, rating_version, count(*) from puzzle where id > 1 group by 1, 2, 3;
		insert into guild (id, channel, at, zone, fresh_look, scheduled, tiers)
		select 'guild' || i, '', '09:00', 'UTC', false, true, '{1,1,1,1,1,1,1}' from generate_series(0, 10000) i;
		insert into daily (guild, date, shape, tier, number, puzzle, import, position, transform)
		select 'guild' || i / 100, current_date - i %% 100, 0, 1, 1, 1 + i %% %[1]d, 1, 1 + i %% %[1]d, '' from generate_series(1, 1000000) i;
		reset session_replication_role`, n))
	archivetest.Exec(b, url, `vacuum (analyze)`)
	for _, search := range []struct {
		name string
		search.Query
	}{
		{"all", search.Query{Limit: 100}},
		{"a tier", search.Query{Limit: 100, Search: search.Search{Tiers: []logic.Tier{3}}}},
		{"rare", search.Query{Limit: 100, Search: search.Search{MinScore: 1099.99}}},
		{"none", search.Query{Limit: 100, Search: search.Search{MinScore: 9999}}},
		{"by score", search.Query{Limit: 100, Sort: search.ByScore}},
		{"by date", search.Query{Limit: 100, Sort: search.ByDate, Descending: true}},
		{"looked at, none", search.Query{Limit: 100, Search: search.Search{MinAutomorphisms: 2}}},
	} {
		b.Run("page "+search.name, func(b *testing.B) {
			for b.Loop() {
				must1(must2(s.OpenSearch(b.Context(), search.Query, "")))
			}
		})
		b.Run("count "+search.name, func(b *testing.B) {
			for b.Loop() {
				must1(must2(s.CountOpen(b.Context(), search.Query)))
			}
		})
	}
	p := must1(must2(s.OpenSearch(b.Context(), search.Query{Limit: 1}, "")))[0]
	b.Run("guarded", func(b *testing.B) {
		for b.Loop() {
			must1(s.IsGuarded(b.Context(), p.Clues))
		}
	})
	b.Run("puzzle", func(b *testing.B) {
		for b.Loop() {
			must1(s.OpenPuzzle(b.Context(), p.Key))
		}
	})
	for _, statement := range []string{`select count(*) from open.puzzle`, `select tier, avg(score) from open.puzzle group by tier`, `select max(clues) from open.puzzle`, `select * from open.puzzle where uuid = '` + p.Key.String() + `'`} {
		b.Run(statement, func(b *testing.B) {
			for b.Loop() {
				archivetest.Exec(b, url, statement)
			}
		})
	}
}

// must2 is for functions whose second result does not matter.
func must2[S, T any](value S, _ T, err error) (S, error) { return value, err }
