package games

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// A race is a [Duel] without an opponent. Whoever opens a board of it has joined, and the first of them has it run: its
// players are those of its games.
const (
	// MaxRacers is how many players a race may have.
	MaxRacers = 10
	// RaceLife is how long a race lasts at most. It can be joined for [InvitationLife].
	RaceLife = 2 * time.Hour
)

// Callers branch on these with [errors.Is].
var (
	ErrRaceClosed = errors.New("this race can no longer be joined")
	ErrHad        = errors.New("this player has had the puzzle")
)

// IsRace reports whether a duel is a race.
func (d Duel) IsRace() bool { return d.Opponent.ID == "" }

// JoinUntil is when a race can no longer be joined.
func (d Duel) JoinUntil() time.Time { return d.Asked.Add(InvitationLife) }

// OpenRace invites a guild to a race. A player has one open race in a guild: else the error is an [*OpenDuelError].
func (s *Store) OpenRace(ctx context.Context, wish Duel) (d Duel, err error) {
	err = AsPlayer(ctx, s.db, wish.Challenger, func(tx pgx.Tx) error {
		if err := endStale(ctx, tx, `d.guild = $1 and d.challenger = $2 and d.opponent = ''`, wish.GuildID, wish.Challenger.ID); err != nil {
			return err
		}
		d, err = insertDuel(ctx, tx, wish)
		return err
	})
	return d, postgres.Annotate(err, "open a race")
}

// beginRace chooses the puzzle of a race when the first player joins: a sudoku that this one has not had and that is no daily
// of the guild, as for [Store.StartParty].
func (s *Store) beginRace(ctx context.Context, tx pgx.Tx, d Duel, first Player) (Duel, error) {
	guild, err := daily.ReadGuild(ctx, tx, d.GuildID)
	if err != nil {
		return d, err
	}
	puzzle, err := s.drawForParty(ctx, tx, first, guild, d.Tier)
	if err != nil {
		return d, err
	}
	if err := d.start(ctx, tx, puzzle, guild); err != nil {
		return d, err
	}
	return readDuel(ctx, tx, d.ID)
}

// OpenRaces returns the races of a guild that can be joined, the newest first.
func (s *Store) OpenRaces(ctx context.Context, guildID string) ([]Duel, error) {
	open, err := readDuels(ctx, s.db, `
		where d.guild = $1 and d.ended is null and d.opponent = '' and not `+isLate+` order by d.asked desc, d.id desc`, guildID)
	return open, postgres.Annotate(err, "the races of a guild")
}

// joinRace refuses a game that was just begun in a race which is locked, if its player cannot join; and the player counts the puzzle
// as had.
func joinRace(ctx context.Context, tx pgx.Tx, d Duel, g Game) error {
	var full, had bool
	err := tx.QueryRow(ctx, `
		select (select count(*) from game where duel = $1) > $2, exists (select from game where player = $3 and puzzle = $4 and id <> $5)`,
		d.ID, MaxRacers, g.Player.ID, g.Puzzle.ID, g.ID).Scan(&full, &had)
	switch {
	case err != nil:
		return err
	case full || d.Closed:
		return ErrRaceClosed
	case had:
		return ErrHad
	}
	return library.PlayerRotation(g.Player.ID, g.Shape, g.Tier).NoteDrawn(ctx, tx, g.Puzzle.ID)
}

// LeaveRace makes an unfinished game in a race one of the player's own. [ErrNotOpen] means that there is none.
func (s *Store) LeaveRace(ctx context.Context, id int64, playerID string) error {
	tag, err := s.db.Exec(ctx, `update game set duel = null where duel = $1 and player = $2 and finished is null`, id, playerID)
	if err == nil && tag.RowsAffected() == 0 {
		err = ErrNotOpen
	}
	return postgres.Annotate(err, "leave race %d", id)
}

// inRatedRace reports whether a game is in a race that counts for ratings and is not over.
func inRatedRace(ctx context.Context, tx pgx.Tx, g Game) (rated bool, err error) {
	err = tx.QueryRow(ctx, `select exists (select from duel where id = $1 and rated and ended is null)`, g.Duel).Scan(&rated)
	return rated, err
}
