package bot

import (
	"context"
	"errors"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// How the outbox is delivered.
const (
	// nonceWindow is how long a network surely remembers a nonce. Within it a second
	// attempt is safe even where the channel's history cannot be read.
	nonceWindow = 2 * time.Minute
	// refusedAfter is how long a post rests that the network refused.
	refusedAfter = time.Hour
	// retryAfter is how long a post rests after an attempt that may or may not have arrived.
	retryAfter = 5 * time.Second
	// manyPosts is how many are under way at a time. With calls of 400 ms, that makes the 50
	// calls a second that Discord takes of a bot.
	manyPosts = 20
	// manyOthers is how many of them are not dailies, and othersFor how long a round begins with those:
	// the dailies that are due next have their turn after it, even while each call of a network that hangs
	// takes as long as it may.
	manyOthers = manyPosts / 2
	othersFor  = 10 * time.Second
)

// Deliver makes one round of all that the bot posts and changes without being asked: what is due goes into the
// outbox, and what this owner can claim from it is delivered. Any number of owners, each with a name of its
// own, may do so at the same time, and a process may be killed at any time. Only the archive's own errors are
// returned; what becomes of a post is in the outbox and in the log. Many posts are made at a time, and the first
// ones while others are still put there.
//
// The lease of a claim keeps owners apart. A post that was tried before is looked for in the
// channel by its marker first, so that a crash or a lost answer makes no second message;
// the nonce covers the moment before a message shows up there.
func (b *Bot) Deliver(ctx context.Context, poster Poster, owner string) error {
	all, err := b.store.ScheduledGuilds(ctx)
	if err != nil {
		return err
	}
	var guilds []daily.Guild
	for _, g := range all {
		if poster.Serves(g.ID) {
			guilds = append(guilds, g)
		}
	}
	return errors.Join(
		b.deliver(ctx, poster, owner, func(more func()) error { return b.enterDailies(ctx, guilds, more) }),
		b.deliver(ctx, poster, owner, func(func()) error { return errors.Join(b.enterFollowUps(ctx, guilds), b.enterMeetings(ctx)) }))
}

// deliver delivers what is due while enter puts posts into the outbox, calling more after each, and then what is
// left.
func (b *Bot) deliver(ctx context.Context, poster Poster, owner string, enter func(more func()) error) error {
	r := &round{Bot: b, poster: poster, owner: owner, begun: b.config.Now(), others: make(chan struct{}, manyOthers)}
	r.workers.SetLimit(manyPosts)
	more := func() { r.workers.TryGo(func() error { return r.work(ctx) }) }
	err := enter(more)
	more()
	return errors.Join(err, r.workers.Wait())
}

// round is one round of posts.
type round struct {
	*Bot
	poster  Poster
	owner   string
	begun   time.Time
	workers errgroup.Group
	others  chan struct{} // holds one element for each post under way that is not a daily
}

// work delivers posts until none is left that is due. Each is claimed only when it can be delivered at once, so that
// its lease is long enough; another worker looks for the next one meanwhile.
func (r *round) work(ctx context.Context) error {
	for {
		post, found, err := r.claim(ctx)
		if err != nil || !found {
			return err
		}
		r.workers.TryGo(func() error { return r.work(ctx) })
		err = r.attemptSafely(ctx, post)
		if post.Kind != daily.DailyPost {
			<-r.others
		}
		if err != nil {
			return err
		}
	}
}

// claim returns the next post that is due, if there is one.
func (r *round) claim(ctx context.Context) (post daily.Post, found bool, err error) {
	most := daily.RankDaily
	if r.config.Now().Sub(r.begun) < othersFor {
		select {
		case r.others <- struct{}{}:
			most = daily.RankEdit
		default:
		}
	}
	post, found, err = r.config.Ledger.Claim(ctx, r.owner, r.config.Lease, most)
	if most != daily.RankDaily && (!found || post.Kind == daily.DailyPost) {
		<-r.others
	}
	return post, found, err
}

// attemptSafely makes one attempt at a claimed post. It keeps a panic from ending the process: the post is tried
// again when its lease has run out.
func (r *round) attemptSafely(ctx context.Context, post daily.Post) error {
	defer func() {
		if p := recover(); p != nil {
			r.config.Log.Error("panic in a post", "guild", post.GuildID, "kind", post.Kind, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	err := r.attempt(ctx, post)
	if errors.Is(err, postgres.ErrStale) { // it took longer than the lease, so that another owner has the post
		r.config.Log.Warn("a post took too long", "guild", post.GuildID, "kind", post.Kind, "date", post.Date, "error", err)
		return nil
	}
	return err
}

// notMade is the error of a post that surely was not made.
type notMade struct {
	reason string // for the outbox and the log
	final  bool   // no other attempt is made
	report bool   // the contact of the guild is to know
}

func (n notMade) Error() string { return failureOf(n.reason).String() }

// leftOut is the error of what need not be posted, and why.
func leftOut(reason string) error { return notMade{reason: reason, final: true} }

// attempt makes one attempt at a claimed post, and records the outcome in the outbox.
func (r *round) attempt(ctx context.Context, post daily.Post) error {
	during, cancel := context.WithTimeout(ctx, r.config.Lease/2) // done while the lease is surely ours
	defer cancel()
	k := kinds[post.Kind]
	at, err := r.send(during, r.poster, k, post)
	var gone GoneError
	closed := errors.As(err, &gone)
	switch {
	case closed && k.refused != nil:
		err = k.refused(r.Bot, during, r.poster, post, gone)
	case closed:
		err = notMade{reason: gone.Reason.stored(), final: k.once || gone.Reason.deleted()}
	}
	log := r.config.Log.With("guild", post.GuildID, "kind", post.Kind, "date", post.Date, "number", post.Number, "attempt", post.Attempt)
	var limited RateLimitedError
	var not notMade
	rest := retryAfter
	var unsure UnsureError
	switch {
	case err == nil:
		log.Info("posted", "message", at.MessageID)
		return r.settle(ctx, k, post, outcome{Posted: at, made: true}, not)
	case errors.As(err, &limited):
		log.Info("a post waits", "after", limited.After)
		return r.config.Ledger.Snooze(ctx, post, r.owner, limited.After)
	case errors.As(err, &not):
		log.Warn("a post was not made", "channel", post.ChannelID, "final", not.final, "error", err)
		return r.settle(ctx, k, post, outcome{closed: closed}, not)
	case errors.As(err, &unsure):
		rest = max(rest, unsure.After)
	}
	log.Warn("a post may not have arrived", "error", err)
	return r.config.Ledger.Retry(ctx, post, r.owner, "", rest)
}

// outcome is what came of a post that needs no other attempt.
type outcome struct {
	Posted
	made   bool
	closed bool // the network refused it
}

// settle settles a claim, after what else changes by it in the same transaction: as in a request, what a post is about
// is locked before the post.
func (r *round) settle(ctx context.Context, k kind, post daily.Post, o outcome, not notMade) error {
	_, err := r.config.Ledger.Once(ctx, "", func(ctx context.Context) (_ []byte, err error) {
		if not.report {
			err = r.store.AddFailure(ctx, post.GuildID, post.Date)
		}
		if err == nil && k.settled != nil && (o.made || not.final) {
			err = k.settled(r.Bot, ctx, post, o)
		}
		switch post.ThreadID = o.ThreadID; {
		case err != nil:
		case o.made:
			err = r.config.Ledger.Complete(ctx, post, r.owner, o.MessageID)
		case not.final:
			err = r.config.Ledger.Cancel(ctx, post, r.owner, not.reason)
		default:
			err = r.config.Ledger.Retry(ctx, post, r.owner, not.reason, refusedAfter)
		}
		return nil, err
	})
	return err
}

// send makes a post, or finds what an earlier attempt made.
func (b *Bot) send(ctx context.Context, poster Poster, k kind, post daily.Post) (Posted, error) {
	if !poster.Serves(post.GuildID) {
		return Posted{}, leftOut("it is for another network")
	}
	guild, err := b.store.Guild(ctx, post.GuildID)
	switch {
	case err != nil:
		return Posted{}, err
	case k.send == nil:
		return b.post(ctx, poster, k, guild, post)
	case k.unwanted != nil:
		err = k.unwanted(b, ctx, guild, post)
	}
	if err != nil {
		return Posted{}, err
	}
	return k.send(b, ctx, poster, guild, post)
}

// post returns the message of an earlier attempt, or sends one.
func (b *Bot) post(ctx context.Context, poster Poster, k kind, guild daily.Guild, post daily.Post) (at Posted, err error) {
	var searched error
	if post.Attempt > post.Refused+1 {
		at, found, err := poster.Find(ctx, post.ChannelID, post)
		if found && err == nil {
			return at, nil
		}
		searched = err
	}
	if k.unwanted != nil {
		err = k.unwanted(b, ctx, guild, post)
	}
	if err == nil {
		err = b.mayRepeat(post, searched)
	}
	if err != nil {
		return Posted{}, err
	}
	reply, err := k.reply(b, ctx, guild, post)
	if err != nil {
		return Posted{}, err
	}
	return poster.Post(ctx, post.ChannelID, post, reply)
}

// mayRepeat says whether a post may be sent after a search of the channel that did not
// find it. Where the history is closed and the nonce is forgotten, a miss is better than a second
// message: it waits until the history can be searched.
func (b *Bot) mayRepeat(post daily.Post, searched error) error {
	var gone GoneError
	if !errors.As(searched, &gone) {
		return searched // nil: it is not there; else look again later
	}
	if !gone.NoNonce && b.nonceKnown(post) {
		return nil
	}
	return GoneError{Reason: PostFailure{Problem: NotSeen, Before: &gone.Reason}}
}

// nonceKnown reports whether the network surely remembers the nonce of the first attempt.
func (b *Bot) nonceKnown(post daily.Post) bool {
	return b.config.Now().Sub(post.FirstTried) < nonceWindow
}
