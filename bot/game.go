package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// current returns the game that is meant, finished or not.
func (b *Bot) current(ctx context.Context, q query) (games.Game, error) { return q.game(b, ctx, q) }

// gameHere returns the game that is meant in a chat: the one that the player opened last; where a party
// plays, the party's.
func (b *Bot) gameHere(ctx context.Context, q query) (games.Game, error) {
	if party, err := q.party(); err != nil || party != nil {
		return b.partyGame(ctx, q, party, err)
	}
	game, err := b.store.CurrentGame(ctx, q.Player.ID, q.Place.GuildID)
	if errors.Is(err, postgres.ErrNotFound) {
		return game, refuse("refusal.no-game", locale.Args{"Daily": command("daily"), "Play": command("play")})
	}
	return game, err
}

// finishedError is the error of a change to a game that is finished.
type finishedError struct{ game games.Game }

func (e finishedError) Error() string { return fmt.Sprintf("game %d is finished", e.game.ID) }

// unfinished returns the player's game; the error of one that is finished is a [finishedError].
func (b *Bot) unfinished(ctx context.Context, q query) (games.Game, error) {
	game, err := b.current(ctx, q)
	if err == nil && !game.Finished.IsZero() {
		return game, finishedError{game}
	}
	return game, err
}

// orFinished shows the game where the error is that it is finished, which is not a mistake of
// those who only asked about it.
func (q query) orFinished(err error) (Reply, error) {
	var over finishedError
	if errors.As(err, &over) {
		return q.opened(over.game), nil
	}
	return q.orNewest(err)
}

// orNewest shows the newest board where the error is that of a button of an older one.
func (q query) orNewest(err error) (Reply, error) {
	if old, ok := errors.AsType[oldButton](err); ok {
		return q.newest(old.game), nil
	}
	if over, ok := errors.AsType[finishedError](err); ok && q.pressed != nil && !q.filled {
		return q.opened(over.game), nil
	}
	return Reply{}, err
}

// oldButton is the error of a button below a board that has changed since.
type oldButton struct{ game games.Game }

func (o oldButton) Error() string { return fmt.Sprintf("game %d has changed since", o.game.ID) }

// fits returns the error of a button of another board than that of the game as it stands. Moves
// typed into a form count on whatever board is there by then, as those of /move do; what else a
// form says is about the board that it was opened on.
func (q query) fits(game games.Game) error {
	switch same := q.pressed != nil && q.pressed.GameID == game.ID; {
	case q.pressed == nil || same && q.pressed.Revision == game.Revision:
		return nil
	case same && q.filled && q.pressed.Verb == TypeMoves:
		return nil
	case q.filled:
		return refuse("refusal.old-form", locale.Args{"Board": command("board")})
	}
	return oldButton{game}
}

// newest shows the board as it stands below an old button: with its hint, where one was given on
// it, so that a double click shows what a click does.
func (q query) newest(game games.Game) Reply {
	if q.pressed.GameID != game.ID || !game.Finished.IsZero() {
		return q.opened(game)
	}
	if game.HintLevel > 0 {
		if hint, err := game.Hint(game.HintLevel); err == nil {
			return q.hintReply(game, hint, game.HintLevel)
		}
	}
	return q.board(game, q.Say("board.moved", locale.Args{"ToGo": q.toGo(game)}))
}

// tries is how often a change is tried on a game that others keep changing, such as the
// same player on a second device.
const tries = 5

// change records what event makes of the player's game.
func (b *Bot) change(ctx context.Context, q query, event func(games.Game) (play.Event, error)) (games.Game, error) {
	for range tries {
		game, err := b.unfinished(ctx, q)
		if err != nil {
			return game, err
		}
		if err := q.fits(game); err != nil {
			return game, err
		}
		e, err := event(game)
		if err != nil {
			return game, err
		}
		game, err = b.store.Record(ctx, game, e)
		if !errors.Is(err, postgres.ErrStale) {
			return game, err
		}
	}
	return games.Game{}, postgres.ErrStale
}

// board shows a game to its player, with the pad below while it is played.
func (q query) board(game games.Game, body Text) Reply {
	reply := q.showing(game, private(q.titleOf(game), body), q.drawn(game))
	reply.Screen.Rows, reply.Screen.AsText = q.pad(game), q.viewOf(game).text
	reply.Screen.GameID, reply.Screen.Over = game.ID, !game.Finished.IsZero()
	if game.Party != 0 {
		return q.forAll(game, reply)
	}
	return reply
}

// titleOf names a game and how hard it is: "Daily #12 (Medium) · Thu 5 Mar 2026".
func (s speech) titleOf(game games.Game) string {
	if game.IsDaily() {
		return s.dailyTitle(game.Number, game.Date, game.Shape, game.Tier)
	}
	if game.Party != 0 {
		return s.Text("title.together", locale.Args{"Game": capital(s.ownName(game)), "Tier": s.Difficulty(game.Tier)})
	}
	if game.Duel != 0 {
		return s.Text("title.duel-game", locale.Args{"Game": capital(s.ownName(game)), "Tier": s.Difficulty(game.Tier)})
	}
	if game.Practice != "" {
		return s.Text("title.practice", locale.Args{"Technique": s.Technique(game.Practice), "Game": s.ownName(game), "Tier": s.Difficulty(game.Tier)})
	}
	return s.Text("title.own", locale.Args{"Game": capital(s.nameOf(game)), "Tier": s.Difficulty(game.Tier)})
}

func (s speech) dailyTitle(number int, date calendar.Date, shape sudoku.Shape, tier logic.Tier) string {
	name := s.Text("name.daily-tier", locale.Args{"Daily": s.dailyName(number, shape), "Tier": s.Difficulty(tier)})
	return s.Text("title.daily", locale.Args{"Daily": capital(name), "Day": s.day(date)})
}

// nameOf names a game within a sentence: "daily #12 (hidden)", "shidoku 1234". The number is that of
// the date, which has a daily of each tier.
func (s speech) nameOf(game games.Game) string {
	if game.IsDaily() {
		return s.Text("name.daily-tier", locale.Args{"Daily": s.dailyName(game.Number, game.Shape), "Tier": s.Difficulty(game.Tier)})
	}
	if game.Practice != "" {
		return s.Text("name.practice", locale.Args{"Game": s.ownName(game), "Technique": s.Technique(game.Practice)})
	}
	return s.ownName(game)
}

func (s speech) ownName(game games.Game) string {
	return s.Text("name.own", locale.Args{"Shape": s.Shape(game.Shape), "Number": game.Puzzle.ID})
}

func (s speech) dailyName(number int, shape sudoku.Shape) string {
	if shape == sudoku.Shidoku {
		return s.Text("name.daily-shidoku", locale.Args{"Number": number})
	}
	return s.Text("name.daily", locale.Args{"Number": number})
}

// toGo says how much of a game is left, or what is to be done with a full board.
func (s speech) toGo(game games.Game) Text {
	if left := game.Open(); left > 0 {
		return s.SayCount("board.to-go", left, nil)
	}
	return s.Say("board.full", locale.Args{"Submit": command("submit")})
}

// solved says that a game was solved and what to do next, in the message of a key.
func (s speech) solved(game games.Game, key string) Text {
	return s.Say(key, locale.Args{
		"Game": s.nameOf(game), "Time": s.elapsed(game.Finished.Sub(game.Started)),
		"Daily": command("daily"), "Play": command("play"), "Leaderboard": command("leaderboard"),
	})
}

// opened shows a game that was started or taken up again.
func (q query) opened(game games.Game) Reply {
	switch {
	case !game.Finished.IsZero() && game.Party != 0:
		return q.board(game, q.Say("together.is-solved", nil))
	case !game.Finished.IsZero():
		key := "board.solved"
		if game.IsDaily() {
			key = "board.solved-daily"
		}
		reply := q.board(game, q.solved(game, key))
		reply.Screen.Rows = buttons(q.afterwards(game, true)...)
		return reply
	case game.Revision > 0:
		return q.board(game, q.Say("board.welcome-back", locale.Args{"Game": q.nameOf(game), "ToGo": q.toGo(game)}))
	}
	if game.Practice != "" {
		return q.board(game, q.practiceStart(game))
	}
	example := "r4c5=7"
	if game.Shape == sudoku.Shidoku {
		example = "r2c3=4"
	}
	key := "board.start"
	if q.Buttons {
		key = "board.start-with-buttons"
		if game.Shape == sudoku.Shidoku {
			key = "board.start-small"
		}
	}
	return q.board(game, q.Say(key, locale.Args{
		"Puzzle": q.introduction(game.Tier, game.Puzzle), "Move": command("move"), "Example": typed(example),
		"Hint": command("hint"), "Submit": command("submit"), "Help": command("help"),
	}))
}

// credited adds a puzzle's name and its author to a text, where they are known.
func (s speech) credited(text Text, p library.Puzzle) Text {
	name, author := fromFile(p.Name), fromFile(p.Author)
	key := ""
	switch {
	case name != "" && author != "":
		key = "credit.name-and-author"
	case name != "":
		key = "credit.name"
	case author != "":
		key = "credit.author"
	default:
		return text
	}
	return s.sentences(text, s.Say(key, locale.Args{"Name": typed(name), "Author": typed(author)}))
}

// solutionOf returns the solution of a game, as it is shown.
func solutionOf(game games.Game) (sudoku.Grid, error) {
	solution, err := game.Solution()
	if err != nil {
		return solution, fmt.Errorf("puzzle %d of the archive: %v", game.Puzzle.ID, err) // not the player's mistake
	}
	return solution, nil
}
