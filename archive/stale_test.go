package archive_test

import (
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// While an import runs, the database's statistics are of before it. Whatever they say, no statement of
// an import, a daily or a move reads a large table from its start to its end.
func TestNoScansWithStaleStatistics(t *testing.T) {
	if testing.Short() {
		t.Skip("make check fills an archive with 200,000 puzzles: of fewer, a batch may well read all")
	}
	s, url := filledArchive(t, 200_000)
	archivetest.Exec(t, url, `vacuum entry, puzzle`) // completes the indexes of ranges, which the first revert would do
	for _, statistics := range []struct{ name, statements string }{
		{"of a few rows", `select`},
		{"none", `
			delete from pg_statistic where starelid in ('puzzle'::regclass, 'entry'::regclass, 'daily'::regclass, 'collection_count'::regclass);
			update pg_class set reltuples = -1 where oid in ('puzzle'::regclass, 'entry'::regclass, 'daily'::regclass, 'collection_count'::regclass)`},
	} {
		archivetest.Exec(t, url, statistics.statements)
		lines := archivetest.Puzzles(3_000, uint64(len(statistics.name)))
		guild := daily.NewGuild("7" + statistics.name)
		player := games.Player{ID: "ann" + statistics.name, Name: "Ann"}
		batches := importing.Options{Collection: statistics.name}
		ofGuild := importing.Options{Collection: "of a guild", GuildID: guild.ID}
		var game games.Game
		for _, c := range []struct {
			name string
			do   func() error
		}{
			{"an import", func() error { _, err := s.ImportFile(t.Context(), batches, file(lines...)); return err }},
			{"the same import", func() error { _, err := s.ImportFile(t.Context(), batches, file(lines...)); return err }},
			{"the same file into another collection", func() error {
				_, err := s.ImportFile(t.Context(), importing.Options{Collection: statistics.name + " too"}, file(lines...))
				return err
			}},
			{"an export", func() error {
				if n := len(archivetest.Export(t, s, statistics.name)); n != len(lines) {
					t.Errorf("%d lines come out, want %d", n, len(lines))
				}
				return nil
			}},
			{"taking an import back", func() error {
				_, err := s.RevertImport(t.Context(), must1(s.Imports(t.Context()))[0].ID, "test")
				return err
			}},
			{"an import of a guild", func() error { _, err := s.ImportFile(t.Context(), ofGuild, file(lines[:300]...)); return err }},
			{"a daily", func() error {
				d, err := s.Daily(t.Context(), guild, date("2026-03-01"), sudoku.Sudoku, 1)
				if err == nil {
					game, err = s.StartDaily(t.Context(), player, d)
				}
				return err
			}},
			{"a game", func() error { _, err := s.StartGame(t.Context(), player, guild, sudoku.Sudoku, 1); return err }},
			{"a move", func() error { game = record(t, s, game, hinted(game, 1, game.Grid)); return nil }},
		} {
			before := scanned(t, url)
			must(t, c.do())
			rowsRead(t, s) // makes the connection report what it has read
			for table, rows := range scanned(t, url) {
				if rows -= before[table]; rows > 10_000 {
					t.Errorf("with statistics %s, %s reads %d rows of table %s in order", statistics.name, c.name, rows, table)
				}
			}
		}
	}
}

// scanned returns how many rows of each table were read by scans of all of it.
func scanned(t *testing.T, url string) map[string]int64 {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(t.Context())) }()
	rows, err := c.Query(t.Context(), `select relname::text as table, seq_tup_read as rows from pg_stat_user_tables where schemaname = 'public'`)
	must(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[struct {
		Table string
		Rows  int64
	}])
	must(t, err)
	read := map[string]int64{}
	for _, one := range all {
		read[one.Table] = one.Rows
	}
	return read
}
