package bot

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
)

// sealed turns the post of a daily into one that does not show it: a cover in the place of the board,
// and words that are true of many puzzles. Name and author are left out too, by which a puzzle of a book
// could be found. Play opens it, privately, and the time begins; a Shidoku beside it has its own button.
func (s speech) sealed(post Reply, daily archive.Daily) Reply {
	post.Screen.Board, post.Screen.Beside = nil, nil
	post.Screen.Cover = &picture.Cover{Shape: daily.Shape, Number: daily.Number, Tier: daily.Tier}
	post.Screen.Alt = s.Text("alt.cover", locale.Args{"Daily": s.dailyName(daily.Number, daily.Shape), "Tier": s.Difficulty(daily.Tier)})
	return post
}

// sealedToday is the error of a question about today's daily whose answer would show what the cover
// does not. Who plays it can ask about their current game.
func (q query) sealedToday(daily archive.Daily) error {
	return refuse("refusal.sealed", locale.Args{
		"Introduction": q.expected(daily.Tier, daily.Puzzle),
		"Daily":        command("daily"), "Difficulty": asking("difficulty", Given{"puzzle", "current"}),
	})
}

// sealedPuzzles returns what reports whether a puzzle is a sealed daily of a guild, which nothing but
// Play shows.
func (b *Bot) sealedPuzzles(ctx context.Context, guildID string) (isSealed func(library.Puzzle) bool, err error) {
	s, err := b.schedule(ctx, guildID)
	if err != nil || !s.Rules.Sealed {
		return func(library.Puzzle) bool { return false }, err
	}
	ids, err := b.store.DailyPuzzles(ctx, guildID, s.Today(b.config.Now()))
	return func(p library.Puzzle) bool { return slices.Contains(ids, p.ID) }, err
}
