package library_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What is counted as it comes is what there is, also when collections overlap, and when a guild has
// some of its own.
func TestStatsAreExact(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := slices.Concat(archivetest.Puzzles(80, 11), archivetest.Shidoku(5), archivetest.SixBySix(20, 11))
	want := map[string]int{}
	check := func(when string, upto int) {
		t.Helper()
		clear(want)
		for _, line := range lines[:upto] {
			g := must1(sudoku.Parse(line))
			want[fmt.Sprint(g.Shape(), must1(rating.Rate(g)).Tier)]++
		}
		stats := wantStats(t, s, url)
		for _, c := range stats.Tiers {
			if c.Puzzles != want[fmt.Sprint(c.Shape, c.Tier)] || c.Puzzles == 0 {
				t.Errorf("%s: %d %s of tier %d, want %d", when, c.Puzzles, c.Shape, c.Tier, want[fmt.Sprint(c.Shape, c.Tier)])
			}
		}
		if stats.Puzzles != upto || stats.Old != 0 || len(stats.Tiers) != len(want) {
			t.Errorf("%s: %d puzzles of %d tiers, %d old, want %d of %d", when, stats.Puzzles, len(stats.Tiers), stats.Old, upto, len(want))
		}
	}
	check("empty", 0)
	archivetest.Import(t, s, "one", lines[:30]...)
	check("one collection", 30)
	archivetest.Import(t, s, "two", lines[20:40]...)
	check("two that overlap", 40)
	_, err := s.ImportFile(t.Context(), importing.Options{GuildID: "42", Collection: "own", By: "test"}, file(lines...))
	must(t, err)
	check("a guild's own", 105)
	archivetest.Exec(t, url, `update puzzle set tier = tier % 5 + 1 where id % 3 = 0`)
	wantStats(t, s, url)
	archivetest.Exec(t, url, `delete from entry; delete from puzzle where shape = 0`)
	if stats := wantStats(t, s, url); stats.Puzzles != 25 {
		t.Errorf("%d puzzles are left, want 25", stats.Puzzles)
	}
}

// wantStats returns what the archive says that it has, and fails the test if all puzzles, counted one by one,
// are others.
func wantStats(t *testing.T, s *archive.Store, url string) library.Stats {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	rows, err := c.Query(t.Context(), `
		select shape, tier, count(*), count(*) filter (where rating_version < $1) from puzzle group by shape, tier order by shape, tier`, rating.Version)
	must(t, err)
	want, err := pgx.CollectRows(rows, pgx.RowToStructByPos[library.TierCount])
	must(t, err)
	stats := must1(s.Stats(t.Context()))
	if diff := cmp.Diff(want, stats.Tiers, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("the counts are not those of the puzzles:\n%s", diff)
	}
	return stats
}

// Programs that add, rate again and delete puzzles at the same time do not wait for each other to count
// them, and what they undo does not count. There are no more counts than there were programs.
func TestStatsOfManyAtOnce(t *testing.T) {
	const programs, rounds = 8, 25
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "one", archivetest.Puzzles(2, 1)...)
	var all sync.WaitGroup
	for program := range programs {
		all.Go(func() {
			c, err := pgx.Connect(t.Context(), url+"&lock_timeout=60s")
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = c.Close(context.Background()) }()
			for round := range rounds {
				_, err := c.Exec(t.Context(), fmt.Sprintf(`
					begin;
					insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
						select md5('%[1]d %[2]d ' || i)::uuid, clues, shape, 1 + i %% 5, 1, 'x', 1 + %[2]d %% 2, 1, %[1]d
						from puzzle p, generate_series(1, 20) i where p.id = 1;
					savepoint half;
					delete from puzzle where position = %[1]d and tier = 2;
					rollback to half;
					delete from puzzle where position = %[1]d and tier = 3;
					update puzzle set tier = 4 where position = %[1]d and tier = 5;
					%[3]s`, 1000+program, round, [...]string{"commit", "commit", "rollback"}[round%3]))
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	var most, wrong int
	must(t, c.QueryRow(t.Context(), `
		select max(rows), (select count(*) from (
			select from (
				select shape, tier, rating_version, puzzles from puzzle_count
				union all select shape, tier, rating_version, -1 from puzzle
			) p group by shape, tier, rating_version having sum(puzzles) <> 0
		) w) from (select count(*) as rows from puzzle_count group by shape, tier, rating_version) c`).Scan(&most, &wrong))
	if wrong > 0 || most > programs+1 {
		t.Errorf("%d counts are wrong, and there are %d of one kind, want %d at most", wrong, most, programs+1)
	}
}

// Two transactions that add puzzles of the same tier do so at the same time.
func TestCountingDoesNotWait(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "one", archivetest.Puzzles(1, 1)...)
	first, second := must1(pgx.Connect(t.Context(), url)), must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, first.Close(context.Background())) }()
	defer func() { must(t, second.Close(context.Background())) }()
	const add = `
		insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
		select gen_random_uuid(), clues, shape, tier, score, hardest, rating_version, import, 2 from puzzle where id = 1`
	for _, c := range []*pgx.Conn{first, second} { // the second while the first is not committed
		must1(c.Exec(t.Context(), `begin; set local lock_timeout = '30s'; `+add))
	}
	must1(second.Exec(t.Context(), `commit`))
	if stats := must1(s.Stats(t.Context())); stats.Puzzles != 2 {
		t.Errorf("%d puzzles are counted while one of three is not committed", stats.Puzzles)
	}
	must1(first.Exec(t.Context(), `commit`))
	if stats := must1(s.Stats(t.Context())); stats.Puzzles != 3 {
		t.Errorf("%d puzzles are counted, want 3", stats.Puzzles)
	}
}

func TestStatsOfOldRatings(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "all", archivetest.Puzzles(20, 12)...)
	archivetest.Exec(t, url, `update puzzle set rating_version = rating_version - 1 where id <= 7`)
	if stats := wantStats(t, s, url); stats.Old != 7 {
		t.Errorf("%d are old, want 7", stats.Old)
	}
}

// A server that only reads, as a replica does, answers too.
func TestStatsOfAServerThatOnlyReads(t *testing.T) {
	url := archivetest.URL(t)
	archivetest.Import(t, archivetest.Open(t, url), "one", archivetest.Puzzles(30, 3)...)
	s := archivetest.Open(t, url+"&default_transaction_read_only=on")
	if stats := must1(s.Stats(t.Context())); stats.Puzzles != 30 {
		t.Errorf("%d puzzles, want 30", stats.Puzzles)
	}
}

func TestOverview(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(900, 13)
	archivetest.Import(t, s, "all", lines...)
	_, err := s.ImportFile(t.Context(), importing.Options{GuildID: "43", Collection: "secret", By: "test"}, file(archivetest.Puzzles(50, 14)...))
	must(t, err)
	o := must1(s.Overview(t.Context(), "42"))
	if !o.Sampled || sum(o.Scores) != 900 || sum(o.Clues) != 900 || o.Puzzles != tierCountsOf(t, library.Stats{Tiers: tiersOf(lines)}) {
		t.Errorf("%+v, want 900 puzzles, from a sample", o)
	}
	if len(o.Months) != 1 || o.Months[0].Puzzles != 900 {
		t.Errorf("months %v, want one of 900", o.Months)
	}
	// The shares of a sample are about those of all.
	clues := map[int]int{}
	for _, line := range lines {
		clues[must1(sudoku.Parse(line)).Len()]++
	}
	for _, b := range o.Clues {
		if want := clues[int(b.From)]; b.Puzzles < want-45 || b.Puzzles > want+45 {
			t.Errorf("%d of %g clues, want about %d", b.Puzzles, b.From, want)
		}
	}
	archivetest.Import(t, s, "again", lines...)
	archivetest.Import(t, s, "half", lines[:450]...)
	for guild, exact := range map[string]bool{"": true, "42": false} {
		all := must1(s.Overview(t.Context(), guild))
		counted := 0
		for _, n := range all.Puzzles {
			counted += n
		}
		if sum(all.Clues) != counted || sum(all.Scores) != counted || exact && counted != 950 || counted < 850 || counted > 950 {
			t.Errorf("guild %q sees %d puzzles, %d by clues and %d by score, want 950, or about 900 of them: each once", guild, counted, sum(all.Clues), sum(all.Scores))
		}
	}
}

func sum(bins []library.Bin) (n int) {
	for _, b := range bins {
		n += b.Puzzles
	}
	return n
}

func tiersOf(lines []string) (counts []library.TierCount) {
	for _, line := range lines {
		counts = append(counts, library.TierCount{Tier: archivetest.TierOf(line), Puzzles: 1})
	}
	return counts
}
