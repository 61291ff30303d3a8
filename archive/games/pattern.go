package games

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// PatternRound is a round of the Patterns Game in a guild: who finds puzzles with clues in these cells? The newest is the
// one that is on.
type PatternRound struct {
	ID      int64
	GuildID string
	Pattern sudoku.Grid // 1 for each clue
	Started time.Time
}

func (r *PatternRound) fields() postgres.Fields {
	return postgres.Fields{"id": &r.ID, "guild": &r.GuildID, "grid": postgres.Grid(&r.Pattern), "started": &r.Started}
}

// PatternPuzzle is a puzzle that was accepted in a round.
type PatternPuzzle struct {
	Key        canon.Key // of a new one
	Round      int64
	Player     Player // zero: was deleted; without an id: wants to be hidden
	Hidden     bool
	Puzzle     sudoku.Grid
	ER, EP, ED string // as Sudoku Explainer 1.2.1 rates: "7.1", ">=9.0", "-" where it does not
	At         time.Time
}

func (p *PatternPuzzle) fields() postgres.Fields {
	return postgres.Fields{
		"round": &p.Round, "player": &p.Player.ID, "name": &p.Player.Name, "hidden": &p.Hidden, "grid": postgres.Grid(&p.Puzzle),
		"er": &p.ER, "ep": &p.EP, "ed": &p.ED, "submitted": &p.At,
	}
}

const patternPuzzles = `
	with puzzle as (
		select a.round, coalesce(a.player, '') as player, coalesce(y.name, '') as name, coalesce(t.hidden, false) as hidden, a.grid,
			a.er, a.ep, a.ed, a.submitted, a.guild, a.key
		from pattern_puzzle a left join player y on y.id = a.player left join settings t on t.player = a.player
	)
	select ` + seenByViewer + `, hidden, round, grid, er, ep, ed, submitted from puzzle `

// StartPatternRound starts a round, which ends the one before.
func (s *Store) StartPatternRound(ctx context.Context, guildID string, pattern sudoku.Grid) (PatternRound, error) {
	r, err := postgres.ReadOne(ctx, s.db, (*PatternRound).fields, `
		insert into pattern_round (guild, grid) values ($1, $2) returning id, guild, grid, started`, guildID, postgres.PackGrid(pattern))
	return r, postgres.Annotate(err, "start a round of the patterns game")
}

// PatternRound returns the round that is on, or [postgres.ErrNotFound].
func (s *Store) PatternRound(ctx context.Context, guildID string) (PatternRound, error) {
	r, err := postgres.ReadOne(ctx, s.db, (*PatternRound).fields, `
		select id, guild, grid, started from pattern_round where guild = $1 order by id desc limit 1`, guildID)
	return r, postgres.Annotate(err, "the round of the patterns game")
}

// MaxPatternPuzzles is how many puzzles of one player a round takes.
const MaxPatternPuzzles = 100

// PatternBefore returns the puzzle of a key that the guild has had, in whatever disguise and round, as a player sees it, nil if
// it had none; and how many of the player's are in this round.
func (s *Store) PatternBefore(ctx context.Context, r PatternRound, key canon.Key, player string) (known *PatternPuzzle, own int, err error) {
	before, err := postgres.ReadOne(ctx, s.db, (*PatternPuzzle).fields, patternPuzzles+`where guild = @guild and key = @key`,
		pgx.NamedArgs{"guild": r.GuildID, "key": key, "viewer": player})
	switch {
	case err == nil:
		known = &before
	case errors.Is(err, pgx.ErrNoRows):
		err = nil
	}
	if err == nil {
		own, err = ownPatterns(ctx, s.db, r, player)
	}
	return known, own, postgres.Annotate(err, "what is known of a puzzle of a pattern")
}

func ownPatterns(ctx context.Context, db postgres.Querier, r PatternRound, player string) (own int, err error) {
	err = db.QueryRow(ctx, `select count(*) from pattern_puzzle where round = $1 and player = $2`, r.ID, player).Scan(&own)
	return own, err
}

// ErrPatternMany is the error of a puzzle beyond the [MaxPatternPuzzles] of its player.
var ErrPatternMany = errors.New("the round has as many puzzles of the player as it takes")

// SubmitPattern keeps a puzzle of a round, unless the guild has had it, in whatever disguise and round: then it
// returns that one, as its player sees it. The error is [ErrPatternMany] for one too many.
func (s *Store) SubmitPattern(ctx context.Context, r PatternRound, p PatternPuzzle) (known *PatternPuzzle, err error) {
	// It holds the player's row: of two puzzles at once, one counts the other.
	err = AsPlayer(ctx, s.db, p.Player, func(tx pgx.Tx) error {
		added, err := tx.Exec(ctx, `
			insert into pattern_puzzle (guild, key, round, player, grid, er, ep, ed) values ($1, $2, $3, $4, $5, $6, $7, $8)
			on conflict do nothing`, r.GuildID, p.Key, r.ID, p.Player.ID, postgres.PackGrid(p.Puzzle), p.ER, p.EP, p.ED)
		if err != nil {
			return err
		}
		if added.RowsAffected() > 0 {
			if own, err := ownPatterns(ctx, tx, r, p.Player.ID); err != nil || own <= MaxPatternPuzzles {
				return err
			}
			return ErrPatternMany
		}
		before, err := postgres.ReadOne(ctx, tx, (*PatternPuzzle).fields, patternPuzzles+`where guild = @guild and key = @key`,
			pgx.NamedArgs{"guild": r.GuildID, "key": p.Key, "viewer": p.Player.ID})
		known = &before
		return err
	})
	return known, postgres.Annotate(err, "submit a puzzle of a pattern")
}

// PatternPuzzles returns what was accepted in a round, the hardest first, as a player sees it. Ratings sort as texts: they have one
// digit before the point, and what is only known to be at least so hard comes before.
func (s *Store) PatternPuzzles(ctx context.Context, round int64, viewer string) ([]PatternPuzzle, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*PatternPuzzle).fields, patternPuzzles+`
		where round = @round order by er collate "C" desc, ep collate "C" desc, ed collate "C" desc, submitted`,
		pgx.NamedArgs{"round": round, "viewer": viewer})
	return all, postgres.Annotate(err, "the puzzles of a pattern")
}
