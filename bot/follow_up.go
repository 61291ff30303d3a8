package bot

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// ThreadOpener is a [Poster] whose network has threads.
type ThreadOpener interface {
	// OpenThread opens a thread below a message, or finds the one that it has, and returns its id, which
	// takes messages as a channel does. Its errors are those of Post.
	OpenThread(ctx context.Context, channelID, messageID, title string) (threadID string, err error)
}

const (
	// catchUp is how many days late a summary or a board is still posted, after an outage.
	catchUp = 2
	// manyFollowUps is how many are under way at a time: half of the posts, which come first.
	manyFollowUps = manyPosts / 2
)

// FollowUp makes one round of what follows the daily posts, where a guild wants it: a thread below
// each post, the summary of the daily before, the boards of weeks and months that are over. As
// [Bot.Announce], it can be called by any number of owners at the same time: each is made once, whoever is
// killed when.
func (b *Bot) FollowUp(ctx context.Context, poster Poster, owner string) error {
	guilds, err := b.store.ScheduledGuilds(ctx)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		if !poster.Serves(guild.ID) {
			continue
		}
		if entered := b.enterFollowUps(ctx, guild); entered != nil { // which holds up no other guild
			err = errors.Join(err, entered)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(err, b.makeFollowUps(ctx, poster, owner))
}

// enterFollowUps puts into the ledger what is due in a guild now.
func (b *Bot) enterFollowUps(ctx context.Context, guild archive.Guild) error {
	today := guild.Today(b.config.Now())
	if guild.Rules.HasThread(today) && guild.PostedOn(today) {
		err := b.enterOnce(guild.ID, archive.ThreadOfDay, today, func() (bool, error) { return b.store.AddThread(ctx, guild.ID, today) })
		if err != nil {
			return err
		}
	}
	if guild.AnnounceResults || !guild.Rules.Threads.IsZero() {
		err := b.enterOnce(guild.ID, archive.DaySummary, today, func() (bool, error) { return true, b.enterSummary(ctx, guild, today) })
		if err != nil {
			return err
		}
	}
	for _, board := range []struct {
		kind  archive.FollowUpKind
		since calendar.Date
		of    func(calendar.Date) calendar.Days
	}{
		{archive.WeekBoard, guild.Rules.Weekly, calendar.WeekOf}, {archive.MonthBoard, guild.Rules.Monthly, calendar.MonthOf},
	} {
		over := board.of(board.of(today).First.AddDays(-1))
		if board.since.IsZero() || over.Last.Before(board.since) || over.Last.AddDays(1+catchUp).Before(today) {
			continue
		}
		err := b.enterOnce(guild.ID, board.kind, over.First, func() (bool, error) {
			return true, b.store.AddFollowUp(ctx, guild.ID, board.kind, over.First, guild.ChannelID)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// enterOnce calls enter until it has reported that something is in the ledger: this process remembers
// that, so that it does not ask the database every few seconds. enter may be called more often.
func (b *Bot) enterOnce(guildID string, kind archive.FollowUpKind, date calendar.Date, enter func() (bool, error)) error {
	key := fmt.Sprint(guildID, " ", kind)
	if last, known := b.followed.Load(key); known && last == date {
		return nil
	}
	entered, err := enter()
	if err == nil && entered {
		b.followed.Store(key, date)
	}
	return err
}

// enterSummary enters the summary of the daily before today's: in its thread, or else in the channel,
// if the guild wants results there.
func (b *Bot) enterSummary(ctx context.Context, guild archive.Guild, today calendar.Date) error {
	post, err := b.store.PostBefore(ctx, guild.ID, today)
	if errors.Is(err, postgres.ErrNotFound) || err == nil && post.Date.AddDays(1+catchUp).Before(today) {
		return nil
	}
	if err != nil {
		return err
	}
	channel, err := b.store.ThreadOf(ctx, guild.ID, post.Date)
	if err != nil {
		return err
	}
	if channel == "" && guild.AnnounceResults {
		channel = guild.ChannelID
	}
	return b.store.AddFollowUp(ctx, guild.ID, archive.DaySummary, post.Date, channel)
}

// makeFollowUps makes what this owner can claim, several at a time, until nothing is left.
func (b *Bot) makeFollowUps(ctx context.Context, poster Poster, owner string) (err error) {
	var workers sync.WaitGroup
	free := make(chan struct{}, manyFollowUps)
	for err == nil {
		free <- struct{}{}
		f, found, claimed := b.store.ClaimFollowUp(ctx, owner, b.config.Lease)
		if err = claimed; err != nil || !found {
			break
		}
		workers.Go(func() {
			defer func() { <-free }()
			b.followSafely(ctx, poster, f, owner)
		})
	}
	workers.Wait()
	return err
}

// followSafely keeps a panic from ending the process, and notes what became of an attempt. What cannot
// be noted is tried again when the lease has run out.
func (b *Bot) followSafely(ctx context.Context, poster Poster, f archive.FollowUp, owner string) {
	log := b.config.Log.With("guild", f.GuildID, "kind", f.Kind, "date", f.Date, "game", f.GameID)
	defer func() {
		if p := recover(); p != nil {
			log.Error("panic in what follows a daily post", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	attempt, cancel := context.WithTimeout(ctx, b.config.Lease/2) // done while the lease is surely ours
	defer cancel()
	made, err := b.follow(attempt, poster, f)
	var limited RateLimitedError
	var gone GoneError
	var left leftOut
	var unsure UnsureError
	switch {
	case err == nil:
		err = b.store.MarkFollowUp(ctx, f, owner, made)
	case errors.As(err, &left):
		log.Info("what follows a daily post is left out", "reason", err)
		err = b.store.FailFollowUp(ctx, f, owner, string(left))
	case errors.As(err, &gone) && gone.Reason.deleted(): // the thread, or the post that was to have one
		log.Info("what follows a daily post is left out", "reason", err)
		err = b.store.FailFollowUp(ctx, f, owner, err.Error())
	case errors.As(err, &limited):
		err = b.store.ReleaseFollowUp(ctx, f, owner, err.Error(), true, limited.After)
	case errors.As(err, &gone):
		log.Warn("what follows a daily post was refused", "error", err)
		err = b.store.ReleaseFollowUp(ctx, f, owner, gone.Reason.String(), true, refusedAfter)
	default:
		log.Warn("what follows a daily post may not have arrived", "error", err)
		after := retryAfter
		if errors.As(err, &unsure) {
			after = unsure.After
		}
		err = b.store.ReleaseFollowUp(ctx, f, owner, err.Error(), false, after)
	}
	if err != nil {
		log.Warn("what became of a follow-up is not noted", "error", err)
	}
}

// leftOut is the error of what need not follow, and why, for the log and the ledger.
type leftOut string

func (l leftOut) Error() string { return string(l) }

// follow makes one attempt, and returns the id of the message or the thread.
func (b *Bot) follow(ctx context.Context, poster Poster, f archive.FollowUp) (made string, err error) {
	guild, err := b.store.Guild(ctx, f.GuildID)
	if err != nil {
		return "", err
	}
	if f.GameID == 0 {
		err = b.stillWanted(guild, f)
	} else {
		err = b.noticeWanted(ctx, guild, f)
	}
	if err != nil {
		return "", err
	}
	if f.Kind == archive.ThreadOfDay {
		return b.openThread(ctx, poster, guild, f)
	}
	post := archive.Post{
		GuildID: f.GuildID, Date: f.Date, ChannelID: f.ChannelID, Nonce: f.Nonce, Marker: f.Marker, FirstTried: f.FirstTried,
		Attempt: f.Attempt, Refused: f.Refused,
	}
	var searched error
	if f.Attempt > f.Refused+1 {
		at, found, err := poster.Find(ctx, f.ChannelID, post)
		if found && err == nil {
			return at.MessageID, nil
		}
		searched = err
	}
	if err := b.mayRepeat(post, searched); err != nil {
		return "", err
	}
	reply, err := b.followUpReply(ctx, guild, f)
	if err != nil {
		return "", err
	}
	at, err := poster.Post(ctx, f.ChannelID, post, reply)
	return at.MessageID, err
}

// stillWanted refuses what was switched off as it waited, and what is too late by now.
func (b *Bot) stillWanted(guild archive.Guild, f archive.FollowUp) error {
	today, rules := guild.Today(b.config.Now()), guild.Rules
	wanted, until := true, f.Date
	switch f.Kind {
	case archive.ThreadOfDay:
		wanted = rules.HasThread(f.Date)
	case archive.DaySummary:
		wanted, until = !rules.Threads.IsZero() || guild.AnnounceResults, f.Date.AddDays(2*catchUp)
	case archive.WeekBoard:
		wanted, until = !rules.Weekly.IsZero(), calendar.WeekOf(f.Date).Last.AddDays(1+catchUp)
	case archive.MonthBoard:
		wanted, until = !rules.Monthly.IsZero(), calendar.MonthOf(f.Date).Last.AddDays(1+catchUp)
	}
	switch {
	case !guild.Scheduled || !wanted:
		return leftOut("it was switched off")
	case until.Before(today):
		return leftOut("it is too late by now")
	}
	return nil
}

func (b *Bot) openThread(ctx context.Context, poster Poster, guild archive.Guild, f archive.FollowUp) (string, error) {
	opener, ok := poster.(ThreadOpener)
	if !ok {
		return "", leftOut("the network has no threads")
	}
	daily, err := b.dailyOver(ctx, guild, f.Date)
	if err != nil {
		return "", err
	}
	title := speechOf(guild).dailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	return opener.OpenThread(ctx, f.ChannelID, f.Target, title)
}

// speechOf is the language in which the bot speaks to a guild unasked.
func speechOf(guild archive.Guild) speech { return speechIn(guild.Language) }

// followUpReply is the message of a summary or of a board.
func (b *Bot) followUpReply(ctx context.Context, guild archive.Guild, f archive.FollowUp) (Reply, error) {
	s := speechOf(guild)
	switch f.Kind {
	case archive.WeekBoard:
		return b.boardOver(ctx, s, f, calendar.WeekOf(f.Date), "standings.over-week")
	case archive.MonthBoard:
		return b.boardOver(ctx, s, f, calendar.MonthOf(f.Date), "standings.over-month")
	case archive.ResultOfGame, archive.SharedResult, archive.EndOfDuel:
		return b.noticeReply(ctx, s, f)
	}
	daily, err := b.dailyOver(ctx, guild, f.Date)
	if err != nil {
		return Reply{}, err
	}
	return b.summarized(ctx, s, daily, func(r archive.Result) bool { return guild.AnnounceResults || r.Shared })
}

// boardOver is the board of a week or a month that is over. Nothing is posted where nobody solved
// anything.
func (b *Bot) boardOver(ctx context.Context, s speech, f archive.FollowUp, days calendar.Days, title string) (Reply, error) {
	standings, err := b.store.Leaderboard(ctx, archive.Ranking{GuildID: f.GuildID, Days: days})
	if err != nil {
		return Reply{}, err
	}
	if len(standings) == 0 {
		return Reply{}, leftOut("nobody solved a daily")
	}
	q := query{speech: s} // nobody in particular reads it
	heading := s.Say("standings.over", locale.Args{"First": s.day(days.First), "Last": s.day(days.Last)})
	reply := Reply{Screen: Screen{Title: Plain(s.Text(title, nil)), Body: q.standings(heading, standings)}}
	reply.Screen.Rows = buttons(Button{
		Label: s.Text("button.leaderboard", nil), Press: Press{Verb: ShowResults, Argument: days.Last.String()}, Look: QuietLook,
	})
	return reply.limited(s), nil
}
