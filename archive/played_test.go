package archive_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
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
		insert into settings (player, theme, worldwide) select 'p' || i, 'contrast', true from generate_series(1, %[1]d * 20, 3) i;
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

// asked is what a player, an admin or the bot's clock asks of an archive of others.
type asked struct {
	name string
	do   func(ctx context.Context) error
}

// ask is for questions whose answer does not matter here, but that there is one.
func ask[T any](name string, question func(ctx context.Context) (T, error)) asked {
	return asked{name, func(ctx context.Context) error { _, err := question(ctx); return err }}
}

// wantFewRows asks each question several times, as a database plans a statement anew when it has seen it
// five times, and fails the test for those that read many rows.
func wantFewRows(t *testing.T, s *archive.Store, url string, most int64, questions []asked) {
	t.Helper()
	const times = 8
	for _, q := range questions {
		before, scans, begin := rowsRead(t, s), scanned(t, url), time.Now()
		for range times {
			if err := q.do(t.Context()); err != nil {
				t.Fatalf("%s: %v", q.name, err)
			}
		}
		spent := time.Since(begin)
		rows := (rowsRead(t, s) - before) / times
		t.Logf("%-20s %7d rows, %s", q.name, rows, (spent / times).Round(10*time.Microsecond))
		if rows > most {
			t.Errorf("%s reads %d rows, want at most %d; of tables from start to end %v", q.name, rows, most, since(scans, scanned(t, url)))
		}
	}
}

// since returns what was added to some counts.
func since(before, after map[string]int64) map[string]int64 {
	added := map[string]int64{}
	for name, n := range after {
		if n > before[name] {
			added[name] = n - before[name]
		}
	}
	return added
}

// each reads all that a sequence yields.
func each[T any](all iter.Seq2[T, error]) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// searches go through all puzzles and, with old statistics twice, all lines of them, twenty of each a guild here, but
// through no games.
func searches(s *archive.Store) []asked {
	return []asked{
		{"search", func(ctx context.Context) error {
			return each(s.Search(ctx, search.Query{GuildID: "g7", Limit: 10, Search: search.Search{Tiers: []logic.Tier{1}}}))
		}},
		{"search with plays", func(ctx context.Context) error {
			return each(s.Records(ctx, search.Query{GuildID: "g7", Limit: 10, Search: search.Search{Tiers: []logic.Tier{1}}}))
		}},
	}
}

// questionsOfPlayers are what players of guild g7 and its admins ask.
func questionsOfPlayers(s *archive.Store) []asked {
	const guild, player, other = "g7", "p125", "p140"
	day := date(playedUntil)
	now := must1(s.Guild(context.Background(), guild))
	ranking := games.Ranking{GuildID: guild, Days: calendar.MonthOf(day), Viewer: player}
	d := must1(s.Daily(context.Background(), now, day, sudoku.Sudoku, 1))
	game := must1(s.SolvedDaily(context.Background(), player, guild, day))
	return []asked{
		ask("guild", func(ctx context.Context) (daily.Guild, error) { return s.Guild(ctx, guild) }),
		ask("daily", func(ctx context.Context) (daily.Daily, error) { return s.Daily(ctx, now, day, sudoku.Sudoku, 1) }),
		ask("daily by number", func(ctx context.Context) (calendar.Date, error) { return s.DateOfNumber(ctx, guild, 398) }),
		ask("dates", func(ctx context.Context) ([]daily.NumberedDate, error) {
			return s.NumberedDates(ctx, guild, sudoku.Sudoku, day, 25)
		}),
		ask("current game", func(ctx context.Context) (games.Game, error) { return s.CurrentGame(ctx, player, guild) }),
		ask("open again", func(ctx context.Context) (games.Game, error) {
			return s.StartDaily(ctx, games.Player{ID: player}, d)
		}),
		ask("new game", func(ctx context.Context) (games.Game, error) {
			return s.StartGame(ctx, games.Player{ID: player}, now, sudoku.Sudoku, 1)
		}),
		ask("is solving", func(ctx context.Context) (bool, error) { return s.IsSolving(ctx, player, d.Clues()) }),
		ask("games", func(ctx context.Context) ([]games.Game, error) { return s.GamesOf(ctx, player, guild, 10) }),
		ask("solved games", func(ctx context.Context) ([]games.Game, error) {
			return s.SolvedGames(ctx, games.Solved{PlayerID: player, GuildID: guild, Kind: "daily"}, 10)
		}),
		ask("finish", func(ctx context.Context) (games.Result, error) { return s.Finish(ctx, game) }),
		ask("journal", func(ctx context.Context) ([]games.Moment, error) { return s.Journal(ctx, game.ID) }),
		ask("solved before", func(ctx context.Context) ([]sudoku.Grid, error) { return s.SolvedBefore(ctx, game, 100) }),
		ask("newcomer", func(ctx context.Context) (bool, error) { return s.Newcomer(ctx, player) }),
		ask("records", func(ctx context.Context) ([]games.Best, error) { return s.PersonalBests(ctx, player) }),
		ask("solved daily", func(ctx context.Context) (games.Game, error) { return s.SolvedDaily(ctx, player, guild, day) }),
		ask("results", func(ctx context.Context) ([]games.Result, error) { return s.DailyResults(ctx, guild, day, player) }),
		ask("leaderboard", func(ctx context.Context) ([]games.Standing, error) { return s.Leaderboard(ctx, ranking) }),
		ask("leaderboard of all", func(ctx context.Context) ([]games.Standing, error) {
			return s.Leaderboard(ctx, games.Ranking{GuildID: guild})
		}),
		ask("streak", func(ctx context.Context) (games.Streak, error) {
			return s.Streak(ctx, player, guild, sudoku.Sudoku, day)
		}),
		ask("streaks", func(ctx context.Context) (map[string]games.Streak, error) {
			return s.Streaks(ctx, guild, sudoku.Sudoku, []string{player, other, "p121", "p122"}, day)
		}),
		ask("hardest cell", func(ctx context.Context) (bool, error) { _, _, ok, err := s.HardestCell(ctx, d); return ok, err }),
		ask("later dailies", func(ctx context.Context) ([]int64, error) { return s.DailyPuzzles(ctx, guild, day) }),
		ask("puzzle", func(ctx context.Context) (library.Known, error) { return s.Known(ctx, d.Puzzle.Key) }),
		ask("offers", func(ctx context.Context) ([]library.Offer, error) { o, _, err := s.Offers(ctx, guild); return o, err }),
		ask("unused", func(ctx context.Context) ([]daily.Unused, error) { return s.Unused(ctx, now) }),
		ask("choices", func(ctx context.Context) (people.PlayerChoices, error) { return s.Choices(ctx, player) }),
		ask("settings", func(ctx context.Context) (games.Settings, error) { return s.Settings(ctx, player) }),
	}
}

// questionsOfMeetings are those of duels, parties and browsers.
func questionsOfMeetings(s *archive.Store) []asked {
	const guild, player, other = "g7", "p125", "p140"
	day := date(playedUntil)
	n := 0
	return []asked{
		ask("open duels", func(ctx context.Context) ([]games.Race, error) { return s.OpenRacesOf(ctx, player, guild) }),
		ask("duel", func(ctx context.Context) (games.Race, error) {
			d, err := s.OpenRace(ctx, games.Race{GuildID: guild, Opener: games.Player{ID: player}, Opponent: games.Player{ID: fmt.Sprint("x", n)}, Tier: 1})
			if n++; err == nil {
				_, err = s.RaceGames(ctx, d.ID)
			}
			if err == nil {
				d, err = s.EndRace(ctx, d.ID, games.RaceCancelled, false)
			}
			return d, err
		}),
		ask("party in a channel", func(ctx context.Context) (bool, error) {
			_, err := s.PartyIn(ctx, guild, "t1")
			return true, known(err)
		}),
		ask("party of a player", func(ctx context.Context) (bool, error) {
			_, err := s.PartyStartedBy(ctx, guild, other)
			return true, known(err)
		}),
		ask("sessions", func(ctx context.Context) ([]people.Session, error) { return s.Sessions(ctx, player) }),
		ask("link", func(ctx context.Context) (string, error) {
			token, err := s.AddLink(ctx, people.Link{Player: games.Player{ID: player}, GuildID: guild})
			if err != nil {
				return "", err
			}
			session, _, err := s.UseLink(ctx, token, "Firefox")
			if err == nil {
				_, err = s.Session(ctx, session)
			}
			return session, err
		}),
		ask("guilds of a player", func(ctx context.Context) ([]string, error) {
			return s.GuildsOf(ctx, player, []string{"g1", "g7", "g9"})
		}),
		ask("end sessions", func(ctx context.Context) (int, error) { return s.EndSessions(ctx, other) }),
		ask("thread", func(ctx context.Context) (string, error) {
			thread, _, err := s.ThreadOf(ctx, guild, day)
			return thread, err
		}),
		ask("request", func(ctx context.Context) ([]byte, error) {
			n++
			return s.Once(ctx, fmt.Sprint("asked ", n), func(ctx context.Context) ([]byte, error) { return []byte("done"), s.LockPlayer(ctx, player) })
		}),
	}
}

// known drops the error of what is not there.
func known(err error) error {
	if isNotFound(err) {
		return nil
	}
	return err
}

// questionsOfTheClock are what the bot asks again and again, of all guilds.
func questionsOfTheClock(s *archive.Store) []asked {
	day := date(playedUntil)
	return []asked{
		ask("claim a post", func(ctx context.Context) (bool, error) {
			_, ok, err := s.Claim(ctx, "bot", time.Minute, daily.RankEdit)
			return ok, err
		}),
		ask("last post", func(ctx context.Context) (daily.Post, error) { return s.LastPost(ctx, "g7") }),
		ask("last posted", func(ctx context.Context) (daily.Post, error) { return s.LastPosted(ctx, "g7") }),
		ask("last failed", func(ctx context.Context) (bool, error) { _, err := s.LastFailed(ctx, "g7"); return true, known(err) }),
		ask("post before", func(ctx context.Context) (daily.Post, error) { return s.PostBefore(ctx, "g7", day) }),
		{"add a follow-up", func(ctx context.Context) error { return s.AddFollowUp(ctx, "g7", daily.WeekLeaders, day, "c") }},
		ask("add a thread", func(ctx context.Context) (bool, error) { return s.AddThread(ctx, "g7", day) }),
		ask("retry refused", func(ctx context.Context) (int, error) { return s.RetryRefused(ctx, []string{"g7", "g8"}) }),
		{"end duels", s.EndStaleRaces},
		{"end parties", s.EndIdleParties},
		{"messages of duels and parties", func(ctx context.Context) error { return s.AddMeetings(ctx, time.Minute) }},
		ask("erase", func(ctx context.Context) (int, error) { return s.EraseDeparted(ctx) }),
	}
}

// questionsAboutAPlayer are those of privacy, each of other players as the last deletes them.
func questionsAboutAPlayer(s *archive.Store) []asked {
	n := 200
	next := func() string { n++; return fmt.Sprint("p", n) }
	return []asked{
		ask("what is kept", func(ctx context.Context) (map[string]int, error) { return s.CountPlayerData(ctx, next()) }),
		ask("export a player", func(ctx context.Context) ([]byte, error) { return s.ExportPlayer(ctx, next()) }),
		{"delete a player", func(ctx context.Context) error { return s.DeletePlayer(ctx, next()) }},
	}
}

// wantFewRowsWherePlayed fails the test if what one player asks reads what all others did, with statistics of
// an empty database or of this one. Of the clock, which goes through tables that grow slowly, it asks with the
// latter only.
func wantFewRowsWherePlayed(t *testing.T, guilds int) {
	t.Helper()
	const most = 4_200 // of 10,000 games and 2,000 players at least
	s, url := playedArchive(t, guilds)
	s = s.WithClock(func() time.Time { return at(playedUntil + " 20:00") })
	privacy := questionsAboutAPlayer(s)
	for _, statistics := range []string{"of before", "of now"} {
		t.Log("with statistics", statistics)
		wantFewRows(t, s, url, most, questionsOfPlayers(s))
		wantFewRows(t, s, url, most, questionsOfMeetings(s))
		wantFewRows(t, s, url, 800+int64(60*guilds), searches(s))
		wantFewRows(t, s, url, most+int64(22*guilds), privacy) // the answers to requests, all of a day
		archivetest.Exec(t, url, `analyze`)
	}
	wantFewRows(t, s, url, most, questionsOfTheClock(s))
}

func TestFewRowsWherePlayed(t *testing.T) { wantFewRowsWherePlayed(t, 100) }

func TestProveFewRowsWherePlayed(t *testing.T) {
	sudokutest.Prove(t)
	wantFewRowsWherePlayed(t, 1_000)
}

func isNotFound(err error) bool { return errors.Is(err, postgres.ErrNotFound) }
