package games

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Record adds an event to a game's journal and returns the game after it, by the rules of
// [play.Game.Record]. The game given is the one that the player saw, as the store returned it: if it has changed since,
// nothing is recorded and the error is [postgres.ErrStale]; if it is finished, [ErrFinished]. On the board of
// a party it is recorded as a turn of g.By, who has to be a participant.
//
// The time of the entry is now, or that of g.Ago: not before the entry before it, so that a browser cannot
// claim more time than it was away for.
func (s *Store) Record(ctx context.Context, g Game, e play.Event) (Game, error) {
	var err error
	switch {
	case !slices.Contains([]play.EventKind{play.Moved, play.Hinted, play.Checked, play.Submitted}, e.Kind):
		err = fmt.Errorf("unknown kind of event %q", e.Kind)
	case e.Board.Clues != g.Clues || !e.Board.Grid.Extends(g.Clues):
		err = fmt.Errorf("the grid %s does not keep the clues %s", e.Board.Grid, g.Clues)
	}
	if err == nil {
		after, entry := g.Game.Record(e)
		g, err = s.change(ctx, g, after, entry)
	} else if changed := changedSince(ctx, s.db, g); changed != nil {
		err = changed
	}
	if err != nil {
		return Game{}, postgres.Annotate(err, "record a move")
	}
	return g, nil
}

// Undo takes the last change of the board back, by the rules of [play.Game.Undo]. It returns the game after it and
// the text of the event that is undone. The errors are [play.ErrNothingToUndo] and the errors of [Store.Record].
func (s *Store) Undo(ctx context.Context, g Game) (Game, string, error) {
	after, undone, err := g.Game.Undo(func(revision int) (play.Entry, error) { return readEntry(ctx, s.db, g, revision) })
	if err == nil {
		g, err = s.change(ctx, g, after, undone)
	} else if changed := changedSince(ctx, s.db, g); changed != nil {
		err = changed
	}
	if err != nil {
		return Game{}, "", postgres.Annotate(err, "undo")
	}
	return g, undone.Text, nil
}

// change stores a game after an entry of its journal. It fails if the stored game has changed since. The row is not read
// before: every change raises the revision, so that the same revision is the same game.
func (s *Store) change(ctx context.Context, g Game, after play.Game, entry play.Entry) (Game, error) {
	before := g.Board
	g.Game, g.Last = after, after.Board.ChangedSince(before)
	var err error
	if g.Party == 0 {
		err = s.write(ctx, s.db, &g, entry)
	} else {
		g.LastTurn = Turn{g.By, entry.Kind, entry.Text}
		err = s.db.Transact(ctx, func(tx pgx.Tx) error {
			if err := s.write(ctx, tx, &g, entry); err != nil {
				return err
			}
			return noteTurn(ctx, tx, g)
		})
	}
	if err != nil {
		return Game{}, err
	}
	g.Ago = 0
	s.db.UseRequestID(ctx)
	s.db.Notify(ctx, postgres.Notification{Channel: postgres.GameChannel, ID: g.ID})
	return g, nil
}

// write stores a game and adds the entry that led to it to the journal, in one statement: unless the game stored is
// the one before.
func (s *Store) write(ctx context.Context, db postgres.Querier, g *Game, e play.Entry) error {
	now := s.db.Now()
	err := db.QueryRow(ctx, `
		with changed as (
			update game
			set revision = $2, grid = $3, marks = $4, head = $5, hint_level = $6, hints = $7, deepest = $8, checks = $9, moves = $10
			where id = $1 and revision = $2 - 1 and finished is null
			returning noted
		), entered as (
			insert into event (game, revision, kind, text, level, grid, marks, head, before, request, at)
			select $1, $2, $11, $12, $13, $14, $15, $16, $17, $18,
				least($20, greatest($19, coalesce((select at from event where game = $1 and revision = $2 - 1), $21)))
			from changed
		)
		select noted from changed`,
		g.ID, g.Revision, postgres.PackGrid(g.Grid), postgres.PackMarks(g.Marks), g.Head, g.HintLevel, g.Hints, g.Deepest, g.Checks, g.Moves,
		string(e.Kind), postgres.PlainText(e.Text), e.Level, postgres.PackGrid(e.Board.Grid), postgres.PackMarks(e.Board.Marks), e.Head, e.Before,
		s.db.FreeRequestID(ctx), now.Add(-g.Ago), now, g.Started).Scan(&g.Noted)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return cmp.Or(changedSince(ctx, db, *g), postgres.ErrStale)
	case postgres.Violates(err, "event_request"):
		return postgres.ErrRepeated
	}
	return err
}

// changedSince returns why a game can no longer be changed as it is given: [ErrFinished], [postgres.ErrStale], or
// [postgres.ErrNotFound]; nil if it can.
func changedSince(ctx context.Context, db postgres.Querier, g Game) error {
	var finished, same bool
	err := db.QueryRow(ctx, `select finished is not null, revision = $2 from game where id = $1`, g.ID, g.Revision).Scan(&finished, &same)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("game %d: %w", g.ID, postgres.ErrNotFound)
	case err != nil:
		return err
	case finished:
		return ErrFinished
	case !same:
		return postgres.ErrStale
	}
	return nil
}

// readGrids returns the one column of a query, of which each row is a grid.
func readGrids(ctx context.Context, db postgres.Querier, query string, args ...any) ([]sudoku.Grid, error) {
	rows, _ := db.Query(ctx, query, args...)
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (grid sudoku.Grid, err error) {
		err = row.Scan(postgres.Grid(&grid))
		return grid, err
	})
}

// readEntry returns an entry of a game's journal.
func readEntry(ctx context.Context, db postgres.Querier, g Game, revision int) (play.Entry, error) {
	e, err := postgres.ReadOne(ctx, db, entryFields, `
		select kind, text, level, grid, marks, revision, head, before from event where game = $1 and revision = $2`, g.ID, revision)
	e.Board.Clues = g.Clues
	return e, err
}

func entryFields(e *play.Entry) postgres.Fields {
	return postgres.Fields{
		"kind": &e.Kind, "text": &e.Text, "level": &e.Level, "grid": postgres.Grid(&e.Board.Grid), "marks": postgres.Marks(&e.Board.Marks),
		"revision": &e.Revision, "head": &e.Head, "before": &e.Before,
	}
}

// Moment is an entry of a game's journal with the time at which it was made.
type Moment struct {
	play.Entry
	At time.Time
}

// Journal returns the entries of a game, from the start. The boards have no clues of their own.
func (s *Store) Journal(ctx context.Context, gameID int64) ([]Moment, error) {
	moments, err := postgres.ReadAll(ctx, s.db, func(m *Moment) postgres.Fields {
		return entryFields(&m.Entry).And(postgres.Fields{"at": &m.At})
	}, `select kind, text, level, grid, marks, revision, head, before, at from event where game = $1 order by revision`, gameID)
	return moments, postgres.Annotate(err, "the journal of game %d", gameID)
}

// BoardAt returns the board that stood in a game after the event of a revision, 0 for the start.
func (s *Store) BoardAt(ctx context.Context, g Game, revision int) (play.Board, error) {
	switch {
	case revision == g.Revision:
		return g.Board, nil
	case revision == 0 && g.Start != (play.Board{}):
		return g.Start, nil
	case revision == 0:
		return play.NewBoard(g.Clues), nil
	}
	e, err := readEntry(ctx, s.db, g, revision)
	return e.Board, postgres.Annotate(err, "revision %d of game %d", revision, g.ID)
}

// Active returns how long a player has been at a game, by the rule of [Result.Active]: until now, or
// until its end.
func (s *Store) Active(ctx context.Context, g Game) (active time.Duration, err error) {
	until := g.Finished
	if until.IsZero() {
		until = s.db.Now()
	}
	err = s.db.QueryRow(ctx, `
		select least($4 - $3, coalesce(sum(gap) filter (where gap <= $2), interval '0')) from (
			select at - lag(at) over (order by at) as gap from (
				select $3::timestamptz as at union all select at from event where game = $1 union all select $4::timestamptz
			) moment
		) between_moments`, g.ID, Pause, g.Started, until).Scan(&active)
	return active, postgres.Annotate(err, "the active time of game %d", g.ID)
}

// Games returns the games of a player in a guild, the one opened last first: at most that many.
func (s *Store) GamesOf(ctx context.Context, playerID, guildID string, most int) ([]Game, error) {
	games, err := readGames(ctx, s.db, `where g.player = $1 and g.guild = $2 order by g.opened desc limit $3`, playerID, guildID, most)
	return games, postgres.Annotate(err, "the games of player %q", playerID)
}

// DailyGames returns a player's games on the dailies of a guild and a shape that count, by date.
func (s *Store) DailyGames(ctx context.Context, playerID, guildID string, shape sudoku.Shape, days calendar.Days) ([]Game, error) {
	games, err := readGames(ctx, s.db, `
		where g.player = $1 and g.guild = $2 and g.shape = $3 and g.date between $4 and $5 and not `+extra+` order by g.date`,
		playerID, guildID, shape, days.First, days.Last)
	return games, postgres.Annotate(err, "the dailies of player %q", playerID)
}

// Notes are a player's notes beside a game, such as colours, by the names of cells. The rules of play do not know
// them, and the client that shows them gives them their meaning.
type Notes map[string]json.RawMessage

// Notes returns the notes of a game.
func (s *Store) Notes(ctx context.Context, gameID int64) (notes Notes, err error) {
	err = s.db.QueryRow(ctx, `select cells from note where game = $1`, gameID).Scan(&notes)
	if errors.Is(err, pgx.ErrNoRows) {
		return Notes{}, nil
	}
	return notes, postgres.Annotate(err, "the notes of game %d", gameID)
}

// SaveNotes changes the notes of some cells of a game, leaves the others, and returns the game after it. A nil note takes
// that of its cell away. The game given is the one that the player saw: if it or its notes have changed since, nothing is saved
// and the error is [postgres.ErrStale].
func (s *Store) SaveNotes(ctx context.Context, g Game, changes Notes) (Game, error) {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		err := tx.QueryRow(ctx, `
			update game set noted = noted + 1
			where id = $1 and noted = $2::bigint and revision = $3 and finished is null
			returning noted`, g.ID, g.Noted, g.Revision).Scan(&g.Noted)
		if errors.Is(err, pgx.ErrNoRows) {
			return postgres.ErrStale
		}
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `
			insert into note (game, cells) values ($1, jsonb_strip_nulls($2))
			on conflict (game) do update set cells = jsonb_strip_nulls(note.cells || $2)`, g.ID, changes)
		return err
	})
	if err == nil {
		s.db.Notify(ctx, postgres.Notification{Channel: postgres.GameChannel, ID: g.ID})
	}
	return g, postgres.Annotate(err, "save notes of game %d", g.ID)
}
