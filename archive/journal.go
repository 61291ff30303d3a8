package archive

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// EventKind says what a player did.
type EventKind string

// The kinds of events. All of them may change the grid and the marks, and
// [Store.Undo] takes the last change back, whatever its kind.
const (
	Moved     EventKind = "moved"
	Hinted    EventKind = "hinted"    // counts as a hint
	Checked   EventKind = "checked"   // counts as a check
	Submitted EventKind = "submitted" // handed in the whole answer
	undone    EventKind = "undone"
)

// Event is what a player did, and the board after it.
type Event struct {
	Kind  EventKind
	Text  string // as typed: "r4c5=7"
	Level int    // of a hint, 1-4
	Grid  sudoku.Grid
	Marks sudoku.Pencilmarks
}

// Record adds an event to a game's journal and returns the game after it. The game given
// is the one the player saw: if it has changed since, nothing is recorded and the error is
// [ErrStale]; if it is finished, [ErrFinished].
func (s *Store) Record(ctx context.Context, g Game, e Event) (Game, error) {
	switch e.Kind {
	case Moved, Hinted, Checked, Submitted:
	default:
		return Game{}, fmt.Errorf("unknown kind of event %q", e.Kind)
	}
	if !e.Grid.Extends(g.Clues) {
		return Game{}, fmt.Errorf("the grid %s does not keep the clues %s", e.Grid, g.Clues)
	}
	return s.change(ctx, g, "record a move", func(_ context.Context, _ pgx.Tx, now Game, head int) (step, error) {
		to := step{Event: e, head: head}
		changed := e.Grid != now.Grid || e.Marks != now.Marks
		if changed {
			to.head = now.Revision + 1
		}
		switch {
		case changed || e.Kind == Moved:
			to.Level = 0
		case e.Kind != Hinted:
			to.Level = now.HintLevel
		}
		return to, nil
	})
}

// Undo takes the last change of the board back and returns the game after it, and the text
// of the event that is undone. [ErrNotFound] means that there is nothing to undo; the other
// errors are those of [Store.Record].
func (s *Store) Undo(ctx context.Context, g Game) (Game, string, error) {
	text := ""
	g, err := s.change(ctx, g, "undo", func(ctx context.Context, tx pgx.Tx, now Game, head int) (step, error) {
		if head == 0 {
			return step{}, fmt.Errorf("an earlier board is %w", ErrNotFound)
		}
		to := step{Event: Event{Kind: undone, Grid: now.Clues}}
		err := tx.QueryRow(ctx, `select text, before from event where game = $1 and revision = $2`, now.ID, head).Scan(&text, &to.head)
		to.Text = text
		if err != nil || to.head == 0 {
			return to, err
		}
		err = tx.QueryRow(ctx, `select grid, marks from event where game = $1 and revision = $2`, now.ID, to.head).
			Scan(gridColumn{&to.Grid}, marksColumn{&to.Marks})
		return to, err
	})
	return g, text, err
}

// step is an event together with the one whose board stands after it.
type step struct {
	Event
	head int
}

// change makes the next step of a game: decide gets the game as it is stored, and the event
// whose board stands.
func (s *Store) change(ctx context.Context, g Game, doing string,
	decide func(context.Context, pgx.Tx, Game, int) (step, error)) (after Game, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) error {
		now, err := lockGame(ctx, tx, g.ID)
		switch {
		case err != nil:
			return err
		case !now.Finished.IsZero():
			return ErrFinished
		case now.Revision != g.Revision:
			return ErrStale
		}
		head := 0
		if err := tx.QueryRow(ctx, `select head from game where id = $1`, g.ID).Scan(&head); err != nil {
			return err
		}
		to, err := decide(ctx, tx, now, head)
		if err != nil {
			return err
		}
		if err := s.write(ctx, tx, now, head, to); err != nil {
			return err
		}
		after, err = gameByID(ctx, tx, g.ID)
		return err
	})
	return after, failed(err, "%s", doing)
}

// write adds a step to the journal and moves the game there.
func (s *Store) write(ctx context.Context, tx pgx.Tx, g Game, before int, to step) error {
	_, err := tx.Exec(ctx, `
		insert into event (game, revision, kind, text, grid, marks, head, before, at)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
		g.ID, g.Revision+1, string(to.Kind), plainText(to.Text), pack(to.Grid), packMarks(to.Marks), to.head, before, s.now())
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		update game
		set revision = $2, grid = $3, marks = $4, head = $5, hint_level = $6,
		    hints = hints + ($7::text = 'hinted')::int, checks = checks + ($7::text = 'checked')::int
		where id = $1`,
		g.ID, g.Revision+1, pack(to.Grid), packMarks(to.Marks), to.head, to.Level, string(to.Kind))
	return err
}
