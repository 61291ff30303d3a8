package archive

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// rotation is the shuffled order (puzzle.rnd, puzzle.id) of the puzzles of a shape and a tier,
// as one owner goes round in it. The position is a row of the database, and drawing is a seek
// from there: no puzzle comes again before the lap is over, and it costs the same at a million
// puzzles as at ten.
type rotation struct {
	owner string
	shape sudoku.Shape
	tier  logic.Tier // 0: all tiers, of Shidoku only
}

func guildRotation(guildID string, shape sudoku.Shape, tier logic.Tier) rotation {
	return rotation{"guild " + guildID, shape, slot(shape, tier)}
}

func playerRotation(playerID string, shape sudoku.Shape, tier logic.Tier) rotation {
	return rotation{"player " + playerID, shape, slot(shape, tier)}
}

// slot is the tier under which puzzles are given out. There are so few Shidoku that their
// tiers are one.
func slot(shape sudoku.Shape, tier logic.Tier) logic.Tier {
	if shape == sudoku.Shidoku {
		return 0
	}
	return tier
}

// avoid keeps a rotation from giving out the dailies of a guild from a date on. The zero
// value avoids none.
type avoid struct {
	guildID string
	from    Date
}

// position is how far a rotation is: its lap, and the puzzle drawn last in the shuffled order.
type position struct {
	lap    int
	rnd    float64
	puzzle int64
}

func (p *position) fields() fields {
	return fields{"lap": &p.lap, "rnd": &p.rnd, "puzzle": &p.puzzle}
}

// draw returns the next puzzle and moves the rotation on, or [ErrNoPuzzle].
func (r rotation) draw(ctx context.Context, tx pgx.Tx, not avoid) (puzzle int64, err error) {
	at, err := r.lock(ctx, tx)
	if err != nil {
		return 0, err
	}
	// The rest of this lap, what was imported behind the position, then the same for the next
	// lap, in which all puzzles count as not drawn.
	for range 2 {
		for _, from := range []position{at, {lap: at.lap, rnd: -1}} {
			next, err := r.next(ctx, tx, from, not)
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return 0, err
			}
			return next.puzzle, r.move(ctx, tx, next)
		}
		at.lap++
	}
	if r.tier == 0 {
		return 0, fmt.Errorf("%s: %w", r.shape, ErrNoPuzzle)
	}
	return 0, fmt.Errorf("%s of tier %d (%s): %w", r.shape, r.tier, r.tier, ErrNoPuzzle)
}

// lock returns the position and makes others of the same owner wait. A new rotation starts
// anywhere, so that no two guilds have the same dailies.
func (r rotation) lock(ctx context.Context, tx pgx.Tx) (position, error) {
	_, err := tx.Exec(ctx, `insert into rotation (owner, shape, tier) values ($1, $2, $3) on conflict do nothing`, r.owner, r.shape, r.tier)
	if err != nil {
		return position{}, err
	}
	return readOne(ctx, tx, (*position).fields, `
		select lap, rnd, puzzle from rotation where owner = $1 and shape = $2 and tier = $3 for update`,
		r.owner, r.shape, r.tier)
}

// next seeks the first puzzle after a position that the owner has not had in this lap. A
// solved grid, which is a puzzle without a hardest technique, is never given out: imports took
// such until schema 6.
//
// "offset 0" keeps PostgreSQL from joining: it asks an index about one puzzle at a time
// instead. A join is planned for the whole tier; with statistics from before a lap of
// 200,000 puzzles, finding its end took more than nine minutes. This takes 3 µs a puzzle.
func (r rotation) next(ctx context.Context, tx pgx.Tx, from position, not avoid) (position, error) {
	tiers := `p.tier = $2` // a condition "or $2 = 0" would cost sudoku its index
	if r.tier == 0 {
		tiers = `$2 = 0`
	}
	return readOne(ctx, tx, (*position).fields, `
		select $6::int as lap, p.rnd, p.id as puzzle from puzzle p
		where p.shape = $1 and `+tiers+` and (p.rnd, p.id) > ($3, $4) and p.hardest <> ''
		  and not exists (select from drawn d where d.owner = $5 and d.puzzle = p.id and d.lap >= $6 offset 0)
		  and not exists (select from daily a where a.guild = $7 and a.puzzle = p.id and a.date >= $8 offset 0)
		order by p.rnd, p.id limit 1`,
		r.shape, r.tier, from.rnd, from.puzzle, r.owner, from.lap, not.guildID, not.from)
}

func (r rotation) move(ctx context.Context, tx pgx.Tx, to position) error {
	_, err := tx.Exec(ctx, `
		update rotation set lap = $4, rnd = $5, puzzle = $6 where owner = $1 and shape = $2 and tier = $3`,
		r.owner, r.shape, r.tier, to.lap, to.rnd, to.puzzle)
	if err != nil {
		return err
	}
	return r.noteDrawn(ctx, tx, to.puzzle)
}

// noteDrawn counts a puzzle as drawn in this lap, also one that the owner got another way.
func (r rotation) noteDrawn(ctx context.Context, tx pgx.Tx, puzzle int64) error {
	_, err := tx.Exec(ctx, `
		insert into drawn (owner, puzzle, lap)
		values ($1, $4, coalesce((select lap from rotation where owner = $1 and shape = $2 and tier = $3), 1))
		on conflict (owner, puzzle) do update set lap = greatest(drawn.lap, excluded.lap)`,
		r.owner, r.shape, r.tier, puzzle)
	return err
}

// anyTier returns one of the tiers that have puzzles, by chance.
func anyTier(ctx context.Context, tx pgx.Tx, shape sudoku.Shape) (tier logic.Tier, err error) {
	err = tx.QueryRow(ctx, `
		select t from generate_series(1, 5) t
		where exists (select from puzzle where shape = $1 and tier = t and hardest <> '')
		order by random() limit 1`, shape).Scan(&tier)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("%s: %w", shape, ErrNoPuzzle)
	}
	return tier, err
}
