package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/play"
)

func undoCommand() handler {
	return handler{Command{
		Name:        "undo",
		Description: "Take back your last change, one at a time",
		Example:     "/undo",
	}, (*Bot).undo}
}

func (b *Bot) undo(ctx context.Context, r Request) (Reply, error) {
	for range tries {
		game, err := b.unfinished(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		before, text, err := b.store.Undo(ctx, game)
		switch {
		case errors.Is(err, play.ErrNothingToUndo):
			return Reply{}, refuse("nothing to undo: this is where you started")
		case errors.Is(err, archive.ErrStale):
			continue
		case err != nil:
			return Reply{}, err
		}
		return boardReply(before, "Taken back: %s. %s.", cut(text, 100), capital(toGo(before))), nil
	}
	return Reply{}, archive.ErrStale
}
