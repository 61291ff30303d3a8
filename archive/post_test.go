package archive_test

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ledger returns a store where the dailies of so many guilds are due.
func ledger(t *testing.T, guilds int) (*archive.Store, []daily.Daily) {
	t.Helper()
	return ledgerOn(t, archivetest.URL(t), guilds)
}

func ledgerOn(t *testing.T, url string, guilds int) (*archive.Store, []daily.Daily) {
	t.Helper()
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "some", archivetest.Puzzles(60, 1)...)
	tier, _ := tierOf(t, s)
	var dailies []daily.Daily
	for i := range guilds {
		d := chosen(t, s, daily.NewGuild(fmt.Sprint("guild", i)), date("2026-03-01"), sudoku.Sudoku, tier)
		must(t, s.AddPost(t.Context(), d, "channel"))
		dailies = append(dailies, d)
	}
	return s, dailies
}

func claim(t *testing.T, s *archive.Store, owner string, lease time.Duration) daily.Post {
	t.Helper()
	p, ok, err := s.Claim(t.Context(), owner, lease, daily.RankEdit)
	must(t, err)
	if !ok {
		t.Fatalf("%s finds nothing to claim", owner)
	}
	return p
}

func wantNothing(t *testing.T, s *archive.Store, owner string) {
	t.Helper()
	p, ok, err := s.Claim(t.Context(), owner, time.Minute, daily.RankEdit)
	must(t, err)
	if ok {
		t.Fatalf("%s claims %+v", owner, p)
	}
}

func TestPost(t *testing.T) {
	s, dailies := ledger(t, 1)
	must(t, s.AddPost(t.Context(), dailies[0], "another channel")) // it is there already
	first := claim(t, s, "a", time.Minute)
	if first.Daily != dailies[0] || first.ChannelID != "channel" || first.State != daily.PostDue || first.Attempt != 1 ||
		len(first.Nonce()) != 24 || len(first.Marker()) > 60 || first.FirstTried.IsZero() || first.GuildID != "guild0" {
		t.Errorf("the claim is %+v", first)
	}
	wantNothing(t, s, "b")
	wantIs(t, s.Complete(t.Context(), first, "b", "1"), postgres.ErrStale)
	_, err := s.LastPosted(t.Context(), "guild0")
	wantIs(t, err, postgres.ErrNotFound)
	first.ThreadID = "thread"
	must(t, s.Complete(t.Context(), first, "a", "message"))
	wantNothing(t, s, "b")
	must(t, s.AddPost(t.Context(), dailies[0], "channel"))
	wantNothing(t, s, "b")
	p, err := s.Post(t.Context(), "guild0", dailies[0].Date)
	must(t, err)
	if p.State != daily.PostPosted || p.MessageID != "message" || p.ThreadID != "thread" || p.Nonce() != first.Nonce() {
		t.Errorf("the post is %+v", p)
	}
	if last, err := s.LastPosted(t.Context(), "guild0"); !reflect.DeepEqual(last, p) || err != nil {
		t.Errorf("the last post is %+v, %v", last, err)
	}
	_, err = s.LastFailed(t.Context(), "guild0")
	wantIs(t, err, postgres.ErrNotFound)
	wantIs(t, s.Complete(t.Context(), first, "a", "again"), postgres.ErrStale)
	_, err = s.Post(t.Context(), "guild0", dailies[0].Date.AddDays(1))
	wantIs(t, err, postgres.ErrNotFound)
}

// Of what is due up to a rank, the lowest rank comes first, then what is due the longest.
func TestClaimOrder(t *testing.T) {
	url := archivetest.URL(t)
	s, dailies := ledgerOn(t, url, 3)
	must(t, s.AddFollowUp(t.Context(), "guild9", daily.DaySummary, dailies[0].Date, "channel"))
	archivetest.Exec(t, url, `update outbox set due_at = now() - make_interval(mins => case guild when 'guild9' then 3 when 'guild1' then 2 else 1 end)`)
	if _, _, err := s.Claim(t.Context(), "", time.Minute, daily.RankEdit); err == nil {
		t.Error("nobody has claimed a post")
	}
	for _, want := range []string{"guild1", "guild0", "guild2"} {
		if p := claim(t, s, "a", time.Minute); p.GuildID != want {
			t.Errorf("claimed %q, want %q", p.GuildID, want)
		}
	}
	if p, ok, err := s.Claim(t.Context(), "a", time.Minute, daily.RankDaily); ok || err != nil {
		t.Errorf("claimed %+v, %v, want no daily", p, err)
	}
	if p := claim(t, s, "a", time.Minute); p.GuildID != "guild9" {
		t.Errorf("claimed %+v, want the summary", p)
	}
}

// A claim passes over a post that another transaction is just changing, and does not wait for it.
func TestClaimPassesOver(t *testing.T) {
	s, _ := ledger(t, 2)
	_, err := s.Once(t.Context(), "", func(ctx context.Context) ([]byte, error) {
		first, _, err := s.Claim(ctx, "a", time.Minute, daily.RankEdit)
		must(t, err)
		if second := claim(t, s, "b", time.Minute); second.ID == first.ID {
			t.Errorf("%s is claimed twice", first.GuildID)
		}
		return nil, nil
	})
	must(t, err)
}

// Where a newer version of a message is wanted by the time that it was changed, it is due once more.
func TestNewerVersion(t *testing.T) {
	url := archivetest.URL(t)
	s, _ := ledgerOn(t, url, 1)
	for _, newer := range []bool{true, false} {
		p := claim(t, s, "a", time.Minute)
		if newer {
			archivetest.Exec(t, url, `update outbox set version = version + 1`)
		}
		must(t, s.Complete(t.Context(), p, "a", "message"))
	}
	wantNothing(t, s, "a")
}

// Every row has a marker of its own, and the nonces of boards of several are as they were before those were in the outbox.
func TestMarkers(t *testing.T) {
	day := daily.Post{GuildID: "42", Kind: daily.DailyPost, Date: date("2026-03-01")}
	board := daily.Post{GuildID: "42", Kind: daily.PartyBoard, Number: 7}
	if day.Marker() != "daily:42:2026-03-01" || board.Marker() != "party:42:7" || board.Nonce() != "party-7" {
		t.Errorf("markers %q, %q, nonce %q", day.Marker(), board.Marker(), board.Nonce())
	}
}

// An owner that died holds the post until its lease runs out, and its word counts no more then.
func TestLeaseRunsOut(t *testing.T) {
	url := archivetest.URL(t)
	s, _ := ledgerOn(t, url, 1)
	first := claim(t, s, "a", time.Hour)
	wantNothing(t, s, "b")
	archivetest.Exec(t, url, `update outbox set leased_until = leased_until - interval '61 minutes'`)
	second := claim(t, s, "b", time.Minute)
	if second.Attempt != 2 || second.Nonce() != first.Nonce() || second.Marker() != first.Marker() || !second.FirstTried.Equal(first.FirstTried) {
		t.Errorf("the second claim is %+v after %+v", second, first)
	}
	wantIs(t, s.Complete(t.Context(), first, "a", "late"), postgres.ErrStale)
	wantIs(t, s.Cancel(t.Context(), first, "a", "late"), postgres.ErrStale)
	wantIs(t, s.Retry(t.Context(), first, "a", "", 0), postgres.ErrStale)
	must(t, s.Complete(t.Context(), second, "b", "message"))
}

// An owner that claims again under its own name is not the one that claimed before.
func TestSameNameClaimsAgain(t *testing.T) {
	s, _ := ledger(t, 1)
	first := claim(t, s, "a", time.Millisecond)
	time.Sleep(10 * time.Millisecond)
	second := claim(t, s, "a", time.Minute)
	wantIs(t, s.Complete(t.Context(), first, "a", "late"), postgres.ErrStale)
	must(t, s.Complete(t.Context(), second, "a", "message"))
}

func TestReleaseAndFail(t *testing.T) {
	url := archivetest.URL(t)
	s, _ := ledgerOn(t, url, 1)
	p := claim(t, s, "a", time.Minute)
	must(t, s.Retry(t.Context(), p, "a", "", time.Hour))
	wantNothing(t, s, "a")
	archivetest.Exec(t, url, `update outbox set due_at = due_at - interval '61 minutes'`)
	p = claim(t, s, "b", time.Minute)
	must(t, s.Cancel(t.Context(), p, "b", "the channel is gone"))
	wantNothing(t, s, "a")
	p, err := s.Post(t.Context(), p.GuildID, p.Date)
	must(t, err)
	if p.State != daily.PostFailed || p.Reason != "the channel is gone" || p.Attempt != 2 {
		t.Errorf("the post is %+v", p)
	}
	for i := 1; i <= 2; i++ {
		must(t, s.AddPost(t.Context(), chosen(t, s, daily.NewGuild(p.GuildID), p.Date.AddDays(i), sudoku.Sudoku, p.Daily.Tier), "channel"))
	}
	archivetest.Exec(t, url, `update outbox set state = 'done', reason = 'refused once' where date = '2026-03-03'`)
	if last, err := s.LastFailed(t.Context(), p.GuildID); !reflect.DeepEqual(last, p) || err != nil {
		t.Errorf("the last failure is %+v, %v", last, err)
	}
	archivetest.Exec(t, url, `update outbox set reason = 'refused' where date = '2026-03-02'`)
	if last, err := s.LastFailed(t.Context(), p.GuildID); last.Reason != "refused" || err != nil {
		t.Errorf("the last failure is %+v, %v", last, err)
	}
	if last, err := s.LastPost(t.Context(), p.GuildID); last.Date != date("2026-03-03") || err != nil {
		t.Errorf("the last post is %+v, %v", last, err)
	}
}

// Many owners at once: every post is claimed once.
func TestManyOwners(t *testing.T) {
	const posts, owners = 30, 10
	s, _ := ledger(t, posts)
	var mutex sync.Mutex
	claimed := map[string]int{}
	var all sync.WaitGroup
	for i := range owners {
		owner := fmt.Sprint("owner", i)
		all.Go(func() {
			for {
				p, ok, err := s.Claim(t.Context(), owner, time.Minute, daily.RankEdit)
				if err != nil {
					t.Error(err)
				}
				if !ok {
					return
				}
				mutex.Lock()
				claimed[p.GuildID]++
				mutex.Unlock()
				if err := s.Complete(t.Context(), p, owner, "message"); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	for guild, n := range claimed {
		if n != 1 {
			t.Errorf("%s is claimed %d times", guild, n)
		}
	}
	if len(claimed) != posts {
		t.Errorf("%d posts are claimed, want %d", len(claimed), posts)
	}
}

// An attempt that the network put off does not count, and one at which a post was given up sent
// nothing: it may go to another channel.
func TestPutOffPost(t *testing.T) {
	x := newTable(t)
	must(t, x.AddPost(t.Context(), x.daily, "closed"))
	p := claim(t, x.Store, "a", time.Minute)
	must(t, x.Snooze(t.Context(), p, "a", 0))
	wantIs(t, x.Snooze(t.Context(), p, "a", 0), postgres.ErrStale)
	if p = claim(t, x.Store, "a", time.Minute); p.Attempt != 1 || p.Refused != 0 {
		t.Errorf("after it was put off: %+v", p)
	}
	must(t, x.Retry(t.Context(), p, "a", "403", 0))
	if p = claim(t, x.Store, "a", time.Minute); p.Attempt != 2 || p.Refused != 1 {
		t.Errorf("after it was refused: %+v", p)
	}
	must(t, x.Snooze(t.Context(), p, "a", time.Hour))
	wantNothing(t, x.Store, "a")
	_, err := x.RetryPost(t.Context(), "42", x.daily.Date, "closed")
	must(t, err)
	p = claim(t, x.Store, "a", time.Minute)
	must(t, x.Cancel(t.Context(), p, "a", "the channel is gone"))
	_, err = x.RetryPost(t.Context(), "42", x.daily.Date, "open")
	must(t, err)
	if p = claim(t, x.Store, "a", time.Minute); p.ChannelID != "open" || p.Refused != 2 {
		t.Errorf("after it was given up: %+v", p)
	}
	must(t, x.Retry(t.Context(), p, "a", "", 0))
	if last, err := x.LastPost(t.Context(), "42"); last.Reason != "the channel is gone" || err != nil {
		t.Errorf("after an attempt that may have arrived: %+v, %v", last, err)
	}
}

// A post that was refused waits, and is due at once when that is asked for: in another channel
// only if no attempt may have arrived.
func TestRefusedPost(t *testing.T) {
	for _, unsure := range []bool{false, true} {
		x := newTable(t)
		_, err := x.LastPost(t.Context(), "42")
		wantIs(t, err, postgres.ErrNotFound)
		must(t, x.AddPost(t.Context(), x.daily, "closed"))
		if unsure {
			p, _, err := x.Claim(t.Context(), "a", time.Minute, daily.RankEdit)
			must(t, err)
			must(t, x.Retry(t.Context(), p, "a", "", 0))
		}
		p, ok, err := x.Claim(t.Context(), "a", time.Minute, daily.RankEdit)
		if must(t, err); !ok {
			t.Fatal("the post cannot be claimed")
		}
		must(t, x.Retry(t.Context(), p, "a", "403, \"no\" {access}", time.Hour))
		wantNothing(t, x.Store, "a")
		last, err := x.LastPost(t.Context(), "42")
		if must(t, err); last.State != daily.PostDue || last.Reason != "403, \"no\" {access}" {
			t.Errorf("the last post is %+v", last)
		}
		ok, err = x.RetryPost(t.Context(), "42", x.daily.Date, "open")
		if must(t, err); !ok {
			t.Error("the post cannot be tried again")
		}
		p, ok, err = x.Claim(t.Context(), "b", time.Minute, daily.RankEdit)
		if must(t, err); !ok || (p.ChannelID == "open") == unsure {
			t.Errorf("unsure %t: claimed %t, %+v", unsure, ok, p)
		}
		must(t, x.Complete(t.Context(), p, "b", "message"))
		ok, err = x.RetryPost(t.Context(), "42", x.daily.Date, "open")
		if must(t, err); ok {
			t.Error("what is posted can be tried again")
		}
	}
}

// A claim of what is paced looks at what was claimed lately, not at all that ever was.
func TestPacedClaimsPassOldPosts(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Exec(t, url, `
		insert into outbox (guild, kind, rank, date, state, tried)
		select n, 'solvers', 3, '2026-03-02', case when n > 20 then 'done' else 'due' end, case when n > 20 then now() - interval '1 hour' end
		from generate_series(1, 20000) n`)
	archivetest.Exec(t, url, `vacuum analyze outbox`)
	wantFewRows(t, s, url, 100, []asked{{"claim what is paced", func(ctx context.Context) error {
		_, _, _, err := s.ClaimPaced(ctx, "a", time.Minute)
		return err
	}}})
}
