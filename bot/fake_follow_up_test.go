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

// fakeFollowUp is a row of the ledger of what follows the posts.
type fakeFollowUp struct {
	archive.FollowUp
	state, owner, made, reason string
	until                      time.Time
}

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

func followKey(guild string, kind archive.FollowUpKind, date calendar.Date) string {
	return fmt.Sprint(guild, " ", kind, " ", date)
}

func (f *fakeStore) AddFollowUp(_ context.Context, guild string, kind archive.FollowUpKind, date calendar.Date, channel string) error {
	defer f.lock()()
	f.addFollowUp(archive.FollowUp{GuildID: guild, Kind: kind, Date: date, ChannelID: channel})
	return f.broken
}

func (f *fakeStore) addFollowUp(u archive.FollowUp) {
	key := followKey(u.GuildID, u.Kind, u.Date)
	if f.follows[key] != nil {
		return
	}
	u.Marker, u.Nonce = key, key
	f.follows[key] = &fakeFollowUp{FollowUp: u, state: "due"}
	if u.ChannelID == "" {
		f.follows[key].state = "done"
	}
}

func (f *fakeStore) AddThread(_ context.Context, guild string, date calendar.Date) (bool, error) {
	defer f.lock()()
	p := f.posts[fmt.Sprintf("%s/%s", guild, date)]
	if p == nil || p.State != archive.PostPosted {
		return false, f.broken
	}
	f.addFollowUp(archive.FollowUp{GuildID: guild, Kind: archive.ThreadOfDay, Date: date, ChannelID: p.ChannelID, Target: p.MessageID})
	return true, f.broken
}

func (f *fakeStore) ThreadOf(_ context.Context, guild string, date calendar.Date) (string, error) {
	defer f.lock()()
	if u := f.follows[followKey(guild, archive.ThreadOfDay, date)]; u != nil && u.state == "done" {
		return u.made, f.broken
	}
	return "", f.broken
}

func (f *fakeStore) PostBefore(_ context.Context, guild string, date calendar.Date) (last archive.Post, err error) {
	defer f.lock()()
	for _, p := range f.posts {
		if p.GuildID == guild && p.State == archive.PostPosted && p.Date.Before(date) && last.Date.Before(p.Date) {
			last = p.Post
		}
	}
	if last.Date.IsZero() {
		return last, postgres.ErrNotFound
	}
	return last, f.broken
}

func (f *fakeStore) AddNotice(context.Context, int64, archive.FollowUpKind) (bool, error) {
	return false, f.broken
}

func (f *fakeStore) ClaimFollowUp(_ context.Context, owner string, lease time.Duration) (archive.FollowUp, bool, error) {
	defer f.lock()()
	for _, u := range f.follows {
		if u.state != "due" || u.until.After(f.clock.now) {
			continue
		}
		if u.Attempt++; u.Attempt == 1 {
			u.FirstTried = f.clock.now
		}
		u.owner, u.until = owner, f.clock.now.Add(lease)
		return u.FollowUp, true, f.broken
	}
	return archive.FollowUp{}, false, f.broken
}

func (f *fakeStore) MarkFollowUp(_ context.Context, u archive.FollowUp, owner, made string) error {
	return f.settleFollowUp(u, owner, func(u *fakeFollowUp) { u.state, u.made = "done", made })
}

func (f *fakeStore) FailFollowUp(_ context.Context, u archive.FollowUp, owner, reason string) error {
	return f.settleFollowUp(u, owner, func(u *fakeFollowUp) { u.state, u.reason = "failed", reason })
}

func (f *fakeStore) ReleaseFollowUp(_ context.Context, u archive.FollowUp, owner, reason string, sure bool, after time.Duration) error {
	return f.settleFollowUp(u, owner, func(u *fakeFollowUp) {
		u.reason, u.until = reason, f.clock.now.Add(after)
		if sure {
			u.Refused++
		}
	})
}

func (f *fakeStore) settleFollowUp(u archive.FollowUp, owner string, change func(*fakeFollowUp)) error {
	defer f.lock()()
	stored := f.follows[followKey(u.GuildID, u.Kind, u.Date)]
	if stored.owner != owner || stored.Attempt != u.Attempt || stored.state != "due" {
		return postgres.ErrStale
	}
	change(stored)
	return f.broken
}
