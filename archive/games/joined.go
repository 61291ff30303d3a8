package games

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
)

// Brought is a game on a global daily that a visitor began without signing in, in the order of its events. The archive
// kept none of it until now, so it is what the browser claims.
type Brought struct {
	Started time.Duration // how long ago
	Events  []BroughtEvent
	Notes   Notes
}

// BroughtEvent is an event of a game that was begun without signing in.
type BroughtEvent struct {
	Kind play.EventKind // Text has the moves of [play.Moved]; Level is that of [play.Hinted]
	play.HintLevel
	Text string
	Ago  time.Duration
}

// Join makes a game that was begun without signing in one of the player's, within a request. It never has a rank and
// counts for no streak, since nobody saw how it was solved; nor does any other game of the player on the same puzzle,
// see [joinedBefore]. It is their daily of the date if the guild has the global one and its date has come, else a puzzle of
// their own. A game on it that they had begun is marked in the same way, and takes the events if it has none; a
// finished one stays as it is. Joining again changes nothing.
//
// A visitor who plays without signing in, and never signs in from the same browser, cannot be known.
func (s *Store) Join(ctx context.Context, player Player, guild daily.Guild, d daily.Daily, brought Brought) (g Game, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		// Two requests of one player join one game.
		if _, err := tx.Exec(ctx, `select from player where id = $1 for no key update`, player.ID); err != nil {
			return err
		}
		if g, err = s.openJoined(ctx, tx, player, guild, d); err != nil || !g.Finished.IsZero() {
			return err
		}
		if g.Revision > 0 || g.Joined {
			_, err := tx.Exec(ctx, `update game set joined = true where id = $1`, g.ID)
			g.Joined = true
			return err
		}
		g.Started = s.db.Now().Add(-brought.Started)
		_, err := tx.Exec(ctx, `update game set joined = true, started = $2 where id = $1`, g.ID, g.Started)
		return err
	})
	if err == nil && g.Finished.IsZero() && g.Revision == 0 {
		g.Joined = true
		g, err = s.replay(ctx, g, brought)
	}
	return g, postgres.Annotate(err, "join the daily of %s", d.Date)
}

// openJoined returns the player's game on a global daily: that on the guild's daily, else one that was joined as a puzzle
// of their own, else a new one.
func (s *Store) openJoined(ctx context.Context, tx pgx.Tx, player Player, guild daily.Guild, d daily.Daily) (Game, error) {
	g := Game{Player: player, GuildID: guild.ID, Puzzle: d.Puzzle, Transform: d.Transform, Shape: d.Shape, Tier: d.Tier}
	if d.GuildID == guild.ID {
		g.Date, g.Number = d.Date, d.Number
	} else {
		own, err := readGame(ctx, tx, `where g.player = $1 and g.guild = $2 and g.puzzle = $3 and g.joined order by g.id limit 1`, player.ID, guild.ID, d.Puzzle.ID)
		if !errors.Is(err, pgx.ErrNoRows) {
			return own, err
		}
	}
	g, err := s.open(ctx, tx, g)
	if err != nil {
		return g, err
	}
	return g, library.PlayerRotation(player.ID, d.Shape, d.Puzzle.Tier).NoteDrawn(ctx, tx, d.Puzzle.ID)
}

// replay makes the events of a game that was begun without signing in, and finishes it if they solve it. Events that its
// board does not allow are left out: the browser may have lost a part of them.
func (s *Store) replay(ctx context.Context, g Game, brought Brought) (Game, error) {
	for _, e := range brought.Events {
		g.Ago = min(e.Ago, brought.Started)
		event := play.Event{Kind: e.Kind, Text: e.Text, Level: e.HintLevel, Board: g.Board}
		var err error
		switch e.Kind {
		case play.Moved:
			event.Board, err = g.Play(e.Text)
		case play.Hinted:
			if e.HintLevel == play.HintApply {
				var hint play.Hint
				hint, err = g.Board.Hint(play.HintApply)
				event.Board = g.Board.Take(hint)
			}
		case play.Undone:
			if before, _, err := s.Undo(ctx, g); err == nil {
				g = before
			} else if !errors.Is(err, play.ErrNothingToUndo) {
				return g, err
			}
			continue
		}
		if err != nil {
			continue
		}
		if g, err = s.Record(ctx, g, event); err != nil {
			return g, err
		}
		if g.Solved() {
			g.Ago = min(e.Ago, brought.Started)
			_, err := s.Finish(ctx, g)
			return g, err
		}
	}
	if len(brought.Notes) == 0 {
		return g, nil
	}
	return s.SaveNotes(ctx, g, brought.Notes)
}

// joinedBefore reports whether a game, or another one of its player on the same puzzle, was begun without signing in.
func joinedBefore(ctx context.Context, tx pgx.Tx, g Game) (joined bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (select from game where player = $1 and puzzle = $2 and joined)`, g.Player.ID, g.Puzzle.ID).Scan(&joined)
	return joined, err
}
