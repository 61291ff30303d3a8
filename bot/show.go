package bot

import "context"

func boardCommand() handler {
	return handler{Command{
		Name:        "board",
		Description: "Show your board again",
		Example:     "/board",
	}, (*Bot).board}
}

func (b *Bot) board(ctx context.Context, r Request) (Reply, error) {
	game, err := b.current(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	if !game.Finished.IsZero() {
		return opened(game), nil
	}
	return boardReply(game, "Started %s ago: %s.", elapsed(b.config.Now().Sub(game.Started)), toGo(game)), nil
}
