package bot

import (
	"context"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// Announcement returns the public post of a daily. Its buttons stay with this daily when
// the next one has come. It reads the guild's schedule for the end of the day, and does
// without where it cannot.
func (b *Bot) Announcement(ctx context.Context, daily archive.Daily) Reply {
	clues := daily.Clues()
	title := dailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	options := map[string]string{"date": daily.Date.String(), "tier": daily.Tier.String(), "shape": daily.Shape.String()}
	reply := Reply{
		Title: title,
		Text: fmt.Sprintf("%s%s. Play opens a board that only you see; the results are for all.",
			credit(daily.Puzzle), count(clues.Len(), "clue")),
		Board: &picture.Board{Title: title, Clues: clues, Grid: clues},
		Buttons: []Button{
			{Label: "Play", Command: "daily", Options: options},
			{Label: "Results", Command: "leaderboard", Options: map[string]string{"date": daily.Date.String()}},
		},
	}
	if s, err := b.schedule(ctx, daily.GuildID); err == nil {
		if _, until, ok := s.after(daily.Date); ok {
			reply.Until = until
		}
	}
	return reply.limited()
}
