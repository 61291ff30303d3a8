package outbox

import (
	"context"
	"errors"
	"fmt"
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

const (
	// NonceWindow is how long a network certainly remembers a nonce. Within it a second
	// attempt is safe even if the channel's history cannot be read.
	NonceWindow = 2 * time.Minute
	// refusedAfter is the pause after the network refused a post.
	refusedAfter = time.Hour
	// retryAfter is the pause after an attempt that may have arrived.
	retryAfter = 5 * time.Second
	// ManyPosts is how many are under way at a time. With calls of 400 ms, that makes the 50
	// calls a second that Discord takes from a bot.
	ManyPosts = 20
	// ManyOthers is how many posts under way may be other than dailies. A round begins with those for at most othersFor. Then
	// it is the turn of the dailies that are due next, even if the network hangs and each call
	// takes its full time.
	ManyOthers = ManyPosts / 2
	othersFor  = 10 * time.Second
	// pacedWait is how long a round waits for the next reminder or list of solvers.
	pacedWait = time.Second / daily.PacedPerSecond
)

// Deliver makes one round of all that the bot posts and changes without a request: due posts are entered into the
// outbox, and the posts that this owner can claim are delivered. Any number of owners, each with a unique
// name, may do so at the same time, and a process may be killed at any time. Only the archive's own errors are
// returned; the fate of a post is in the outbox and in the log. Many posts are made at a time, and the first
// ones while others are still being entered.
//
// The lease of a claim keeps owners apart. A post that was tried before is first looked for in the
// channel by its marker, so that a crash or a lost answer makes no second message;
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
			return errors.Join(enterFollowUps(ctx, env, guilds),
				env.Store.EndStaleRaces(ctx), env.Store.EndIdleParties(ctx), env.Store.AddMeetings(ctx, standingEvery), enterReminders(ctx, env))
		}))
}

// standingEvery is how often the message of a race is changed, at most: each of fifty digits would
// be too often for players who only read the channel.
const standingEvery = 40 * time.Second

// Shown notes which message a network made of a reply, by [chat.Reply.Tracks].
func (o Outbox) Shown(ctx context.Context, tracks, channelID, messageID string) error {
	store := o.env.Store
	var tracked string
	var id, shows int64 // of a race, its standing; of a party, whether it is over: 0 by older versions
	if n, _ := fmt.Sscan(tracks, &tracked, &id, &shows); n < 2 {
		return nil // of another version
	}
	switch tracked {
	case "duel":
		return store.RaceShown(ctx, id, channelID, messageID, shows)
	case "invitation":
		return store.SetPartyMessage(ctx, id, channelID, messageID, shows == partyOver)
	case "party":
		return store.SetPartyBoard(ctx, id, channelID, messageID, shows == partyOver)
	}
	return nil
}

// deliver delivers posts while enter puts more into the outbox, calling more after each, and then the
// rest.
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
	paced   sync.Mutex    // held by the worker that waits in claimPaced
	others  chan struct{} // holds one element for each post under way that is not a daily
}

// work delivers posts until none is due. It claims one only when it can deliver it at once, so that
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

// claim returns the next due post, if there is one.
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

// claimPaced returns the next reminder, or post that is to list its solvers: when nothing else is due, and no more
// per second than allowed. One worker of a round waits for that.
func (r *round) claimPaced(ctx context.Context) (post daily.Post, found bool, err error) {
	if !r.paced.TryLock() {
		return post, false, nil
	}
	defer r.paced.Unlock()
	for {
		post, found, wait, err := r.Config.Ledger.ClaimPaced(ctx, r.owner, r.Config.Lease)
		if err != nil || !wait || r.Config.Now().Sub(r.begun) >= othersFor {
			return post, found, err
		}
		select {
		case <-ctx.Done():
			return post, false, ctx.Err()
		case <-time.After(pacedWait):
		}
	}
}

// attemptSafely makes one attempt at a claimed post. A panic does not end the process: the post is tried
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

// about identifies a post in the log.
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

// notMade is the error of a post that certainly was not made.
type notMade struct {
	reason string // for the outbox and the log
	cancel bool   // no other attempt is made
	report bool   // tell the contact of the guild
}

func (n notMade) Error() string { return chat.FailureOf(n.reason).String() }

// cancelled returns the error of a post that is no longer needed.
func cancelled(reason string) error { return notMade{reason: reason, cancel: true} }

// attempt makes one attempt at a claimed post, and records the outcome in the outbox.
func (r *round) attempt(ctx context.Context, post daily.Post) error {
	during, cancel := context.WithTimeout(ctx, r.Config.Lease/2) // done while the lease certainly lasts
	defer cancel()
	k := kinds[post.Kind]
	at, err := send(during, r.Env, r.poster, k, post)
	var gone chat.GoneError
	closed := errors.As(err, &gone)
	switch {
	case closed && k.refused != nil:
		err = k.refused(during, r.Env, r.poster, post, gone)
	case closed:
		err = notMade{reason: gone.Reason.Stored(), cancel: k.once || gone.Reason.Deleted()}
	}
	log := r.Config.Log.With(append(about(post), "attempt", post.Attempt)...)
	var limited chat.RateLimitedError
	var failed notMade
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
		return r.record(ctx, k, post, outcome{Posted: at, made: true}, failed)
	case errors.As(err, &limited):
		made = metrics.Limited
		log.InfoContext(ctx, "a post waits", "after", limited.After)
		return r.Config.Ledger.Snooze(ctx, post, r.owner, limited.After)
	case errors.As(err, &unsent):
		made = metrics.Refused
		log.WarnContext(ctx, "a post was not made", "error", err)
		return r.Config.Ledger.Snooze(ctx, post, r.owner, max(rest, unsent.After))
	case errors.As(err, &failed):
		made = metrics.PostOutcome(closed, failed.cancel)
		log.WarnContext(ctx, "a post was not made", "channel", post.ChannelID, "final", failed.cancel, "error", err)
		return r.record(ctx, k, post, outcome{closed: closed}, failed)
	case errors.As(err, &unsure):
		rest = max(rest, unsure.After)
	}
	log.WarnContext(ctx, "a post may not have arrived", "error", err)
	return r.Config.Ledger.Retry(ctx, post, r.owner, "", rest)
}

// outcome is the result of a post that needs no other attempt.
type outcome struct {
	chat.Posted
	made   bool
	closed bool // the network refused it
}

// record completes, cancels or retries a post in the outbox, with all other changes in the same transaction. As in a request,
// these come first, so that the subject of a post is locked before the post.
func (r *round) record(ctx context.Context, k kind, post daily.Post, o outcome, failed notMade) error {
	_, err := r.Config.Ledger.Once(ctx, "", func(ctx context.Context) (_ []byte, err error) {
		if failed.report {
			err = r.Store.AddFailure(ctx, post.GuildID, post.Date)
		}
		if err == nil && k.finalized != nil && (o.made || failed.cancel) {
			err = k.finalized(ctx, r.Env, post, o)
		}
		switch post.ThreadID = o.ThreadID; {
		case err != nil:
		case o.made:
			err = r.Config.Ledger.Complete(ctx, post, r.owner, o.MessageID)
			if err == nil && k.then != nil {
				err = k.then(ctx, r.Env, post)
			}
		case failed.cancel:
			err = r.Config.Ledger.Cancel(ctx, post, r.owner, failed.reason)
		default:
			err = r.Config.Ledger.Retry(ctx, post, r.owner, failed.reason, refusedAfter)
		}
		return nil, err
	})
	return err
}

// send makes a post, or finds the message of an earlier attempt.
func send(ctx context.Context, env *handler.Env, poster chat.Poster, k kind, post daily.Post) (chat.Posted, error) {
	if !poster.Serves(post.GuildID) {
		return chat.Posted{}, cancelled("it is for another network")
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
		if err := k.unwanted(ctx, env, guild, post); err != nil {
			return chat.Posted{}, err
		}
	}
	var gone chat.GoneError
	switch {
	case searched == nil: // the message is not there
	case !errors.As(searched, &gone): // search again later
		return chat.Posted{}, searched
	case gone.NoNonce || !nonceKnown(env, post):
		// The history is closed and the nonce forgotten. No message is better than two: the post waits until the history can be
		// searched.
		return chat.Posted{}, chat.GoneError{Reason: chat.PostFailure{Problem: chat.NotSeen, Before: &gone.Reason}}
	}
	reply, err := k.reply(ctx, env, guild, post)
	if err != nil {
		return chat.Posted{}, err
	}
	return poster.Post(ctx, post.ChannelID, post, reply)
}

// nonceKnown reports whether the network certainly remembers the nonce of the first attempt.
func nonceKnown(env *handler.Env, post daily.Post) bool {
	return env.Config.Now().Sub(post.FirstTried) < NonceWindow
}
