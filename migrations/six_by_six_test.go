package migrations_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/migrations"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The way back from 6×6 leaves an archive that is as if their lines had been rejected, and other puzzles are as they were.
func TestDownFromSixBySix(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "nine", archivetest.Puzzles(60, 1)...)
	small := archivetest.SixBySix(40, 1)
	archivetest.Import(t, s, "mixed", append(append(archivetest.Puzzles(5, 2), small...), small[0])...)
	guild, day := daily.NewGuild("42"), calendar.Date{Year: 2026, Month: time.March, Day: 2} // a Monday
	guild.Shapes[time.Monday], guild.SixBySix[time.Tuesday] = sudoku.SixBySix, true
	must(t, s.SaveGuild(t.Context(), guild))
	d, err := s.Daily(t.Context(), guild, day, sudoku.SixBySix, 0)
	must(t, err)
	must(t, s.AddPost(t.Context(), d, "channel"))
	nine, err := s.Daily(t.Context(), guild, day.AddDays(1), sudoku.Sudoku, 0)
	must(t, err)
	must(t, s.AddPost(t.Context(), nine, "channel", sudoku.SixBySix))
	ann := games.Player{ID: "ann", Name: "Ann"}
	_, err = s.StartDaily(t.Context(), ann, d)
	must(t, err)
	_, err = s.StartGame(t.Context(), ann, guild, sudoku.SixBySix, 0)
	must(t, err)
	_, err = s.StartParty(t.Context(), games.Party{GuildID: "42", ChannelID: "7", Starter: ann, Shape: sudoku.SixBySix}, guild, daily.Daily{}, 0)
	must(t, err)
	race, err := s.OpenRace(t.Context(), games.Race{GuildID: "42", ChannelID: "7", Opener: ann, Shape: sudoku.SixBySix, Tier: 1})
	must(t, err)
	_, err = s.StartRaceGame(t.Context(), race.ID, ann)
	must(t, err)
	for day, shape := range []sudoku.Shape{sudoku.SixBySix, sudoku.Sudoku} {
		saved, _, err := s.SaveSearch(t.Context(), search.Saved{Name: shape.String(), By: "test", Search: search.Search{Shaped: true, Shape: shape}})
		must(t, err)
		guild.Searches[day] = saved.ID
	}
	must(t, s.SaveGuild(t.Context(), guild))
	s.Close()

	db := pool(t, url)
	must(t, migrations.To(t.Context(), db, 61))
	for query, want := range map[string][]int{
		`select shape from puzzle union select shape from daily union select shape from game union select shape from duel union select shape from rotation`: {0},
		`select count(*) from party union all select count(*) from outbox`:                                                                                  {0, 1},
		`select done from import order by id`:                                     {60, 46},
		`select fresh from import order by id`:                                    {60, 5},
		`select rejected from import order by id`:                                 {0, 41},
		`select lines from reject_reason`:                                         {41},
		`select count(*) from search`:                                             {1},
		`select sum((s > 0)::int) from guild, unnest(searches) s where id = '42'`: {1},
	} {
		if diff := cmp.Diff(want, archivetest.Read[int](t, url, query)); diff != "" {
			t.Errorf("%s:\n%s", query, diff)
		}
	}
	must(t, migrations.To(t.Context(), db, 62))
	archivetest.WantConsistent(t, url)
}

// A session that was connected before puzzles of 6×6 had slots goes on to find puzzles by the index of the shuffled order,
// and both old and new sessions find the puzzles of each slot of each collection, and no others.
func TestShelvesOfOldSessions(t *testing.T) {
	url := archivetest.URL(t)
	db := pool(t, url)
	must(t, migrations.To(t.Context(), db, 61))
	exec(t, url, `
		set session_replication_role = replica; -- without triggers
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
		select c, i, i, i, i, c, i % 6, true, '', '', '', '', '' from generate_series(1, 6) c, generate_series(1, 600) i`)
	const seek = `select count(*) from entry e where shelf(e.collection, e.slot) = shelf($1, $2) and e.rnd > 0`
	old := connect(t, url, "gridkeeper schema 58")
	look := func(c *pgx.Conn, who string, collection, slot, want int) {
		t.Helper()
		if _, err := c.Exec(t.Context(), `set enable_seqscan = off`); err != nil {
			t.Fatal(err)
		}
		n := 0
		must(t, c.QueryRow(t.Context(), seek, collection, slot).Scan(&n))
		if n != want {
			t.Errorf("%s: %d puzzles of collection %d in slot %d, want %d", who, n, collection, slot, want)
		}
		rows, err := c.Query(t.Context(), `explain `+strings.NewReplacer("$1", "3", "$2", "5").Replace(seek))
		must(t, err)
		plan, err := pgx.CollectRows(rows, pgx.RowTo[string])
		must(t, err)
		if _, condition, _ := strings.Cut(strings.Join(plan, "\n"), "Index Cond: "); !strings.Contains(condition, "collection * 8") {
			t.Errorf("%s: the plan is\n%s", who, strings.Join(plan, "\n"))
		}
	}
	look(old, "old, before", 3, 5, 100)
	must(t, migrations.To(t.Context(), db, 62))
	exec(t, url, `
		set session_replication_role = replica;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
		select c, i, i, i, i, c, 21 + i % 5, true, '', '', '', '', '' from generate_series(1, 6) c, generate_series(601, 800) i`)
	fresh := connect(t, url, "psql")
	for who, c := range map[string]*pgx.Conn{"old": old, "new": fresh} {
		look(c, who, 3, 5, 100)
		look(c, who, 1, 21, 40) // 8 and 21 are 3·8 and 5
		look(c, who, 1, 24, 40)
		look(c, who, 3, 0, 100)
		look(c, who, 6, 25, 40)
	}
	must(t, migrations.To(t.Context(), db, 61))
	look(old, "old, after the way back", 3, 5, 100)
}
