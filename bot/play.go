package bot

import "context"

func playCommand() handler {
	return handler{Command{
		Name:        "play",
		Description: "Play a puzzle of your own from the archive",
		Options:     []Option{tierOption(), shapeOption()},
		Example:     "/play hidden",
		Details:     "You get none twice before you have had all of that tier. It does not count for the leaderboard, nor for the streak.",
	}, (*Bot).play}
}

func (b *Bot) play(ctx context.Context, r Request) (Reply, error) {
	tier, shape, err := kindOf(r)
	if err != nil {
		return Reply{}, err
	}
	guild, err := b.store.Guild(ctx, r.Guild)
	if err != nil {
		return Reply{}, err
	}
	game, err := b.store.StartGame(ctx, r.Player, guild, shape, tier)
	if err != nil {
		return Reply{}, err
	}
	return opened(game), nil
}
