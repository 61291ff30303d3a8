package daily

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Daily is the puzzle of a guild for a nominal date, a shape and a tier.
type Daily struct {
	GuildID   string
	Date      calendar.Date
	Number    int // of the date, counted from the guild's first; the same for all tiers
	Shape     sudoku.Shape
	Tier      logic.Tier // as asked for; of a Shidoku, the puzzle's when it was drawn
	Puzzle    library.Puzzle
	Transform sudoku.Transform // how it is shown

	// NoneFound is true if the weekday's saved search had no puzzle, so that this one is of the weekday's tier.
	NoneFound bool

	Global bool // it is that of [library.GlobalGuild], for all guilds that have it
	Extra  bool // another of its date and shape counts for streaks and boards
}

// Clues returns the grid as it is shown.
func (d Daily) Clues() sudoku.Grid { return d.Transform.Apply(d.Puzzle.Clues) }

// Daily returns the puzzle of a guild for a date. It is chosen when anyone first asks for it, and served from the
// record ever after. Tier 0 means the one that counts, which is posted: a puzzle that the weekday's saved search
// finds, see [Daily.NoneFound], or else one of the weekday's tier; for Shidoku the tier does not count. It stays when
// the schedule changes; any other tier is an extra, see [Daily.Extra]. A puzzle is of a collection that the guild may
// use and, where it has chosen some, of one of those; if they have no puzzle of the tier, the error is a
// [*library.NoPuzzleError]. The first date that has a daily is the guild's first; for an earlier one the error is a
// [*TooEarlyError].
func (s *Store) Daily(ctx context.Context, guild Guild, date calendar.Date, shape sudoku.Shape, tier logic.Tier) (Daily, error) {
	if date.IsZero() {
		return Daily{}, errors.New("a daily needs a date")
	}
	d, err := s.counting(ctx, guild, date, shape)
	if missing := errors.Is(err, library.ErrNoPuzzle); tier == 0 || !library.HasTiers(shape) || err == nil && d.Tier == tier || err != nil && !missing {
		return d, postgres.Annotate(err, "the daily of %s", date)
	}
	which := dailyID{date, shape, tier}
	d, err = readDaily(ctx, s.db, guild.ID, which)
	if errors.Is(err, pgx.ErrNoRows) {
		err = s.db.Transact(ctx, func(tx pgx.Tx) (err error) {
			d, err = chooseDaily(ctx, tx, guild, which)
			return err
		})
	}
	return d, postgres.Annotate(err, "an extra daily of %s", date)
}

// dailyID identifies a daily of a guild: a date has one of each shape and tier that was asked for.
type dailyID struct {
	date  calendar.Date
	shape sudoku.Shape
	tier  logic.Tier
}

func (d dailyID) keyTier() logic.Tier { return library.KeyTier(d.shape, d.tier) }

// chooseDaily chooses when no other transaction does so for this guild, and if none has before.
func chooseDaily(ctx context.Context, tx pgx.Tx, guild Guild, which dailyID) (Daily, error) {
	if err := lockGuild(ctx, tx, guild); err != nil {
		return Daily{}, err
	}
	if d, err := readDaily(ctx, tx, guild.ID, which); !errors.Is(err, pgx.ErrNoRows) {
		return d, err
	}
	number, err := numberOf(ctx, tx, guild.ID, which.date)
	if err != nil {
		return Daily{}, err
	}
	from, err := library.ChoiceOf(ctx, tx, guild.ID)
	if err != nil {
		return Daily{}, err
	}
	drawn, err := library.GuildRotation(guild.ID, which.shape, which.tier).Draw(ctx, tx, from, library.Avoid{})
	if err != nil {
		return Daily{}, err
	}
	if err := enterDaily(ctx, tx, guild, which, drawn, number); err != nil {
		return Daily{}, err
	}
	return readDaily(ctx, tx, guild.ID, which)
}

// enterDaily makes a puzzle one of the dailies of a date.
func enterDaily(ctx context.Context, tx pgx.Tx, guild Guild, which dailyID, drawn library.Drawn, number int) error {
	_, err := tx.Exec(ctx, `
		insert into daily (guild, date, shape, tier, puzzle, import, position, transform, number, published_tier)
		values (@guild, @date, @shape, @tier, @puzzle, @import, @position, @transform, @number,
			case when @tier::smallint = 0 then (select tier from puzzle where id = @puzzle) end)`,
		pgx.NamedArgs{
			"guild": guild.ID, "date": which.date, "shape": which.shape, "tier": which.keyTier(), "puzzle": drawn.Puzzle,
			"import": drawn.ImportID, "position": drawn.Position, "transform": guild.Display(which.shape).String(), "number": number,
		})
	return err
}

// numberOf returns the number of a date, which becomes the guild's first if there is none yet.
// Until schema 8 the numbers were given out in the order of asking. A date that has one keeps it.
func numberOf(ctx context.Context, tx pgx.Tx, guildID string, date calendar.Date) (number int, err error) {
	_, err = tx.Exec(ctx, `update guild set first = $2 where id = $1 and first is null`, guildID, date)
	if err != nil {
		return 0, err
	}
	var first calendar.Date
	var known bool
	err = tx.QueryRow(ctx, `
		select g.first, d.number is not null, coalesce(d.number, g.first_number + ($2::date - g.first))
		from guild g left join lateral (select min(number) as number from daily where guild = $1 and date = $2) d on true
		where g.id = $1`, guildID, date).Scan(&first, &known, &number)
	if err == nil && !known && date.Before(first) {
		err = &TooEarlyError{Date: date, First: first}
	}
	return number, err
}

// NumberedDate is a date that has a daily, its number, and the tier of the daily of a shape that counts; 0: there is none.
type NumberedDate struct {
	Date   calendar.Date
	Number int
	Tier   logic.Tier
}

// NumberedDates returns the dates of a guild for which a daily of any shape was chosen, the newest first: those up to a
// date, and at most that many. Their tiers are of the shape.
func (s *Store) NumberedDates(ctx context.Context, guildID string, shape sudoku.Shape, upTo calendar.Date, most int) ([]NumberedDate, error) {
	dates, err := postgres.ReadAll(ctx, s.db, (*NumberedDate).fields, `
		select date, min(number) as number, coalesce(max(tier) filter (where counts and shape = $4), 0) as tier from daily where guild = $1 and date <= $2
		group by date order by date desc limit $3`, guildID, upTo, most, shape)
	return dates, postgres.Annotate(err, "the dailies of guild %s", guildID)
}

func (d *NumberedDate) fields() postgres.Fields {
	return postgres.Fields{"date": &d.Date, "number": &d.Number, "tier": &d.Tier}
}

// DateOfNumber returns the date whose daily has a number in a guild, or would have it if it were
// chosen; [postgres.ErrNotFound] for a number that none has.
func (s *Store) DateOfNumber(ctx context.Context, guildID string, number int) (date calendar.Date, err error) {
	err = s.db.QueryRow(ctx, `
		select coalesce(
			(select min(date) from daily where guild = $1 and number = $2),
			(select g.first + ($2::integer - g.first_number) from guild g
			where g.id = $1 and g.first is not null and $2 >= g.first_number
				and not exists (select from daily d where d.guild = $1 and d.date = g.first + ($2::integer - g.first_number))))`,
		guildID, number).Scan(&date)
	if err == nil && date.IsZero() {
		err = postgres.ErrNotFound
	}
	return date, postgres.Annotate(err, "daily #%d", number)
}

// DailyPuzzles returns the ids of the puzzles that a guild has as dailies of a date or later, and of the
// global ones, which it may be going to have.
func (s *Store) DailyPuzzles(ctx context.Context, guildID string, from calendar.Date) ([]int64, error) {
	ids, err := postgres.ReadColumn[int64](ctx, s.db, `
		select distinct puzzle from daily where guild in ($1, $3) and date >= $2`, guildID, from, library.GlobalGuild)
	return ids, postgres.Annotate(err, "the dailies from %s on", from)
}

// TooEarlyError is the error of a date before the first of a guild.
type TooEarlyError struct{ Date, First calendar.Date }

func (e *TooEarlyError) Error() string {
	return fmt.Sprintf("no daily of %s: the first is of %s", e.Date, e.First)
}

// Display returns how a new puzzle is shown in a guild. A shape without tiers has so few puzzles that each is always turned and
// relabelled.
func (g Guild) Display(shape sudoku.Shape) sudoku.Transform {
	if !library.HasTiers(shape) || g.FreshLook {
		return sudoku.RandomTransform(shape, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
	}
	return sudoku.Identity(shape)
}

// dailyColumns are the columns of a daily, of the table daily under the name d. The puzzle's
// belong to it. The tier is that under which it was published, however its puzzle is rated since.
const dailyColumns = `d.guild, d.date, d.number, d.shape, coalesce(d.published_tier, d.tier) as tier, d.transform, d.search_failed, d.global, not d.counts as extra, ` + library.PuzzleColumns

func (d *Daily) fields() postgres.Fields {
	return d.Puzzle.Fields().And(postgres.Fields{
		"guild": &d.GuildID, "date": &d.Date, "number": &d.Number, "shape": &d.Shape, "tier": &d.Tier,
		"transform": postgres.Transform(&d.Transform), "search_failed": &d.NoneFound, "global": &d.Global, "extra": &d.Extra,
	})
}

func readDaily(ctx context.Context, db postgres.Querier, guildID string, which dailyID) (Daily, error) {
	return postgres.ReadOne(ctx, db, (*Daily).fields, `
		select `+dailyColumns+` from daily d join entered_puzzle p on p.import = d.import and p.position = d.position
		where d.guild = $1 and d.date = $2 and d.shape = $3 and d.tier = $4`,
		guildID, which.date, which.shape, which.keyTier())
}
