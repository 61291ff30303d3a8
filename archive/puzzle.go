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
	Clues        sudoku.Grid // as the line showed it that brought the puzzle in
	Tier         logic.Tier
	Score        float64 // expected solving time, seconds
	Hardest      logic.Technique
	Name, Author string // of that line, "" where it had none
}

// puzzleColumns are what columns takes, of the view named_puzzle under the name p.
const puzzleColumns = `p.id, p.key, p.clues, p.tier, p.score, p.hardest, p.name, p.author`

// columns returns where Scan puts the puzzleColumns.
func (p *Puzzle) columns() []any {
	return []any{
		&p.ID, keyColumn{&p.Key}, gridColumn{&p.Clues}, &p.Tier, &p.Score, &p.Hardest,
		textColumn{&p.Name}, textColumn{&p.Author},
	}
}

// Puzzle returns the puzzle of a number, or [ErrNotFound].
func (s *Store) Puzzle(ctx context.Context, id int64) (p Puzzle, err error) {
	err = s.pool.QueryRow(ctx, `select `+puzzleColumns+` from named_puzzle p where p.id = $1`, id).Scan(p.columns()...)
	return p, failed(err, "puzzle %d", id)
}

// PuzzleByKey returns the puzzle of a class of isomorphs, or [ErrNotFound].
func (s *Store) PuzzleByKey(ctx context.Context, key canon.Key) (p Puzzle, err error) {
	err = s.pool.QueryRow(ctx, `select `+puzzleColumns+` from named_puzzle p where p.key = $1`, [16]byte(key)).Scan(p.columns()...)
	return p, failed(err, "puzzle of key %s", key)
}
