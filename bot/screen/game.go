// Package screen shows a game in a chat: the board after a change, hints, the end, and the pad of buttons by which it is
// played.
package screen

import (
	"context"
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// GameHere returns the game that is meant in a chat: the one that the player opened last; where a party
// plays, the party's.
func GameHere(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	if party, err := q.Party(); err != nil || party != nil {
		return PartyGame(ctx, env, q, party, err)
	}
	game, err := env.Store.CurrentGame(ctx, q.Player.ID, q.Place.GuildID)
	if errors.Is(err, postgres.ErrNotFound) {
		return game, chat.Refuse("refusal.no-game", locale.Args{"Daily": chat.Mention("daily"), "Play": chat.Mention("play")})
	}
	return game, err
}

// FinishedError is the error of a change to a game that is finished.
type FinishedError struct {
	Game  games.Game
	asked bool // by [Asking]
}

func (e FinishedError) Error() string { return fmt.Sprintf("game %d is finished", e.Game.ID) }

// Unfinished returns the player's game as the pressed button has it; the error of one that is finished is a
// [FinishedError], and that of a button of another board is one of [Fits].
func Unfinished(ctx context.Context, env *handler.Env, q handler.Query) (games.Game, error) {
	game, err := q.Game(ctx, env, q)
	if err == nil && !game.Finished.IsZero() {
		return game, FinishedError{Game: game}
	}
	if err == nil {
		err = Fits(q, game)
	}
	return game, err
}

// Asking is the handler of a question about a game, such as a hint. In a chat, a finished game is no mistake of the player who
// asks: the reply shows it.
func Asking(play func(context.Context, *handler.Env, handler.Query) (handler.Done, error)) func(context.Context, *handler.Env, handler.Query) (handler.Done, error) {
	return func(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
		done, err := play(ctx, env, q)
		if over, ok := errors.AsType[FinishedError](err); ok {
			over.asked = true
			err = over
		}
		return done, err
	}
}

// OrNewest shows the newest board if the error is that of a button of an older one, and a finished game if the player only
// asked about it or pressed a button.
func OrNewest(q handler.Query, err error) (chat.Reply, error) {
	if old, ok := errors.AsType[OldButton](err); ok {
		return newest(q, old.game), nil
	}
	if over, ok := errors.AsType[FinishedError](err); ok && (over.asked || q.Pressed != nil && !q.Filled) {
		return Opened(q, over.Game), nil
	}
	return chat.Reply{}, err
}

// OldButton is the error of a button below a board that has changed since.
type OldButton struct{ game games.Game }

func (o OldButton) Error() string { return fmt.Sprintf("game %d has changed since", o.game.ID) }

// Fits returns an error if the pressed button is not below the current board. Moves typed into a form count on the current
// board, like the moves of /move; any other form is about the board on which it was opened.
func Fits(q handler.Query, game games.Game) error {
	switch same := q.Pressed != nil && q.Pressed.GameID == game.ID; {
	case q.Pressed == nil || same && q.Pressed.Revision == game.Revision:
		return nil
	case same && q.Filled && q.Pressed.Verb == chat.TypeMoves:
		return nil
	case q.Filled:
		return chat.Refuse("refusal.old-form", locale.Args{"Board": chat.Mention("board")})
	}
	return OldButton{game}
}

// newest shows the current board after the press of an old button: with its hint, if it has one, so that a double click shows
// the same as a click.
func newest(q handler.Query, game games.Game) chat.Reply {
	if q.Pressed.GameID != game.ID || !game.Finished.IsZero() {
		return Opened(q, game)
	}
	if game.HintLevel > 0 {
		if hint, err := game.Hint(game.HintLevel); err == nil {
			return hintReply(q, game, hint)
		}
	}
	return Board(q, game, q.Say("board.moved", locale.Args{"ToGo": ToGo(q.Speech, game)}))
}

// Tries is how often a change is tried on a game that others keep changing, such as the
// same player on a second device.
const Tries = 5

// Change records the event that a function makes of the player's game.
func Change(ctx context.Context, env *handler.Env, q handler.Query, event func(games.Game) (play.Event, error)) (games.Game, error) {
	for range Tries {
		game, err := Unfinished(ctx, env, q)
		if err != nil {
			return game, err
		}
		e, err := event(game)
		if err != nil {
			return game, err
		}
		game, err = env.Store.Record(ctx, game, e)
		if !errors.Is(err, postgres.ErrStale) {
			return game, err
		}
	}
	return games.Game{}, postgres.ErrStale
}

// Board shows a game to its player, with the pad below while it is played.
func Board(q handler.Query, game games.Game, body chat.Text) chat.Reply {
	return withoutChoice(q, game, withChoice(q, game, withMistakes(q, game, body)))
}

// withoutChoice is Board with a text that leaves out the choice on the pad.
func withoutChoice(q handler.Query, game games.Game, body chat.Text) chat.Reply {
	reply := showing(q, game, chat.Private(q.TitleOf(game), body), drawn(q, game))
	reply.Screen.Rows, reply.Screen.AsText = padOf(q, game), viewOf(q, game).text
	reply.Screen.GameID, reply.Screen.Over = game.ID, !game.Finished.IsZero()
	if game.Party != 0 { // the board is public, and names the player who changed it last
		reply.Private, reply.InPlace, reply.Tracks = false, q.Pressed != nil, fmt.Sprint("party ", game.Party)
		if last := lastTurn(q.Speech, game.LastTurn); last != nil {
			reply.Screen.Body = chat.Join("\n", last, reply.Screen.Body)
		}
	}
	return reply
}

// ToGo is the number of cells to go, or the next thing to do with a full board.
func ToGo(s chat.Speech, game games.Game) chat.Text {
	if left := game.Open(); left > 0 {
		return s.SayCount("board.to-go", left, nil)
	}
	return s.Say("board.full", locale.Args{"Submit": chat.Mention("submit")})
}

// Solved reports a solved game and the next things to do, in the message of a key.
func Solved(s chat.Speech, game games.Game, key string) chat.Text {
	return s.Say(key, locale.Args{
		"Game": s.NameOf(game), "Time": s.Elapsed(game.Finished.Sub(game.Started)),
		"Daily": chat.Mention("daily"), "Play": chat.Mention("play"), "Leaderboard": chat.Mention("leaderboard"),
	})
}

// Opened shows a game that was started or taken up again.
func Opened(q handler.Query, game games.Game) chat.Reply {
	switch {
	case !game.Finished.IsZero() && game.Party != 0:
		return Board(q, game, q.Say("together.is-solved", nil))
	case !game.Finished.IsZero():
		key := "board.solved"
		if game.IsDaily() {
			key = "board.solved-daily"
		}
		reply := Board(q, game, Solved(q.Speech, game, key))
		reply.Screen.Rows = append(chat.Buttons(afterwards(q, game, true)...), votes(q, game, submissions.Vote{}, "")...)
		return reply
	case game.Revision > 0:
		return Board(q, game, q.Say("board.welcome-back", locale.Args{"Game": q.NameOf(game), "ToGo": ToGo(q.Speech, game)}))
	}
	if game.Practice != "" {
		return Board(q, game, practiceStart(q, game))
	}
	key := "board.start"
	if q.Buttons {
		key = "board.start-with-buttons"
		if (pad{game: game}).showsAllCells() {
			key = "board.start-small"
		}
	}
	return Board(q, game, q.Say(key, locale.Args{
		"Puzzle": q.IntroductionOf(game), "Move": chat.Mention("move"), "Example": chat.Typed("r2c3=4"),
		"Hint": chat.Mention("hint"), "Submit": chat.Mention("submit"), "Help": chat.Mention("help"),
	}))
}

// Started is the result of starting or resuming a game.
func Started(q handler.Query, game games.Game) handler.Done {
	return handler.Done{Outcome: OutcomeOf(game), Screen: func() chat.Reply { return Opened(q, game) }}
}

// SolutionOf returns the solution of a game, as it is shown.
func SolutionOf(game games.Game) (sudoku.Grid, error) {
	solution, err := game.Solution()
	if err != nil {
		return solution, fmt.Errorf("puzzle %d of the archive: %v", game.Puzzle.ID, err) // not the player's mistake
	}
	return solution, nil
}

// showing adds a board of a game to a reply, in words as its player wants them.
func showing(q handler.Query, game games.Game, r chat.Reply, b picture.Diagram) chat.Reply {
	r.Screen.Board, r.Screen.Alt = &b, q.AltText(b, game.Settings.AltMarks)
	return r
}
