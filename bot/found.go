package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
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
	sudokuPad, fPuzzles, err := archive.LinksOf(clues)
	play := func(program string) string { return s.Text("button.play-in", locale.Args{"Program": program}) }
	return []Button{{Label: play("SudokuPad"), Link: sudokuPad}, {Label: play("f-puzzles"), Link: fPuzzles}}, err
}
