package archive

import (
	"context"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Puzzle is a grid with exactly one solution, as stored: one for all its isomorphs.
type Puzzle struct {
	ID           int64
	Key          canon.Key
	Clues        sudoku.Grid // as in the line that brought the puzzle in
	Tier         logic.Tier
	Score        float64 // expected solving time, seconds
	Hardest      logic.Technique
	Name, Author string // of that line, "" where it had none
}

// puzzleColumns are the columns of a puzzle, of the view named_puzzle under the name p. A row
// may hold something else beside it, so they have names of their own.
const puzzleColumns = `p.id as puzzle, p.key as puzzle_key, p.clues as puzzle_clues, p.tier as puzzle_tier, ` +
	`p.score as puzzle_score, p.hardest as puzzle_hardest, p.name as puzzle_name, p.author as puzzle_author`

func (p *Puzzle) fields() fields {
	return fields{
		"puzzle": &p.ID, "puzzle_key": keyColumn{&p.Key}, "puzzle_clues": gridColumn{&p.Clues}, "puzzle_tier": &p.Tier,
		"puzzle_score": &p.Score, "puzzle_hardest": &p.Hardest,
		"puzzle_name": plainColumn{&p.Name}, "puzzle_author": plainColumn{&p.Author},
	}
}

// Puzzle returns the puzzle of an id, or [ErrNotFound].
func (s *Store) Puzzle(ctx context.Context, id int64) (Puzzle, error) {
	p, err := readPuzzle(ctx, s.db(ctx), `where p.id = $1`, id)
	return p, annotate(err, "puzzle %d", id)
}

// PuzzleByKey returns the puzzle of a class of isomorphs, or [ErrNotFound].
func (s *Store) PuzzleByKey(ctx context.Context, key canon.Key) (Puzzle, error) {
	p, err := readPuzzle(ctx, s.db(ctx), `where p.key = $1`, [16]byte(key))
	return p, annotate(err, "puzzle of key %s", key)
}

// readPuzzle returns the puzzle that a condition on the view p finds.
func readPuzzle(ctx context.Context, db querier, condition string, arg any) (Puzzle, error) {
	return readOne(ctx, db, (*Puzzle).fields, `select `+puzzleColumns+` from named_puzzle p `+condition, arg)
}
