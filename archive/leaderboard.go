package archive

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
)

// Standing is a player's place on the leaderboard of a guild's dailies.
type Standing struct {
	Player Player
	Solved int
	Best   time.Duration
	Mean   time.Duration
	Hints  int
}

// Leaderboard returns the players who solved dailies of a guild of a date and later, the
// best first: who solved more, then who needed less time on average. The zero date means
// all dailies.
func (s *Store) Leaderboard(ctx context.Context, guild string, since Date) ([]Standing, error) {
	rows, err := s.pool.Query(ctx, `
		select player, name, count(*) as solved, min(elapsed), avg(elapsed) as mean, sum(hints)
		from result
		where guild = $1 and date is not null and (date >= $2 or $2::date is null)
		group by player, name order by solved desc, mean, player`, guild, since)
	if err != nil {
		return nil, failed(err, "the leaderboard")
	}
	standings, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (p Standing, err error) {
		err = row.Scan(&p.Player.ID, &p.Player.Name, &p.Solved, &p.Best, &p.Mean, &p.Hints)
		return p, err
	})
	return standings, failed(err, "the leaderboard")
}
