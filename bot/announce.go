package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Poster is the chat network as the daily post needs it.
//
// Post and Find return [RateLimitedError] when the network asks to wait and [GoneError] when the
// channel does not exist or is closed to the bot. With any other error from Post the
// message may have arrived or not.
type Poster interface {
	// Serves reports whether a guild of the archive belongs to this network. Others, such
	// as the terminal's, may have a schedule too, and nothing is posted there.
	Serves(guildID string) bool
	// Post sends a message that carries post.Marker where Find can see it, and asks the
	// network to drop it if it has one with post.Nonce already.
	Post(ctx context.Context, channelID string, post archive.Post, r Reply) (messageID string, err error)
	// Find looks for the bot's own message with a marker in the channel's recent history.
	Find(ctx context.Context, channelID, marker string) (messageID string, found bool, err error)
}

// RateLimitedError is the error of a network that asks to wait.
type RateLimitedError struct{ After time.Duration }

func (e RateLimitedError) Error() string { return fmt.Sprintf("rate limited for %s", e.After) }

// GoneError is the error of a channel that is no longer there, or closed to the bot. It is tried
// again every hour, until the next daily is due.
type GoneError struct{ Reason string }

func (e GoneError) Error() string { return "channel gone: " + e.Reason }

// Announcement returns the public post of a daily. Its buttons stay with this daily when
// the next one has come. It reads the guild's schedule for the end of the day, and does
// without where it cannot.
func (b *Bot) Announcement(ctx context.Context, daily archive.Daily) Reply {
	s := speechIn("")
	clues := daily.Clues()
	title := s.dailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)
	body := s.Say("announcement.body", locale.Args{"Puzzle": s.credit(daily.Puzzle, clues)})
	if schedule, err := b.schedule(ctx, daily.GuildID); err == nil {
		if _, until, ok := schedule.after(daily.Date); ok {
			next := s.Say("announcement.next", locale.Args{"FromNow": s.fromNow(until, b.config.Now())})
			body = join("\n", body, next)
		}
	}
	reply := s.withBoard(Reply{Screen: Screen{Title: Plain(title), Body: body}}, picture.Board{Title: title, Clues: clues, Grid: clues})
	kind := fmt.Sprintf("%s/%s/%s", daily.Date, daily.Tier, daily.Shape)
	reply.Screen.Rows = buttons(
		Button{Label: s.Text("button.play", nil), Press: Press{Verb: OpenDaily, Argument: kind}},
		Button{Label: s.Text("button.results", nil), Press: Press{Verb: ShowResults, Argument: daily.Date.String()}},
	)
	return reply.limited(s)
}

// How the posts are made. A daily is posted at any time from its due instant until the
// next one is due; a bot that was away for days posts the newest only.
const (
	// nonceWindow is how long a network surely remembers a nonce. Within it a second
	// attempt is safe even where the channel's history cannot be read.
	nonceWindow = 2 * time.Minute
	// refusedAfter is how long a post rests that the network refused.
	refusedAfter = time.Hour
	// retryAfter is how long a post rests after an attempt that may or may not have arrived.
	retryAfter = 5 * time.Second
)

// Announce makes one round of the daily posts: what is due goes into the ledger, and what
// this owner can claim from it is posted. Any number of owners, each with a name of its
// own, may do so at the same time. Only the archive's own errors are returned; what
// becomes of a post is in the ledger and in the log.
//
// The ledger's lease keeps owners apart. A post that was tried before is looked for in the
// channel by its marker first, so that a crash or a lost answer makes no second message;
// the nonce covers the moment before a message shows up there.
func (b *Bot) Announce(ctx context.Context, poster Poster, owner string) error {
	if err := b.enterDue(ctx, poster); err != nil {
		return err
	}
	for {
		post, found, err := b.store.ClaimPost(ctx, owner, b.config.Lease)
		if err != nil || !found {
			return err
		}
		if err := b.deliver(ctx, poster, post, owner); err != nil {
			return err
		}
	}
}

// enterDue puts the daily of every guild of a network whose time has come into the ledger.
// A daily that cannot be had, because its tier has no puzzle, does not hold up the others.
func (b *Bot) enterDue(ctx context.Context, poster Poster) error {
	guilds, err := b.store.ScheduledGuilds(ctx)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		if !poster.Serves(guild.ID) {
			continue
		}
		err := b.enter(ctx, guild)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			b.complaints.Delete(guild.ID)
		} else if last, _ := b.complaints.Swap(guild.ID, err.Error()); last != err.Error() {
			b.config.Log.Error("a daily cannot be prepared", "guild", guild.ID, "error", err)
		}
	}
	return nil
}

func (b *Bot) enter(ctx context.Context, guild archive.Guild) error {
	s, err := scheduleOf(guild)
	if err != nil {
		return err
	}
	date := s.Newest(b.config.Now())
	if entered, found := b.due.Load(guild.ID); date.Before(guild.Since) || found && entered == date {
		return nil
	}
	daily, err := b.store.Daily(ctx, guild, date, sudoku.Sudoku, guild.Tier(date))
	if err != nil {
		return err
	}
	if err := b.store.AddPost(ctx, daily, guild.ChannelID); err != nil {
		return err
	}
	b.due.Store(guild.ID, date) // saves the database a look every few seconds, no more
	return nil
}

// deliver makes one attempt at a claimed post, and records the outcome in the ledger.
func (b *Bot) deliver(ctx context.Context, poster Poster, post archive.Post, owner string) error {
	attempt, cancel := context.WithTimeout(ctx, b.config.Lease/2) // done while the lease is surely ours
	defer cancel()
	id, err := b.attempt(attempt, poster, post)
	log := b.config.Log.With("guild", post.GuildID, "date", post.Date, "attempt", post.Attempt)
	var limited RateLimitedError
	var gone GoneError
	var missed missedError
	switch {
	case err == nil:
		log.Info("a daily is posted", "message", id)
		return b.store.MarkPosted(ctx, post, owner, id)
	case errors.As(err, &limited):
		log.Info("a daily waits", "after", limited.After)
		return b.store.ReleasePost(ctx, post, owner, limited.After)
	case errors.As(err, &gone):
		log.Error("a daily was refused", "channel", post.ChannelID, "error", err)
		return b.store.RefusePost(ctx, post, owner, gone.Reason, refusedAfter)
	case errors.As(err, &missed):
		log.Error("a daily is given up", "channel", post.ChannelID, "error", err)
		return b.store.MarkPostFailed(ctx, post, owner, err.Error())
	}
	log.Warn("a daily may not have arrived", "error", err)
	return b.store.ReleasePost(ctx, post, owner, retryAfter)
}

// missedError is the error of a post that must not be tried again.
type missedError string

func (m missedError) Error() string { return string(m) }

// attempt returns the message of an earlier attempt, or posts.
func (b *Bot) attempt(ctx context.Context, poster Poster, post archive.Post) (messageID string, err error) {
	var searched error
	if post.Attempt > 1 {
		id, found, err := poster.Find(ctx, post.ChannelID, post.Marker)
		if found && err == nil {
			return id, nil
		}
		searched = err
	}
	if err := b.unwanted(ctx, post); err != nil {
		return "", err
	}
	if err := b.mayRepeat(post, searched); err != nil {
		return "", err
	}
	return poster.Post(ctx, post.ChannelID, post, b.Announcement(ctx, post.Daily))
}

// unwanted refuses a post whose successor is due, or that was switched off as it waited.
func (b *Bot) unwanted(ctx context.Context, post archive.Post) error {
	s, err := b.schedule(ctx, post.GuildID)
	if err != nil {
		return err
	}
	if !s.Scheduled {
		return missedError("the posts were switched off")
	}
	if _, next, ok := s.after(post.Date); ok && !next.After(b.config.Now()) {
		return missedError(strings.TrimPrefix(post.Reason+"; the next daily is due already", "; "))
	}
	return nil
}

// mayRepeat says whether a post may be sent after a search of the channel that did not
// find it. Where the history stays closed and the nonce is forgotten, a miss is better
// than a second message.
func (b *Bot) mayRepeat(post archive.Post, searched error) error {
	var gone GoneError
	if !errors.As(searched, &gone) {
		return searched // nil: it is not there; else look again later
	}
	if b.config.Now().Sub(post.FirstTried) < nonceWindow {
		return nil
	}
	return missedError(fmt.Sprintf("cannot see whether the post is there already: %v; let the bot read the channel's history", searched))
}
