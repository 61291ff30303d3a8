package games

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// A player may play any puzzle. If the guild's collections have an isomorph, [Store.StartFound] starts a game on that.
// Otherwise the row of the game has the clues itself, and no row of the archive: such a game is in no query that joins
// puzzles, so it changes no rating, no leaderboard, no streak and no search. A race and a party on it have no rank either.

// ReadPasted reads the puzzle that a player types or pastes, as the board to begin with: its clues, and the digits and marks
// of a position. Without known clues, the digits of a position are its clues. A text that is a grid and nothing else is
// returned as it is, so that its fault can be named: too few clues, or a digit twice in a house.
func ReadPasted(text string) (play.Board, error) {
	e, err := format.FindPosition(text)
	if err != nil {
		if whole, parseErr := sudoku.Parse(text); parseErr == nil {
			e, err = format.Entry{Grid: whole}, nil
		}
	}
	if err == nil && e.IsSukaku() { // a game begins with clues
		_, err = format.Find(text)
	}
	board := play.NewBoard(e.Grid)
	board.Grid, board.Marks = e.Position()
	return board, err
}

// PastedText returns a board as text that [ReadPasted] reads: the clues, or the position as JSON.
func PastedText(b play.Board) string {
	if b == play.NewBoard(b.Clues) {
		return b.Clues.String()
	}
	text, err := json.Marshal(steps.StateOf(b.State().Completed()))
	if err != nil {
		panic(err) // of three strings
	}
	return string(text)
}

// MaxPasted is how many unfinished games on pasted puzzles a player may have.
const MaxPasted = 100

// Callers branch on these with [errors.Is].
var (
	ErrDailyOpen  = errors.New("this puzzle is a daily that others may still solve")
	ErrPlaying    = errors.New("the player is solving this puzzle, in a daily, a race or a party")
	ErrManyPasted = errors.New("this player has too many unfinished games on pasted puzzles")
)

// StartPasted starts a game on a puzzle that a player pasted, at a board of [ReadPasted]. The same board is opened again
// while they are at it. The game is one of [Store.StartFound] if the archive has the puzzle and the board no marks.
//
// The errors are those of [Store.MayStartPasted], and [ErrManyPasted]. That of a grid without exactly one solution is
// returned as it is, so that unavoidable.Reason can explain it.
func (s *Store) StartPasted(ctx context.Context, player Player, guild daily.Guild, start play.Board) (g Game, err error) {
	if err := s.MayStartPasted(ctx, player.ID, guild, start.Clues); err != nil {
		return g, err
	}
	if start == play.NewBoard(start.Clues) {
		if g, err = s.StartFound(ctx, player, guild, start.Clues); !errors.Is(err, postgres.ErrNotFound) {
			return g, err
		}
	}
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		// Two requests of one player start one game.
		if _, err := tx.Exec(ctx, `select from player where id = $1 for no key update`, player.ID); err != nil {
			return err
		}
		begun, err := readGames(ctx, tx, `where `+pastedBy+` and g.clues = $2 and g.guild = $3 order by g.id desc`,
			player.ID, postgres.PackGrid(start.Clues), guild.ID)
		if err != nil {
			return err
		}
		wanted := Game{Player: player, GuildID: guild.ID}.onPasted(start)
		if i := slices.IndexFunc(begun, func(g Game) bool { return g.Start == wanted.Start }); i >= 0 {
			g = begun[i]
			_, err := tx.Exec(ctx, `update game set opened = nextval('game_opened') where id = $1`, g.ID)
			return err
		}
		var open int
		if err := tx.QueryRow(ctx, `select count(*) from game g where `+pastedBy, player.ID).Scan(&open); err != nil {
			return err
		}
		if open >= MaxPasted {
			return ErrManyPasted
		}
		g, err = s.open(ctx, tx, wanted)
		return err
	})
	return g, postgres.Annotate(err, "start a game on a pasted puzzle")
}

// pastedBy is the condition for a game g to be an unfinished one of player $1, alone on a pasted puzzle.
const pastedBy = `g.player = $1 and g.clues is not null and g.finished is null and g.duel is null`

// onPasted returns a game on a pasted puzzle that begins with a board.
func (g Game) onPasted(start play.Board) Game {
	g.Pasted, g.Transform = true, sudoku.Identity(start.Clues.Shape())
	g.Puzzle, g.Clues, g.Shape = library.Puzzle{Clues: start.Clues}, start.Clues, start.Clues.Shape()
	g = g.withRating()
	g.Tier = g.Puzzle.Tier
	if start != play.NewBoard(start.Clues) {
		g.Board, g.Start = start, start
	}
	return g
}

// withRating completes a game on a pasted puzzle, which nothing is stored of but its clues.
func (g Game) withRating() Game {
	g.Puzzle.Key = canon.KeyOf(g.Clues)
	if rated, err := rating.Rate(g.Clues); err == nil { // as it could when the game began
		g.Puzzle.Tier, g.Puzzle.Score, g.Puzzle.Hardest = rated.Tier, rated.Score, rated.Hardest
	}
	return g
}

// MayStartPasted returns the error with which [Store.StartPasted] would refuse a puzzle: that of [rating.Rate] if it is
// none, [ErrDailyOpen] if it is an open daily, [ErrPlaying] if the player is at it in a daily, a race or a party.
func (s *Store) MayStartPasted(ctx context.Context, playerID string, guild daily.Guild, clues sudoku.Grid) error {
	if _, err := rating.Rate(clues); err != nil {
		return err
	}
	return postgres.Annotate(s.spoils(ctx, s.db, playerID, guild, clues), "whether a pasted puzzle may be played")
}

// spoils returns [ErrDailyOpen] or [ErrPlaying] for a puzzle that is played for a rank. It is recognized however it is
// turned and relabelled, and so is the way on from its board.
func (s *Store) spoils(ctx context.Context, db postgres.Querier, playerID string, guild daily.Guild, clues sudoku.Grid) error {
	way := WayOf(clues)
	playing, err := readGames(ctx, db, `
		where g.id = any(array(
			select g.id from game g left join duel d on d.id = g.duel
			where g.player = $1 and g.finished is null and (g.date is not null or d.id is not null and d.ended is null)
			union all
			select g.id from participant t join party a on a.id = t.party join game g on g.party = a.id
			where t.player = $1 and a.state = 'open' and g.finished is null
		))`, playerID)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(playing, func(g Game) bool { return way.LeadsThrough(WayOf(g.Clues)) }) {
		return ErrPlaying
	}
	// Of this guild's dailies and the global ones, the way on from a board is known too; of the other guilds in which the
	// player plays, only an isomorph is.
	type openDaily struct {
		guild     daily.Guild
		date      calendar.Date
		clues     sudoku.Grid
		transform sudoku.Transform
	}
	now := s.db.Now()
	dailies, err := postgres.ReadAll(ctx, db, func(d *openDaily) postgres.Fields {
		return postgres.Fields{
			"guild": &d.guild.ID, "date": &d.date, "clues": postgres.Grid(&d.clues), "transform": postgres.Transform(&d.transform),
		}
	}, `
		select d.guild, d.date, d.transform, p.clues from daily d join entered_puzzle p on p.import = d.import and p.position = d.position
		where d.guild in ($1, '`+library.GlobalGuild+`') and d.date >= $2
		union all
		select d.guild, d.date, d.transform, p.clues from puzzle p join daily d on d.puzzle = p.id
		where p.key = $3 and d.guild not in ($1, '`+library.GlobalGuild+`') and d.date >= $2
		  and exists (select from game g where g.player = $4 and g.guild = d.guild)`,
		guild.ID, calendar.DateOf(now).AddDays(-1), [16]byte(way.key), playerID) // the day of the westernmost zone
	if err != nil {
		return err
	}
	for _, d := range dailies {
		if !way.LeadsThrough(WayOf(d.transform.Apply(d.clues))) {
			continue
		}
		today := calendar.DateOf(now).AddDays(-1)
		if d.guild.ID != library.GlobalGuild {
			if d.guild, err = daily.ReadGuild(ctx, db, d.guild.ID); err != nil {
				return fmt.Errorf("the guild of a daily: %w", err)
			}
			today = d.guild.Today(now)
		}
		if !d.date.Before(today) {
			return ErrDailyOpen
		}
	}
	return nil
}

// joinPasted returns [ErrHad] for a player who has played the pasted puzzle of a race, in any disguise, or has left the
// race. A game that they only opened before the race gives way to it.
func (s *Store) joinPasted(ctx context.Context, tx pgx.Tx, r Race, player Player) error {
	guild, err := daily.ReadGuild(ctx, tx, r.GuildID)
	if err != nil {
		return err
	}
	if err := s.spoils(ctx, tx, player.ID, guild, r.Pasted); err != nil {
		return err
	}
	pasted, err := readGames(ctx, tx, `where g.player = $1 and g.clues is not null and g.shape = $2`, player.ID, r.Shape)
	if err != nil {
		return err
	}
	way := WayOf(r.Pasted)
	for _, g := range pasted {
		if !way.LeadsThrough(WayOf(g.Clues)) {
			continue
		}
		if g.Revision > 0 || !g.Started.Before(r.Asked) {
			return ErrHad
		}
		if _, err := tx.Exec(ctx, `delete from game where id = $1`, g.ID); err != nil {
			return err
		}
	}
	return nil
}

// OldestPasted returns the unfinished game on a pasted puzzle that the player has not opened for longest, in any guild,
// or [postgres.ErrNotFound].
func (s *Store) OldestPasted(ctx context.Context, playerID string) (Game, error) {
	g, err := readGame(ctx, s.db, `where `+pastedBy+` order by g.opened limit 1`, playerID)
	return g, postgres.Annotate(err, "the oldest pasted puzzle of player %q", playerID)
}

// GiveUpPasted deletes an unfinished game on a pasted puzzle, with its journal. [postgres.ErrNotFound] means that the player
// has no such game.
func (s *Store) GiveUpPasted(ctx context.Context, playerID string, gameID int64) error {
	tag, err := s.db.Exec(ctx, `delete from game g where `+pastedBy+` and g.id = $2`, playerID, gameID)
	if err == nil && tag.RowsAffected() == 0 {
		err = postgres.ErrNotFound
	}
	return postgres.Annotate(err, "give up game %d", gameID)
}
