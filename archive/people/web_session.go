package people

import (
	"context"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Session is a browser in which a player plays, in one place.
type Session struct {
	ID       int64
	Player   games.Player
	GuildID  string
	Language string // a BCP 47 tag; may be empty
	Browser  string // in a word or two: "Firefox, Android"
	Made     time.Time
	Seen     time.Time // last, to a few minutes
}

func (s *Session) fields() postgres.Fields {
	return postgres.Fields{
		"id": &s.ID, "player": &s.Player.ID, "player_name": &s.Player.Name, "guild": &s.GuildID,
		"language": &s.Language, "browser": &s.Browser, "made": &s.Made, "seen": &s.Seen,
	}
}

const sessionColumns = `t.id, t.player, y.name as player_name, t.guild, t.language, t.browser, t.made, t.seen
	from web_session t join player y on y.id = t.player`

// How long a session lasts, by the clock of the database: without a visit, and in all.
const (
	SessionIdle = 30 * 24 * time.Hour
	SessionFor  = 180 * 24 * time.Hour
)

const (
	maxSessions = 20              // of a player; the one that was seen longest ago goes for another
	seenEvery   = 5 * time.Minute // it is noted that a session is in use
)

// AddSession begins a session for a player whom the network has vouched for in another way than by a
// link. It returns its token.
func (s *Store) AddSession(ctx context.Context, l Link, browser string) (token string, err error) {
	err = games.AsPlayer(ctx, s.db, l.Player, func(tx pgx.Tx) (err error) {
		token, err = addSession(ctx, tx, l, browser)
		return err
	})
	return token, postgres.Annotate(err, "begin a session of player %q", l.Player.ID)
}

func addSession(ctx context.Context, tx pgx.Tx, l Link, browser string) (token string, err error) {
	_, err = tx.Exec(ctx, `
		delete from web_session where hash = any(array(
			(select hash from web_session where seen < statement_timestamp() - $1::interval order by seen limit `+dropOver+`)
			union all
			(select hash from web_session where made < statement_timestamp() - $2::interval order by made limit `+dropOver+`)
			union all
			(select hash from web_session where player = $3 order by seen desc offset $4)
		))`, SessionIdle, SessionFor, l.Player.ID, maxSessions-1)
	if err != nil {
		return "", err
	}
	token, hash := newToken()
	_, err = tx.Exec(ctx, `
		insert into web_session (hash, player, guild, language, browser) values ($1, $2, $3, $4, $5)`,
		hash, l.Player.ID, l.GuildID, postgres.PlainText(l.Language), postgres.PlainText(browser))
	return token, err
}

// Session returns the session of a token; the error of one that has ended is [postgres.ErrNotFound], and of one in a
// guild that has removed the bot: a game there would keep its data from being erased. It notes that the session is in
// use.
func (s *Store) Session(ctx context.Context, token string) (Session, error) {
	session, err := postgres.ReadOne(ctx, s.db, (*Session).fields, `
		select `+sessionColumns+`
		where t.hash = $1 and t.seen > clock_timestamp() - $2::interval and t.made > clock_timestamp() - $3::interval
			and not exists (select from departure d where d.guild = t.guild)`,
		hashOf(token), SessionIdle, SessionFor)
	if err == nil && time.Since(session.Seen) > seenEvery {
		_, err = s.db.Exec(ctx, `update web_session set seen = clock_timestamp() where id = $1`, session.ID)
	}
	return session, postgres.Annotate(err, "a session")
}

// Sessions returns a player's sessions, the one that was seen last first.
func (s *Store) Sessions(ctx context.Context, playerID string) ([]Session, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*Session).fields, `
		select `+sessionColumns+`
		where t.player = $1 and t.seen > clock_timestamp() - $2::interval and t.made > clock_timestamp() - $3::interval
		order by t.seen desc, t.id desc`, playerID, SessionIdle, SessionFor)
	return all, postgres.Annotate(err, "the sessions of player %q", playerID)
}

// EndSession ends a session of a player, and reports whether there was one of that id.
func (s *Store) EndSession(ctx context.Context, playerID string, id int64) (ended bool, err error) {
	n, err := s.endSessions(ctx, playerID, &id)
	return n > 0, err
}

// EndSessions ends all sessions of a player, and the links that could begin others.
func (s *Store) EndSessions(ctx context.Context, playerID string) (ended int, err error) {
	if _, err := s.db.Exec(ctx, `delete from web_link where player = $1`, playerID); err != nil {
		return 0, postgres.Annotate(err, "delete the links of player %q", playerID)
	}
	return s.endSessions(ctx, playerID, nil)
}

// endSessions notifies the pages of sessions of their end.
func (s *Store) endSessions(ctx context.Context, playerID string, id *int64) (ended int, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		ids, err := postgres.ReadColumn[int64](ctx, tx, `delete from web_session where player = $1 and ($2::bigint is null or id = $2) returning id`, playerID, id)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, err := tx.Exec(ctx, `select pg_notify($1, $2)`, postgres.SessionChannel, strconv.FormatInt(id, 10)); err != nil {
				return err
			}
		}
		ended = len(ids)
		return nil
	})
	return ended, postgres.Annotate(err, "end sessions of player %q", playerID)
}

// SaveSessionLanguage changes the language of a session; "" is that of the browser.
func (s *Store) SaveSessionLanguage(ctx context.Context, id int64, language string) error {
	_, err := s.db.Exec(ctx, `update web_session set language = $2 where id = $1`, id, postgres.PlainText(language))
	return postgres.Annotate(err, "save the language of session %d", id)
}

// GuildsOf returns which of some guilds a player can play in, since the bot is there or was not long ago. The guild
// in which they opened a game last is the first.
func (s *Store) GuildsOf(ctx context.Context, playerID string, guildIDs []string) (known []string, err error) {
	known, err = postgres.ReadColumn[string](ctx, s.db, `
		select a.id from unnest($2::text[]) with ordinality a (id, n),
			lateral (select max(opened) as opened from game where player = $1 and guild = a.id) last
		where (last.opened is not null or exists (select from guild where guild.id = a.id))
			and not exists (select from departure where guild = a.id)
		order by last.opened desc nulls last, a.n`, playerID, guildIDs)
	return known, postgres.Annotate(err, "the guilds of player %q", playerID)
}
