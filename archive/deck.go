package archive

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// deck is the shuffled puzzles of a shape and a tier, as one owner goes round in them. The
// place in it is a row of the database, and drawing is a seek from there: no puzzle comes
// again before the round is over, and it costs the same at a million puzzles as at ten.
type deck struct {
	owner string
	shape sudoku.Shape
	tier  logic.Tier // 0: all tiers, of Shidoku only
}

func guildDeck(id string, shape sudoku.Shape, tier logic.Tier) deck {
	return deck{"guild " + id, shape, slot(shape, tier)}
}

func playerDeck(id string, shape sudoku.Shape, tier logic.Tier) deck {
	return deck{"player " + id, shape, slot(shape, tier)}
}

// slot is the tier under which puzzles are given out. There are so few Shidoku that their
// tiers are one.
func slot(shape sudoku.Shape, tier logic.Tier) logic.Tier {
	if shape == sudoku.Shidoku {
		return 0
	}
	return tier
}

// avoid keeps a deck from giving away the dailies of a guild from a date on. The zero
// value avoids none.
type avoid struct {
	guild string
	from  Date
}

// place is where a deck is: its round, and the puzzle drawn last in the shuffled order.
type place struct {
	lap    int
	rnd    float64
	puzzle int64
}

// draw returns the next puzzle and moves the deck on, or [ErrNoPuzzle].
func (d deck) draw(ctx context.Context, tx pgx.Tx, not avoid) (puzzle int64, err error) {
	at, err := d.lock(ctx, tx)
	if err != nil {
		return 0, err
	}
	// The rest of this round, what came in behind the place, then the same for the next
	// round, in which all puzzles count as not drawn.
	for range 2 {
		for _, from := range []place{at, {lap: at.lap, rnd: -1}} {
			next, err := d.next(ctx, tx, from, not)
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return 0, err
			}
			return next.puzzle, d.move(ctx, tx, next)
		}
		at.lap++
	}
	if d.tier == 0 {
		return 0, fmt.Errorf("%s: %w", d.shape, ErrNoPuzzle)
	}
	return 0, fmt.Errorf("%s of tier %d (%s): %w", d.shape, d.tier, d.tier, ErrNoPuzzle)
}

// lock returns the place and makes others of the same owner wait. A new deck starts
// anywhere, so that no two guilds have the same dailies.
func (d deck) lock(ctx context.Context, tx pgx.Tx) (at place, err error) {
	_, err = tx.Exec(ctx, `insert into deck (owner, shape, tier) values ($1, $2, $3) on conflict do nothing`, d.owner, d.shape, d.tier)
	if err != nil {
		return place{}, err
	}
	err = tx.QueryRow(ctx, `
		select lap, rnd, puzzle from deck where owner = $1 and shape = $2 and tier = $3 for update`,
		d.owner, d.shape, d.tier).Scan(&at.lap, &at.rnd, &at.puzzle)
	return at, err
}

// next seeks the first puzzle after a place that the owner has not had in this round.
//
// "offset 0" keeps PostgreSQL from joining: it asks an index about one puzzle at a time
// instead. A join is planned for the whole tier; with statistics from before a lap of
// 200,000 puzzles, finding its end took more than nine minutes. This takes 3 µs a puzzle.
func (d deck) next(ctx context.Context, tx pgx.Tx, from place, not avoid) (next place, err error) {
	tiers := `p.tier = $2` // a condition "or $2 = 0" would cost sudoku its index
	if d.tier == 0 {
		tiers = `$2 = 0`
	}
	next.lap = from.lap
	err = tx.QueryRow(ctx, `
		select p.rnd, p.id from puzzle p
		where p.shape = $1 and `+tiers+` and (p.rnd, p.id) > ($3, $4)
		  and not exists (select from drawn d where d.owner = $5 and d.puzzle = p.id and d.lap >= $6 offset 0)
		  and not exists (select from daily a where a.guild = $7 and a.puzzle = p.id and a.date >= $8 offset 0)
		order by p.rnd, p.id limit 1`,
		d.shape, d.tier, from.rnd, from.puzzle, d.owner, from.lap, not.guild, not.from).Scan(&next.rnd, &next.puzzle)
	return next, err
}

func (d deck) move(ctx context.Context, tx pgx.Tx, to place) error {
	_, err := tx.Exec(ctx, `
		update deck set lap = $4, rnd = $5, puzzle = $6 where owner = $1 and shape = $2 and tier = $3`,
		d.owner, d.shape, d.tier, to.lap, to.rnd, to.puzzle)
	if err != nil {
		return err
	}
	return d.had(ctx, tx, to.puzzle)
}

// had notes a puzzle as drawn in this round, also one that came to the owner another way.
func (d deck) had(ctx context.Context, tx pgx.Tx, puzzle int64) error {
	_, err := tx.Exec(ctx, `
		insert into drawn (owner, puzzle, lap)
		values ($1, $4, coalesce((select lap from deck where owner = $1 and shape = $2 and tier = $3), 1))
		on conflict (owner, puzzle) do update set lap = greatest(drawn.lap, excluded.lap)`,
		d.owner, d.shape, d.tier, puzzle)
	return err
}

// anyTier returns one of the tiers that have puzzles, by chance.
func anyTier(ctx context.Context, tx pgx.Tx, shape sudoku.Shape) (tier logic.Tier, err error) {
	err = tx.QueryRow(ctx, `
		select t from generate_series(1, 5) t
		where exists (select from puzzle where shape = $1 and tier = t)
		order by random() limit 1`, shape).Scan(&tier)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("%s: %w", shape, ErrNoPuzzle)
	}
	return tier, err
}
