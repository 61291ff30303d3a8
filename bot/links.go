package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/locale"
)

func openCommand() handler {
	return handler{name: "open", answer: (*Bot).openElsewhere}
}

// openElsewhere links to the player's puzzle in other programs.
func (b *Bot) openElsewhere(ctx context.Context, q query) (Reply, error) {
	game, err := b.current(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	sudokuPad, fPuzzles, err := game.Links()
	if err != nil {
		return Reply{}, err
	}
	body := q.Say("open.links", locale.Args{
		"Game": q.nameOf(game), "Submit": command("submit"), "SudokuPad": q.link(sudokuPad), "FPuzzles": q.link(fPuzzles),
	})
	return Reply{Screen: Screen{Body: body}, Private: true}, nil
}

// link is an address within a sentence.
func (s speech) link(address string) Part {
	return Part{Kind: LinkPart, Text: address, ID: s.Text("open.link", nil)}
}
