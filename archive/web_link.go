package archive

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"time"

	"github.com/jackc/pgx/v5"
)

// Link is what an address opens that was given to a player: a browser session of theirs in one place,
// with a game in front.
type Link struct {
	Player   Player
	GuildID  string
	GameID   int64  // 0: the game that they opened last
	Language string // a BCP 47 tag; may be empty
}

func (l *Link) fields() fields {
	return fields{
		"player": &l.Player.ID, "player_name": &l.Player.Name, "guild": &l.GuildID, "game": &l.GameID, "language": &l.Language,
	}
}

// LinkFor is how long a link can be used, by the clock of the database.
const LinkFor = 10 * time.Minute

// maxLinks is how many unused links a player can have; the oldest goes for another.
const maxLinks = 5

// newToken returns 256 random bits as text, and what is kept of them.
func newToken() (token string, hash []byte) {
	random := make([]byte, 32)
	rand.Read(random) // never fails
	token = base64.RawURLEncoding.EncodeToString(random)
	return token, hashOf(token)
}

// hashOf returns what is kept of a token. It needs no salt and no slow hash: there is nothing to guess
// in 256 random bits.
func hashOf(token string) []byte {
	hash := sha256.Sum256([]byte(token))
	return hash[:]
}

// AddLink makes a link and returns its token, which is kept nowhere: the archive has its hash.
func (s *Store) AddLink(ctx context.Context, l Link) (token string, err error) {
	token, hash := newToken()
	err = s.transact(ctx, func(tx pgx.Tx) error {
		if err := savePlayer(ctx, tx, l.Player); err != nil {
			return err
		}
		if err := dropLinks(ctx, tx, l.Player.ID); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			insert into web_link (hash, player, guild, game, language) values ($1, $2, $3, nullif($4::bigint, 0), $5)`,
			hash, l.Player.ID, l.GuildID, l.GameID, plainText(l.Language))
		return err
	})
	return token, annotate(err, "make a link for player %q", l.Player.ID)
}

// dropLinks deletes links that are over, of all players, and the oldest of one who has many.
func dropLinks(ctx context.Context, tx pgx.Tx, playerID string) error {
	_, err := tx.Exec(ctx, `
		delete from web_link where hash in (
			select hash from web_link where made < clock_timestamp() - $1::interval
			union all
			(select hash from web_link where player = $2 order by made desc offset $3)
		)`, LinkFor, playerID, maxLinks-1)
	return err
}

const linkColumns = `l.player, (select name from player where id = l.player) as player_name, l.guild, coalesce(l.game, 0) as game, l.language`

// Link returns what a token opens, and changes nothing. The error for one that is unknown, used or too
// old is [ErrNotFound].
func (s *Store) Link(ctx context.Context, token string) (Link, error) {
	l, err := readOne(ctx, s.db(ctx), (*Link).fields, `
		select `+linkColumns+` from web_link l
		where hash = $1 and used_at is null and made > clock_timestamp() - $2::interval`, hashOf(token), LinkFor)
	return l, annotate(err, "a link")
}

// UseLink opens a link: it begins a session in a browser, and returns its token and what the link
// opens. Of several calls with one token, in however many processes, one succeeds; the error of the
// others is [ErrNotFound].
func (s *Store) UseLink(ctx context.Context, token, browser string) (session string, l Link, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) error {
		if l, err = spend(ctx, tx, token); err != nil {
			return err
		}
		session, err = addSession(ctx, tx, l, browser)
		return err
	})
	return session, l, annotate(err, "open a link")
}

// DropLink makes a link unusable, as its owner wants where it came to another.
func (s *Store) DropLink(ctx context.Context, token string) error {
	err := s.transact(ctx, func(tx pgx.Tx) error {
		_, err := spend(ctx, tx, token)
		return err
	})
	return annotate(err, "drop a link")
}

func spend(ctx context.Context, tx pgx.Tx, token string) (Link, error) {
	return readOne(ctx, tx, (*Link).fields, `
		update web_link l set used_at = clock_timestamp()
		where hash = $1 and used_at is null and made > clock_timestamp() - $2::interval returning `+linkColumns, hashOf(token), LinkFor)
}
