package migrations_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// What counts of the dailies of before is what was posted; where nothing was, what the schedule chose: by a saved
// search, for all guilds, or by the tier of the weekday; and else what was played most, if its date is over. Of
// thousands of results each is kept, and those of extras lose their rank.
func TestOneDailyOfBefore(t *testing.T) {
	url := archivetest.URL(t)
	importLines(t, url, append(archivetest.Puzzles(3, 1), archivetest.Shidoku(1)...))
	must(t, migrations.To(t.Context(), pool(t, url), 40))
	exec(t, url, `
		insert into guild (id, channel, at, zone, fresh_look, scheduled, tiers, global) values ('own', '', '09:00', 'UTC', false, false, '{3,3,3,3,3,3,3}', false), ('world', '', '09:00', 'UTC', false, false, '{5,5,5,5,5,5,5}', true);
		insert into daily (guild, date, shape, tier, number, puzzle, import, position, transform, search, global, published_tier)
		select a.guild, a.date::date, a.shape, a.tier, 1, p.id, p.import, p.position, '', a.search, a.global, case a.shape when 1 then 1 end
		from (select * from puzzle order by id limit 1) p, (values
			('own', '2026-03-01', 0, 1, null, false), ('own', '2026-03-01', 0, 3, null, false), ('own', '2026-03-01', 1, 0, null, false), -- 1 was posted
			('own', '2026-03-02', 0, 2, 7, false), ('own', '2026-03-02', 0, 3, null, false), -- 2 was found
			('own', '2026-03-03', 0, 2, null, true), ('own', '2026-03-03', 0, 3, null, false), -- 2 was global
			('own', '2026-03-04', 0, 1, null, false), ('own', '2026-03-04', 0, 3, null, false), -- 3 is of the weekday
			('own', '2026-03-05', 0, 1, null, false), ('own', '2026-03-05', 0, 4, null, false), -- 4 was played
			('own', '2026-03-06', 0, 2, null, false), ('own', '2026-03-06', 0, 4, null, false), -- 4 failed to be posted
			('world', '2026-03-01', 0, 3, null, false), ('world', '2026-03-01', 0, 5, null, false), -- a Sunday
			('own', '2999-01-01', 0, 1, null, false) -- played before the default
		) a (guild, date, shape, tier, search, global);
		insert into outbox (guild, kind, date, shape, tier, state) values ('own', 'daily', '2026-03-01', 0, 1, 'done'), ('own', 'daily', '2026-03-06', 0, 4, 'failed');
		insert into player (id, name) select 'p' || i, 'P' || i from generate_series(1, 1000) i;
		insert into game (player, guild, puzzle, transform, date, number, shape, slot, tier, grid, marks, started, finished, on_time, active, moves, import, position)
		select 'p' || i, d.guild, d.puzzle, d.transform, d.date, d.number, d.shape, d.tier, d.tier, '', '', d.date, d.date + i * interval '1 minute', true, interval '1 minute', 50, d.import, d.position
		from daily d, generate_series(1, 1000) i where i <= 900 or d.tier = 4`)
	must(t, postgres.Migrate(t.Context(), url))
	want := []string{
		"own 2026-03-01 0/1", "own 2026-03-01 1/0", "own 2026-03-02 0/2", "own 2026-03-03 0/2", "own 2026-03-04 0/3", "own 2026-03-05 0/4", "own 2026-03-06 0/4",
		"world 2026-03-01 0/3",
	}
	got := archivetest.Read[string](t, url, `select format('%s %s %s/%s', guild, date, shape, tier) from daily where counts order by guild, date, shape, tier`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	counted := archivetest.Read[int](t, url, `select count(*)::integer from result group by extra order by extra`)
	if diff := cmp.Diff([]int{6*900 + 2*1000, 8 * 900}, counted); diff != "" {
		t.Errorf("results that count, and those of extras:\n%s", diff)
	}
}
