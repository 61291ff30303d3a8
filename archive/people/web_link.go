package people

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Link is the target of an address that a player was given: a browser session in one place, with a game in front.
type Link struct {
	Player   games.Player
	GuildID  string
	GameID   int64  // 0: the game that they opened last
	Language string // a BCP 47 tag; may be empty
}

func (l *Link) fields() postgres.Fields {
	return postgres.Fields{
		"player": &l.Player.ID, "player_name": &l.Player.Name, "guild": &l.GuildID, "game": &l.GameID, "language": &l.Language,
	}
}

// LinkFor is how long a link can be used, by the clock of the database.
const LinkFor = 10 * time.Minute

// maxLinks is how many unused links a player can have; the oldest goes for another.
const maxLinks = 5

// newToken returns 256 random bits as text, and their hash, which is stored.
func newToken() (token string, hash []byte) {
	random := make([]byte, 32)
	rand.Read(random) // never fails
	token = base64.RawURLEncoding.EncodeToString(random)
	return token, hashOf(token)
}

// hashOf returns the stored form of a token. It needs no salt and no slow hash: there is nothing to guess in 256
// random bits.
func hashOf(token string) []byte {
	hash := sha256.Sum256([]byte(token))
	return hash[:]
}

// AddLink makes a link and returns its token, which is kept nowhere: the archive has its hash.
func (s *Store) AddLink(ctx context.Context, l Link) (token string, err error) {
	tokens, err := s.AddLinks(ctx, l)
	if err != nil {
		return "", err
	}
	return tokens[0], nil
}

// AddLinks makes links of one player, from which they choose, and returns their tokens. Older links of
// the player go for them.
func (s *Store) AddLinks(ctx context.Context, links ...Link) (tokens []string, err error) {
	player := links[0].Player
	err = games.AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		tokens = tokens[:0] // of an attempt before
		if err := dropLinks(ctx, tx, player.ID, max(0, maxLinks-len(links))); err != nil {
			return err
		}
		for _, l := range links {
			token, hash := newToken()
			_, err := tx.Exec(ctx, `
				insert into web_link (hash, player, guild, game, language) values ($1, $2, $3, nullif($4::bigint, 0), $5)`,
				hash, player.ID, l.GuildID, l.GameID, postgres.PlainText(l.Language))
			if err != nil {
				return err
			}
			tokens = append(tokens, token)
		}
		return nil
	})
	return tokens, postgres.Annotate(err, "make links for player %q", player.ID)
}

// dropOver is how many links or sessions that are over go with a new one. More go with the next.
const dropOver = "20"

// dropLinks deletes expired links of all players, and all but the newest of one player.
func dropLinks(ctx context.Context, tx pgx.Tx, playerID string, most int) error {
	_, err := tx.Exec(ctx, `
		delete from web_link where hash = any(array(
			(select hash from web_link where made < statement_timestamp() - $1::interval order by made limit `+dropOver+`)
			union all
			(select hash from web_link where player = $2 order by made desc offset $3)
		))`, LinkFor, playerID, most)
	return err
}

const linkColumns = `l.player, (select name from player where id = l.player) as player_name, l.guild, coalesce(l.game, 0) as game, l.language`

// Link returns the target of a token, and changes nothing. The error for one that is unknown, used or too old is
// [postgres.ErrNotFound].
func (s *Store) Link(ctx context.Context, token string) (Link, error) {
	l, err := postgres.ReadOne(ctx, s.db, (*Link).fields, `
		select `+linkColumns+` from web_link l
		where hash = $1 and used_at is null and made > clock_timestamp() - $2::interval`, hashOf(token), LinkFor)
	return l, postgres.Annotate(err, "a link")
}

// UseLink opens a link: it begins a session in a browser, and returns its token and the link's target. Of several
// calls with one token, in however many processes, one succeeds; the error of the others is [postgres.ErrNotFound].
func (s *Store) UseLink(ctx context.Context, token, browser string) (session string, l Link, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if l, err = spend(ctx, tx, token); err != nil {
			return err
		}
		session, err = addSession(ctx, tx, l, browser)
		return err
	})
	return session, l, postgres.Annotate(err, "open a link")
}

// DropLink makes a link unusable, as its owner wants when it reached someone else.
func (s *Store) DropLink(ctx context.Context, token string) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		_, err := spend(ctx, tx, token)
		return err
	})
	return postgres.Annotate(err, "drop a link")
}

func spend(ctx context.Context, tx pgx.Tx, token string) (Link, error) {
	return postgres.ReadOne(ctx, tx, (*Link).fields, `
		update web_link l set used_at = clock_timestamp()
		where hash = $1 and used_at is null and made > clock_timestamp() - $2::interval returning `+linkColumns, hashOf(token), LinkFor)
}
