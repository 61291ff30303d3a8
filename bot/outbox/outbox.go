package outbox

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// How the outbox is delivered.
const (
	// NonceWindow is how long a network surely remembers a nonce. Within it a second
	// attempt is safe even where the channel's history cannot be read.
	NonceWindow = 2 * time.Minute
	// refusedAfter is how long a post rests that the network refused.
	refusedAfter = time.Hour
	// retryAfter is how long a post rests after an attempt that may or may not have arrived.
	retryAfter = 5 * time.Second
	// ManyPosts is how many are under way at a time. With calls of 400 ms, that makes the 50
	// calls a second that Discord takes of a bot.
	ManyPosts = 20
	// ManyOthers is how many of them are not dailies, and othersFor how long a round begins with those:
	// the dailies that are due next have their turn after it, even while each call of a network that hangs
	// takes as long as it may.
	ManyOthers = ManyPosts / 2
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
func (o Outbox) Deliver(ctx context.Context, poster chat.Poster, owner string) error {
	env := o.env
	guilds, err := env.Store.ScheduledGuilds(ctx)
	if err != nil {
		return err
	}
	guilds = slices.DeleteFunc(guilds, func(g daily.Guild) bool { return !poster.Serves(g.ID) })
	return errors.Join(
		deliver(ctx, env, poster, owner, func(more func()) error { return enterDailies(ctx, env, guilds, more) }),
		deliver(ctx, env, poster, owner, func(func()) error {
			return errors.Join(enterFollowUps(ctx, env, guilds), enterMeetings(ctx, env), enterReminders(ctx, env))
		}))
}

// deliver delivers what is due while enter puts posts into the outbox, calling more after each, and then what is
// left.
func deliver(ctx context.Context, env *handler.Env, poster chat.Poster, owner string, enter func(more func()) error) error {
	r := &round{Env: env, poster: poster, owner: owner, begun: env.Config.Now(), others: make(chan struct{}, ManyOthers)}
	r.workers.SetLimit(ManyPosts)
	more := func() { r.workers.TryGo(func() error { return r.work(ctx) }) }
	err := enter(more)
	more()
	return errors.Join(err, r.workers.Wait())
}

// round is one round of posts.
type round struct {
	*handler.Env
	poster  chat.Poster
	owner   string
	begun   time.Time
	workers errgroup.Group
	paced   sync.Mutex    // held by the worker that waits for one that may be claimed
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
	if r.Config.Now().Sub(r.begun) < othersFor {
		select {
		case r.others <- struct{}{}:
			most = daily.RankEdit
		default:
		}
	}
	post, found, err = r.Config.Ledger.Claim(ctx, r.owner, r.Config.Lease, most)
	if most != daily.RankDaily && !found && err == nil {
		post, found, err = r.claimPaced(ctx)
	}
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
			r.Config.Log.ErrorContext(ctx, "panic in a post", "guild", post.GuildID, "kind", post.Kind, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	err := r.attempt(ctx, post)
	if errors.Is(err, postgres.ErrStale) { // it took longer than the lease, so that another owner has the post
		log := r.Config.Log.With(about(post)...)
		log.WarnContext(ctx, "a post took too long", "error", err)
		return nil
	}
	return err
}

// about names a post in the log.
func about(p daily.Post) []any {
	args := []any{"guild", p.GuildID, "kind", p.Kind}
	if !p.Date.IsZero() {
		args = append(args, "date", p.Date)
	}
	if p.Number != 0 {
		args = append(args, "number", p.Number)
	}
	return args
}

// notMade is the error of a post that surely was not made.
type notMade struct {
	reason string // for the outbox and the log
	final  bool   // no other attempt is made
	report bool   // the contact of the guild is to know
}

func (n notMade) Error() string { return chat.FailureOf(n.reason).String() }

// leftOut is the error of what need not be posted, and why.
func leftOut(reason string) error { return notMade{reason: reason, final: true} }

// attempt makes one attempt at a claimed post, and records the outcome in the outbox.
func (r *round) attempt(ctx context.Context, post daily.Post) error {
	during, cancel := context.WithTimeout(ctx, r.Config.Lease/2) // done while the lease is surely ours
	defer cancel()
	k := kinds[post.Kind]
	at, err := send(during, r.Env, r.poster, k, post)
	var gone chat.GoneError
	closed := errors.As(err, &gone)
	switch {
	case closed && k.refused != nil:
		err = k.refused(during, r.Env, r.poster, post, gone)
	case closed:
		err = notMade{reason: gone.Reason.Stored(), final: k.once || gone.Reason.Deleted()}
	}
	log := r.Config.Log.With(append(about(post), "attempt", post.Attempt)...)
	var limited chat.RateLimitedError
	var not notMade
	rest := retryAfter
	var unsure chat.UnsureError
	var unsent chat.UnsentError
	made := metrics.Unsure
	defer func() { r.Config.Metrics.Post(string(post.Kind), made) }()
	switch {
	case err == nil:
		made = metrics.Posted
		level := slog.LevelInfo
		if post.Version > 1 { // a living message, changed once more
			level = slog.LevelDebug
		}
		log.Log(ctx, level, "posted", "message", at.MessageID)
		return r.settle(ctx, k, post, outcome{Posted: at, made: true}, not)
	case errors.As(err, &limited):
		made = metrics.Limited
		log.InfoContext(ctx, "a post waits", "after", limited.After)
		return r.Config.Ledger.Snooze(ctx, post, r.owner, limited.After)
	case errors.As(err, &unsent):
		made = metrics.Refused
		log.WarnContext(ctx, "a post was not made", "error", err)
		return r.Config.Ledger.Snooze(ctx, post, r.owner, max(rest, unsent.After))
	case errors.As(err, &not):
		made = metrics.PostOutcome(closed, not.final)
		log.WarnContext(ctx, "a post was not made", "channel", post.ChannelID, "final", not.final, "error", err)
		return r.settle(ctx, k, post, outcome{closed: closed}, not)
	case errors.As(err, &unsure):
		rest = max(rest, unsure.After)
	}
	log.WarnContext(ctx, "a post may not have arrived", "error", err)
	return r.Config.Ledger.Retry(ctx, post, r.owner, "", rest)
}

// outcome is what came of a post that needs no other attempt.
type outcome struct {
	chat.Posted
	made   bool
	closed bool // the network refused it
}

// settle settles a claim, after what else changes by it in the same transaction: as in a request, what a post is about
// is locked before the post.
func (r *round) settle(ctx context.Context, k kind, post daily.Post, o outcome, not notMade) error {
	_, err := r.Config.Ledger.Once(ctx, "", func(ctx context.Context) (_ []byte, err error) {
		if not.report {
			err = r.Store.AddFailure(ctx, post.GuildID, post.Date)
		}
		if err == nil && k.settled != nil && (o.made || not.final) {
			err = k.settled(ctx, r.Env, post, o)
		}
		switch post.ThreadID = o.ThreadID; {
		case err != nil:
		case o.made:
			err = r.Config.Ledger.Complete(ctx, post, r.owner, o.MessageID)
			if err == nil && k.then != nil {
				err = k.then(ctx, r.Env, post)
			}
		case not.final:
			err = r.Config.Ledger.Cancel(ctx, post, r.owner, not.reason)
		default:
			err = r.Config.Ledger.Retry(ctx, post, r.owner, not.reason, refusedAfter)
		}
		return nil, err
	})
	return err
}

// send makes a post, or finds what an earlier attempt made.
func send(ctx context.Context, env *handler.Env, poster chat.Poster, k kind, post daily.Post) (chat.Posted, error) {
	if !poster.Serves(post.GuildID) {
		return chat.Posted{}, leftOut("it is for another network")
	}
	guild, err := env.Store.Guild(ctx, post.GuildID)
	switch {
	case err != nil:
		return chat.Posted{}, err
	case k.send == nil:
		return makePost(ctx, env, poster, k, guild, post)
	case k.unwanted != nil:
		err = k.unwanted(ctx, env, guild, post)
	}
	if err != nil {
		return chat.Posted{}, err
	}
	return k.send(ctx, env, poster, guild, post)
}

// makePost returns the message of an earlier attempt, or sends one.
func makePost(ctx context.Context, env *handler.Env, poster chat.Poster, k kind, guild daily.Guild, post daily.Post) (at chat.Posted, err error) {
	var searched error
	if post.Attempt > post.Refused+1 {
		at, found, err := poster.Find(ctx, post.ChannelID, post)
		if found && err == nil {
			return at, nil
		}
		searched = err
	}
	if k.unwanted != nil {
		err = k.unwanted(ctx, env, guild, post)
	}
	if err == nil {
		err = mayRepeat(env, post, searched)
	}
	if err != nil {
		return chat.Posted{}, err
	}
	reply, err := k.reply(ctx, env, guild, post)
	if err != nil {
		return chat.Posted{}, err
	}
	return poster.Post(ctx, post.ChannelID, post, reply)
}

// mayRepeat says whether a post may be sent after a search of the channel that did not
// find it. Where the history is closed and the nonce is forgotten, a miss is better than a second
// message: it waits until the history can be searched.
func mayRepeat(env *handler.Env, post daily.Post, searched error) error {
	var gone chat.GoneError
	if !errors.As(searched, &gone) {
		return searched // nil: it is not there; else look again later
	}
	if !gone.NoNonce && nonceKnown(env, post) {
		return nil
	}
	return chat.GoneError{Reason: chat.PostFailure{Problem: chat.NotSeen, Before: &gone.Reason}}
}

// nonceKnown reports whether the network surely remembers the nonce of the first attempt.
func nonceKnown(env *handler.Env, post daily.Post) bool {
	return env.Config.Now().Sub(post.FirstTried) < NonceWindow
}
