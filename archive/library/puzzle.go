// Package library keeps puzzles: collections of them, the order in which they are given out, and their ratings.
// Package importing brings puzzles in, and package search finds them.
//
// A puzzle is the class of all grids that a [sudoku.Transform] turns into one another, known by its [canon.Key].
// A line of an import is one of these grids, kept as it was written: [Store.Export] returns it.
// A collection is the operator's and for everyone, or that of a guild and for nobody else until
// [Store.ShareCollection]. [Store.Offers] lists those that a guild may use.
//
// The promises:
//
//   - No accepted puzzle is lost, and none is stored twice.
//   - A guild, and a player in it, gets puzzles of its own collections and of shared ones only,
//     and sees nothing of the lines of other collections.
//   - A guild, and a player, sees no puzzle of a tier twice before having seen them all.
package library

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Puzzle is a grid with exactly one solution, as stored: one for all its isomorphs. It is shown
// as one of the lines that brought it in, because another may be that of another guild.
type Puzzle struct {
	ID           int64
	Key          canon.Key
	Entry        EntryID
	Clues        sudoku.Grid // as in the entry
	Tier         logic.Tier
	Score        float64 // expected solving time, seconds
	Hardest      logic.Technique
	Name, Author string // of the entry, "" where it had none
}

// EntryID identifies an accepted line of an import.
type EntryID struct {
	ImportID int64 `db:"import"`
	Position int   `db:"position"` // among the lines of the source that may be puzzles, from 1
}

// PuzzleColumns are the columns of a puzzle, of one of the views entered_puzzle and named_puzzle
// under the name p. A row may hold something else beside it, so they have names of their own.
const PuzzleColumns = `p.id as puzzle, p.key as puzzle_key, p.import as puzzle_import, p.position as puzzle_position, ` +
	`p.clues as puzzle_clues, p.tier as puzzle_tier, p.score as puzzle_score, p.hardest as puzzle_hardest, ` +
	`p.name as puzzle_name, p.author as puzzle_author`

// ClueCount is the number of clues of a puzzle p.
const ClueCount = `coalesce(p.clue_count, count_clues(p.clues))`

func (p *Puzzle) Fields() postgres.Fields {
	return postgres.Fields{
		"puzzle": &p.ID, "puzzle_key": postgres.Key(&p.Key), "puzzle_import": &p.Entry.ImportID, "puzzle_position": &p.Entry.Position,
		"puzzle_clues": postgres.Grid(&p.Clues), "puzzle_tier": &p.Tier, "puzzle_score": &p.Score, "puzzle_hardest": &p.Hardest,
		"puzzle_name": postgres.ShownText(&p.Name), "puzzle_author": postgres.ShownText(&p.Author),
	}
}

// Puzzle returns the puzzle of an id as the line that brought it in has it, or [postgres.ErrNotFound]. That
// line may be of any guild: it is for the operator to see.
func (s *Store) Puzzle(ctx context.Context, id int64) (Puzzle, error) {
	p, err := readPuzzle(ctx, s.db, `named_puzzle p where p.id = $1`, id)
	return p, postgres.Annotate(err, "puzzle %d", id)
}

// PuzzleByKey returns the puzzle of a class of isomorphs, as [Store.Puzzle] does.
func (s *Store) PuzzleByKey(ctx context.Context, key canon.Key) (Puzzle, error) {
	p, err := readPuzzle(ctx, s.db, `named_puzzle p where p.key = $1`, [16]byte(key))
	return p, postgres.Annotate(err, "puzzle of key %s", key)
}

// ReadEntered returns a puzzle as an entry has it.
func ReadEntered(ctx context.Context, db postgres.Querier, id EntryID) (Puzzle, error) {
	return readPuzzle(ctx, db, `entered_puzzle p where p.import = $1 and p.position = $2`, id.ImportID, id.Position)
}

// readPuzzle returns the puzzle that a condition on a view p finds.
func readPuzzle(ctx context.Context, db postgres.Querier, from string, args ...any) (Puzzle, error) {
	return postgres.ReadOne(ctx, db, (*Puzzle).Fields, `select `+PuzzleColumns+` from `+from, args...)
}

// Store keeps the library in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Kind is a shape and a tier under which puzzles are given out.
type Kind struct {
	Shape sudoku.Shape
	Tier  logic.Tier // 0: any, of a shape without tiers
}

// Kinds lists all kinds, by shape and tier.
var Kinds = func() (all []Kind) {
	for _, shape := range sudoku.Shapes {
		if !HasTiers(shape) {
			all = append(all, Kind{shape, 0})
			continue
		}
		for _, tier := range logic.Tiers {
			all = append(all, Kind{shape, tier})
		}
	}
	return all
}()

// Slot is the [Slot] of the kind.
func (k Kind) Slot() int { return Slot(k.Shape, k.Tier) }

// Name returns the kind in words for operators: "tier 4 x-wing" for sudoku, "6x6 of tier 4 x-wing", "shidoku".
func (k Kind) Name() string {
	tier := fmt.Sprintf("tier %d %s", k.Tier, k.Tier)
	switch {
	case !HasTiers(k.Shape):
		return k.Shape.String()
	case k.Shape == sudoku.Sudoku:
		return tier
	}
	return k.Shape.String() + " of " + tier
}

// HasTiers reports whether puzzles of a shape are given out by tier. There are so few Shidoku that their tiers are one.
// Only dailies of shapes with tiers have streaks and global dailies.
func HasTiers(shape sudoku.Shape) bool { return shape != sudoku.Shidoku }

// ShapesWithTiers lists the shapes that [HasTiers].
var ShapesWithTiers = slices.DeleteFunc(slices.Clone(sudoku.Shapes), func(s sudoku.Shape) bool { return !HasTiers(s) })

// KeyTier is the tier in a key that has the shape too, such as that of a daily or a rotation: 0 if the shape has no tiers.
func KeyTier(shape sudoku.Shape, tier logic.Tier) logic.Tier {
	if !HasTiers(shape) {
		return 0
	}
	return tier
}

// Slot is the number of a kind in the shuffled order, as slot_of in the database: for sudoku the tier, 1-5, for Shidoku
// 0, for 6×6 the tier and 20.
func Slot(shape sudoku.Shape, tier logic.Tier) int {
	if !HasTiers(shape) {
		return 0
	}
	return 10*int(shape) + int(tier)
}

// Slots is more than any [Slot].
const Slots = 26

// TierCounts counts different puzzles by their [Slot].
type TierCounts [Slots]int

// Of returns how many there are of a shape and a tier, which counts only if the shape has tiers.
func (s TierCounts) Of(shape sudoku.Shape, tier logic.Tier) int { return s[Slot(shape, tier)] }

// Sum returns how many there are of a shape.
func (s TierCounts) Sum(shape sudoku.Shape) (sum int) {
	for _, kind := range Kinds {
		if kind.Shape == shape {
			sum += s[kind.Slot()]
		}
	}
	return sum
}

// tiersLock is the first half of the number of the lock under which tiers change. Others use it
// shared, for as long as they need to rely on the tier of a puzzle.
const tiersLock = 0x7469_6572

// HoldTiers keeps puzzles from changing their tiers until the end of the transaction.
func HoldTiers(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `select pg_advisory_xact_lock_shared($1, $2)`, tiersLock, 0)
	return err
}

// LockTiers keeps others from relying on tiers, see [HoldTiers], until the end of the transaction.
func LockTiers(ctx context.Context, tx pgx.Tx) error {
	_, err := tx.Exec(ctx, `select pg_advisory_xact_lock($1, $2)`, tiersLock, 0)
	return err
}

// Span is puzzles from an id to another, both included.
type Span struct {
	First int64 `db:"first"`
	Last  int64 `db:"last"`
}

// spansWhere returns spans with all puzzles p for which a condition holds, so many in each.
func spansWhere(ctx context.Context, tx pgx.Tx, condition string, length int, args ...any) ([]Span, error) {
	return postgres.ReadAll(ctx, tx, postgres.Tags[Span], fmt.Sprintf(`
		select min(id) as first, max(id) as last
		from (select id, (row_number() over (order by id) - 1) / %d as span from puzzle p where %s) p
		group by span order by span`, length, condition), args...)
}

// Puzzles of one batch have ids in a row. So if a file was imported before, the puzzles of a batch can be read in one
// piece.

// nearby is the distance of ids up to which the rows between are read too: a single look through the index takes as
// long as reading five more rows.
const nearby = 5

// ReadPuzzles reads columns of some puzzles, whose ids are in order, and calls do for each place in the list that
// has a puzzle. The first of the columns is the id.
func ReadPuzzles(ctx context.Context, db postgres.Querier, columns string, ids []int32, id *int32, more []any, do func(n int) error) error {
	var from, to []int32 // ranges with all ids
	for _, id := range ids {
		if last := len(to) - 1; last >= 0 && id-to[last] <= nearby {
			to[last] = id
		} else {
			from, to = append(from, id), append(to, id)
		}
	}
	rows, _ := db.Query(ctx, `
		select p.* from unnest($1::integer[], $2::integer[]) r (lowest, highest)
		cross join lateral (select `+columns+` from puzzle p where id between r.lowest and r.highest offset 0) p`, from, to)
	_, err := pgx.ForEachRow(rows, append([]any{id}, more...), func() error {
		for n, _ := slices.BinarySearch(ids, *id); n < len(ids) && ids[n] == *id; n++ {
			if err := do(n); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// PuzzleSet is a set of puzzles, by their ids. A word has 64 ids, since the puzzles of an import mostly stand close
// together.
type PuzzleSet struct {
	words map[int32]uint64
	Count int
}

func NewPuzzleSet() *PuzzleSet { return &PuzzleSet{words: map[int32]uint64{}} }

// add reports whether the puzzle was not in the set.
func (s *PuzzleSet) Add(id int32) bool {
	word, bit := s.words[id/64], uint64(1)<<(id%64)
	if word&bit != 0 {
		return false
	}
	s.words[id/64] = word | bit
	s.Count++
	return true
}

func (s *PuzzleSet) Has(id int32) bool { return s.words[id/64]&(1<<(id%64)) != 0 }
