// Package games keeps what players do: games with their journals, results, streaks and leaderboards,
// races, and boards that several solve together.
//
//	game, err := store.StartDaily(ctx, player, daily)
//	board, err := game.Play("r4c5=7")
//	game, err = store.Record(ctx, game, play.Event{Kind: play.Moved, Text: "r4c5=7", Board: board})
//	result, err := store.Finish(ctx, game)
//
// A request that may arrive twice, or in two processes, does its work within [postgres.DB.Once]. Times of
// games come from the clock of the database handle, which a test may replace.
package games

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Player is a person who plays.
type Player struct {
	ID   string
	Name string // as last seen
}

// Game is one player's work on one puzzle: the state of play, and the archive's facts about it. Its Revision grows
// with every event, Noted with every change of its notes; see [postgres.ErrStale].
type Game struct {
	play.Game
	ID        int64
	Player    Player
	GuildID   string
	Puzzle    library.Puzzle
	Transform sudoku.Transform // how the puzzle is shown
	Date      calendar.Date    // of the daily; zero: a puzzle of the player's own
	Number    int              // of the daily; 0: a puzzle of the player's own
	Extra     bool             // another daily of its date counts
	Practice  logic.Technique  // to be found at the start of the game, which is in the middle of the puzzle; "": none
	Shape     sudoku.Shape
	Tier      logic.Tier
	Started   time.Time
	Finished  time.Time     // zero: not finished
	Shared    time.Time     // when its result was shared with the guild; zero: it was not
	Settings  Settings      // the player's
	Race      int64         // that the game is in; 0: none
	Party     int64         // whose board it is, which has no player; 0: a player's own
	By        Player        // of a party's board: who makes the next change; see [Store.Record]
	Ago       time.Duration // how long ago the next change was made, by a browser that was offline
	HandedIn  bool          // finished, but not solved on the board; see [Result]
	LastTurn  Turn          // of a party's board: the last change
	Noted     int           // how often its [Notes] have changed
	Joined    bool          // begun without signing in; see [Store.Join]
	Pasted    bool          // the puzzle is not the archive's, but one that a player pasted; see [Store.StartPasted]

	// Last are the cells changed by the event that led to this state; none if the game was only read.
	Last sudoku.Cells
}

// IsDaily reports whether the game is on a daily.
func (g Game) IsDaily() bool { return !g.Date.IsZero() }

// Hint is [play.Board.Hint] as the player wants hints to be. A practice may ask for the techniques that they do
// without.
func (g Game) Hint(level play.HintLevel) (play.Hint, error) {
	if g.Practice.RestsOnUniqueness() {
		return g.Game.Hint(level)
	}
	return g.Game.Hint(level, g.Settings.Without()...)
}

// Answer is [play.Board.Answer] for a text in which the answer may stand among words and marks.
func (g Game) Answer(text string) (sudoku.Grid, error) {
	if answer, err := format.FindAnswer(text); err == nil {
		text = answer.String()
	}
	return g.Game.Answer(text)
}

// Links returns addresses that open the game's clues in SudokuPad and in f-puzzles.
func (g Game) Links() (sudokuPad, fPuzzles string, err error) { return LinksOf(g.Clues) }

// LinksOf returns addresses that open clues in SudokuPad and in f-puzzles.
func LinksOf(clues sudoku.Grid) (sudokuPad, fPuzzles string, err error) {
	return format.Links(format.Entry{Grid: clues})
}

// StartDaily returns the player's game on a daily, which begins with the first call. The time
// counts from then.
func (s *Store) StartDaily(ctx context.Context, player Player, d daily.Daily) (g Game, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) (err error) {
		g = Game{Player: player, GuildID: d.GuildID, Puzzle: d.Puzzle, Transform: d.Transform,
			Date: d.Date, Number: d.Number, Shape: d.Shape, Tier: d.Tier}
		if g, err = s.open(ctx, tx, g); err != nil {
			return err
		}
		return library.PlayerRotation(player.ID, d.Shape, d.Puzzle.Tier).NoteDrawn(ctx, tx, d.Puzzle.ID)
	})
	return g, postgres.Annotate(err, "start the daily of %s", d.Date)
}

// StartGame starts a game on a puzzle of the player's own: one that the player has not had
// before, unless the tier is exhausted, and none of the guild's dailies to come. It comes from
// the same collections as those. Tier 0 means any; for a shape without tiers it does not count. If there
// is no puzzle of the tier, the error is a [*library.NoPuzzleError].
func (s *Store) StartGame(ctx context.Context, player Player, guild daily.Guild, shape sudoku.Shape, tier logic.Tier) (g Game, err error) {
	err = AsPlayer(ctx, s.db, player, func(tx pgx.Tx) (err error) {
		from, err := library.ChoiceOf(ctx, tx, guild.ID)
		if err != nil {
			return err
		}
		if tier == 0 && library.HasTiers(shape) {
			if tier, err = library.AnyTier(ctx, tx, from, shape); err != nil {
				return err
			}
		}
		puzzle, err := s.drawOwn(ctx, tx, library.PlayerRotation(player.ID, shape, tier), from, guild)
		if err != nil {
			return err
		}
		g, err = s.open(ctx, tx, Game{Player: player, GuildID: guild.ID, Puzzle: puzzle,
			Transform: guild.Display(shape), Shape: shape, Tier: puzzle.Tier})
		return err
	})
	return g, postgres.Annotate(err, "start a game")
}

// drawOwn draws a puzzle for a player. Today's daily, which everybody may see, is left out too as long as there is
// any other, and always if it is sealed.
func (s *Store) drawOwn(ctx context.Context, tx pgx.Tx, r library.Rotation, from library.Choice, guild daily.Guild) (library.Puzzle, error) {
	next, err := s.drawNotToday(ctx, tx, r, from, guild)
	if errors.Is(err, library.ErrNoPuzzle) && !guild.Rules.Sealed {
		next, err = draw(ctx, tx, r, from, library.Avoid{GuildID: guild.ID, From: guild.Today(s.db.Now()).AddDays(1)})
	}
	return next, err
}

// drawNotToday draws a puzzle that is not a daily of today or later.
func (s *Store) drawNotToday(ctx context.Context, tx pgx.Tx, r library.Rotation, from library.Choice, guild daily.Guild) (library.Puzzle, error) {
	return draw(ctx, tx, r, from, library.Avoid{GuildID: guild.ID, From: guild.Today(s.db.Now())})
}

func draw(ctx context.Context, tx pgx.Tx, r library.Rotation, from library.Choice, not library.Avoid) (library.Puzzle, error) {
	next, err := r.Draw(ctx, tx, from, not)
	if err != nil {
		return library.Puzzle{}, err
	}
	return library.ReadEntered(ctx, tx, next.EntryID)
}

// CurrentGame returns the game that the player opened last in a guild, finished or not,
// or [postgres.ErrNotFound]. Within a request others that want to change the game wait until its end, so
// that two devices of one player take turns.
func (s *Store) CurrentGame(ctx context.Context, playerID, guildID string) (Game, error) {
	condition := `where g.player = $1 and g.guild = $2 order by g.opened desc limit 1`
	if s.db.InRequest(ctx) {
		condition += ` for update of g`
	}
	g, err := readGame(ctx, s.db, condition, playerID, guildID)
	return g, postgres.Annotate(err, "the current game")
}

// Newcomer reports whether a player has not finished a game yet, anywhere.
func (s *Store) Newcomer(ctx context.Context, playerID string) (newcomer bool, err error) {
	err = s.db.QueryRow(ctx, `
		select not exists (select from game where player = $1 and finished is not null)`, playerID).Scan(&newcomer)
	return newcomer, postgres.Annotate(err, "what a player has finished")
}

// Game returns the game of an id, or [postgres.ErrNotFound].
func (s *Store) Game(ctx context.Context, id int64) (Game, error) {
	g, err := readGame(ctx, s.db, `where g.id = $1`, id)
	return g, postgres.Annotate(err, "game %d", id)
}

// AsPlayer runs some work in a transaction, once it has kept the name under which a player was seen last.
func AsPlayer(ctx context.Context, db *postgres.DB, p Player, work func(pgx.Tx) error) error {
	return db.Transact(ctx, func(tx pgx.Tx) error {
		if err := savePlayer(ctx, tx, p); err != nil {
			return err
		}
		return work(tx)
	})
}

func savePlayer(ctx context.Context, tx pgx.Tx, p Player) error {
	if p.ID == "" {
		return errors.New("a player needs an id")
	}
	_, err := tx.Exec(ctx, `
		insert into player (id, name) values ($1, $2)
		on conflict (id) do update set name = $2 where player.name <> $2 and $2 <> ''`, p.ID, postgres.PlainText(p.Name))
	return err
}

// open makes a game and returns it as it is stored. The player's game on the same daily is
// opened instead, if there is one.
func (s *Store) open(ctx context.Context, tx pgx.Tx, g Game) (Game, error) {
	row := pgx.NamedArgs{
		"player": postgres.OrNull(g.Player.ID), "guild": g.GuildID, "duel": postgres.OrNull(g.Race), "party": postgres.OrNull(g.Party),
		"puzzle": g.Puzzle.ID, "import": postgres.OrNull(g.Puzzle.Entry.ImportID), "position": postgres.OrNull(g.Puzzle.Entry.Position), "transform": g.Transform.String(),
		"date": g.Date, "shape": g.Shape, "slot": library.KeyTier(g.Shape, g.Tier), "tier": g.Tier, "practice": g.Practice, "started": s.db.Now(),
	}
	if g.IsDaily() {
		row["number"] = g.Number
	}
	if g.Pasted {
		row["clues"] = postgres.PackGrid(g.Puzzle.Clues)
	}
	if g.Start == (play.Board{}) {
		g.Board = play.NewBoard(g.Transform.Apply(g.Puzzle.Clues))
	} else {
		row["start_grid"], row["start_marks"] = postgres.PackGrid(g.Start.Grid), postgres.PackMarks(g.Start.Marks)
	}
	row["grid"], row["marks"] = postgres.PackGrid(g.Grid), postgres.PackMarks(g.Marks)
	err := tx.QueryRow(ctx, postgres.Insert("game", row)+`
		on conflict (guild, date, shape, slot, player) where date is not null
		do update set opened = nextval('game_opened')
		returning id`, row).Scan(&g.ID)
	if err != nil {
		return Game{}, err
	}
	return readGame(ctx, tx, `where g.id = $1`, g.ID)
}

// gameColumns are the columns of a game, of the table game under the name g and of its
// player y, whose settings are t. The puzzle's belong to it.
var gameColumns = `g.id, coalesce(g.player, '') as player, coalesce(y.name, '') as player_name, coalesce(g.duel, 0) as duel, coalesce(g.party, 0) as party, g.guild, g.transform, g.date, coalesce(g.number, 0) as number, ` + extra + ` as extra, g.shape, g.tier,
	g.clues is not null as pasted, g.practice, g.start_grid, g.start_marks, g.grid, g.marks, g.hints, g.hint_level, g.deepest, g.checks, g.moves, g.finished is not null and not coalesce(g.earned, g.moves > 0) as handed_in, g.revision, g.noted, g.joined, g.head, g.started, g.finished, g.shared, ` + settingsColumns + `, p.*`

// extra looks a daily up by itself: in a join, the database may read all dailies.
const extra = `(g.date is not null and not coalesce((
	select d.counts from daily d where d.guild = g.guild and d.date = g.date and d.shape = g.shape and d.tier = g.slot), false))`

func (g *Game) fields() postgres.Fields {
	return g.Puzzle.Fields().And(g.Settings.fields()).And(postgres.Fields{
		"id": &g.ID, "player": &g.Player.ID, "player_name": &g.Player.Name, "duel": &g.Race, "party": &g.Party, "guild": &g.GuildID, "transform": postgres.Transform(&g.Transform),
		"date": &g.Date, "number": &g.Number, "extra": &g.Extra, "shape": &g.Shape, "tier": &g.Tier,
		"pasted": &g.Pasted, "practice": &g.Practice, "start_grid": postgres.Optional(postgres.Grid(&g.Start.Grid)), "start_marks": postgres.Optional(postgres.Marks(&g.Start.Marks)),
		"grid": postgres.Grid(&g.Grid), "marks": postgres.Marks(&g.Marks), "hints": &g.Hints, "hint_level": &g.HintLevel, "deepest": &g.Deepest, "moves": &g.Moves, "handed_in": &g.HandedIn, "checks": &g.Checks,
		"revision": &g.Revision, "noted": &g.Noted, "joined": &g.Joined, "head": &g.Head, "started": &g.Started, "finished": postgres.Time(&g.Finished), "shared": postgres.Time(&g.Shared),
	})
}

// readGame returns the game that a condition on the game g finds. It is a player's or a party's.
func readGame(ctx context.Context, db postgres.Querier, condition string, args ...any) (Game, error) {
	g, err := postgres.ReadOne(ctx, db, (*Game).fields, selectGame+condition, args...)
	if err == nil && g.Party != 0 {
		g.LastTurn, err = readTurn(ctx, db, g)
	}
	return g.withClues(), err
}

// readGames returns all games that a condition on the game g finds.
func readGames(ctx context.Context, db postgres.Querier, condition string, args ...any) ([]Game, error) {
	games, err := postgres.ReadAll(ctx, db, (*Game).fields, selectGame+condition, args...)
	for i := range games {
		games[i] = games[i].withClues()
	}
	return games, err
}

var selectGame = `
	select ` + gameColumns + `
	from game g left join player y on y.id = g.player left join settings t on t.player = g.player cross join lateral (
		select ` + library.PuzzleColumns + ` from entered_puzzle p where p.import = g.import and p.position = g.position
		union all
		select 0, '00000000-0000-0000-0000-000000000000', 0, 0, g.clues, g.tier, 0, '', '', '' where g.clues is not null
	) p `

// withClues returns a game with the clues as they are shown.
func (g Game) withClues() Game {
	if g.ID == 0 {
		return g
	}
	g.Clues = g.Transform.Apply(g.Puzzle.Clues)
	if g.Start != (play.Board{}) {
		g.Start.Clues = g.Clues
	}
	if g.Pasted {
		return g.withRating()
	}
	return g
}

// lockGame returns a game as it is stored, and makes others that want to change it wait.
func lockGame(ctx context.Context, tx pgx.Tx, id int64) (Game, error) {
	g, err := readGame(ctx, tx, `where g.id = $1 for update of g`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = fmt.Errorf("game %d: %w", id, postgres.ErrNotFound)
	}
	return g, err
}

// PlayersLock is the class of the advisory locks of players.
const PlayersLock = 0x706c_6179

// LockOf is the lock of a player, which [Store.LockPlayer] takes.
func LockOf(playerID string) postgres.Lock {
	return postgres.Lock{Class: PlayersLock, Name: playerID}
}

// LockPlayer keeps a player from being deleted until the request of the context ends, so that
// nothing about them is written behind the back of [people.Store.DeletePlayer].
func (s *Store) LockPlayer(ctx context.Context, playerID string) error {
	_, err := s.db.Exec(ctx, `select pg_advisory_xact_lock_shared($1, hashtext($2))`, PlayersLock, playerID)
	return postgres.Annotate(err, "lock player %q", playerID)
}

// Store keeps games in a database. It is safe for concurrent use.
type Store struct {
	db    *postgres.DB
	paces *keptPaces
}

// New returns a store on a database.
func New(db *postgres.DB) *Store {
	return &Store{db, &keptPaces{orders: map[Ranking]keptOrder{}}}
}

// Callers branch on these with [errors.Is].
var (
	ErrFinished = errors.New("this game is finished and no longer changes") // start another
	ErrShared   = errors.New("this result was shared before")
	ErrUnsolved = errors.New("the grid of this game is not the solution yet") // play on
)
