package prove

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var check = sudokutest.Must

// followed is what follows a post, and the part of its call by which it is known.
var followed = map[daily.PostKind]string{daily.ThreadOfDay: "/threads", daily.DaySummary: "summary:"}

// yesterdays puts the post of yesterday into the ledger, so that its summary is due; thread has the
// posts from today on get threads.
func (s *scene) yesterdays(t *testing.T, thread bool) daily.Guild {
	t.Helper()
	guild, err := s.store.Guild(t.Context(), s.srv.GuildOf(s.channel))
	check(t, err)
	day := guild.Since.AddDays(-1)
	d, err := s.store.Daily(t.Context(), guild, day, sudoku.Sudoku, logic.Tier(0))
	check(t, err)
	check(t, s.store.AddPost(t.Context(), d, s.channel))
	post, _, err := s.store.Claim(t.Context(), "yesterday", time.Minute, daily.RankDaily)
	check(t, err)
	check(t, s.store.Complete(t.Context(), post, "yesterday", "100000000000000000"))
	if guild.AnnounceResults = true; thread {
		guild.Rules.Threads = guild.Since
	}
	check(t, s.store.SaveGuild(t.Context(), guild))
	return guild
}

// followCrash is a bot that is killed as it makes what follows a post, and two others that come after
// it at once.
func followCrash(kind daily.PostKind, m moment, nonces time.Duration) func(*testing.T) counts {
	return func(t *testing.T) counts {
		s := newScene(t, nonces)
		s.yesterdays(t, kind == daily.ThreadOfDay)
		l := s.life(lease)
		l.Dies, l.At = m, followed[kind]
		c := start(t, l)
		if err := c.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
			t.Fatalf("the child that was to die %s ended with %v\n%s", m, err, c.log)
		}
		s.execute(t, `update outbox set leased_until = now() - interval '1 second', due_at = now() - interval '1 second'`)
		s.serve(t, s.database)
		s.serve(t, s.database)
		settled := await(3*time.Minute, func() bool {
			return s.number(t, `select count(*) from outbox where kind in ('thread', 'summary') and state = 'done'`) >= 1 && s.number(t, `select count(*) from outbox where state = 'due'`) == 0
		})
		time.Sleep(150 * time.Millisecond) // some more rounds
		made := len(s.srv.Threads(s.channel))
		if kind == daily.DaySummary {
			made = 0
			for _, msg := range s.srv.Messages(s.channel) {
				if strings.Contains(msg.Content, "solution and results") {
					made++
				}
			}
		}
		n := counts{runs: 1, doubles: max(made-1, 0)}
		if !settled || made == 0 {
			n.missed = 1
		}
		return n
	}
}

// Whenever a bot is killed, there is one thread and one summary in the end.
func TestFollowUps(t *testing.T) {
	t.Parallel()
	followUps(t, 1)
}

func TestProveFollowUps(t *testing.T) {
	sudokutest.Prove(t)
	followUps(t, 100)
}

func followUps(t *testing.T, runs int) {
	t.Helper()
	var all table
	t.Run("cases", func(t *testing.T) {
		for kind := range followed {
			for _, m := range []moment{beforePost, beforeCommit} {
				name := string(kind) + ", killed " + string(m)
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					for range runs {
						t.Run("", func(t *testing.T) { all.add(name, followCrash(kind, m, 0)(t)) })
					}
				})
			}
		}
	})
	all.check(t)
}
