package bot

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
	// manyPosts is how many are under way at a time. With calls of 400 ms, that makes the 50
	// calls a second that Discord takes of a bot.
	manyPosts = 20
	// lookAgain is how often the ledger is looked into while dailies are still put there.
	lookAgain = 50 * time.Millisecond
)

// Announce makes one round of the daily posts: what is due goes into the ledger, and what
// this owner can claim from it is posted. Any number of owners, each with a name of its
// own, may do so at the same time. Only the archive's own errors are returned; what
// becomes of a post is in the ledger and in the log. Many posts are made at a time, and the
// first ones while the dailies of other guilds are still chosen.
//
// The ledger's lease keeps owners apart. A post that was tried before is looked for in the
// channel by its marker first, so that a crash or a lost answer makes no second message;
// the nonce covers the moment before a message shows up there.
func (b *Bot) Announce(ctx context.Context, poster Poster, owner string) (err error) {
	entered := make(chan struct{})
	delivered := make(chan error, 1)
	r := &round{Bot: b, poster: poster, owner: owner, free: make(chan struct{}, manyPosts)}
	go func() { delivered <- r.deliverAll(ctx, entered) }()
	defer func() {
		close(entered)
		err = errors.Join(err, <-delivered)
	}()
	return b.enterDue(ctx, poster)
}

// round is one round of posts.
type round struct {
	*Bot
	poster Poster
	owner  string
	free   chan struct{} // holds one element for each worker
	posts  sync.WaitGroup

	mu  sync.Mutex
	err error // after it no more posts are claimed
}

// deliverAll delivers the posts that are due, until all are entered and none is left. One is
// claimed only when it can be delivered at once, so that its lease is long enough.
func (r *round) deliverAll(ctx context.Context, entered <-chan struct{}) error {
	for last := false; ; {
		r.free <- struct{}{}
		post, found := r.claim(ctx)
		if found {
			r.posts.Go(func() { r.work(ctx, post) })
			continue
		}
		<-r.free
		if last || r.failed(nil) != nil {
			break
		}
		select {
		case <-entered:
			last = true
		case <-time.After(lookAgain):
		}
	}
	r.posts.Wait()
	return r.err
}

// work delivers a post, and others after it.
func (r *round) work(ctx context.Context, post archive.Post) {
	defer func() { <-r.free }()
	for found := true; found; post, found = r.claim(ctx) {
		r.deliverSafely(ctx, post)
	}
}

// claim returns the next post that is due, if there is one.
func (r *round) claim(ctx context.Context) (archive.Post, bool) {
	if r.failed(nil) != nil {
		return archive.Post{}, false
	}
	post, found, err := r.store.ClaimPost(ctx, r.owner, r.config.Lease)
	return post, r.failed(err) == nil && found
}

// failed notes an error, nil for none, and returns all so far.
func (r *round) failed(err error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.err = errors.Join(r.err, err)
	return r.err
}

// deliverSafely keeps a panic from ending the process: the post is tried again when its lease
// has run out.
func (r *round) deliverSafely(ctx context.Context, post archive.Post) {
	defer func() {
		if p := recover(); p != nil {
			r.config.Log.Error("panic in a daily post", "guild", post.GuildID, "panic", p, "stack", string(debug.Stack()))
		}
	}()
	err := r.deliver(ctx, r.poster, post, r.owner)
	if errors.Is(err, postgres.ErrStale) { // it took longer than the lease, so that another owner has the post
		r.config.Log.Warn("a daily took too long", "guild", post.GuildID, "date", post.Date, "error", err)
		return
	}
	_ = r.failed(err)
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
			b.reportUnprepared(ctx, poster, guild, err)
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
	at, err := b.attempt(attempt, poster, post)
	log := b.config.Log.With("guild", post.GuildID, "date", post.Date, "attempt", post.Attempt)
	var limited RateLimitedError
	var gone GoneError
	var missed missedError
	var unsure UnsureError
	switch {
	case err == nil:
		log.Info("a daily is posted", "message", at.MessageID)
		post.ThreadID = at.ThreadID
		return b.store.MarkPosted(ctx, post, owner, at.MessageID)
	case errors.As(err, &limited):
		log.Info("a daily waits", "after", limited.After)
		return b.store.PutOffPost(ctx, post, owner, limited.After)
	case errors.As(err, &gone):
		log.Error("a daily was refused", "channel", post.ChannelID, "error", err)
		return b.refused(ctx, poster, post, owner, gone)
	case errors.As(err, &missed):
		log.Error("a daily is given up", "channel", post.ChannelID, "error", err)
		return b.giveUp(ctx, poster, post, owner, missed)
	}
	log.Warn("a daily may not have arrived", "error", err)
	rest := retryAfter
	if errors.As(err, &unsure) {
		rest = max(rest, unsure.After)
	}
	return b.store.ReleasePost(ctx, post, owner, rest)
}

// missedError is the error of a post that must not be tried again.
type missedError struct {
	reason PostFailure
	wanted bool // it should have been posted
}

func (m missedError) Error() string { return m.reason.String() }

// attempt returns the message of an earlier attempt, or posts.
func (b *Bot) attempt(ctx context.Context, poster Poster, post archive.Post) (Posted, error) {
	var searched error
	if post.Attempt > post.Refused+1 {
		at, found, err := poster.Find(ctx, post.ChannelID, post)
		if found && err == nil {
			return at, nil
		}
		searched = err
	}
	if err := b.unwanted(ctx, post); err != nil {
		return Posted{}, err
	}
	if err := b.mayRepeat(post, searched); err != nil {
		return Posted{}, err
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
		return missedError{reason: PostFailure{Problem: SwitchedOff}}
	}
	if !s.PostedOn(post.Date) {
		return missedError{reason: PostFailure{Problem: DayOff}}
	}
	if _, next, ok := s.after(post.Date); ok && !next.After(b.config.Now()) {
		return missedError{PostFailure{Problem: NextDue, Before: failureOfLast(post)}, true}
	}
	return nil
}

// mayRepeat says whether a post may be sent after a search of the channel that did not
// find it. Where the history is closed and the nonce is forgotten, a miss is better than a second
// message: it waits until the history can be searched.
func (b *Bot) mayRepeat(post archive.Post, searched error) error {
	var gone GoneError
	if !errors.As(searched, &gone) {
		return searched // nil: it is not there; else look again later
	}
	if !gone.NoNonce && b.config.Now().Sub(post.FirstTried) < nonceWindow {
		return nil
	}
	return GoneError{Reason: PostFailure{Problem: NotSeen, Before: &gone.Reason}}
}
