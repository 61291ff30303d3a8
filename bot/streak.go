package bot

import (
	"context"
	"fmt"
)

func streakCommand() handler {
	return handler{Command{
		Name:        "streak",
		Description: "Count on how many days in a row you solved the daily",
		Example:     "/streak",
		Details:     "A day counts when you solve one of its dailies before the next day's is due.",
	}, (*Bot).streak}
}

func (b *Bot) streak(ctx context.Context, r Request) (Reply, error) {
	text, err := b.streakOf(ctx, r.Player.ID, r.Guild)
	return Reply{Text: text, Private: true}, err
}

// streakOf says a player's streak in a sentence or two.
func (b *Bot) streakOf(ctx context.Context, player, guild string) (string, error) {
	s, err := b.schedule(ctx, guild)
	if err != nil {
		return "", err
	}
	streak, err := b.store.Streak(ctx, player, guild, s.Today(b.config.Now()))
	switch {
	case err != nil:
		return "", err
	case streak.Longest == 0:
		return "No streak yet: solve a /daily on its day to start one.", nil
	case streak.Current == 0:
		return fmt.Sprintf("No streak at the moment; your longest was %s. /daily starts the next.", count(streak.Longest, "day")), nil
	case streak.Current == streak.Longest:
		return fmt.Sprintf("Your streak is %s, your longest so far.", count(streak.Current, "day")), nil
	}
	return fmt.Sprintf("Your streak is %s; your longest was %s.", count(streak.Current, "day"), count(streak.Longest, "day")), nil
}
