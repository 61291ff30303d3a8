package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle that stands in a message or was pasted can be played right here, as it stands there, where the
// archive has an isomorph in the collections of the guild. The button carries the clues, which anyone can forge:
// whether the guild may use the puzzle, and is not to have it as a daily, is asked again when it is pressed.

// foundClues is the option of the handler.
const foundClues = "clues"

func playsFound() button {
	return button{
		verb: PlayFound, options: argumentAs(foundClues),
		handler: &handler{name: "found", options: []Option{{Name: foundClues}}, writes: true, play: (*Bot).playFound},
	}
}

func (b *Bot) playFound(ctx context.Context, q query) (done, error) {
	text := q.option(foundClues)
	clues, err := sudoku.Parse(text)
	if err == nil && clues.String() == text {
		_, err = rating.Rate(clues) // which says whether it is a puzzle at all
	}
	if err != nil || clues.String() != text {
		return nil, refuse("refusal.old-button", locale.Args{"Help": command("help")})
	}
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	game, err := b.store.StartFound(ctx, q.Player, guild, clues)
	if errors.Is(err, postgres.ErrNotFound) {
		return nil, refuse("refusal.not-playable", locale.Args{"Play": command("play")})
	}
	if err != nil {
		return nil, err
	}
	return opened{game: game}, nil
}

// playButtons open a puzzle here, where the archive has it, and in programs that take any.
func (b *Bot) playButtons(ctx context.Context, q query, clues sudoku.Grid) ([][]Button, error) {
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	var list []Button
	has, err := b.store.HasPuzzle(ctx, q.Player.ID, guild, clues)
	if has {
		list = append(list, Button{Label: q.Text("button.play-here", nil), Press: Press{Verb: PlayFound, Argument: clues.String()}})
	}
	if err != nil {
		return nil, err
	}
	elsewhere, err := q.playElsewhere(clues)
	return buttons(append(list, elsewhere...)...), err
}

// playElsewhere are buttons that open a puzzle in other programs.
func (s speech) playElsewhere(clues sudoku.Grid) ([]Button, error) {
	sudokuPad, fPuzzles, err := games.LinksOf(clues)
	play := func(program string) string { return s.Text("button.play-in", locale.Args{"Program": program}) }
	return []Button{{Label: play("SudokuPad"), Link: sudokuPad}, {Label: play("f-puzzles"), Link: fPuzzles}}, err
}

// About is a command on a message that anyone has written.
type About struct {
	Command string // the Key of one of [MessageCommands]
	Text    string // of the message, that of its embeds included
}

func (About) action() {}

// MessageCommand is a command that is offered on every message.
type MessageCommand struct {
	Key  string
	Name string // what people read, at most 32 characters
}

// rateMessage is the key of the command that rates the puzzle in a message.
const rateMessage = "rate"

// MessageCommands lists the commands on messages in the words of a language.
func MessageCommands(l locale.Language) []MessageCommand {
	s := speech{explain.In(l)}
	return []MessageCommand{{Key: rateMessage, Name: s.Text("message-command.rate", nil)}}
}

// commandAbout returns the handler of a command on a message.
func (q *query) commandAbout(a About) (handler, error) {
	q.Ask = Ask{Command: a.Command}
	if a.Command != rateMessage {
		return handler{}, refuse("refusal.unknown-command", locale.Args{"Name": quoted(a.Command), "Help": command("help")})
	}
	return handler{name: rateMessage, answer: func(b *Bot, ctx context.Context, q query) (Reply, error) {
		return b.rateText(ctx, q, sudoku.Narrow(a.Text))
	}}, nil
}

// rateText rates the first puzzle in a text.
func (b *Bot) rateText(ctx context.Context, q query, text string) (Reply, error) {
	clues, ok := findGrid(text)
	if !ok {
		return Reply{}, refuse("refusal.no-grid", locale.Args{"Difficulty": command("difficulty")})
	}
	rated, err := rating.Rate(clues)
	if err != nil {
		return Reply{}, q.notRated(clues, err)
	}
	title := q.Text("title.difficulty", locale.Args{"Puzzle": q.Text("name.found", nil)})
	board := picture.Board{Title: q.Difficulty(rated.Tier), Clues: clues, Grid: clues}
	reply := q.withBoard(private(title, Plain(q.rating(rated))), board)
	reply.Screen.Rows, err = b.playButtons(ctx, q, clues)
	return reply, err
}
