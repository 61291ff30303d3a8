package outbox

import (
	"context"
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Announcement returns the public post of a daily. Its buttons stay with this daily when
// the next one has come. It reads the guild's schedule for the end of the day, and does
// without where it cannot: then the daily is taken to be sealed.
func (o Outbox) Announcement(ctx context.Context, daily daily.Daily) chat.Reply {
	env := o.env
	schedule, err := env.Schedule(ctx, daily.GuildID)
	s := chat.SpeechIn(schedule.Language)
	clues := daily.Clues()
	title := s.DailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	sealed := err != nil || schedule.Rules.Sealed
	body := s.Say("announcement.body", locale.Args{"Puzzle": s.Introduction(daily.Tier, daily.Puzzle)})
	if sealed {
		body = s.Say("sealed.body", locale.Args{"Puzzle": s.Expected(daily.Tier, daily.Puzzle)})
	}
	if err == nil {
		for _, next := range schedule.NextPosted(daily.Date, 1) {
			body = chat.Join("\n", body, s.Say("announcement.next", locale.Args{"FromNow": s.FromNow(next.Due, env.Config.Now())}))
		}
	}
	reply := s.WithBoard(chat.Reply{Screen: chat.Screen{Title: chat.Plain(title), Body: body}}, picture.Diagram{Title: title, Clues: clues, Grid: clues})
	kind := fmt.Sprintf("%s/%s/%s", daily.Date, daily.Tier, daily.Shape)
	reply.Screen.Rows = chat.Buttons(
		chat.Button{Label: s.Text("button.play", nil), Press: chat.Press{Verb: chat.OpenDaily, Argument: kind}},
		chat.Button{Label: s.Text("pad.text-board", nil), Press: chat.Press{Verb: chat.OpenDaily, Argument: kind, View: screen.TextView}},
		chat.Button{Label: s.Text("button.results", nil), Press: chat.Press{Verb: chat.ShowResults, Argument: daily.Date.String()}},
		screen.RemindMe(s),
	)
	reply.Ping, reply.Quiet = schedule.Ping, schedule.Quiet
	if schedule.Shidoku && daily.Shape == sudoku.Sudoku {
		reply = withShidoku(ctx, env, s, reply, schedule.Guild, daily)
	}
	if sealed {
		reply = sealedPost(s, reply, daily)
	}
	return reply.Limited(s)
}

// withShidoku puts the Shidoku of the same date beside a daily, with a button that opens it. An archive
// without one does not hold up the post.
func withShidoku(ctx context.Context, env *handler.Env, s chat.Speech, reply chat.Reply, guild daily.Guild, daily daily.Daily) chat.Reply {
	small, err := env.Store.Daily(ctx, guild, daily.Date, sudoku.Shidoku, 0)
	if err != nil {
		env.Config.Log.WarnContext(ctx, "no shidoku stands beside a daily", "guild", guild.ID, "date", daily.Date, "error", err)
		return reply
	}
	board := picture.Diagram{Clues: small.Clues(), Grid: small.Clues(), Letters: true}
	reply.Screen.Beside = &chat.Beside{Board: board, Alt: s.AltText(board, false)}
	kind := fmt.Sprintf("%s/%s/%s", small.Date, small.Tier, small.Shape)
	reply.Screen.Rows = append(reply.Screen.Rows, chat.Buttons(
		chat.Button{Label: s.Text("button.play-shidoku", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.OpenDaily, Argument: kind}})...)
	return reply
}

// sealedPost turns the post of a daily into one that does not show it: a cover in the place of the board,
// and words that are true of many puzzles. Name and author are left out too, by which a puzzle of a book
// could be found. Play opens it, privately, and the time begins; a Shidoku beside it has its own button.
func sealedPost(s chat.Speech, post chat.Reply, daily daily.Daily) chat.Reply {
	post.Screen.Board, post.Screen.Beside = nil, nil
	post.Screen.Cover = &picture.Cover{Shape: daily.Shape, Number: daily.Number, Tier: daily.Tier}
	post.Screen.Alt = s.Text("alt.cover", locale.Args{"Daily": s.DailyName(daily.Number, daily.Shape), "Tier": s.Difficulty(daily.Tier)})
	return post
}

// SealedToday is the error of a question about today's daily whose answer would show what the cover
// does not. Who plays it can ask about their current game.
func SealedToday(q handler.Query, daily daily.Daily) error {
	return chat.Refuse("refusal.sealed", locale.Args{
		"Introduction": q.Expected(daily.Tier, daily.Puzzle),
		"Daily":        chat.Mention("daily"), "Difficulty": chat.Asking("difficulty", chat.Given{Name: "puzzle", Value: "current"}),
	})
}

// SealedPuzzles returns what reports whether a puzzle is a sealed daily of a guild, which nothing but
// Play shows.
func SealedPuzzles(ctx context.Context, env *handler.Env, guildID string) (isSealed func(library.Puzzle) bool, err error) {
	s, err := env.Schedule(ctx, guildID)
	if err != nil || !s.Rules.Sealed {
		return func(library.Puzzle) bool { return false }, err
	}
	ids, err := env.Store.DailyPuzzles(ctx, guildID, s.Today(env.Config.Now()))
	return func(p library.Puzzle) bool { return slices.Contains(ids, p.ID) }, err
}

// enterDailies puts the dailies of guilds whose time has come into the outbox. A daily is posted at any time
// from its due instant until the next one is due; a bot that was away for days posts the newest only.
// One that cannot be had, because its tier has no puzzle, does not hold up the others. more is called after each.
func enterDailies(ctx context.Context, env *handler.Env, guilds []daily.Guild, more func()) error {
	for _, guild := range guilds {
		err := enterDaily(ctx, env, guild, more)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			env.Complaints.Delete(guild.ID)
		} else if last, _ := env.Complaints.Load(guild.ID); last != err.Error() {
			env.Config.Log.ErrorContext(ctx, "a daily cannot be prepared", "guild", guild.ID, "error", err)
			if err := reportUnprepared(ctx, env, guild, err); err != nil {
				return err // and the next round reports it
			}
			env.Complaints.Store(guild.ID, err.Error())
		}
	}
	return nil
}

func enterDaily(ctx context.Context, env *handler.Env, guild daily.Guild, more func()) error {
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return err
	}
	date := s.Newest(env.Config.Now())
	if entered, found := env.Due.Load(guild.ID); date.Before(guild.Since) || found && entered == date || !guild.PostedOn(date) {
		return nil
	}
	daily, err := env.Store.Daily(ctx, guild, date, sudoku.Sudoku, 0)
	if err != nil {
		return err
	}
	if daily.NoneFound {
		env.Config.Log.WarnContext(ctx, "the search of the weekday finds no puzzle: the daily has its tier", "guild", guild.ID, "date", date)
	}
	if err := env.Config.Ledger.AddPost(ctx, daily, guild.ChannelID); err != nil {
		return err
	}
	more()
	env.Due.Store(guild.ID, date) // saves the database a look every few seconds, no more
	return nil
}

// dailyUnwanted refuses a daily whose successor is due, or that was switched off as it waited.
func dailyUnwanted(_ context.Context, env *handler.Env, guild daily.Guild, post daily.Post) error {
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return err
	}
	why := chat.PostFailure{}
	switch _, next, ok := s.After(post.Date); {
	case !s.Scheduled:
		why.Problem = chat.SwitchedOff
	case !s.PostedOn(post.Date):
		why.Problem = chat.DayOff
	case ok && !next.After(env.Config.Now()):
		why.Problem, why.Before = chat.NextDue, chat.FailureOfLast(post)
	default:
		return nil
	}
	return notMade{reason: why.Stored(), final: true, report: why.Problem == chat.NextDue}
}

func dailyReply(ctx context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	return New(env).Announcement(ctx, post.Daily), nil
}
