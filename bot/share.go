package bot

import (
	"context"
	"errors"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
)

func shareCommand() handler {
	return handler{name: "share", writes: true, answer: (*Bot).share}
}

// share posts a finished game of the player for all, once: that of the button, or the current one.
func (b *Bot) share(ctx context.Context, q query) (Reply, error) {
	game, err := b.toShare(ctx, q)
	switch {
	case err != nil:
		return Reply{}, err
	case game.Practice != "":
		return Reply{}, refuse("refusal.share-practice", nil)
	case q.Place.Private:
		return Reply{}, refuse("refusal.nobody-here", nil)
	case game.Finished.IsZero():
		return Reply{}, refuse("refusal.not-finished", locale.Args{"Game": q.nameOf(game), "Board": command("board")})
	}
	result, err := b.store.Share(ctx, game)
	if errors.Is(err, archive.ErrShared) {
		return Reply{}, refuse("refusal.shared", locale.Args{"Game": q.nameOf(game)})
	}
	if err != nil {
		return Reply{}, err
	}
	line := q.shared(game, result)
	return Reply{Screen: Screen{Body: q.Say("share.done", locale.Args{"Line": line})}, Notices: []Notice{{line}}, Private: true}, nil
}

func (b *Bot) toShare(ctx context.Context, q query) (archive.Game, error) {
	if q.pressed == nil {
		return b.current(ctx, q)
	}
	return b.pressedGame(ctx, q)
}

// pressedGame returns the game that a button names, if it is the player's and of this place.
func (b *Bot) pressedGame(ctx context.Context, q query) (archive.Game, error) {
	game, err := b.store.Game(ctx, q.pressed.GameID)
	if errors.Is(err, archive.ErrNotFound) || err == nil && (game.Player.ID != q.Player.ID || game.GuildID != q.Place.GuildID) {
		err = refuse("refusal.old-button", locale.Args{"Help": command("help")})
	}
	return game, err
}

// shared says who solved what in which time, and nothing of the puzzle.
func (s speech) shared(game archive.Game, result archive.Result) Text {
	key := "share.solved"
	if result.HandedIn {
		key = "share.handed-in"
	}
	return s.Say(key, locale.Args{
		"Player": s.player(game.Player), "Game": s.nameOf(game), "Time": s.timeOf(result), "Help": s.helped(result),
	})
}
