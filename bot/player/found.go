package player

import (
	"context"
	"errors"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle that stands in a message or was pasted can be played right here, as it stands there, where the
// archive has an isomorph in the collections of the guild. The button carries the clues, which anyone can forge:
// whether the guild may use the puzzle, and is not to have it as a daily, is asked again when it is pressed.

// foundClues is the option of the handler.
const foundClues = "clues"

func playsFound() handler.Button {
	return handler.Button{
		Verb: chat.PlayFound, Options: handler.ArgumentAs(foundClues),
		Handler: &handler.Handler{Name: "found", Options: []chat.Option{{Name: foundClues, Narrow: true}}, Prepare: handler.Writes, Play: playFound},
	}
}

func playFound(ctx context.Context, env *handler.Env, q handler.Query) (handler.Done, error) {
	text := q.Option(foundClues)
	clues, err := sudoku.Parse(text)
	if err == nil && clues.String() == text {
		_, err = rating.Rate(clues) // which says whether it is a puzzle at all
	}
	if err != nil || clues.String() != text {
		return handler.Done{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return handler.Done{}, err
	}
	game, err := env.Store.StartFound(ctx, q.Player, guild, clues)
	if errors.Is(err, postgres.ErrNotFound) {
		return handler.Done{}, chat.Refuse("refusal.not-playable", locale.Args{"Play": chat.Mention("play")})
	}
	return screen.Started(q, game), err
}

// playButtons open a puzzle here, where the archive has it, and in programs that take any.
func playButtons(ctx context.Context, env *handler.Env, q handler.Query, clues sudoku.Grid) ([][]chat.Button, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	var list []chat.Button
	has, err := env.Store.HasPuzzle(ctx, q.Player.ID, guild, clues)
	if has {
		list = append(list, chat.Button{Label: q.Text("button.play-here", nil), Press: chat.Press{Verb: chat.PlayFound, Argument: clues.String()}})
	}
	if err != nil {
		return nil, err
	}
	elsewhere, err := playElsewhere(q.Speech, clues)
	return chat.Buttons(append(list, elsewhere...)...), err
}

// playElsewhere are buttons that open a puzzle in other programs.
func playElsewhere(s chat.Speech, clues sudoku.Grid) ([]chat.Button, error) {
	sudokuPad, fPuzzles, err := games.LinksOf(clues)
	play := func(program string) string { return s.Text("button.play-in", locale.Args{"Program": program}) }
	return []chat.Button{{Label: play("SudokuPad"), Link: sudokuPad}, {Label: play("f-puzzles"), Link: fPuzzles}}, err
}

// maxMessage is how many bytes of a message are searched for a puzzle. Discord's messages are shorter.
const maxMessage = 16 << 10

// RateText rates the puzzle that a message is about.
func RateText(ctx context.Context, env *handler.Env, q handler.Query, text string) (chat.Reply, error) {
	clues, err := games.FindClues(strings.ToValidUTF8(text[:min(len(text), maxMessage)], ""))
	if err != nil {
		return chat.Reply{}, chat.Refuse("refusal.no-grid", locale.Args{"Difficulty": chat.Mention("difficulty")})
	}
	rated, words, err := ratingInWords(ctx, env, q, clues)
	if err != nil {
		return chat.Reply{}, err
	}
	title := q.Text("title.difficulty", locale.Args{"Puzzle": q.Text("name.found", nil)})
	board := picture.Diagram{Title: q.Difficulty(rated.Tier), Clues: clues, Grid: clues}
	reply := q.WithBoard(chat.Private(title, chat.Plain(words)), board)
	reply.Screen.Rows, err = playButtons(ctx, env, q, clues)
	return reply, err
}
