package outbox

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
		} else if last, _ := env.Complaints.Swap(guild.ID, err.Error()); last != err.Error() {
			env.Config.Log.ErrorContext(ctx, "a daily cannot be prepared", "guild", guild.ID, "error", err)
			if err := reportUnprepared(ctx, env, guild, err); err != nil {
				return err
			}
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
	return Announcement(ctx, env, post.Daily), nil
}
