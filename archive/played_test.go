package archive_test

import (
	"fmt"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// playedDays are how many dates each guild of a [playedArchive] has dailies of, and playedUntil the last.
const (
	playedDays  = 5
	playedUntil = "2026-11-22"
)

// playedArchive returns an archive in which the players of so many guilds, twenty in each, have solved the
// dailies of five dates, and all that comes with that. The database's statistics are of when it was empty.
// Guilds and players are "g1" and "p1" and so on: the players of g1 are p1 to p20. The store has one
// connection.
func playedArchive(t *testing.T, guilds int) (*archive.Store, string) {
	t.Helper()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url+"&pool_max_conns=1")
	archivetest.Import(t, s, "first", archivetest.Royle)
	archivetest.Exec(t, url, fmt.Sprintf(`
		do $$ declare name text; begin
			for name in select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace loop
				execute format('alter table %%I set (autovacuum_enabled = off)', name);
			end loop;
		end $$;
		analyze;
		set session_replication_role = replica;
		insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
			select md5(i::text)::uuid, p.clues, 0, 1, 100 + i %% 7, p.hardest, p.rating_version, 1, 1 + i from puzzle p, generate_series(1, %[2]d) i where p.id = 1;
		insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			select 1, p.position, 1, p.id, p.rnd, 1, 1, true, '', '', '', '', '' from puzzle p where p.id > 1;
		insert into guild (id, channel, at, zone, tiers, fresh_look, since, scheduled, set_up_by, first, weekly_since, monthly_since)
			select 'g' || g, 'c' || g, '09:00', 'UTC', '{1,1,1,1,1,1,1}', false, '2026-01-01', true, 'p' || 20 * g, '2026-01-01', '2026-01-01', '2026-01-01' from generate_series(1, %[1]d) g;
		insert into daily (guild, date, shape, tier, number, puzzle, import, position, transform, global, counts)
			select 'g' || g, '%[3]s'::date - d, 0, 1, 400 - d, 2 + d + g %% %[2]d, 1, 2 + d + g %% %[2]d, '%[4]s', g %% 2 = 0, true
			from generate_series(1, %[1]d) g, generate_series(0, %[5]d - 1) d;
		insert into outbox (guild, kind, rank, date, shape, tier, channel, state, message) select guild, 'daily', 0, date, shape, tier, 'c', 'done', guild || date from daily;
		insert into outbox (guild, kind, date, channel, state, message) select guild, 'thread', date, 'c', 'done', 't' from daily;
		insert into outbox (guild, kind, date, channel, state, message) select guild, 'summary', date, 'c', 'done', 's' from daily;
		insert into outbox (guild, kind, state) select id, 'greeting', 'done' from guild;
		insert into player (id, name) select 'p' || i, 'Player ' || i from generate_series(1, %[1]d * 20) i;
		insert into settings (player, worldwide) select 'p' || i, true from generate_series(1, %[1]d * 20, 3) i;
		insert into game (player, guild, puzzle, transform, date, number, shape, slot, tier, grid, marks, started, finished, on_time, active, moves, revision, head, import, position)
			select 'p' || 20 * substr(d.guild, 2)::integer - i, d.guild, d.puzzle, d.transform, d.date, d.number, 0, 1, 1, p.clues, decode(repeat('00', 162), 'hex'),
				d.date + time '10:00' + i * interval '1 minute', d.date + time '10:10' + i * interval '90 seconds', true, interval '10 minutes', 50, 1, 1, d.import, d.position
			from daily d join puzzle p on p.id = d.puzzle, generate_series(0, 19) i;
		insert into event (game, revision, kind, text, grid, marks, head, before, at, request)
			select g.id, r, 'moved', 'r1c1=1', g.grid, g.marks, r, r - 1, g.started + r * interval '1 minute', 'r' || g.id || '-' || r from game g, generate_series(1, 1) r;
		insert into outbox (number, kind, guild, channel, state) select id, 'result', guild, 'c', 'done' from game;
		insert into drawn (owner, puzzle, lap) select distinct 'player ' || player, puzzle, 1 from game;
		insert into drawn (owner, puzzle, lap) select distinct 'guild ' || guild, puzzle, 1 from daily;
		insert into rotation (owner, shape, tier, collections) select 'player ' || id, 0, 1, '{1}' from player;
		insert into rotation (owner, shape, tier, collections) select 'guild ' || id, 0, 1, '{1}' from guild;
		insert into duel (guild, channel, message, challenger, opponent, language, shape, tier, state, asked, accepted, ended, import, position, transform)
			select 'g' || (i + 19) / 20, 'c', case i %% 100 when 0 then 'm' || i else '' end, 'p' || i, 'p' || i %% (20 * %[1]d) + 1, 'en', 0, 1, 'solved', '2026-11-01', '2026-11-01', '2026-11-02', 1, 2, '%[4]s'
			from generate_series(1, %[1]d * 20) i;
		update game set duel = d.id from duel d where game.player = d.challenger and game.date = '%[3]s';
		insert into party (guild, channel, thread, board, starter, language, date, number, state, final)
			select 'g' || (i + 19) / 20, 'c', 't' || i, 'b', 'p' || i, 'en', '%[3]s', 400, 'solved', true from generate_series(1, %[1]d * 20, 4) i;
		insert into participant (party, player) select id, starter from party;
		insert into turn (party, revision, player) select id, r, starter from party, generate_series(1, 3) r;
		insert into request (id, answer) select 'q' || i, convert_to('{"PlayerID":"p' || i || '","Text":"done"}', 'UTF8') from generate_series(1, %[1]d * 20) i;
		insert into web_session (hash, player, guild, language, browser) select sha256(id::bytea), id, 'g1', 'en', 'Firefox' from player;
		insert into web_link (hash, player, guild, language) select sha256(id::bytea), id, 'g1', 'en' from player;
		insert into audit (by, guild, action, subject, detail) select 'Player (p' || i || ')', 'g1', 'share collection', 'x', '' from generate_series(1, %[1]d * 2) i;
		insert into collection_count select 1, 1, count(*) from puzzle where id > 1 on conflict (collection, slot) do update set puzzles = collection_count.puzzles + excluded.puzzles;
		set session_replication_role = origin`,
		guilds, 20*guilds, playedUntil, sudoku.Identity(sudoku.Sudoku), playedDays))
	return s, url
}
