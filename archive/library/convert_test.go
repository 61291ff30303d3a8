package library_test

import (
	"path/filepath"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/postgres/localpg"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Room is given back although PostgreSQL analyzes another table all the while, and sees the rows of before.
func TestRoomIsGivenBackDespiteAnalyze(t *testing.T) {
	server, err := localpg.Start(t.Context(), localpg.Options{Dir: filepath.Join(archivetest.Dir(t), "pg"), NoSync: true})
	must(t, err)
	defer func() { must(t, server.Stop()) }()
	url := server.URL()
	must(t, postgres.Migrate(t.Context(), url))
	s := must1(archive.Open(t.Context(), url))
	defer s.Close()
	archivetest.Import(t, s, "some", archivetest.Puzzles(1200, 4)...)
	archivetest.Exec(t, url, `vacuum full puzzle`)
	pages := func() int {
		return archivetest.Read[int](t, url, `select (pg_relation_size('puzzle') / 8192)::integer`)[0]
	}
	before := pages()

	archivetest.Exec(t, url, `alter system set autovacuum_naptime = 1`)
	archivetest.Exec(t, url, `
		alter table puzzle set (autovacuum_enabled = off);
		create function slowly(n integer) returns integer immutable language plpgsql as $$
		begin
			if exists (select from pg_stat_activity where pid = pg_backend_pid() and backend_type = 'autovacuum worker') then
				perform pg_sleep(0.02);
			end if;
			return n;
		end $$;
		create table slow (n integer);
		create index on slow (slowly(n));
		insert into slow select generate_series(1, 200);
		select pg_reload_conf()`)
	sudokutest.Eventually(t, "PostgreSQL analyzes the other table", func() bool {
		return archivetest.Read[bool](t, url, `
			select exists (select from pg_stat_activity where backend_type = 'autovacuum worker' and query like '%ANALYZE public.slow%')`)[0]
	})
	archivetest.Exec(t, url, `update puzzle set clues = clues`)
	full := pages()
	must(t, s.GiveRoomBack(t.Context()))
	if after := pages(); after > before+1 || full < 2*before-1 {
		t.Errorf("there are %d pages, of %d, before %d", after, full, before)
	}
}
