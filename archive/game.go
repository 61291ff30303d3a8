package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Player is a person who plays.
type Player struct {
	ID   string
	Name string // as last seen
}

// Game is one player's work on one puzzle, as it stands: the rules of play with what the
// archive knows about it. Its Revision grows with every event; see [ErrStale].
type Game struct {
	play.Game
	ID        int64
	Player    Player
	Guild     string
	Puzzle    Puzzle
	Transform sudoku.Transform // how the puzzle is shown
	Date      Date             // of the daily; zero: a puzzle of the player's own
	Number    int              // of the daily; 0: a puzzle of the player's own
	Shape     sudoku.Shape
	Tier      logic.Tier
	Started   time.Time
	Finished  time.Time // zero: not finished
}

// IsDaily reports whether the game is on a daily.
func (g Game) IsDaily() bool { return !g.Date.IsZero() }

// StartDaily returns the player's game on a daily, a new one if there is none. The time
// counts from the first call.
func (s *Store) StartDaily(ctx context.Context, player Player, d Daily) (g Game, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) (err error) {
		if err := savePlayer(ctx, tx, player); err != nil {
			return err
		}
		g = Game{Player: player, Guild: d.Guild, Puzzle: d.Puzzle, Transform: d.Transform,
			Date: d.Date, Number: d.Number, Shape: d.Shape, Tier: d.Tier}
		if g, err = s.open(ctx, tx, g); err != nil {
			return err
		}
		return playerDeck(player.ID, d.Shape, d.Tier).had(ctx, tx, d.Puzzle.ID)
	})
	return g, failed(err, "start the daily of %s", d.Date)
}

// StartGame starts a game on a puzzle of the player's own: one that the player has not had
// before, unless the tier is exhausted, and none of the guild's dailies to come. Tier 0
// means any; for Shidoku the tier does not count. A tier without puzzles is [ErrNoPuzzle].
func (s *Store) StartGame(ctx context.Context, player Player, guild Guild, shape sudoku.Shape, tier logic.Tier) (g Game, err error) {
	err = s.transact(ctx, func(tx pgx.Tx) (err error) {
		if err := savePlayer(ctx, tx, player); err != nil {
			return err
		}
		if tier == 0 && shape == sudoku.Sudoku {
			if tier, err = anyTier(ctx, tx, shape); err != nil {
				return err
			}
		}
		puzzle, err := s.drawOwn(ctx, tx, playerDeck(player.ID, shape, tier), guild)
		if err != nil {
			return err
		}
		g = Game{Player: player, Guild: guild.ID, Puzzle: puzzle, Transform: look(guild, shape), Shape: shape, Tier: puzzle.Tier}
		g, err = s.open(ctx, tx, g)
		return err
	})
	return g, failed(err, "start a game")
}

// drawOwn draws a puzzle for a player. Today's daily, which everybody may see, is left out
// too as long as there is any other.
func (s *Store) drawOwn(ctx context.Context, tx pgx.Tx, d deck, guild Guild) (p Puzzle, err error) {
	today := guild.Today(s.now())
	id, err := d.draw(ctx, tx, avoid{guild.ID, today})
	if errors.Is(err, ErrNoPuzzle) {
		id, err = d.draw(ctx, tx, avoid{guild.ID, today.AddDays(1)})
	}
	if err != nil {
		return Puzzle{}, err
	}
	err = tx.QueryRow(ctx, `select `+puzzleColumns+` from named_puzzle p where p.id = $1`, id).Scan(p.columns()...)
	return p, err
}

// CurrentGame returns the game that the player opened last on a guild, finished or not,
// or [ErrNotFound].
func (s *Store) CurrentGame(ctx context.Context, playerID, guildID string) (Game, error) {
	g, err := readGame(ctx, s.pool, `where g.player = $1 and g.guild = $2 order by g.opened desc limit 1`, playerID, guildID)
	return g, failed(err, "the current game")
}

// savePlayer keeps the name under which a player was seen last.
func savePlayer(ctx context.Context, tx pgx.Tx, p Player) error {
	if p.ID == "" {
		return errors.New("a player needs an id")
	}
	_, err := tx.Exec(ctx, `
		insert into player (id, name) values ($1, $2)
		on conflict (id) do update set name = $2 where player.name <> $2 and $2 <> ''`, p.ID, plainText(p.Name))
	return err
}

// open makes a game and returns it as it is stored. The player's game on the same daily is
// opened instead, if there is one.
func (s *Store) open(ctx context.Context, tx pgx.Tx, g Game) (Game, error) {
	var number *int
	if g.IsDaily() {
		number = &g.Number
	}
	clues := g.Transform.Apply(g.Puzzle.Clues)
	err := tx.QueryRow(ctx, `
		insert into game (player, guild, puzzle, transform, date, number, shape, slot, tier, grid, marks, started)
		values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		on conflict (guild, date, shape, slot, player) where date is not null
		do update set opened = nextval('game_opened')
		returning id`,
		g.Player.ID, g.Guild, g.Puzzle.ID, g.Transform.String(), g.Date, number, g.Shape, slot(g.Shape, g.Tier), g.Tier,
		pack(clues), packMarks(g.Marks), s.now()).Scan(&g.ID)
	if err != nil {
		return Game{}, err
	}
	return gameByID(ctx, tx, g.ID)
}

func gameByID(ctx context.Context, db queryer, id int64) (Game, error) {
	return readGame(ctx, db, `where g.id = $1`, id)
}

// readGame returns the game that a condition on the game g finds.
func readGame(ctx context.Context, db queryer, condition string, args ...any) (g Game, err error) {
	columns := []any{&g.ID, &g.Player.ID, &g.Player.Name, &g.Guild, transformColumn{&g.Transform},
		&g.Date, &g.Number, &g.Shape, &g.Tier, gridColumn{&g.Grid}, marksColumn{&g.Marks},
		&g.Hints, &g.HintLevel, &g.Checks, &g.Revision, &g.Head, &g.Started, timeColumn{&g.Finished}}
	err = db.QueryRow(ctx, `
		select g.id, g.player, y.name, g.guild, g.transform,
		       g.date, coalesce(g.number, 0), g.shape, g.tier, g.grid, g.marks,
		       g.hints, g.hint_level, g.checks, g.revision, g.head, g.started, g.finished, `+puzzleColumns+`
		from game g join player y on y.id = g.player join named_puzzle p on p.id = g.puzzle `+condition, args...).
		Scan(append(columns, g.Puzzle.columns()...)...)
	if err != nil {
		return Game{}, err
	}
	g.Clues = g.Transform.Apply(g.Puzzle.Clues)
	return g, nil
}

// lockGame returns a game as it is stored, and makes others that want to change it wait.
func lockGame(ctx context.Context, tx pgx.Tx, id int64) (Game, error) {
	g, err := readGame(ctx, tx, `where g.id = $1 for update of g`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("game %d: %w", id, ErrNotFound)
	}
	return g, err
}
