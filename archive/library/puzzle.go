// Package library keeps puzzles: collections of them, how they came in and go out, and the order in
// which they are given out.
//
// Files of puzzles are imported by [Store.ImportFile], and come out as they were by [Store.Export]:
//
//	report, err := store.ImportFile(ctx, library.ImportOptions{File: "puzzles.txt"}, file)
//
// An import that was killed continues when it is run again. The collection is the operator's, and
// for everyone, or that of the guild named in the options, and for nobody else until
// [Store.ShareCollection]. A guild sees with [Store.Offers] what it may use.
//
// What is promised:
//
//   - no accepted puzzle is lost, and none is stored twice: a puzzle is the class of all
//     grids that a [sudoku.Transform] turns into one another, known by its [canon.Key]
//   - a guild, and a player in it, gets puzzles of its own collections and of shared ones only,
//     and sees nothing of the lines of other collections
//   - a guild, and a player, sees no puzzle of a tier twice before having seen them all
package library

import (
	"context"

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
	ImportID int64
	Position int // among the lines of the source that may be puzzles, from 1
}

// PuzzleColumns are the columns of a puzzle, of one of the views entered_puzzle and named_puzzle
// under the name p. A row may hold something else beside it, so they have names of their own.
const PuzzleColumns = `p.id as puzzle, p.key as puzzle_key, p.import as puzzle_import, p.position as puzzle_position, ` +
	`p.clues as puzzle_clues, p.tier as puzzle_tier, p.score as puzzle_score, p.hardest as puzzle_hardest, ` +
	`p.name as puzzle_name, p.author as puzzle_author`

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

// Choice are the collections that a guild's puzzles come from, in the order of their numbers.
type Choice struct {
	Collections []int32
	Chosen      bool // by the guild; else they are all that it may use
}

// Visible selects the collections that guild $1 may use: those that are shared and its own. No
// other guild's name, and no guild at all, finds only the shared ones.
const Visible = `
	select id from collection where shared
	union select id from collection where guild = $1`

// ChoiceOf returns where the puzzles of a guild come from. Of the collections that it has
// chosen, those that are no longer shared do not count, so none may be left.
func ChoiceOf(ctx context.Context, db postgres.Querier, guildID string) (from Choice, err error) {
	rows, _ := db.Query(ctx, `
		with chosen as (select collection as id from choice where guild = $1)
		select v.id, c.id is not null as chosen from (`+Visible+`) v full join chosen c on c.id = v.id order by v.id`, guildID)
	var all, some []int32
	var id *int32 // null: chosen, and not visible
	var chosen bool
	_, err = pgx.ForEachRow(rows, []any{&id, &chosen}, func() error {
		from.Chosen = from.Chosen || chosen
		if id != nil {
			all = append(all, *id)
		}
		if id != nil && chosen {
			some = append(some, *id)
		}
		return nil
	})
	from.Collections = all
	if from.Chosen {
		from.Collections = some
	}
	return from, err
}

// Offer is a collection that a guild may choose.
type Offer struct {
	ID      int64
	Name    string
	Own     bool // the guild's; else it is shared with everyone
	Chosen  bool
	Puzzles TierCounts
}

func (o *Offer) fields() postgres.Fields {
	return postgres.Fields{"id": &o.ID, "name": &o.Name, "own": &o.Own, "chosen": &o.Chosen, "puzzles": &o.Puzzles}
}

// Offers returns the collections that a guild may choose, its own first, then by name. lost is how
// many it has chosen that are no longer shared.
func (s *Store) Offers(ctx context.Context, guildID string) (offers []Offer, lost int, err error) {
	db := s.db
	offers, err = postgres.ReadAll(ctx, db, (*Offer).fields, `
		select c.id, c.name, coalesce(c.guild = $1, false) as own, h.guild is not null as chosen, `+tiersColumn+` as puzzles
		from (`+Visible+`) v join collection c on c.id = v.id left join choice h on h.guild = $1 and h.collection = c.id
		order by own desc, c.name, c.id`, guildID)
	if err == nil {
		err = db.QueryRow(ctx, `select count(*) from choice where guild = $1`, guildID).Scan(&lost)
	}
	for _, o := range offers {
		if o.Chosen {
			lost--
		}
	}
	return offers, max(0, lost), postgres.Annotate(err, "the collections of guild %q", guildID)
}
