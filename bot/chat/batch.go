package chat

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Batch is several moves at once on a game: all are made, or none.
type Batch struct {
	GameID   int64
	Revision int             // of the board that they are for
	Moves    []string        // each one event: moves in play's notation, or "undo"; at most MaxBatch
	Ago      []time.Duration // how long before the request each was made; nil: just now
	Notes    games.Notes     // of the cells where they change
}

// MaxBatch is how many events a [Batch] may have.
const MaxBatch = 200

func (Batch) action() {}

// The options of the command that a batch stands for.
const (
	BatchMoves = "moves"
	BatchNotes = "notes"
)

// Ask returns the command that a batch stands for, by which a repetition is known. Its times are other ones then.
func (b Batch) Ask() (Ask, error) {
	if n := len(b.Moves); n > MaxBatch {
		return Ask{}, Refuse("refusal.batch", locale.Args{"Number": n, "Most": MaxBatch})
	}
	moves, err := json.Marshal(b.Moves)
	if err != nil {
		return Ask{}, err
	}
	notes, err := json.Marshal(b.Notes)
	if err != nil {
		return Ask{}, fmt.Errorf("notes of a batch: %w", err)
	}
	return Ask{Command: "batching", Options: map[string]string{BatchMoves: string(moves), BatchNotes: string(notes)}}, nil
}
