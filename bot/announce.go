package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// enterDailies puts the dailies of guilds whose time has come into the outbox. A daily is posted at any time
// from its due instant until the next one is due; a bot that was away for days posts the newest only.
// One that cannot be had, because its tier has no puzzle, does not hold up the others. more is called after each.
func (b *Bot) enterDailies(ctx context.Context, guilds []daily.Guild, more func()) error {
	for _, guild := range guilds {
		err := b.enterDaily(ctx, guild, more)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			b.complaints.Delete(guild.ID)
		} else if last, _ := b.complaints.Swap(guild.ID, err.Error()); last != err.Error() {
			b.config.Log.Error("a daily cannot be prepared", "guild", guild.ID, "error", err)
			if err := b.reportUnprepared(ctx, guild, err); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *Bot) enterDaily(ctx context.Context, guild daily.Guild, more func()) error {
	s, err := scheduleOf(guild)
	if err != nil {
		return err
	}
	date := s.Newest(b.config.Now())
	if entered, found := b.due.Load(guild.ID); date.Before(guild.Since) || found && entered == date || !guild.PostedOn(date) {
		return nil
	}
	tier := guild.Tier(date)
	if guild.Searches[date.Weekday()] != 0 {
		tier = 0 // that of what the search finds
	}
	daily, err := b.store.Daily(ctx, guild, date, sudoku.Sudoku, tier)
	if err != nil {
		return err
	}
	if daily.NoneFound {
		b.config.Log.Warn("the search of the weekday finds no puzzle: the daily has its tier", "guild", guild.ID, "date", date)
	}
	if err := b.config.Ledger.AddPost(ctx, daily, guild.ChannelID); err != nil {
		return err
	}
	more()
	b.due.Store(guild.ID, date) // saves the database a look every few seconds, no more
	return nil
}

// dailyUnwanted refuses a daily whose successor is due, or that was switched off as it waited.
func (b *Bot) dailyUnwanted(_ context.Context, guild daily.Guild, post daily.Post) error {
	s, err := scheduleOf(guild)
	if err != nil {
		return err
	}
	why := PostFailure{}
	switch _, next, ok := s.after(post.Date); {
	case !s.Scheduled:
		why.Problem = SwitchedOff
	case !s.PostedOn(post.Date):
		why.Problem = DayOff
	case ok && !next.After(b.config.Now()):
		why.Problem, why.Before = NextDue, failureOfLast(post)
	default:
		return nil
	}
	return notMade{reason: why.stored(), final: true, report: why.Problem == NextDue}
}

func (b *Bot) dailyReply(ctx context.Context, _ daily.Guild, post daily.Post) (Reply, error) {
	return b.Announcement(ctx, post.Daily), nil
}
