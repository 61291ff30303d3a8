package prove

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const toChannel = "POST /channels/{channel_id}/messages"

// scene is one daily post that meets something.
type scene struct {
	*world
	channel string
}

func newScene(t *testing.T, nonces time.Duration) *scene {
	w := newWorld(t)
	w.srv.NonceWindow = nonces
	return &scene{w, w.schedule(t)}
}

// lease is longer than any run: where an owner died, its lease is ended by hand.
const lease = time.Minute

// endWaits lets a post be claimed that an owner has or that rests after an attempt, as if the
// time for that had passed. No owner may be alive that holds it.
func (s *scene) endWaits(t *testing.T) {
	t.Helper()
	s.execute(t, `update outbox set leased_until = now() - interval '1 second', due_at = now() - interval '1 second'`)
}

// dieAt runs a bot until it dies at a moment.
func (s *scene) dieAt(t *testing.T, m moment) {
	t.Helper()
	l := s.life(lease)
	l.Dies = m
	victim := make(chan child, 1)
	if m == beforeAnswer {
		s.srv.Inject(discordtest.Fault{Route: toChannel, Lost: true, Then: func() { _ = (<-victim).Process.Kill() }})
	}
	c := start(t, l)
	victim <- c
	if err := c.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the child that was to die %s ended with %v\n%s", m, err, c.log)
	}
}

// settle runs another bot until the post is out of the way, and counts what is in the channel.
// Where missing is right, because nobody can know whether the post is there, it is not counted.
func (s *scene) settle(t *testing.T, database string) counts {
	t.Helper()
	log := s.serve(t, database)
	settled := await(3*time.Minute, func() bool {
		p := s.post(t, s.channel)
		if p.State == daily.PostDue && s.number(t, `select count(*) from outbox where owner is null and due_at > now() + interval '4 seconds'`) > 0 {
			s.execute(t, `update outbox set due_at = now() where owner is null`) // the rest after a lost answer
		}
		return p.State == daily.PostPosted || p.State == daily.PostFailed
	})
	time.Sleep(150 * time.Millisecond) // some more rounds
	return s.count(t, settled, log)
}

// serve runs a bot in this process until the test ends, which is quicker than a child.
func (s *scene) serve(t *testing.T, database string) *sudokutest.Log {
	t.Helper()
	store, err := archive.Open(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	written := new(sudokutest.Log)
	log := slog.New(slog.NewTextHandler(written, nil))
	config := discord.Config{Token: s.srv.Token, API: s.srv.API(), AnnounceEvery: 50 * time.Millisecond}
	t.Cleanup(store.Close)
	sudokutest.InBackground(t, func(ctx context.Context) error {
		return discord.Serve(ctx, config, bot.New(store, bot.Config{Lease: lease, Log: log}), log)
	})
	return written
}

func (s *scene) count(t *testing.T, settled bool, log *sudokutest.Log) counts {
	t.Helper()
	own := 0
	for _, m := range s.srv.Messages(s.channel) {
		if m.Nonce != "" {
			own++
		}
	}
	n := counts{runs: 1, doubles: max(own-1, 0)}
	p := s.post(t, s.channel)
	if !settled || own == 0 || p.State != daily.PostPosted {
		n.missed = 1
	}
	if n.wrong() > 0 {
		t.Logf("%d messages, the ledger says %+v\n%s", own, p, log)
	}
	return n
}

// crash is a bot that dies at a moment, and another that comes after it.
func crash(m moment, nonces time.Duration) func(*testing.T) counts {
	return func(t *testing.T) counts {
		s := newScene(t, nonces)
		s.dieAt(t, m)
		s.endWaits(t)
		return s.settle(t, s.database)
	}
}

// meets is a post that Discord answers with a fault.
func meets(f discordtest.Fault, nonces time.Duration) func(*testing.T) counts {
	return func(t *testing.T) counts {
		s := newScene(t, nonces)
		f.Route = toChannel
		s.srv.Inject(f)
		return s.settle(t, s.database)
	}
}

// databaseGone takes the database away when Discord has the message, and gives it back.
func databaseGone(t *testing.T) counts {
	s := newScene(t, 0)
	p := archivetest.NewProxy(t, s.database)
	s.srv.Inject(discordtest.Fault{Route: toChannel, Status: 0, Then: func() {
		p.Close()
		time.AfterFunc(300*time.Millisecond, func() {
			s.execute(t, `update outbox set leased_until = now() where state = 'due'`) // the claim's outcome was lost
			if err := p.Open(); err != nil {
				t.Error(err)
			}
		})
	}})
	return s.settle(t, p.URL)
}

// manyMessages is a bot that dies after the POST in a channel where much is said.
func manyMessages(t *testing.T) counts {
	s := newScene(t, 0)
	s.dieAt(t, beforeAnswer)
	for range 600 {
		s.srv.Say(s.channel, "hello")
	}
	s.endWaits(t)
	return s.settle(t, s.database)
}

// historyClosed is a bot that dies after the POST in a channel whose history it may not read. Where
// the nonce is forgotten too, the next one waits until it may.
func historyClosed(nonces time.Duration, firstTried string) func(*testing.T) counts {
	return func(t *testing.T) counts {
		s := newScene(t, nonces)
		s.srv.HideHistory(s.channel)
		s.dieAt(t, beforeAnswer)
		s.endWaits(t)
		s.execute(t, `update outbox set first_tried = now() - interval '`+firstTried+`'`)
		if nonces == 0 {
			time.AfterFunc(500*time.Millisecond, func() { s.srv.Overwrite(s.channel, s.srv.GuildOf(s.channel), 0, 0) })
		}
		return s.settle(t, s.database)
	}
}

// kase is a case of the matrix.
type kase struct {
	name string
	run  func(*testing.T) counts
	long bool // for the long checks alone
}

func postCases() []kase {
	var cases []kase
	for _, m := range moments {
		cases = append(cases,
			kase{"killed " + string(m), crash(m, time.Minute), true},
			kase{"killed " + string(m) + ", nonce forgotten", crash(m, 0), false})
	}
	limited := discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 300 * time.Millisecond, Times: 2}
	global := limited
	global.Scope = "global"
	return append(cases,
		kase{"429 twice", meets(limited, 0), false},
		kase{"429 twice, global", meets(global, 0), true},
		kase{"500", meets(discordtest.Fault{Status: http.StatusInternalServerError}, 0), false},
		kase{"the connection is cut", meets(discordtest.Fault{Cut: true}, 0), false},
		kase{"the answer is lost", meets(discordtest.Fault{Lost: true}, time.Minute), true},
		kase{"the answer is lost, nonce forgotten", meets(discordtest.Fault{Lost: true}, 0), false},
		kase{"the database is gone and comes back", databaseGone, false},
		kase{"500 messages after a lost answer, nonce forgotten", manyMessages, false},
		kase{"history closed", historyClosed(3*time.Minute, "1 second"), false},
		kase{"history closed, nonce forgotten", historyClosed(0, "10 minutes"), false},
	)
}

// Whatever a daily post meets, the channel has one message in the end.
func TestPosts(t *testing.T) {
	t.Parallel()
	posts(t, 1)
}

func TestProvePosts(t *testing.T) {
	sudokutest.Prove(t)
	posts(t, 100) // with and without the nonce: 200 at each moment
}

// posts runs every case so many times.
func posts(t *testing.T, runs int) {
	t.Helper()
	var all table
	cases := slices.DeleteFunc(postCases(), func(c kase) bool { return c.long && runs == 1 })
	for _, c := range cases {
		all.add(c.name, counts{})
	}
	t.Run("cases", func(t *testing.T) {
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				t.Parallel()
				for range runs {
					t.Run("", func(t *testing.T) { all.add(c.name, c.run(t)) })
				}
			})
		}
	})
	all.check(t)
}
