package outbox

import (
	"context"
	"errors"
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

// Announcement returns the public post of a daily, with those of other shapes beside it. Its buttons stay with this daily when
// the next one has come. The guild's schedule gives the end of the day. If it cannot be read, the
// post does without, and the daily is assumed to be sealed.
func (o Outbox) Announcement(ctx context.Context, daily daily.Daily, beside ...sudoku.Shape) chat.Reply {
	env := o.env
	schedule, err := env.Schedule(ctx, daily.GuildID)
	s := chat.SpeechIn(schedule.Language)
	clues := daily.Clues()
	title := s.DailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	sealed := err != nil || schedule.Rules.Sealed
	about := s.Introduction(daily.Tier, daily.Puzzle)
	if sealed {
		about = s.Say("sealed.body", locale.Args{"Puzzle": s.Expected(daily.Tier, daily.Puzzle)})
	}
	body := chat.Join("\n", chat.Plain(s.Opening(daily.Date, daily.Tier)), about)
	if err == nil {
		for _, next := range schedule.NextPosted(daily.Date, 1) {
			body = chat.Join("\n", body, s.Say("announcement.next", locale.Args{"FromNow": s.FromNow(next.Due, env.Config.Now())}))
		}
	}
	reply := s.WithBoard(chat.Reply{Screen: chat.Screen{Title: chat.Plain(title), Body: body}}, picture.Diagram{Title: title, Clues: clues, Grid: clues, Letters: screen.HasLetters(daily.Shape)})
	kind := fmt.Sprintf("%s/%s/%s", daily.Date, daily.Tier, daily.Shape)
	reply.Screen.Rows = chat.Buttons(
		chat.Button{Label: s.Text("button.play", nil), Press: chat.Press{Verb: chat.OpenDaily, Argument: kind}},
		chat.Button{Label: s.Text("pad.text-board", nil), Press: chat.Press{Verb: chat.OpenDaily, Argument: kind, View: screen.TextView}},
		chat.Button{Label: s.Text("button.results", nil), Press: chat.ResultsOf(daily.Date, daily.Shape)},
		screen.RemindMe(s),
	)
	reply.Ping, reply.Quiet = schedule.Ping, schedule.Quiet
	var others []chat.Button
	for _, shape := range beside {
		other, err := env.Store.Daily(ctx, schedule.Guild, daily.Date, shape, 0)
		if err != nil {
			env.Config.Log.WarnContext(ctx, "a daily is missing beside another", "guild", daily.GuildID, "date", daily.Date, "shape", shape, "error", err)
			continue
		}
		board := picture.Diagram{Clues: other.Clues(), Grid: other.Clues(), Letters: screen.HasLetters(shape)}
		reply.Screen.Beside = append(reply.Screen.Beside, chat.Beside{Board: board, Alt: s.AltText(board, false)})
		others = append(others, chat.Button{
			Label: s.Text("button.play-"+shape.String(), nil), Look: chat.QuietLook,
			Press: chat.Press{Verb: chat.OpenDaily, Argument: fmt.Sprintf("%s/%s/%s", other.Date, other.Tier, shape)},
		})
	}
	if len(others) > 0 {
		reply.Screen.Rows = append(reply.Screen.Rows, others)
	}
	if sealed {
		// A sealed post does not show the daily: a cover takes the place of the board, and its words fit many puzzles. They leave out
		// name and author, by which a puzzle of a book could be found. Play opens it, privately, and the time begins; each daily
		// beside it has its own button.
		reply.Screen.Board, reply.Screen.Beside = nil, nil
		reply.Screen.Cover = &picture.Cover{Shape: daily.Shape, Number: daily.Number, Tier: daily.Tier}
		reply.Screen.Alt = s.Text("alt.cover", locale.Args{"Daily": s.DailyName(daily.Number, daily.Shape), "Tier": s.Difficulty(daily.Tier)})
	}
	return reply.Limited(s)
}

// SealedToday is the error of a question about today's daily whose answer would show more than the cover.
// A player who plays it can ask about their current game.
func SealedToday(q handler.Query, daily daily.Daily) error {
	return chat.Refuse("refusal.sealed", locale.Args{
		"Introduction": q.Expected(daily.Tier, daily.Puzzle),
		"Daily":        chat.Mention("daily"), "Difficulty": chat.Asking("difficulty", chat.Given{Name: "puzzle", Value: "current"}),
	})
}

// SealedPuzzles returns a function that reports whether a puzzle is a sealed daily of a guild, which only
// Play shows.
func SealedPuzzles(ctx context.Context, env *handler.Env, guildID string) (isSealed func(library.Puzzle) bool, err error) {
	s, err := env.Schedule(ctx, guildID)
	if err != nil || !s.Rules.Sealed {
		return func(library.Puzzle) bool { return false }, err
	}
	ids, err := env.Store.DailyPuzzles(ctx, guildID, s.Today(env.Config.Now()))
	return func(p library.Puzzle) bool { return slices.Contains(ids, p.ID) }, err
}

// enterDailies enters the due dailies of guilds into the outbox. A daily is posted at any time
// from its due instant until the next one is due; a bot that was away for days posts the newest only.
// One whose tier has no puzzle does not delay the others. more is called after each.
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
			if errors.Is(err, library.ErrNoPuzzle) { // any other error is our mistake, or an outage
				if err := env.Store.AddFailure(ctx, guild.ID, guild.Newest(env.Config.Now())); err != nil {
					return err // the next round reports it
				}
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
	daily, err := env.Store.Daily(ctx, guild, date, guild.Shape(date), 0)
	if err != nil {
		return err
	}
	if daily.NoneFound {
		env.Config.Log.WarnContext(ctx, "the search of the weekday finds no puzzle: the daily has its tier", "guild", guild.ID, "date", date)
	}
	var beside []sudoku.Shape // without those that the archive does not have: the post comes without them
	for _, shape := range guild.Beside(date) {
		switch _, err := env.Store.Daily(ctx, guild, date, shape, 0); {
		case err == nil:
			beside = append(beside, shape)
		case !errors.Is(err, library.ErrNoPuzzle):
			return err
		default:
			env.Config.Log.WarnContext(ctx, "a daily is missing beside another", "guild", guild.ID, "date", date, "shape", shape, "error", err)
		}
	}
	if err := env.Config.Ledger.AddPost(ctx, daily, guild.ChannelID, beside...); err != nil {
		return err
	}
	more()
	env.Due.Store(guild.ID, date) // only saves the database a look every few seconds
	return nil
}

// dailyUnwanted cancels a daily whose successor is due, or that was switched off while it waited.
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
	return notMade{reason: why.Stored(), cancel: true, report: why.Problem == chat.NextDue}
}

func dailyReply(ctx context.Context, env *handler.Env, _ daily.Guild, post daily.Post) (chat.Reply, error) {
	return New(env).Announcement(ctx, post.Daily, post.Beside...), nil
}
