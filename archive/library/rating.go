package library

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/rating/hodoku"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ownProgram is the name of our former ratings. Their value is tier, score and hardest technique.
const ownProgram = "gridkeeper"

// HardestColumn is the stored form of the hardest technique: empty for most puzzles, whose hardest is the last of
// those needed. The function hardest_of of the database finds it then.
func HardestColumn(r rating.Rating) string {
	if bits.Len16(uint16(r.Needs)) == 1+slices.Index(logic.Rated, r.Hardest) {
		return ""
	}
	return string(r.Hardest)
}

// RatingProgram finds or makes the row of a program. It looks first: an insert that finds the row uses up a number.
func RatingProgram(ctx context.Context, tx pgx.Tx, name, version string) (number int16, err error) {
	const find = `select id from rating_program where name = $1 and version = $2`
	err = tx.QueryRow(ctx, find, name, version).Scan(&number)
	if !errors.Is(err, pgx.ErrNoRows) {
		return number, err
	}
	_, err = tx.Exec(ctx, `insert into rating_program (name, version) values ($1, $2) on conflict do nothing`, name, version)
	if err == nil {
		err = tx.QueryRow(ctx, find, name, version).Scan(&number)
	}
	return number, err
}

// Ratings that would slow an import down are computed on demand, a span of puzzles at a time. They are in the table
// of ratings, beside the ratings in files. Searches go by the number of such a rating.

// A scale is a rating that is computed on demand, of sudoku alone.
type Scale struct {
	Program string
	Version int
	last    bool // only of puzzles of the last tier
	rate    func(sudoku.Grid) (value string, number int, err error)
}

// The scales.
var (
	ScaleSE     = Scale{"gridkeeper se", se.Version, false, rateSE}
	ScaleDepth  = Scale{"gridkeeper depth", depth.Version, false, rateDepth}
	ScaleClass  = Scale{"gridkeeper class", depth.ClassVersion, false, rateClass}
	ScaleHoDoKu = Scale{"gridkeeper hodoku", hodoku.Version, false, rateHoDoKu}
	ScaleLadder = Scale{"gridkeeper ladder", logic.LadderVersion, true, rateLadder(nil)}
	ScaleProven = Scale{"gridkeeper ladder without uniqueness", logic.LadderVersion, true, rateLadder(logic.Uniqueness)}

	scales = []Scale{ScaleSE, ScaleDepth, ScaleClass, ScaleHoDoKu, ScaleLadder, ScaleProven}
)

// ScaleVersions identifies the scales with their versions: a job of other ones is another job.
func ScaleVersions() (all []int) {
	for _, s := range scales {
		all = append(all, s.Version)
	}
	return all
}

// rateSE returns ER, EP and ED as collectors write them, 7.1/1.2/1.2, and ER in tenths.
func rateSE(g sudoku.Grid) (value string, number int, err error) {
	r, err := se.Rate(g)
	return fmt.Sprintf("%s/%s/%s", r.ER, r.EP, r.ED), r.ER.Tenths, err
}

func rateDepth(g sudoku.Grid) (value string, number int, err error) {
	c, err := depth.Of(g)
	return strconv.Itoa(c.Depth), c.Depth, err
}

func rateClass(g sudoku.Grid) (value string, number int, err error) {
	c, err := depth.ClassOf(g)
	return c.Class.String(), c.Class.Number(), err
}

// MaxNumber is the highest number of a score: the column has 16 bits, and a search compares with the next number.
// Searches do not tell higher scores apart.
const MaxNumber = math.MaxInt16 - 1

func rateHoDoKu(g sudoku.Grid) (value string, number int, err error) {
	r, err := hodoku.Rate(g)
	return fmt.Sprintf("%d %s", r.Score, r.Level), min(r.Score, MaxNumber), err
}

// rateLadder returns the techniques of the ladder that the puzzle needs, the hardest last, and the place of that
// among all techniques.
func rateLadder(without []logic.Technique) func(sudoku.Grid) (string, int, error) {
	return func(g sudoku.Grid) (value string, number int, err error) {
		climb, err := logic.ClimbOf(g, without...)
		needs := make([]string, len(climb.Needs))
		for i, t := range climb.Needs {
			needs[i] = string(t)
		}
		return strings.Join(needs, " "), slices.Index(logic.Techniques, climb.Hardest), err
	}
}

// TooHard is the value of a rating that takes too long. It has no number.
const TooHard = "too hard"

// numbers finds or makes the rows of the scales' programs.
func numbers(ctx context.Context, tx pgx.Tx) (all []int16, err error) {
	for _, s := range scales {
		number, err := RatingProgram(ctx, tx, s.Program, strconv.Itoa(s.Version))
		if err != nil {
			return nil, err
		}
		all = append(all, number)
	}
	return all, nil
}

// uncomputed is the condition that puzzles p lack a rating by one of programs $1. Solved grids, which early versions
// took, have none.
var uncomputed = fmt.Sprintf(`p.shape = 0 and hardest_of(p.hardest, p.needs) <> '' and case p.tier when %d then %d else %d end > (
	select count(*) from rating r where r.puzzle = p.id and r.program = any($1) and r.import = 0)`,
	logic.TierGuessing, len(scales), len(scalesOf(logic.TierXWing)))

// scalesOf returns the places in the list of the scales of puzzles of a tier.
func scalesOf(tier logic.Tier) (places []int16) {
	for i, s := range scales {
		if !s.last || tier == logic.TierGuessing {
			places = append(places, int16(i))
		}
	}
	return places
}

// UncomputedSpans returns spans with all puzzles that lack a rating of a scale, that many in each, in a transaction
// of the caller's.
func UncomputedSpans(ctx context.Context, tx pgx.Tx, length int) ([]Span, error) {
	programs, err := numbers(ctx, tx)
	if err != nil {
		return nil, postgres.Annotate(err, "look for ratings that are missing")
	}
	spans, err := spansWhere(ctx, tx, uncomputed, length, programs)
	return spans, postgres.Annotate(err, "look for ratings that are missing")
}

// Computed are ratings of puzzles by their scales, ready to be kept.
type Computed struct {
	rated   int // puzzles
	puzzles []int64
	scales  []int16 // places in the list of scales
	values  []string
	numbers []*int16
}

// Compute rates the puzzles of a span that lack a rating. It changes nothing.
func (s *Store) Compute(ctx context.Context, span Span) (c Computed, err error) {
	var missing []lacking
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		programs, err := numbers(ctx, tx)
		if err != nil {
			return err
		}
		missing, err = postgres.ReadAll(ctx, tx, postgres.Tags[lacking], `
			select id, clues, tier from puzzle p where id between $2 and $3 and `+uncomputed+` order by id`, programs, span.First, span.Last)
		return err
	})
	if err != nil {
		return c, postgres.Annotate(err, "read puzzles %d to %d", span.First, span.Last)
	}
	for _, p := range missing {
		if err := c.add(p); err != nil {
			return c, fmt.Errorf("puzzle %d: %w", p.ID, err)
		}
		if err := ctx.Err(); err != nil {
			return c, err
		}
	}
	return c, nil
}

// lacking is a puzzle that lacks a rating.
type lacking struct {
	ID   int64       `db:"id"`
	Grid sudoku.Grid `db:"clues"`
	Tier logic.Tier  `db:"tier"`
}

func (c *Computed) add(p lacking) error {
	c.rated++
	for _, i := range scalesOf(p.Tier) {
		value, n, err := scales[i].rate(p.Grid)
		number := new(int16(n))
		if errors.Is(err, solver.ErrTooHard) || errors.Is(err, logic.ErrTooHard) {
			value, number, err = TooHard, nil, nil
		}
		if err != nil {
			return err
		}
		c.puzzles, c.scales = append(c.puzzles, p.ID), append(c.scales, i)
		c.values, c.numbers = append(c.values, value), append(c.numbers, number)
	}
	return nil
}

// KeepComputed stores ratings in a transaction of the caller's, in place of those by other versions of the scales. It
// returns how many puzzles have them, without puzzles that are gone. Saved searches for such ratings begin again.
func KeepComputed(ctx context.Context, tx pgx.Tx, c Computed) (puzzles int, err error) {
	if err := HoldTiers(ctx, tx); err != nil {
		return 0, err
	}
	programs, err := numbers(ctx, tx)
	if err != nil {
		return 0, err
	}
	names := make([]string, len(scales))
	for i, s := range scales {
		names[i] = s.Program
	}
	for _, statement := range []struct {
		text string
		args []any
	}{
		{`delete from rating r using rating_program m
			where r.puzzle = any($1) and r.import = 0 and m.id = r.program and m.name = any($2) and m.id <> all($3)`, []any{c.puzzles, names, programs}},
		{`insert into rating (puzzle, program, import, position, value, number)
			select c.puzzle, ($5::smallint[])[c.scale + 1], 0, 0, c.value, c.number
			from unnest($1::bigint[], $2::smallint[], $3::text[], $4::smallint[]) c (puzzle, scale, value, number)
			join puzzle p on p.id = c.puzzle on conflict do nothing`, []any{c.puzzles, c.scales, c.values, c.numbers, programs}},
		{`delete from search_progress where search in (select id from search where wishes ?| array['er', 'depth', 'class', 'hodoku'])`, nil},
	} {
		if _, err := tx.Exec(ctx, statement.text, statement.args...); err != nil {
			return 0, postgres.Annotate(err, "keep ratings")
		}
	}
	return c.rated, nil
}
