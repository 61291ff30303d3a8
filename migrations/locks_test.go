package migrations_test

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// BenchmarkLocks prints what each migration after the baseline locks, and for how long, in an archive of
// GRIDTEST_BENCH_PUZZLES puzzles, each with a line, a rating of its file, a daily and a game.
func BenchmarkLocks(b *testing.B) {
	n, err := strconv.Atoi(os.Getenv("GRIDTEST_BENCH_PUZZLES"))
	if err != nil {
		n = 10_000
	}
	steps, err := migrations.Steps()
	must(b, err)
	for b.Loop() {
		url := archivetest.URL(b)
		fill(b, url, n)
		fmt.Printf("| migration | at %d puzzles it takes | locks held meanwhile |\n|---|---|---|\n", n)
		for _, s := range steps {
			took, held := timed(b, url, s)
			fmt.Printf("| %d | %s | %s |\n", s.Version, rounded(took), held)
		}
	}
}

func rounded(d time.Duration) string {
	if d < 50*time.Millisecond {
		return "under 0.05 s"
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

// fill takes an archive to the baseline, and makes rows past its store.
func fill(b *testing.B, url string, n int) {
	b.Helper()
	s := archivetest.Open(b, url)
	archivetest.Import(b, s, "test", archivetest.Puzzles(1, 1)...)
	s.Close()
	c, err := pgx.Connect(b.Context(), url)
	must(b, err)
	defer func() { _ = c.Close(context.Background()) }()
	must(b, migrations.To(b.Context(), pool(b, url), baseline))
	run(b, c, fmt.Sprintf(`
		set session_replication_role = replica; -- without triggers
		insert into puzzle (score, key, import, position, shape, tier, rating_version, hardest, clues, clue_count, symmetries, needs)
		select score, gen_random_uuid(), import, i, shape, tier, rating_version, hardest, clues, clue_count, symmetries, needs
		from puzzle, generate_series(2, %[1]d) i;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
		select import, i, i, i, i, collection, slot, fresh, grid, text, name, author, comment from entry, generate_series(2, %[1]d) i;
		insert into rating_program (name, version) values ('bench', '');
		insert into rating (puzzle, program, import, position, value) select p.id, r.id, p.import, p.position, '7.2' from puzzle p, rating_program r;
		insert into guild (id, channel, at, zone, fresh_look, scheduled, tiers)
		select 'guild' || i, '', '09:00', 'UTC', false, true, '{1,1,1,1,1,1,1}' from generate_series(0, %[1]d / 400) i;
		insert into daily (guild, date, shape, tier, number, puzzle, import, position, transform)
		select 'guild' || i / 400, current_date - i %% 400 / 10 * 9 - greatest(i %% 10, 1), 0, case when i %% 10 = 0 then 2 else 1 end, 1, i, 1, i, ''
		from generate_series(1, %[1]d) i; -- a tenth are extras
		insert into outbox (guild, kind, date, shape, tier, state) select guild, 'daily', date, shape, tier, 'done' from daily where tier = 1;
		insert into game (player, guild, puzzle, transform, date, number, shape, slot, tier, grid, marks, started, finished, on_time, active, moves, import, position)
		select 'player' || number, guild, puzzle, transform, date, number, shape, tier, tier, '\x', '\x', now(), now(), true, '1 minute', 50, import, position from daily;
		reset session_replication_role`, n))
	run(b, c, `vacuum (analyze)`)
}

// timed does a migration, and looks every few milliseconds which tables it has locked against readers or writers.
func timed(b *testing.B, url string, s migrations.Step) (took time.Duration, held string) {
	b.Helper()
	watcher, err := pgx.Connect(b.Context(), url)
	must(b, err)
	defer func() { _ = watcher.Close(context.Background()) }()
	migrating, end := context.WithCancel(b.Context())
	began := time.Now()
	go func() {
		defer end()
		if err := migrations.To(b.Context(), pool(b, url), s.Version); err != nil {
			b.Error(err)
		}
		took = time.Since(began)
	}()
	first, last := map[string]time.Duration{}, map[string]time.Duration{}
	for migrating.Err() == nil {
		rows, err := watcher.Query(b.Context(), `
			select case mode when 'AccessExclusiveLock' then 'all of ' else 'writes to ' end || relname from pg_locks join pg_class r on r.oid = relation
			where locktype = 'relation' and pid <> pg_backend_pid() and granted and relkind in ('r', 'v') and relnamespace = 'public'::regnamespace and relname not like 'goose%'
			  and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`)
		must(b, err)
		names, err := pgx.CollectRows(rows, pgx.RowTo[string])
		must(b, err)
		for _, name := range names {
			last[name] = time.Since(began)
			if _, known := first[name]; !known {
				first[name] = last[name]
			}
		}
		time.Sleep(2 * time.Millisecond)
	}
	var all []string
	for name := range first {
		all = append(all, name+" "+rounded(last[name]-first[name]))
	}
	slices.Sort(all)
	return took, cmp.Or(strings.Join(all, ", "), "none that was seen")
}

func run(b *testing.B, c *pgx.Conn, statements string) {
	b.Helper()
	if _, err := c.PgConn().Exec(context.Background(), statements).ReadAll(); err != nil {
		b.Error(err)
	}
}
