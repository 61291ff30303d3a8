package library

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
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
