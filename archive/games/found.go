package games

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// ReadClues returns the clues of [ReadPasted].
func ReadClues(text string) (sudoku.Grid, error) {
	board, err := ReadPasted(text)
	return board.Clues, err
}

// StartFound starts a game of a player's own on a puzzle that they have found somewhere: an isomorph of one in the
// collections that the guild's puzzles come from, shown as they found it. The same board is opened again while they
// are at it. The error is [postgres.ErrNotFound] if the archive has none, and for a puzzle that is a daily of the
// guild of today or later, or on which the player has another game.
func (s *Store) StartFound(ctx context.Context, player Player, guild daily.Guild, clues sudoku.Grid) (g Game, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) error {
		// Two requests of one player start one game.
		if _, err := tx.Exec(ctx, `select from player where id = $1 for no key update`, player.ID); err != nil {
			return err
		}
		puzzle, err := s.findLike(ctx, tx, player.ID, guild, clues)
		if err != nil {
			return err
		}
		transform, err := between(puzzle.Clues, clues)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", puzzle.ID, err)
		}
		if g, err = reopen(ctx, tx, player.ID, guild.ID, puzzle.ID, transform); !errors.Is(err, pgx.ErrNoRows) {
			return err
		}
		if err := library.PlayerRotation(player.ID, clues.Shape(), puzzle.Tier).NoteDrawn(ctx, tx, puzzle.ID); err != nil {
			return err
		}
		g, err = s.open(ctx, tx, Game{Player: player, GuildID: guild.ID, Puzzle: puzzle, Transform: transform, Shape: clues.Shape(), Tier: puzzle.Tier})
		return err
	})
	return g, postgres.Annotate(err, "start a game on a puzzle that was found")
}

// findLike returns the isomorph that [Store.StartFound] starts a game on, or pgx.ErrNoRows.
func (s *Store) findLike(ctx context.Context, db postgres.Querier, playerID string, guild daily.Guild, clues sudoku.Grid) (library.Puzzle, error) {
	from, err := library.ChoiceOf(ctx, db, guild.ID)
	if err != nil {
		return library.Puzzle{}, err
	}
	found, err := postgres.ReadOne(ctx, db, postgres.Tags[library.EntryID], `
		with p as materialized (select id, rnd, slot_of(shape, tier) as slot from puzzle where key = $1)
		select e.import, e.position from p cross join unnest($2::integer[]) c(id) cross join lateral (
			select e.import, e.position from entry e
			where shelf(e.collection, e.slot) = shelf(c.id, p.slot) and e.rnd = p.rnd and e.puzzle = p.id offset 0
		) e
		where not exists (select from daily a where a.guild in ($3, '`+library.GlobalGuild+`') and a.puzzle = p.id and a.date >= $4)
		  and not exists (select from game g where g.player = $5 and g.puzzle = p.id and g.finished is null and (g.date is not null or g.duel is not null))
		order by e.import, e.position limit 1`,
		[16]byte(canon.KeyOf(clues)), from.Collections, guild.ID, guild.Today(s.db.Now()), playerID)
	if err != nil {
		return library.Puzzle{}, err
	}
	return library.ReadEntered(ctx, db, found)
}

// IsSolving reports whether a player has not finished a game on an isomorph of a puzzle, in any guild, alone or with
// others: the way through one is the way through all. So is the way on from its board, whose clues are those of the
// game and digits of the player's own, in any disguise. Of a sudoku it is known by its solution, which is that of few
// puzzles. All 6×6 have one of 49 solutions, and all shidoku one of two: a 6×6 is known by the solution with half of the clues,
// a shidoku by all clues.
func (s *Store) IsSolving(ctx context.Context, playerID string, clues sudoku.Grid) (is bool, err error) {
	open, err := readGames(ctx, s.db, `
		where g.id = any(array(
			select id from game where player = $1 and finished is null
			union all
			select id from game where party in (select party from participant where player = $1) and finished is null
		))`, playerID)
	if err != nil {
		return false, postgres.Annotate(err, "whether player %q is solving a puzzle", playerID)
	}
	way := WayOf(clues)
	return slices.ContainsFunc(open, func(g Game) bool { return way.LeadsThrough(WayOf(g.Clues)) }), nil
}

// Way is a puzzle, or a board on the way through one, in the forms by which it is recognized.
type Way struct {
	clues  sudoku.Grid
	key    canon.Key
	solved sudoku.Grid // zero: it has none, or several
	form   sudoku.Grid // the canonical form of that
}

// WayOf takes about 50 µs.
func WayOf(clues sudoku.Grid) Way {
	way := Way{clues: clues, key: canon.KeyOf(clues)}
	if solution, err := solver.Solve(clues); err == nil {
		way.solved, way.form = solution, canon.Of(solution)
	}
	return way
}

// Key is the key of the puzzle, or of the board.
func (w Way) Key() canon.Key { return w.key }

// LeadsThrough reports whether the way is through a puzzle, as that is shown.
func (w Way) LeadsThrough(puzzle Way) bool {
	if w.key == puzzle.key || w.clues.Extends(puzzle.clues) {
		return true
	}
	isSolved := w.form != sudoku.Grid{} && w.form == puzzle.form
	switch puzzle.clues.Shape() {
	case sudoku.Sudoku:
		return isSolved
	case sudoku.SixBySix: // clues that were exchanged for other digits of the solution do not hide it
		if isSolved && 2*canon.SharedClues(w.clues, w.solved, puzzle.clues, puzzle.solved) >= puzzle.clues.Len() {
			return true
		}
	}
	return canon.ExtendsIsomorph(w.clues, puzzle.clues)
}

// between returns a transform from one grid to an isomorph of it.
func between(from, to sudoku.Grid) (sudoku.Transform, error) {
	_, there := canon.OfWithTransform(from)
	_, back := canon.OfWithTransform(to)
	t := there.Then(back.Inverse())
	if t.Apply(from) != to {
		return t, fmt.Errorf("%s is not an isomorph of %s", to, from)
	}
	return t, nil
}

// reopen makes a player's unfinished game on a puzzle the current one, or returns pgx.ErrNoRows.
func reopen(ctx context.Context, tx pgx.Tx, playerID, guildID string, puzzle int64, shown sudoku.Transform) (Game, error) {
	var id int64
	err := tx.QueryRow(ctx, `
		update game set opened = nextval('game_opened') where id = (
			select max(id) from game where player = $1 and guild = $2 and puzzle = $3 and transform = $4 and finished is null
			  and date is null and duel is null and party is null and practice = ''
		) returning id`, playerID, guildID, puzzle, shown.String()).Scan(&id)
	if err != nil {
		return Game{}, err
	}
	return readGame(ctx, tx, `where g.id = $1`, id)
}
