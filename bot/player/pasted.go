package player

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Any puzzle can be played: pasted into /play, in a file, or in a message. /difficulty and the command that rates a message
// offer it with a button that carries the clues, which anyone can forge: so a press is checked as a paste is. Marks do not
// fit into a button; /play and the command that plays a message open a position with them.

// shortestPuzzle is how many bytes a text has at least that is meant as a puzzle: a cell less than a shidoku.
const shortestPuzzle = 15

// startPasted starts a game on the puzzle in a text.
func startPasted(ctx context.Context, env *handler.Env, q handler.Query, text string) (handler.Done, error) {
	start, err := handler.ReadPuzzle(q, text)
	if err != nil {
		return handler.Done{}, err
	}
	return startAt(ctx, env, q, start)
}

// startAt starts a game at a board that was pasted.
func startAt(ctx context.Context, env *handler.Env, q handler.Query, start play.Board) (handler.Done, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	game, err := env.Store.StartPasted(ctx, q.Player, guild, start)
	if !errors.Is(err, games.ErrManyPasted) {
		return screen.Started(q, game), handler.NotPlayable(q, start.Clues, err)
	}
	oldest, err := env.Store.OldestPasted(ctx, q.Player.ID)
	words := q.SayCount("refusal.many-pasted", games.MaxPasted, locale.Args{"Day": q.Instant(oldest.Started)})
	return handler.Done{Outcome: chat.Outcome{Problem: words}, Screen: func() chat.Reply {
		reply := chat.Failure(words)
		reply.Screen.Rows = chat.Buttons(chat.Button{Label: q.Text("button.give-up-oldest", nil), Press: chat.Press{Verb: chat.GiveUpPasted, GameID: oldest.ID}})
		return reply
	}}, err
}

// giveUpPasted deletes the game that a button of [startAt] names.
func giveUpPasted(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	err := env.Store.GiveUpPasted(ctx, q.Player.ID, q.Pressed.GameID)
	if errors.Is(err, postgres.ErrNotFound) {
		err = chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	reply := chat.Private("", q.Say("pasted.given-up", nil))
	reply.InPlace = true
	return reply, err
}

// foundClues is the option of the handler of a button that plays a puzzle.
const foundClues = "clues"

func playFound(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	text := q.Option(foundClues)
	clues, err := sudoku.Parse(text)
	if err != nil || clues.String() != text {
		return handler.Done{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	return startAt(ctx, env, q, play.NewBoard(clues))
}

// playButtons open a puzzle here, unless that would spoil it, and in other programs.
func playButtons(ctx context.Context, env *handler.Env, q handler.Query, clues sudoku.Grid) ([][]chat.Button, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	var list []chat.Button
	switch err := env.Store.MayStartPasted(ctx, q.Player.ID, guild, clues); {
	case err == nil:
		list = append(list, chat.Button{Label: q.Text("button.play-here", nil), Press: chat.Press{Verb: chat.PlayFound, Argument: clues.String()}})
	case !errors.Is(err, games.ErrDailyOpen) && !errors.Is(err, games.ErrPlaying):
		return nil, err
	}
	sudokuPad, fPuzzles, err := games.LinksOf(clues)
	for _, program := range []struct{ name, link string }{{"SudokuPad", sudokuPad}, {"f-puzzles", fPuzzles}} {
		list = append(list, chat.Button{Label: q.Text("button.play-in", locale.Args{"Program": program.name}), Link: program.link})
	}
	return chat.Buttons(list...), err
}

// RateMessage is the command that rates the puzzle in a message.
func RateMessage(name string) handler.Handler {
	return handler.Handler{Name: name, Before: handler.ReadPuzzleFile, Answer: rateText}
}

// PlayMessage is the command that plays the puzzle in a message, with its marks.
func PlayMessage(name string) handler.Handler {
	return handler.Handler{
		Name: name, Prepare: handler.Writes, Before: handler.ReadPuzzleFile,
		Play: func(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
			start, err := inMessage(q)
			if err != nil {
				return handler.Done{}, err
			}
			return startAt(ctx, env, q, start)
		},
	}
}

// inMessage reads the puzzle that a message is about.
func inMessage(q handler.Query) (play.Board, error) {
	start, err := handler.ReadPuzzle(q, q.Option(handler.PuzzleOption))
	var refused chat.Refusal
	if errors.As(err, &refused) && refused.Key != "refusal.picture" {
		err = chat.Refuse("refusal.no-grid", locale.Args{"Play": chat.Mention("play")})
	}
	return start, err
}

func rateText(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	start, err := inMessage(q)
	if err != nil {
		return chat.Reply{}, err
	}
	rated, words, err := ratingInWords(ctx, env, q, start.Clues)
	if err != nil {
		return chat.Reply{}, err
	}
	title := q.Text("title.difficulty", locale.Args{"Puzzle": q.Text("name.found", nil)})
	board := picture.Diagram{Title: q.Difficulty(rated.Tier), Clues: start.Clues, Grid: start.Grid, Marks: start.Marks}
	reply := q.WithBoard(chat.Private(title, withMarks(q, start, words)), board)
	reply.Screen.Rows, err = playButtons(ctx, env, q, start.Clues)
	return reply, err
}

// withMarks adds to a rating how the position is played on from, which its button cannot carry.
func withMarks(q handler.Query, start play.Board, words string) chat.Text {
	if start == play.NewBoard(start.Clues) {
		return chat.Plain(words)
	}
	return q.Sentences(chat.Plain(words), q.Say("pasted.with-marks", locale.Args{"Play": chat.Mention("play"), "Message": q.Text("message-command.play", nil)}))
}
