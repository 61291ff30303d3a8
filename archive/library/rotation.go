package library

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Places in the shuffled order are 32-bit numbers; beforeAll comes before all of them.
const (
	BeforeAll = math.MinInt32 - 1
	LastPlace = math.MaxInt32
)

// PlaceAt is the place in the shuffled order before which a share of all puzzles is.
func PlaceAt(share float64) int64 { return int64(math.MinInt32 + share*(1<<32)) }

// Rotation is the shuffled order (entry.rnd) of the puzzles of a shape and a tier, as one owner goes round in it. The
// position is a row of the database. Drawing is a seek from there in the index of each collection that the owner may
// use. So no puzzle comes again before the lap is over, and a draw costs the same at a million puzzles as at ten. A
// puzzle has the same place in all its collections.
type Rotation struct {
	Owner string
	Shape sudoku.Shape
	Tier  logic.Tier // see [KeyTier]
}

func GuildRotation(guildID string, shape sudoku.Shape, tier logic.Tier) Rotation {
	return Rotation{"guild " + guildID, shape, KeyTier(shape, tier)}
}

func PlayerRotation(playerID string, shape sudoku.Shape, tier logic.Tier) Rotation {
	return Rotation{"player " + playerID, shape, KeyTier(shape, tier)}
}

// GlobalGuild is the id of the guild whose dailies are for all guilds that choose them. Nobody plays there: a guild
// with the global daily keeps a daily of its own, of the same puzzle in the same look, under its own number. So "#12"
// means one daily in a guild, and boards over guilds go by the date.
const GlobalGuild = "global"

// Avoid keeps a rotation from giving out the dailies of a guild from a date on, and the global ones:
// one further east has the daily of tomorrow already. The zero value avoids none.
type Avoid struct {
	GuildID string
	From    calendar.Date
}

// Position is the progress of a rotation. A puzzle drawn now counts as had in this lap.
type Position struct {
	lap   int
	below int   // puzzles that were had last in a lap before this one come next
	Rnd   int64 // the place of the puzzle drawn last
}

// Drawn is a puzzle that was drawn, and the entry that it is shown as.
type Drawn struct {
	EntryID
	Puzzle int64 `db:"puzzle"`
	Rnd    int64 `db:"rnd"`
}

// ErrNoPuzzle is the error of a kind of puzzle of which there is none to give, always a [*NoPuzzleError].
var ErrNoPuzzle = errors.New("there is no such puzzle to give: import some")

// NoPuzzleError is the error of a kind of puzzle of which there is none to give: [ErrNoPuzzle].
type NoPuzzleError struct {
	Shape  sudoku.Shape
	Tier   logic.Tier // 0: any
	Chosen bool       // the guild has chosen collections, and those have none
}

func (e *NoPuzzleError) Error() string {
	kind := e.Shape.String()
	if e.Tier != 0 {
		kind = fmt.Sprintf("%s of tier %d (%s)", e.Shape, e.Tier, e.Tier)
	}
	if e.Chosen {
		return fmt.Sprintf("%s: the chosen collections have no such puzzle to give: choose others", kind)
	}
	return fmt.Sprintf("%s: %v", kind, ErrNoPuzzle)
}

func (e *NoPuzzleError) Is(target error) bool { return target == ErrNoPuzzle }

// Draw returns the next puzzle of some collections and moves the rotation on; if there is none,
// the error is a [*NoPuzzleError].
func (r Rotation) Draw(ctx context.Context, tx pgx.Tx, from Choice, not Avoid) (Drawn, error) {
	at, err := r.Lock(ctx, tx, from)
	if err != nil {
		return Drawn{}, err
	}
	// The rest of this lap, puzzles imported behind the position, then the same for the puzzles that the owner has
	// not had for longest.
	for range 2 {
		for _, start := range []int64{at.Rnd, BeforeAll} {
			next, err := r.next(ctx, tx, from, Position{below: at.below, Rnd: start}, not)
			if errors.Is(err, pgx.ErrNoRows) {
				continue
			}
			if err != nil {
				return Drawn{}, err
			}
			at.Rnd = next.Rnd
			return next, r.move(ctx, tx, from, at, next.Puzzle)
		}
		least, found, err := r.leastLap(ctx, tx, from, not)
		if err != nil {
			return Drawn{}, err
		}
		if !found {
			break
		}
		at.below, at.lap = least+1, at.lap+1
	}
	return Drawn{}, &NoPuzzleError{r.Shape, r.Tier, from.Chosen}
}

// Lock returns the position and makes others of the same owner wait. A new rotation starts anywhere, so that no two
// guilds have the same dailies. If the collections have changed since the last draw, puzzles that the owner has not
// had come first again.
func (r Rotation) Lock(ctx context.Context, tx pgx.Tx, from Choice) (at Position, err error) {
	if err := HoldTiers(ctx, tx); err != nil {
		return Position{}, err
	}
	_, err = tx.Exec(ctx, `insert into rotation (owner, shape, tier) values ($1, $2, $3) on conflict do nothing`, r.Owner, r.Shape, r.Tier)
	if err != nil {
		return Position{}, err
	}
	err = tx.QueryRow(ctx, `
		select lap, case when collections = $4::integer[] then below else 1 end, rnd
		from rotation where owner = $1 and shape = $2 and tier = $3 for update`,
		r.Owner, r.Shape, r.Tier, from.Collections).Scan(&at.lap, &at.below, &at.Rnd)
	return at, err
}

// next seeks the first puzzle that comes after a position: the first of each collection, and then
// the first of those.
//
// "offset 0" keeps PostgreSQL from joining: it asks an index about one puzzle at a time
// instead. A join is planned for the whole tier; with statistics from before a lap of
// 200,000 puzzles, finding its end took more than nine minutes. This takes 3 µs a puzzle.
func (r Rotation) next(ctx context.Context, tx pgx.Tx, from Choice, after Position, not Avoid) (Drawn, error) {
	return postgres.ReadOne(ctx, tx, postgres.Tags[Drawn], `
		select e.import, e.position, e.puzzle, e.rnd
		from unnest($1::integer[]) c(id) cross join lateral (
			select e.import, e.position, e.puzzle, e.rnd from entry e
			where shelf(e.collection, e.slot) = shelf(c.id, $2) and e.rnd > $3::bigint
			  and not exists (select from drawn d where d.owner = $4 and d.puzzle = e.puzzle and d.lap >= $5 offset 0)
			  and not exists (select from daily a where a.guild in ($6, '`+GlobalGuild+`') and a.puzzle = e.puzzle and a.date >= $7 offset 0)
			order by e.rnd limit 1
		) e
		order by e.rnd, e.puzzle, e.import, e.position limit 1`,
		from.Collections, Slot(r.Shape, r.Tier), after.Rnd, r.Owner, after.below, not.GuildID, not.From)
}

// leastLap returns the first lap in which a puzzle was had last; 0 is never. It looks at all of
// them, which are few: the owner has had them all.
func (r Rotation) leastLap(ctx context.Context, tx pgx.Tx, from Choice, not Avoid) (lap int, found bool, err error) {
	var least *int
	err = tx.QueryRow(ctx, `
		select min(e.lap) from unnest($1::integer[]) c(id) cross join lateral (
			select coalesce((select d.lap from drawn d where d.owner = $3 and d.puzzle = e.puzzle), 0) as lap from entry e
			where shelf(e.collection, e.slot) = shelf(c.id, $2)
			  and not exists (select from daily a where a.guild in ($4, '`+GlobalGuild+`') and a.puzzle = e.puzzle and a.date >= $5 offset 0)
			offset 0
		) e`, from.Collections, Slot(r.Shape, r.Tier), r.Owner, not.GuildID, not.From).Scan(&least)
	if err != nil || least == nil {
		return 0, false, err
	}
	return *least, true, nil
}

func (r Rotation) move(ctx context.Context, tx pgx.Tx, from Choice, to Position, puzzle int64) error {
	if err := r.MoveTo(ctx, tx, from, to); err != nil {
		return err
	}
	return r.NoteDrawn(ctx, tx, puzzle)
}

// MoveTo keeps a position.
func (r Rotation) MoveTo(ctx context.Context, tx pgx.Tx, from Choice, to Position) error {
	_, err := tx.Exec(ctx, `
		update rotation set lap = $4, below = $5, rnd = $6, collections = $7 where owner = $1 and shape = $2 and tier = $3`,
		r.Owner, r.Shape, r.Tier, to.lap, to.below, to.Rnd, from.Collections)
	return err
}

// NoteDrawn counts a puzzle as drawn in this lap, also one that the owner got another way.
func (r Rotation) NoteDrawn(ctx context.Context, tx pgx.Tx, puzzle int64) error {
	_, err := tx.Exec(ctx, `
		insert into drawn (owner, puzzle, lap)
		values ($1, $4, coalesce((select lap from rotation where owner = $1 and shape = $2 and tier = $3), 1))
		on conflict (owner, puzzle) do update set lap = greatest(drawn.lap, excluded.lap)`,
		r.Owner, r.Shape, r.Tier, puzzle)
	return err
}

// AnyTier returns one of the tiers of which some collections have a puzzle of a shape, at random.
func AnyTier(ctx context.Context, tx pgx.Tx, from Choice, shape sudoku.Shape) (tier logic.Tier, err error) {
	err = tx.QueryRow(ctx, `
		select slot - $2 from collection_count
		where collection = any($1::integer[]) and slot between $2 + 1 and $2 + 9 and puzzles > 0
		group by slot order by random() limit 1`, from.Collections, Slot(shape, 0)).Scan(&tier)
	if errors.Is(err, pgx.ErrNoRows) {
		err = &NoPuzzleError{shape, 0, from.Chosen}
	}
	return tier, err
}
