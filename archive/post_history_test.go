package archive_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// ledgerCall is an operation on a ledger of one post.
type ledgerCall struct {
	kind    string // add, claim, posted, failed, release, read; lock: see withLocks
	owner   string
	attempt int           // of the claim that is settled
	wait    time.Duration // the lease of a claim, the rest after a release
	beside  []span        // of a claim: see withLocks
}

// ledgerAnswer is what it gives.
type ledgerAnswer struct {
	ok      bool // claimed, settled, or there to be read
	attempt int
	state   daily.PostState
}

// ledgerState is the ledger of the model. The database's clock is not known, only when an
// operation was called and when it had returned: so a lease ends within a span.
type ledgerState struct {
	there   bool
	state   daily.PostState
	owner   string
	attempt int
	locked  span // of the change that has locked the post and is not committed
	changed span // of the last change that is committed
	free    span // when it can be claimed: not before call, surely after back
}

// ledgerModel is the ledger, one operation after the other.
var ledgerModel = porcupine.Model{
	Init: func() any { return ledgerState{} },
	Step: func(state, input, output any) (bool, any) {
		s, in, out := state.(ledgerState), input.(ledgerCall), output.(timed)
		answer := out.answer.(ledgerAnswer)
		switch in.kind {
		case "lock":
			legal := s.locked == span{}
			s.locked = out.span
			return legal, s
		case "add":
			if !s.there {
				s = ledgerState{there: true, state: daily.PostDue}
			}
			return true, s
		case "read":
			want := ledgerAnswer{s.there, s.attempt, s.state}
			return answer == want, s
		case "claim":
			return s.claim(in, answer, out.span)
		}
		return s.settle(in, answer, out.span)
	},
}

// slack is what the clocks of the test and of the database may differ by within a lease.
const slack = int64(time.Millisecond)

func (s ledgerState) claim(in ledgerCall, answer ledgerAnswer, at span) (bool, ledgerState) {
	due := s.there && s.state == daily.PostDue
	if !answer.ok {
		return !due || at.call < s.free.back+slack || s.locked != span{} || slices.ContainsFunc(in.beside, s.changed.overlaps), s
	}
	s.owner, s.attempt = in.owner, s.attempt+1
	legal := due && at.back > s.free.call-slack && answer.attempt == s.attempt && s.locked == at
	s.free, s.locked, s.changed = at.later(in.wait), span{}, at
	return legal, s
}

func (s ledgerState) settle(in ledgerCall, answer ledgerAnswer, at span) (bool, ledgerState) {
	mine := s.there && s.state == daily.PostDue && s.owner == in.owner && s.attempt == in.attempt
	if mine != answer.ok || !mine {
		return mine == answer.ok, s
	}
	legal := s.locked == at
	s.locked, s.changed = span{}, at
	switch in.kind {
	case "posted":
		s.state = daily.PostPosted
	case "failed":
		s.state = daily.PostFailed
	case "release":
		s.owner, s.free = "", at.later(in.wait)
	}
	return legal, s
}

// withLocks adds to each change the moment at which it locks the post. A claim skips what is locked, and so finds nothing
// before others can read why. So it does beside one that is refused after a change that was committed during it: PostgreSQL
// locks the post to look at it again, until the transaction ends.
func (h *history) withLocks() *history {
	for i, o := range slices.Clone(h.operations) {
		in, out := o.Input.(ledgerCall), o.Output.(timed)
		switch refused := !out.answer.(ledgerAnswer).ok; {
		case in.kind == "read" || in.kind == "add":
		case !refused:
			h.add(o.ClientId, ledgerCall{kind: "lock"}, ledgerAnswer{}, out.span)
		case in.kind == "claim":
			in.beside = h.refusedBeside(i)
			h.operations[i].Input = in
		}
	}
	return h
}

// refusedBeside returns when the claims and settlements were made that were refused during an operation.
func (h *history) refusedBeside(one int) (spans []span) {
	for i, o := range h.operations {
		in, out := o.Input.(ledgerCall), o.Output.(timed)
		if i != one && in.kind != "read" && in.kind != "add" && in.kind != "lock" && !out.answer.(ledgerAnswer).ok && out.overlaps(h.operations[one].Output.(timed).span) {
			spans = append(spans, out.span)
		}
	}
	return spans
}

func (s span) overlaps(o span) bool { return s.call < o.back && o.call < s.back }

func (s span) later(d time.Duration) span { return span{s.call + int64(d), s.back + int64(d)} }

// ledgerClient is an owner that works on the ledger through a store of its own.
type ledgerClient struct {
	number  int
	store   *archive.Store
	daily   daily.Daily
	history *history
	random  *rand.Rand
	errors  func(error)

	deaf bool // it takes a settlement that was refused for one that was accepted
}

// work claims and settles, mostly as it should: sometimes too late, twice, or never.
func (c *ledgerClient) work(ctx context.Context, steps int) {
	owner := fmt.Sprint("owner ", c.number)
	for step := range steps {
		post, ok := c.claim(ctx, owner)
		if !ok {
			time.Sleep(c.upTo(3 * time.Millisecond))
			continue
		}
		time.Sleep(c.upTo(10 * time.Millisecond))
		switch n := c.random.IntN(20); {
		case n < 10:
			c.settle(ctx, "release", post, owner)
		case n < 13: // a settlement of another's claim
			c.settle(ctx, "posted", post, fmt.Sprint("owner ", c.number+1))
		case step < steps*2/3: // it has died
		case n < 17:
			c.settle(ctx, "posted", post, owner)
			c.settle(ctx, "failed", post, owner)
		default:
			c.settle(ctx, "failed", post, owner)
			c.settle(ctx, "release", post, owner)
		}
		c.readOrAdd(ctx)
	}
}

func (c *ledgerClient) upTo(d time.Duration) time.Duration {
	return time.Duration(c.random.Int64N(int64(d)))
}

func (c *ledgerClient) claim(ctx context.Context, owner string) (post daily.Post, ok bool) {
	call := ledgerCall{kind: "claim", owner: owner, wait: 5 * time.Millisecond}
	c.history.do(c.number, call, func() any {
		var err error
		post, ok, err = c.store.Claim(ctx, owner, call.wait, daily.RankEdit)
		c.errors(err)
		return ledgerAnswer{ok: ok, attempt: post.Attempt}
	})
	return post, ok
}

func (c *ledgerClient) settle(ctx context.Context, kind string, post daily.Post, owner string) {
	call := ledgerCall{kind: kind, owner: owner, attempt: post.Attempt}
	if kind == "release" {
		call.wait = c.upTo(3 * time.Millisecond).Truncate(time.Microsecond)
	}
	c.history.do(c.number, call, func() any {
		var err error
		switch kind {
		case "posted":
			err = c.store.Complete(ctx, post, owner, "message")
		case "failed":
			err = c.store.Cancel(ctx, post, owner, "reason")
		case "release":
			err = c.store.Retry(ctx, post, owner, "", call.wait)
		}
		stale := errors.Is(err, postgres.ErrStale)
		if !stale {
			c.errors(err)
		}
		return ledgerAnswer{ok: !stale || c.deaf}
	})
}

func (c *ledgerClient) readOrAdd(ctx context.Context) {
	if c.random.IntN(2) == 0 {
		c.history.do(c.number, ledgerCall{kind: "add"}, func() any {
			c.errors(c.store.AddPost(ctx, c.daily, "channel"))
			return ledgerAnswer{}
		})
		return
	}
	c.history.do(c.number, ledgerCall{kind: "read"}, func() any {
		p, err := c.store.Post(ctx, c.daily.GuildID, c.daily.Date)
		if errors.Is(err, postgres.ErrNotFound) {
			return ledgerAnswer{}
		}
		c.errors(err)
		return ledgerAnswer{true, p.Attempt, p.State}
	})
}

// ledgerRound lets six owners work on one post that is not in the ledger yet, through two stores.
func ledgerRound(t *testing.T, stores [2]*archive.Store, d daily.Daily, seed uint64, deaf bool) *history {
	t.Helper()
	h := newHistory()
	var all sync.WaitGroup
	for i := range 6 {
		c := &ledgerClient{
			number: i, store: stores[i%2], daily: d, history: h, random: rand.New(rand.NewPCG(seed, uint64(i))),
			errors: func(err error) {
				if err != nil {
					t.Error(err)
				}
			},
			deaf: deaf,
		}
		all.Go(func() {
			c.readOrAdd(t.Context())
			c.work(t.Context(), 16)
		})
	}
	all.Wait()
	return h.withLocks()
}

// ledgerStores returns two stores on one database with a daily to post.
func ledgerStores(t *testing.T) (url string, stores [2]*archive.Store, d daily.Daily) {
	t.Helper()
	url = archivetest.URL(t)
	for i := range stores {
		stores[i] = archivetest.Open(t, url)
	}
	archivetest.Import(t, stores[0], "some", archivetest.Puzzles(20, 1)...)
	tier, _ := tierOf(t, stores[0])
	return url, stores, chosen(t, stores[0], daily.NewGuild("42"), date("2026-03-05"), sudoku.Sudoku, tier)
}

// The ledger under owners that are slow, that die and that speak twice is a ledger of one owner
// after the other, with leases that run out.
func TestLedgerHistories(t *testing.T) { ledgerHistories(t, 5) }

func TestProveLedgerHistories(t *testing.T) {
	sudokutest.Prove(t)
	counts := ledgerHistories(t, 1000)
	sudokutest.Proved(t, "owners of a post, by the model of the ledger", 1000, 0)
	sudokutest.Reached(t, counts, "claim", "nothing to claim", "posted", "failed", "release", "too late")
}

func ledgerHistories(t *testing.T, n int) map[string]int {
	t.Helper()
	url, stores, d := ledgerStores(t)
	counts := map[string]int{}
	for round := range n {
		h := ledgerRound(t, stores, d, uint64(round), false)
		if h.want(t, ledgerModel); t.Failed() {
			t.Fatalf("round %d", round)
		}
		for _, o := range h.operations {
			in, answer := o.Input.(ledgerCall), o.Output.(timed).answer.(ledgerAnswer)
			switch {
			case answer.ok || in.kind == "add":
				counts[in.kind]++
			case in.kind == "claim":
				counts["nothing to claim"]++
			case in.attempt > 0:
				counts["too late"]++
			}
		}
		archivetest.Exec(t, url, `delete from outbox`)
	}
	t.Logf("%d histories of the ledger, all as in the model: %v", n, counts)
	if counts["claim"] < 5*n {
		t.Errorf("the histories show little: %v", counts)
	}
	return counts
}

// An owner that does not listen to a refusal is found out.
func TestLedgerHistoryOfBrokenOwners(t *testing.T) {
	url, stores, d := ledgerStores(t)
	for round := range 20 {
		if !ledgerRound(t, stores, d, uint64(round), true).agrees(t, ledgerModel) {
			return
		}
		archivetest.Exec(t, url, `delete from outbox`)
	}
	t.Error("owners that take every refusal for a yes agree with the model")
}

// The model takes what may happen and nothing else. Times are in milliseconds.
func TestLedgerModel(t *testing.T) {
	type step struct {
		call   ledgerCall
		answer ledgerAnswer
		from   time.Duration
		to     time.Duration
	}
	add := step{ledgerCall{kind: "add"}, ledgerAnswer{}, 0, 1}
	claim := func(owner string, attempt int, from, to time.Duration) step {
		return step{ledgerCall{kind: "claim", owner: owner, wait: 50 * time.Millisecond}, ledgerAnswer{ok: attempt > 0, attempt: attempt}, from, to}
	}
	read := func(attempt int, from, to time.Duration) step {
		return step{ledgerCall{kind: "read"}, ledgerAnswer{true, attempt, daily.PostDue}, from, to}
	}
	settle := func(kind, owner string, attempt int, ok bool, from, to time.Duration) step {
		return step{ledgerCall{kind: kind, owner: owner, attempt: attempt}, ledgerAnswer{ok: ok}, from, to}
	}
	for name, c := range map[string]struct {
		steps []step
		legal bool
	}{
		"claimed before it was added": {[]step{claim("a", 1, 0, 1), {add.call, add.answer, 2, 3}}, false},
		"one claim":                   {[]step{add, claim("a", 1, 2, 3)}, true},
		"two claims within the lease": {[]step{add, claim("a", 1, 2, 3), claim("b", 2, 4, 5)}, false},
		"the lease ran out":           {[]step{add, claim("a", 1, 2, 3), claim("b", 2, 60, 61)}, true},
		"nobody after the lease":      {[]step{add, claim("a", 1, 2, 3), claim("b", 0, 60, 61)}, false},
		"nobody at the lease's end":   {[]step{add, claim("a", 1, 2, 5), claim("b", 0, 53, 54)}, true},
		"the same attempt twice":      {[]step{add, claim("a", 1, 2, 3), claim("b", 1, 60, 61)}, false},
		"both at once, one gets it":   {[]step{add, claim("a", 1, 2, 9), claim("b", 0, 2, 9)}, true},
		"both at once get it":         {[]step{add, claim("a", 1, 2, 9), claim("b", 2, 2, 9)}, false},
		"hidden by one to be read":    {[]step{add, claim("a", 1, 2, 9), claim("b", 0, 3, 4), read(0, 5, 6)}, true},
		"hidden by one refused":       {[]step{add, claim("a", 1, 2, 4), claim("b", 0, 3, 70), claim("c", 0, 60, 61)}, true},
		"refused without a change":    {[]step{add, claim("a", 1, 2, 4), claim("b", 0, 5, 70), claim("c", 0, 60, 61)}, false},
		"hidden by nobody":            {[]step{add, claim("b", 0, 3, 4), claim("a", 1, 5, 9)}, false},
		"a late word counts":          {[]step{add, claim("a", 1, 2, 3), claim("b", 2, 60, 61), settle("posted", "a", 1, true, 62, 63)}, false},
		"a late word is refused":      {[]step{add, claim("a", 1, 2, 3), claim("b", 2, 60, 61), settle("posted", "a", 1, false, 62, 63)}, true},
		"a right word is refused":     {[]step{add, claim("a", 1, 2, 3), settle("posted", "a", 1, false, 4, 5)}, false},
		"released and claimed":        {[]step{add, claim("a", 1, 2, 3), settle("release", "a", 1, true, 4, 5), claim("b", 2, 6, 7)}, true},
		"posted and claimed":          {[]step{add, claim("a", 1, 2, 3), settle("posted", "a", 1, true, 4, 5), claim("b", 2, 60, 61)}, false},
		"posted and failed":           {[]step{add, claim("a", 1, 2, 3), settle("posted", "a", 1, true, 4, 5), settle("failed", "a", 1, true, 6, 7)}, false},
		"read too early":              {[]step{add, claim("a", 1, 2, 3), read(2, 4, 5)}, false},
	} {
		h := newHistory()
		for i, s := range c.steps {
			h.add(i, s.call, s.answer, span{int64(s.from * time.Millisecond), int64(s.to * time.Millisecond)})
		}
		if h.withLocks().agrees(t, ledgerModel) != c.legal {
			t.Errorf("%s: the model says %t, want %t", name, !c.legal, c.legal)
		}
	}
}
