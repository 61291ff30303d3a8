package bot

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Announcement returns the public post of a daily. Its buttons stay with this daily when
// the next one has come. It reads the guild's schedule for the end of the day, and does
// without where it cannot: then the daily is taken to be sealed.
func (b *Bot) Announcement(ctx context.Context, daily daily.Daily) Reply {
	schedule, err := b.schedule(ctx, daily.GuildID)
	s := speechIn(schedule.Language)
	clues := daily.Clues()
	title := s.dailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	sealed := err != nil || schedule.Rules.Sealed
	body := s.Say("announcement.body", locale.Args{"Puzzle": s.introduction(daily.Tier, daily.Puzzle)})
	if sealed {
		body = s.Say("sealed.body", locale.Args{"Puzzle": s.expected(daily.Tier, daily.Puzzle)})
	}
	if err == nil {
		for _, next := range schedule.nextPosted(daily.Date, 1) {
			body = join("\n", body, s.Say("announcement.next", locale.Args{"FromNow": s.fromNow(next.due, b.config.Now())}))
		}
	}
	reply := s.withBoard(Reply{Screen: Screen{Title: Plain(title), Body: body}}, picture.Board{Title: title, Clues: clues, Grid: clues})
	kind := fmt.Sprintf("%s/%s/%s", daily.Date, daily.Tier, daily.Shape)
	reply.Screen.Rows = buttons(
		Button{Label: s.Text("button.play", nil), Press: Press{Verb: OpenDaily, Argument: kind}},
		Button{Label: s.Text("pad.text-board", nil), Press: Press{Verb: OpenDaily, Argument: kind, View: textView}},
		Button{Label: s.Text("button.results", nil), Press: Press{Verb: ShowResults, Argument: daily.Date.String()}},
	)
	reply.Ping, reply.Quiet = schedule.Ping, schedule.Quiet
	if schedule.Shidoku && daily.Shape == sudoku.Sudoku {
		reply = b.withShidoku(ctx, s, reply, schedule.Guild, daily)
	}
	if sealed {
		reply = s.sealed(reply, daily)
	}
	return reply.limited(s)
}

// withShidoku puts the Shidoku of the same date beside a daily, with a button that opens it. An archive
// without one does not hold up the post.
func (b *Bot) withShidoku(ctx context.Context, s speech, reply Reply, guild daily.Guild, daily daily.Daily) Reply {
	small, err := b.store.Daily(ctx, guild, daily.Date, sudoku.Shidoku, 0)
	if err != nil {
		b.config.Log.Warn("no shidoku stands beside a daily", "guild", guild.ID, "date", daily.Date, "error", err)
		return reply
	}
	board := picture.Board{Clues: small.Clues(), Grid: small.Clues(), Letters: true}
	reply.Screen.Beside = &Beside{Board: board, Alt: s.altText(board, false)}
	kind := fmt.Sprintf("%s/%s/%s", small.Date, small.Tier, small.Shape)
	reply.Screen.Rows = append(reply.Screen.Rows, buttons(
		Button{Label: s.Text("button.play-shidoku", nil), Look: QuietLook, Press: Press{Verb: OpenDaily, Argument: kind}})...)
	return reply
}

// sealed turns the post of a daily into one that does not show it: a cover in the place of the board,
// and words that are true of many puzzles. Name and author are left out too, by which a puzzle of a book
// could be found. Play opens it, privately, and the time begins; a Shidoku beside it has its own button.
func (s speech) sealed(post Reply, daily daily.Daily) Reply {
	post.Screen.Board, post.Screen.Beside = nil, nil
	post.Screen.Cover = &picture.Cover{Shape: daily.Shape, Number: daily.Number, Tier: daily.Tier}
	post.Screen.Alt = s.Text("alt.cover", locale.Args{"Daily": s.dailyName(daily.Number, daily.Shape), "Tier": s.Difficulty(daily.Tier)})
	return post
}

// sealedToday is the error of a question about today's daily whose answer would show what the cover
// does not. Who plays it can ask about their current game.
func (q query) sealedToday(daily daily.Daily) error {
	return refuse("refusal.sealed", locale.Args{
		"Introduction": q.expected(daily.Tier, daily.Puzzle),
		"Daily":        command("daily"), "Difficulty": asking("difficulty", Given{Name: "puzzle", Value: "current"}),
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
