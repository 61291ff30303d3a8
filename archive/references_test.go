package archive_test

import (
	"context"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// That entries refer to puzzles, and both to imports, is checked for each statement.
func TestReferences(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "one", archivetest.Puzzles(3, 1)...)
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	for _, statement := range []string{
		`delete from puzzle where position = 1`,
		`delete from puzzle`,
		`delete from import`,
		`update entry set puzzle = 99 where position = 2`,
		`update entry set import = 99`,
		`update puzzle set import = 99 where position = 2`,
		`insert into entry select import, 10 + position, line, puzzle + 2, null, collection, null, false, '', text, '', '', '' from entry`,
		`insert into entry select import + position, position, line, puzzle, null, collection, null, false, '', text, '', '', '' from entry`,
		`insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
			select md5(position::text)::uuid, clues, shape, tier, score, hardest, rating_version, 2, position from puzzle`,
	} {
		if _, err := c.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "23503") {
			t.Errorf("%s: %v, want the error of a foreign key", statement, err)
		}
	}
	for _, statement := range []string{
		`update entry set slot = slot`,
		`delete from entry where position = 1`,
		`delete from puzzle where position = 1`,
		`delete from entry; delete from puzzle; delete from import`,
	} {
		if _, err := c.Exec(t.Context(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// So is that dailies, games and duels show entries, and that what was drawn is there.
func TestReferencesInPlay(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "one", "1.....3..2.....4", "4.....3..2.....1", "12..3......4..21")
	d, err := s.Daily(t.Context(), daily.NewGuild("A"), date("2026-03-01"), sudoku.Shidoku, 0)
	must(t, err)
	_, err = s.StartDaily(t.Context(), games.Player{ID: "ann"}, d)
	must(t, err)
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	refused := []string{
		`delete from entry`,
		`delete from entry e using daily d where (e.import, e.position) = (d.import, d.position)`,
		`update daily set position = 99`,
		`update game set import = 99`,
		`insert into duel (guild, channel, challenger, opponent, language, shape, tier, state, accepted, ended, import, position, transform)
			values ('A', 'c', 'ann', 'bob', 'en', 1, 0, 'solved', now(), now(), 1, 99, 'x')`,
		`insert into drawn (owner, puzzle, lap) values ('guild B', 99, 1)`,
		`update drawn set puzzle = 99`,
		`update entry set position = position + 10`,
		`update puzzle set id = default`,
		`delete from entry; delete from drawn; delete from daily`,
		`delete from game; delete from daily; delete from entry; delete from puzzle`, // one was drawn
	}
	for _, statement := range refused {
		if _, err := c.Exec(t.Context(), statement); err == nil || !strings.Contains(err.Error(), "23503") {
			t.Errorf("%s: %v, want the error of a foreign key", statement, err)
		}
	}
	for _, statement := range []string{
		`delete from entry e where not exists (select from daily d where d.position = e.position)`,
		`update daily set position = position`,
		`delete from game; delete from daily; delete from drawn; delete from entry; delete from puzzle; delete from import`,
	} {
		if _, err := c.Exec(t.Context(), statement); err != nil {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

// A puzzle goes while an entry of it comes in: whichever is first, the other waits and then fails.
func TestReferencesOfTwo(t *testing.T) {
	const (
		show   = `insert into drawn (owner, puzzle, lap) select 'guild B', puzzle, 1 from kept`
		add    = `insert into entry select import, 10, line, puzzle, null, collection, null, false, '', text, '', '', '' from kept`
		remove = `delete from puzzle where position = 1`
	)
	for _, order := range [][2]string{{add, remove}, {remove, add}, {show, remove}, {remove, show}} {
		url := archivetest.URL(t)
		archivetest.Import(t, archivetest.Open(t, url), "one", archivetest.Puzzles(3, 1)...)
		archivetest.Exec(t, url, `create table kept as select * from entry where position = 1; delete from entry where position = 1`)
		first, second := must1(pgx.Connect(t.Context(), url)), must1(pgx.Connect(t.Context(), url))
		tx := must1(first.Begin(t.Context()))
		must1(tx.Exec(t.Context(), order[0]))
		done := make(chan error)
		go func() {
			_, err := second.Exec(context.Background(), order[1])
			done <- err
		}()
		awaitBlocked(t, url, 1)
		must(t, tx.Commit(t.Context()))
		if err := <-done; err == nil || !strings.Contains(err.Error(), "23503") {
			t.Errorf("%s after %s: %v", order[1], order[0], err)
		}
		must(t, first.Close(context.Background()))
		must(t, second.Close(context.Background()))
	}
}

// awaitBlocked waits until so many sessions of a database wait for a lock.
func awaitBlocked(t *testing.T, url string, n int) {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	for blocked := false; !blocked; {
		must(t, c.QueryRow(t.Context(), `
			select count(*) >= $1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`, n).Scan(&blocked))
	}
}
