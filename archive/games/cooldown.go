package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// pace is how much may be posted in public: some at once, then one each time so much has passed.
type pace struct {
	burst int
	every time.Duration
}

var (
	pacePlayer = pace{6, time.Minute}
	paceGuild  = pace{20, 10 * time.Second}
)

// OftenError is the error of a player, or of a guild, that has posted as much as it may.
type OftenError struct {
	Until time.Time // when it may again
	Guild bool
}

func (e *OftenError) Error() string {
	return fmt.Sprintf("too much was posted lately: want it after %s", e.Until.Format(time.RFC3339))
}

// CountPost counts what a player is about to post in public in a guild, as so many messages, or returns
// an [*OftenError]. It is a token bucket of the player and one of the guild. They are in the database, since a
// player's requests go to any of the processes; a bucket is the one time when it will be full again.
func (s *Store) CountPost(ctx context.Context, guildID, playerID string, messages int, now time.Time) error {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		// The player's first: those who are refused take nothing from others.
		if err := pacePlayer.take(ctx, tx, guildID, playerID, messages, now); err != nil {
			return err
		}
		if err := paceGuild.take(ctx, tx, guildID, "", messages, now); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `
			delete from cooldown where (guild, player) in
				(select guild, player from cooldown where until < $1 order by until limit 20 for update skip locked)`, now)
		return err
	})
	return postgres.Annotate(err, "count a post")
}

func (p pace) take(ctx context.Context, tx pgx.Tx, guildID, playerID string, messages int, now time.Time) error {
	cost, room := time.Duration(messages)*p.every, time.Duration(p.burst)*p.every
	tag, err := tx.Exec(ctx, `
		insert into cooldown as c values ($1, $2, $3::timestamptz + $4::interval)
		on conflict (guild, player) do update set until = greatest(c.until, $3) + $4::interval
		where greatest(c.until, $3) + $4::interval <= $3 + $5::interval`, guildID, playerID, now, cost, room)
	if err != nil || tag.RowsAffected() == 1 {
		return err
	}
	var until time.Time
	err = tx.QueryRow(ctx, `select until from cooldown where guild = $1 and player = $2`, guildID, playerID).Scan(&until)
	if errors.Is(err, pgx.ErrNoRows) {
		return postgres.ErrStale // it has just been deleted
	}
	if err != nil {
		return err
	}
	return &OftenError{Until: until.Add(cost - room), Guild: playerID == ""}
}
