package bot

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// fakePost is a row of the outbox.
type fakePost struct {
	archive.Post
	owner string
	until time.Time // of the lease, or of the rest
}

// postKey is that of a row: "7/2026-03-05" for a daily, else its marker.
func postKey(p archive.Post) string {
	if p.Kind == archive.DailyPost {
		return fmt.Sprintf("%s/%s", p.GuildID, p.Date)
	}
	return p.Marker()
}

func (f *fakeStore) add(p archive.Post) error {
	defer f.lock()()
	if p.State = archive.PostDue; p.ChannelID == "" && p.Kind != archive.FailureMessage {
		p.State = archive.PostPosted
	}
	if key := postKey(p); f.posts[key] == nil {
		f.posts[key] = &fakePost{Post: p}
	}
	return f.broken
}

func (f *fakeStore) AddPost(_ context.Context, d archive.Daily, channel string) error {
	return f.add(archive.Post{Kind: archive.DailyPost, GuildID: d.GuildID, Date: d.Date, Daily: d, ChannelID: channel})
}

func (f *fakeStore) AddFollowUp(_ context.Context, guild string, kind archive.PostKind, date calendar.Date, channel string) error {
	return f.add(archive.Post{Kind: kind, GuildID: guild, Date: date, ChannelID: channel})
}

func (f *fakeStore) AddThread(ctx context.Context, guild string, date calendar.Date) (bool, error) {
	p, err := f.Post(ctx, guild, date)
	if err != nil || p.State != archive.PostPosted {
		return false, f.broken
	}
	return true, f.add(archive.Post{Kind: archive.ThreadOfDay, GuildID: guild, Date: date, ChannelID: p.ChannelID, Target: p.MessageID})
}

func (f *fakeStore) AddNotice(context.Context, int64, archive.PostKind) (bool, error) {
	return false, f.broken
}

func (f *fakeStore) AddGreeting(_ context.Context, guild, channel, language string) error {
	if _, known := f.guilds[guild]; known {
		return f.broken
	}
	return f.add(archive.Post{Kind: archive.Greeting, GuildID: guild, ChannelID: channel, Language: language})
}

func (f *fakeStore) AddFailure(_ context.Context, guild string, date calendar.Date) error {
	told, found := f.told[guild]
	for _, p := range f.posts {
		if p.Kind == archive.DailyPost && p.GuildID == guild && p.State == archive.PostPosted && !p.Date.Before(told) {
			found = false
		}
	}
	if found || f.contacts[guild].PlayerID == "" || f.broken != nil {
		return f.broken
	}
	f.told[guild] = date
	return f.add(archive.Post{Kind: archive.FailureMessage, GuildID: guild, Date: date})
}

func (f *fakeStore) AddMeetings(context.Context, time.Duration) error { return f.broken }

func (f *fakeStore) Claim(_ context.Context, owner string, lease time.Duration, most archive.Rank) (archive.Post, bool, error) {
	defer f.lock()()
	for _, p := range f.posts {
		if p.State != archive.PostDue || p.until.After(f.clock.now) || most == archive.RankDaily && p.Kind != archive.DailyPost {
			continue
		}
		if p.Attempt++; p.Attempt == 1 {
			p.FirstTried = f.clock.now
		}
		p.owner, p.until = owner, f.clock.now.Add(lease)
		return p.Post, true, f.broken
	}
	return archive.Post{}, false, f.broken
}

func (f *fakeStore) Complete(_ context.Context, post archive.Post, owner, made string) error {
	return f.settle(post, owner, func(p *fakePost) { p.State, p.MessageID = archive.PostPosted, made })
}

func (f *fakeStore) Retry(_ context.Context, post archive.Post, owner, refusal string, after time.Duration) error {
	return f.settle(post, owner, func(p *fakePost) {
		if p.owner, p.until = "", f.clock.now.Add(after); refusal != "" {
			p.Reason = refusal
			p.Refused++
		}
	})
}

func (f *fakeStore) Snooze(_ context.Context, post archive.Post, owner string, after time.Duration) error {
	return f.settle(post, owner, func(p *fakePost) {
		p.owner, p.until = "", f.clock.now.Add(after)
		p.Attempt--
	})
}

func (f *fakeStore) Cancel(_ context.Context, post archive.Post, owner, reason string) error {
	return f.settle(post, owner, func(p *fakePost) {
		p.State, p.Reason = archive.PostFailed, reason
		p.Refused++
	})
}

// settle changes a post that is still the owner's.
func (f *fakeStore) settle(post archive.Post, owner string, change func(*fakePost)) error {
	defer f.lock()()
	p := f.posts[postKey(post)]
	if p.owner != owner || p.Attempt != post.Attempt || p.State != archive.PostDue {
		return postgres.ErrStale
	}
	change(p)
	return f.broken
}

func (f *fakeStore) Post(_ context.Context, guild string, date calendar.Date) (archive.Post, error) {
	return f.newest(guild, func(p *fakePost) bool { return p.Date == date })
}

func (f *fakeStore) LastPost(_ context.Context, guild string) (archive.Post, error) {
	return f.newest(guild, func(*fakePost) bool { return true })
}

func (f *fakeStore) LastPosted(_ context.Context, guild string) (archive.Post, error) {
	return f.newest(guild, func(p *fakePost) bool { return p.State == archive.PostPosted })
}

func (f *fakeStore) LastFailed(_ context.Context, guild string) (archive.Post, error) {
	return f.newest(guild, func(p *fakePost) bool { return p.State != archive.PostPosted && p.Reason != "" })
}

func (f *fakeStore) PostBefore(_ context.Context, guild string, date calendar.Date) (archive.Post, error) {
	return f.newest(guild, func(p *fakePost) bool { return p.State == archive.PostPosted && p.Date.Before(date) })
}

// newest returns the newest post of a daily that a condition finds.
func (f *fakeStore) newest(guild string, is func(*fakePost) bool) (last archive.Post, err error) {
	defer f.lock()()
	for _, p := range f.posts {
		if p.Kind == archive.DailyPost && p.GuildID == guild && is(p) && last.Date.Before(p.Date) {
			last = p.Post
		}
	}
	if last.Date.IsZero() {
		return last, postgres.ErrNotFound
	}
	return last, f.broken
}

func (f *fakeStore) ThreadOf(_ context.Context, guild string, date calendar.Date) (string, error) {
	defer f.lock()()
	for _, p := range f.posts {
		if p.Kind == archive.ThreadOfDay && p.GuildID == guild && p.Date == date && p.State == archive.PostPosted {
			return p.MessageID, f.broken
		}
	}
	return "", f.broken
}

func (f *fakeStore) RetryPost(_ context.Context, guild string, date calendar.Date, channel string) (bool, error) {
	defer f.lock()()
	p := f.posts[fmt.Sprintf("%s/%s", guild, date)]
	if p == nil || p.State == archive.PostPosted {
		return false, f.broken
	}
	if p.State, p.until = archive.PostDue, f.clock.now; p.Attempt == p.Refused {
		p.ChannelID = channel
	}
	return true, f.broken
}

func (f *fakeStore) RetryRefused(_ context.Context, guilds []string) (int, error) {
	defer f.lock()()
	n := 0
	for _, p := range f.posts {
		if p.Kind == archive.DailyPost && slices.Contains(guilds, p.GuildID) && p.State == archive.PostDue && p.owner == "" && p.Reason != "" && p.until.After(f.clock.now) {
			p.until = f.clock.now
			n++
		}
	}
	return n, f.broken
}

func (f *fakeStore) Unshare(context.Context, int64) error { return f.broken }

func (f *fakeStore) GlobalResults(context.Context, calendar.Date, string) ([]archive.Result, error) {
	return nil, f.broken
}

func (f *fakeStore) Paces(context.Context, archive.Ranking) ([]archive.Pace, error) {
	return nil, f.broken
}

func (f *fakeStore) PersonalBests(_ context.Context, player string) (bests []archive.Best, err error) {
	defer f.lock()()
	for _, r := range f.results {
		if r.Player.ID == player && !r.HandedIn {
			bests = append(bests, archive.Best{Shape: r.Shape, Tier: r.Tier, Solved: 1, Elapsed: r.Elapsed, Hints: r.Hints, At: r.At})
		}
	}
	return bests, f.broken
}

func (f *fakeStore) SolvedDaily(_ context.Context, player, guild string, date calendar.Date) (archive.Game, error) {
	defer f.lock()()
	for _, g := range slices.Backward(f.games) {
		if g.Player.ID == player && g.GuildID == guild && g.Date == date && !g.Finished.IsZero() {
			return g, f.broken
		}
	}
	return archive.Game{}, postgres.ErrNotFound
}

func (f *fakeStore) DailyPuzzles(context.Context, string, calendar.Date) ([]int64, error) {
	return nil, f.broken
}

func (f *fakeStore) HardestCell(context.Context, archive.Daily) (sudoku.Cell, time.Duration, bool, error) {
	return sudoku.CellAt(3, 4), 70 * time.Second, true, f.broken
}

func (f *fakeStore) Streaks(ctx context.Context, guild string, players []string, today calendar.Date) (map[string]archive.Streak, error) {
	all := map[string]archive.Streak{}
	for _, id := range players {
		all[id], _ = f.Streak(ctx, id, guild, today)
	}
	return all, f.broken
}
