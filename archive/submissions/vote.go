package submissions

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Vote is the opinion of a player on a puzzle that they have solved, in any of its disguises. The zero value is none.
type Vote struct {
	Liked   bool `db:"liked"`
	TooHard bool `db:"too_hard"` // for its label
}

// ErrNoVote is the error of a game whose puzzle cannot be voted on: one that is not finished, a practice, which begins in the
// middle of its puzzle, or a board that several have solved.
var ErrNoVote = errors.New("this puzzle cannot be voted on")

// MayVote reports whether the player of a game may vote on its puzzle.
func MayVote(g games.Game) bool {
	return !g.Finished.IsZero() && g.Practice == "" && g.Party == 0 && g.Player.ID != ""
}

// Vote returns the vote of the player of a game on its puzzle.
func (s *Store) Vote(ctx context.Context, g games.Game) (Vote, error) {
	v, err := postgres.ReadOne(ctx, s.db, postgres.Tags[Vote], `select liked, too_hard from vote where player = $1 and key = $2`, g.Player.ID, [16]byte(g.Puzzle.Key))
	if errors.Is(err, pgx.ErrNoRows) {
		return Vote{}, nil
	}
	return v, postgres.Annotate(err, "the vote on the puzzle of game %d", g.ID)
}

// SetVote sets the vote of the player of a game on its puzzle. The zero Vote takes it back. The error is [ErrNoVote] unless
// [MayVote].
func (s *Store) SetVote(ctx context.Context, g games.Game, v Vote) (err error) {
	switch {
	case !MayVote(g):
		return ErrNoVote
	case v == Vote{}:
		_, err = s.db.Exec(ctx, `delete from vote where player = $1 and key = $2`, g.Player.ID, [16]byte(g.Puzzle.Key))
	default:
		_, err = s.db.Exec(ctx, `
			insert into vote (player, key, liked, too_hard, at) values ($1, $2, $3, $4, $5)
			on conflict (player, key) do update set liked = excluded.liked, too_hard = excluded.too_hard, at = excluded.at`,
			g.Player.ID, [16]byte(g.Puzzle.Key), v.Liked, v.TooHard, s.db.Now())
	}
	return postgres.Annotate(err, "vote on the puzzle of game %d", g.ID)
}
