package archive_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// filledArchive returns an archive of n puzzles of tier 1, and as few statistics as a new one: "big" has
// all but ten of them, "tiny" those, "other" has n/10 of tier 2, ten of tier 1 that "big" has too,
// and none of tier 3. Fifty more collections have ten each, of tier 4. They are made without
// rating, so all have the same grid. 2,000 guilds have collections and dailies already.
func filledArchive(t *testing.T, n int) (*archive.Store, string) {
	t.Helper()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url+"&pool_max_conns=1")
	archivetest.Import(t, s, "first", archivetest.Royle)
	archivetest.Exec(t, url, fmt.Sprintf(`
		alter table entry set (autovacuum_enabled = off);
		alter table puzzle set (autovacuum_enabled = off);
		alter table collection_count set (autovacuum_enabled = off);
		alter table collection set (autovacuum_enabled = off);
		alter table guild set (autovacuum_enabled = off);
		alter table daily set (autovacuum_enabled = off);
		alter table drawn set (autovacuum_enabled = off);
		analyze;
		set session_replication_role = replica;
		insert into collection (name, shared) select 'some ' || i, true from generate_series(1, 50) i;
		insert into collection (name, shared) values ('big', true), ('tiny', true), ('other', true);
		insert into import (collection, digest, source, by, total) select id, sha256(name::bytea), name, 'test', 0 from collection where id > 1;
		create temp table plan as
			select 'big' as name, 1 as tier, i from generate_series(1, %[1]d - 10) i
			union all select 'tiny', 1, i from generate_series(1, 10) i
			union all select 'other', 2, i from generate_series(1, %[1]d / 10) i
			union all select 'some ' || c, 4, 10 * c + i from generate_series(1, 50) c, generate_series(1, 10) i;
		insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
			select md5(p.name || p.i)::uuid, (select clues from puzzle limit 1), 0, p.tier, 1, 'naked-single', 1, m.id, p.i
			from plan p join import m on m.source = p.name;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			select p.import, p.position, 1, p.id, p.rnd, m.collection, p.tier, true, p.clues, '', '', '', ''
			from puzzle p join import m on m.id = p.import where p.import > 1;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			select o.id, -p.position, 1, p.id, p.rnd, o.collection, p.tier, true, p.clues, '', '', '', ''
			from puzzle p join import m on m.id = p.import and m.source = 'big' join import o on o.source = 'other' where p.position <= 10;
		insert into collection (guild, name, shared) select 'guild ' || i, 'best', false from generate_series(1, 2000) i;
		insert into guild (id, channel, at, zone, tiers, fresh_look, scheduled)
			select 'guild ' || i, '', '09:00', 'UTC', '{1,1,1,1,1,1,1}', false, true from generate_series(1, 2000) i;
		insert into daily (guild, date, shape, tier, number, puzzle, import, position, transform, counts)
			select 'guild ' || i, '2026-01-01'::date + d, 0, 1, d, p.id, p.import, p.position, 'x', true
			from generate_series(1, 2000) i, generate_series(1, 10) d join puzzle p on p.id = 600 + d;
		insert into drawn (owner, puzzle, lap) select 'guild guild ' || i, p.id, 1 from generate_series(1, 200) i, puzzle p where p.id between 601 and 700;
		insert into collection_count select collection, slot, count(*) from entry where collection > 1 group by 1, 2;
		set session_replication_role = origin`, n))
	return s, url
}

// wantCheapDraws draws with each choice of collections. Whatever the sizes, a draw reads few rows.
func wantCheapDraws(t *testing.T, s *archive.Store) {
	t.Helper()
	var many []string
	for i := range 50 {
		many = append(many, fmt.Sprint("some ", i+1))
	}
	for _, c := range []struct {
		choice []string // nil: all
		tier   logic.Tier
		there  bool
	}{
		{nil, 1, true}, // 54 collections
		{[]string{"big"}, 1, true},
		{[]string{"tiny"}, 1, true}, // round and round
		{[]string{"big", "tiny"}, 1, true},
		{[]string{"other"}, 1, true},
		{[]string{"other"}, 2, true},
		{[]string{"other"}, 3, false},
		{[]string{"big", "other"}, 3, false},
		{many, 4, true},
		{many, 1, false},
	} {
		const most = 600
		each := int64(most + 1)
		for try := 0; each > most && try < 3; try++ { // what others read before may be counted late, once
			guild := daily.NewGuild(fmt.Sprintf("%.60q %d %d", c.choice, c.tier, try))
			archivetest.Choose(t, s, guild.ID, c.choice...)
			each = rowsOfADraw(t, s, guild, c.tier, c.there)
		}
		if each > most {
			t.Errorf("a draw from %.60s, tier %d, reads %d rows, want at most %d", fmt.Sprint(c.choice), c.tier, each, most)
		}
	}
}

// rowsOfADraw draws the dailies of many dates, which are there or not, and returns how many rows each took.
func rowsOfADraw(t *testing.T, s *archive.Store, guild daily.Guild, tier logic.Tier, there bool) int64 {
	t.Helper()
	draws := 60
	if testing.Short() {
		draws = 20
	}
	var longest time.Duration
	before, begin := rowsRead(t, s), time.Now()
	for i := range draws {
		start := time.Now()
		_, err := s.Daily(t.Context(), guild, date("2026-03-01").AddDays(i), sudoku.Sudoku, tier)
		longest = max(longest, time.Since(start))
		if there {
			must(t, err)
		} else {
			wantIs(t, err, library.ErrNoPuzzle)
		}
	}
	spent := time.Since(begin)
	each := (rowsRead(t, s) - before) / int64(draws)
	t.Logf("guild %s: %5d rows, %6s a draw, %6s at most", guild.ID, each, (spent / time.Duration(draws)).Round(10*time.Microsecond), longest.Round(10*time.Microsecond))
	return each
}

// rowsRead returns how many rows of tables and indexes a store that has one connection has read. It waits for
// other sessions to end, since what they read is counted then, and would be taken for the store's.
func rowsRead(t testing.TB, s *archive.Store) (rows int64) {
	t.Helper()
	ask := func(statement string, into any) {
		must(t, s.Transact(t.Context(), func(tx pgx.Tx) error { return tx.QueryRow(t.Context(), statement).Scan(into) }))
	}
	archivetest.AwaitAlone(t, ask)
	ask(`select pg_stat_force_next_flush()::text`, new(string))
	ask(`
		select sum(t.seq_tup_read) + sum(coalesce(t.idx_tup_fetch, 0)) + sum((
			select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes i where i.relid = t.relid
		)) from pg_stat_user_tables t`, &rows)
	return rows
}

// No statement of a draw reads a large table, also when the database's statistics are of before
// the import.
func TestDrawsReadFewRows(t *testing.T) {
	s, _ := filledArchive(t, 6_000)
	wantCheapDraws(t, s)
}

// Nor does what a guild is told of the archive, however many collections it may use.
func TestOverviewReadsFewRows(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url+"&pool_max_conns=1")
	archivetest.Import(t, s, "first", archivetest.Royle)
	archivetest.Exec(t, url, `
		insert into collection (name, shared) select 'some ' || i, true from generate_series(1, 60) i;
		insert into import (collection, digest, source, by, total) select id, sha256(name::bytea), name, 'test', 0 from collection where id > 1;
		insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
			select md5(m.id || ' ' || i)::uuid, (select clues from puzzle limit 1), 0, 4, 1, 'naked-single', 1, m.id, i
			from import m, generate_series(1, 400) i where m.id > 1;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			select p.import, p.position, 1, p.id, p.rnd, m.collection, p.tier, true, p.clues, '', '', '', ''
			from puzzle p join import m on m.id = p.import where p.import > 1;
		insert into collection_count select collection, slot, count(*) from entry where collection > 1 group by 1, 2`)
	const most = 11_000 // 24,001 entries and a tenth of the puzzles would be 50,000 in tables and indexes
	read := int64(most + 1)
	for try := 0; read > most && try < 3; try++ { // what others read before may be counted late, once
		before := rowsRead(t, s)
		if o := must1(s.Overview(t.Context(), "A")); o.Puzzles[4] != 24_000 {
			t.Errorf("there are %v, want 24,000 of tier 4", o.Puzzles)
		}
		read = rowsRead(t, s) - before
	}
	if read > most {
		t.Errorf("%d rows are read, want at most %d", read, most)
	}
}

func TestProveDrawsAtAMillion(t *testing.T) {
	sudokutest.Prove(t)
	s, _ := filledArchive(t, 1_000_000)
	wantCheapDraws(t, s)
}
