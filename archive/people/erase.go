package people

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// DepartureGrace is how long the data of a guild are kept after it has removed the bot.
const DepartureGrace = 30 * 24 * time.Hour

// eraseMost is how many games one transaction of an erasure deletes, with their journals.
const eraseMost = 500

// GuildLeft notes that a guild has removed the bot, by the clock of the database. An earlier note stays.
func (s *Store) GuildLeft(ctx context.Context, guildID string) error {
	_, err := s.db.Exec(ctx, `insert into departure (guild) values ($1) on conflict do nothing`, guildID)
	return postgres.Annotate(err, "note that guild %q has left", guildID)
}

// GuildsListed takes those guilds for gone that belong to a shard and are not among the guilds that Discord lists of it,
// and returns how many are new. It leaves out guilds with daily posts: that they have left shows when a post is refused.
func (s *Store) GuildsListed(ctx context.Context, shard, count int, guildIDs []string) (gone int, err error) {
	tag, err := s.db.Exec(ctx, `
		with recursive played (guild) as ( -- "dm:" and other places that are not Discord's come later
			(select guild from game where guild < 'a' order by guild limit 1) union all
			select (select guild from game g where g.guild > played.guild and g.guild < 'a' order by g.guild limit 1)
			from played where guild is not null)
		insert into departure (guild)
		select id from (select id from guild union select guild from played
			except select unnest($3::text[]) except select id from guild where scheduled) gone
		where case when id ~ '^[0-9]+$' then mod(div(id::numeric, 4194304), $2) end = $1 -- Discord's formula
		on conflict do nothing`, shard, count, guildIDs)
	return int(tag.RowsAffected()), postgres.Annotate(err, "note which guilds of shard %d of %d have left", shard, count)
}

// GuildsPresent notes that guilds have the bot, so that nothing of theirs is erased.
func (s *Store) GuildsPresent(ctx context.Context, guildIDs []string) error {
	_, err := s.db.Exec(ctx, `delete from departure where guild = any($1)`, guildIDs)
	return postgres.Annotate(err, "note that %d guilds are present", len(guildIDs))
}

// Departed returns how many guilds have removed the bot and are not erased yet.
func (s *Store) Departed(ctx context.Context) (guilds int, err error) {
	err = s.db.QueryRow(ctx, `select count(*) from departure`).Scan(&guilds)
	return guilds, postgres.Annotate(err, "count the departed guilds")
}

// EraseDeparted erases the data of guilds that have been without the bot for [DepartureGrace], and
// returns how many. It does so in short transactions, so that it can be interrupted at any time and
// many processes may do it at once. A guild where something was played or set up since was there
// all along, and keeps everything.
//
// Settings, dailies, posts, games, results and rotations go, and its collections that are not
// shared; see [importing.Store.DeleteCollection]. What other guilds are still shown of those stays, as do shared
// collections. Players who are known by nothing else go too.
func (s *Store) EraseDeparted(ctx context.Context) (erased int, err error) {
	for {
		guildID, more, err := s.eraseGames(ctx)
		if err != nil || guildID == "" {
			return erased, postgres.Annotate(err, "erase what departed guilds left")
		}
		if more {
			continue
		}
		if err := s.eraseRest(ctx, guildID); err != nil {
			return erased, postgres.Annotate(err, "erase what guild %q left", guildID)
		}
		erased++
	}
}

// EraseGuild erases the data of a guild at once, as [Store.EraseDeparted] does when its days are over. It is for guilds of the
// program's own, which nobody comes back to.
func (s *Store) EraseGuild(ctx context.Context, guildID string) error {
	if err := s.GuildLeft(ctx, guildID); err != nil {
		return err
	}
	for more := true; more; {
		err := s.db.Transact(ctx, func(tx pgx.Tx) (err error) {
			more, err = eraseSomeGames(ctx, tx, guildID)
			return err
		})
		if err != nil {
			return postgres.Annotate(err, "erase the games of guild %q", guildID)
		}
	}
	return postgres.Annotate(s.eraseRest(ctx, guildID), "erase what guild %q left", guildID)
}

// eraseGames deletes some games of a guild whose time is over, "" if there is none. It reports
// whether there may be more to do before the rest goes.
func (s *Store) eraseGames(ctx context.Context) (guildID string, more bool, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		var left time.Time
		err := tx.QueryRow(ctx, `
			select guild, at from departure where at < clock_timestamp() - $1::interval
			order by at limit 1 for update skip locked`, DepartureGrace).Scan(&guildID, &left)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		there, err := isPresent(ctx, tx, guildID, left)
		if err != nil {
			return err
		}
		if there {
			more = true
			_, err = tx.Exec(ctx, `delete from departure where guild = $1`, guildID)
			return err
		}
		more, err = eraseSomeGames(ctx, tx, guildID)
		return err
	})
	return guildID, more, err
}

// isPresent reports whether something happened in a guild after it was taken to have left, which
// ended its posts.
func isPresent(ctx context.Context, tx pgx.Tx, guildID string, left time.Time) (there bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (select from guild where id = $1 and scheduled)
		    or exists (select from game where guild = $1 and started > $2)`, guildID, left).Scan(&there)
	return there, err
}

func eraseSomeGames(ctx context.Context, tx pgx.Tx, guildID string) (more bool, err error) {
	players, err := postgres.ReadColumn[string](ctx, tx, `
		delete from game where id in (select id from game where guild = $1 limit $2) returning coalesce(player, '')`, guildID, eraseMost)
	if err != nil {
		return false, err
	}
	return len(players) == eraseMost, deleteIdle(ctx, tx, players)
}

// deleteIdle deletes those of some players who have no game left, are in no race and no party, have
// submitted and chosen nothing, and are not the contact of a guild. They are locked first, so that a game that is just
// started counts.
func deleteIdle(ctx context.Context, tx pgx.Tx, players []string) error {
	if _, err := tx.Exec(ctx, `select from player where id = any($1) order by id for update`, players); err != nil {
		return err
	}
	idle, err := postgres.ReadColumn[string](ctx, tx, `
		delete from player p where id = any($1) and research is null and not exists (select from settings where player = p.id)
		  and not exists (select from game where player = p.id) and not exists (select from guild where set_up_by = p.id)
		  and not exists (select from duel where p.id in (challenger, opponent)) and not exists (select from participant where player = p.id)
		  and not exists (select from pattern_puzzle where player = p.id) and not exists (select from submission where player = p.id)
		returning id`, players)
	if err != nil {
		return err
	}
	for _, id := range idle {
		rotations := []string{`delete from rotation where ` + ownedBy, `delete from drawn where ` + ownedBy}
		if err := postgres.ExecAll(ctx, tx, rotations, aboutPlayer(id)); err != nil {
			return err
		}
	}
	return nil
}

// eraseRest deletes all rows of a guild without games. Its collections come first: their deletion is noted, and the
// notes go with the rest. A guild that comes back meanwhile keeps the remaining rows.
func (s *Store) eraseRest(ctx context.Context, guildID string) error {
	if err := s.eraseSettings(ctx, guildID); err != nil {
		return err
	}
	if err := s.eraseCollections(ctx, guildID); err != nil {
		return err
	}
	return s.db.Transact(ctx, func(tx pgx.Tx) error {
		if away, err := isAway(ctx, tx, guildID); err != nil || !away {
			return err
		}
		return postgres.ExecAll(ctx, tx, []string{
			`update import set by = '' where by <> '' and collection in (select id from collection where guild = $1)`,
			`delete from audit where guild = $1`,
			`delete from departure where guild = $1`,
		}, guildID)
	})
}

// isAway reports whether a guild has not come back, nor can until the transaction ends.
func isAway(ctx context.Context, tx pgx.Tx, guildID string) (bool, error) {
	departed, err := tx.Exec(ctx, `select from departure where guild = $1 for update`, guildID)
	return departed.RowsAffected() > 0, err
}

// naming are the statements that delete what names players in a guild, and return whom: its settings, with its dailies; links,
// sessions and reminders there; races, parties and rounds of patterns.
var naming = []string{
	`delete from guild where id = $1 returning set_up_by`,
	`delete from web_link where guild = $1 returning player`,
	`delete from web_session where guild = $1 returning player`,
	`delete from reminder where guild = $1 returning player`,
	`delete from submission where guild = $1 returning player`,
	`with duels as (delete from duel where guild = $1 returning challenger, opponent),
	      parties as (delete from party where guild = $1 returning id, starter),
	      puzzles as (delete from pattern_puzzle where guild = $1 returning player),
	      rounds as (delete from pattern_round where guild = $1)
	 select challenger from duels union select opponent from duels
	 union select player from participant where party in (select id from parties)
	 union select starter from parties where starter is not null
	 union select player from puzzles where player is not null`,
}

// eraseSettings deletes all rows of a guild without games but its collections, and the players who are known by these
// rows alone.
func (s *Store) eraseSettings(ctx context.Context, guildID string) error {
	return s.db.Transact(ctx, func(tx pgx.Tx) error {
		if away, err := isAway(ctx, tx, guildID); err != nil || !away {
			return err
		}
		var players []string
		for _, statement := range naming {
			named, err := postgres.ReadColumn[string](ctx, tx, statement, guildID)
			if err != nil {
				return err
			}
			players = append(players, named...)
		}
		err := postgres.ExecAll(ctx, tx, []string{
			`delete from choice where guild = $1 or collection in (select id from collection where guild = $1 and not shared)`,
			`delete from search where guild = $1`,
			`delete from rotation where owner = 'guild ' || $1`,
			`delete from drawn where owner = 'guild ' || $1`,
			`delete from pending_import where guild = $1`,
			`delete from outbox where guild = $1`,
		}, guildID)
		if err != nil {
			return err
		}
		return deleteIdle(ctx, tx, players)
	})
}

// eraseCollections deletes the collections of a guild that are not shared. Once shared ones stay if dailies or games
// of other guilds show a line of them.
func (s *Store) eraseCollections(ctx context.Context, guildID string) error {
	for last := 0; ; { // each may take minutes, in which the guild may come back
		var name string
		err := s.db.QueryRow(ctx, `
			select id, name from collection where guild = $1 and not shared and id > $2 and exists (select from departure where guild = $1)
			order by id limit 1`, guildID, last).Scan(&last, &name)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err == nil {
			_, _, err = importing.New(s.db).DeleteCollection(ctx, guildID, name, "")
		}
		if err != nil && !errors.As(err, new(*importing.InPlayError)) && !errors.Is(err, postgres.ErrNotFound) { // another process was quicker
			return err
		}
	}
}
