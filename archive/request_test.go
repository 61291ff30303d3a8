package archive_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// two are two stores on one database, as two processes have them, with a game of Ann's.
func two(t *testing.T) (url string, stores [2]*archive.Store) {
	t.Helper()
	url = archivetest.URL(t)
	now := &clock{at("2026-03-05 12:00")}
	for i := range stores {
		stores[i] = archivetest.Open(t, url).WithClock(now.read)
	}
	archivetest.Import(t, stores[0], "some", archivetest.Puzzles(60, 1)...)
	_, err := stores[0].StartGame(t.Context(), ann, daily.NewGuild("42"), sudoku.Sudoku, 0)
	must(t, err)
	return url, stores
}

// current returns Ann's game.
func current(t *testing.T, s *archive.Store) games.Game {
	t.Helper()
	g, err := s.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	return g
}

// checkOnce is a request's work: one hint more, answered with how many there are.
func checkOnce(s *archive.Store) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		g, err := s.CurrentGame(ctx, "ann", "42")
		if err != nil {
			return nil, err
		}
		g, err = s.Record(ctx, g, event(g, play.Checked, "check", g.Grid))
		return fmt.Append(nil, g.Checks), err
	}
}

// wantChecks asks the database how many checks there are: what was done and not kept is not there.
func wantChecks(t *testing.T, s *archive.Store, want int) {
	t.Helper()
	if got := current(t, s).Checks; got != want {
		t.Fatalf("%d checks are kept, want %d", got, want)
	}
}

// wantAnswer asks once and compares the answer.
func wantAnswer(t *testing.T, s *archive.Store, id, want string) {
	t.Helper()
	got, err := s.Once(t.Context(), id, checkOnce(s))
	if err != nil || string(got) != want {
		t.Fatalf("request %q is answered %q, %v, want %q", id, got, err, want)
	}
}

// The same request, many times at once and in two processes, is one hint and one answer.
func TestOnce(t *testing.T) {
	_, stores := two(t)
	var all sync.WaitGroup
	for i := range 40 {
		s := stores[i%2]
		all.Go(func() {
			answer, err := s.Once(t.Context(), "click", checkOnce(s))
			if err != nil || string(answer) != "1" {
				t.Errorf("the answer is %q, %v", answer, err)
			}
		})
	}
	all.Wait()
	wantChecks(t, stores[0], 1)
	wantAnswer(t, stores[1], "another click", "2")
	wantAnswer(t, stores[0], "click", "1")
	wantAnswer(t, stores[0], "", "3") // an empty id is not remembered
	wantAnswer(t, stores[0], "", "4")
}

// A request is not part of another, and one whose player was deleted since has no answer to give.
func TestOnceRefused(t *testing.T) {
	url, stores := two(t)
	s := stores[0]
	_, err := s.Once(t.Context(), "outer", func(ctx context.Context) ([]byte, error) { return s.Once(ctx, "inner", checkOnce(s)) })
	wantIs(t, err, postgres.ErrNested)
	wantAnswer(t, s, "click", "1")
	archivetest.Exec(t, url, `update request set forgotten = true`)
	_, err = s.Once(t.Context(), "click", checkOnce(s))
	wantIs(t, err, postgres.ErrRepeated)
	wantChecks(t, s, 1)
}

func TestOnceWithoutAnswer(t *testing.T) {
	_, stores := two(t)
	for range 2 {
		answer, err := stores[0].Once(t.Context(), "silent", func(ctx context.Context) ([]byte, error) {
			_, err := checkOnce(stores[0])(ctx)
			return nil, err
		})
		if err != nil || len(answer) > 0 {
			t.Errorf("the answer is %q, %v", answer, err)
		}
	}
	wantChecks(t, stores[0], 1)
}

// Work that fails leaves nothing behind, whatever it did before, and its id is free again.
func TestOnceFails(t *testing.T) {
	_, stores := two(t)
	s, mine := stores[0], errors.New("mine")
	_, err := s.Once(t.Context(), "click", func(ctx context.Context) ([]byte, error) {
		if answer, err := checkOnce(s)(ctx); err != nil || string(answer) != "1" {
			t.Errorf("within the work the answer is %q, %v", answer, err)
		}
		must(t, s.SaveGuild(ctx, daily.NewGuild("42")))
		_, err := s.StartGame(ctx, ann, daily.NewGuild("42"), sudoku.Sudoku, 0)
		must(t, err)
		return []byte("half an answer"), mine
	})
	if err != mine {
		t.Errorf("the error is %v, want the work's own", err)
	}
	stats, err := s.Stats(t.Context())
	must(t, err)
	if stats.Guilds != 0 || stats.Games != 1 {
		t.Errorf("%d guilds and %d games are kept", stats.Guilds, stats.Games)
	}
	wantAnswer(t, stores[1], "click", "1")
}

// A part of the work that fails is rolled back alone, where the work can go on without it.
func TestOnceGoesOnAfterAPart(t *testing.T) {
	_, stores := two(t)
	s := stores[0]
	old := current(t, s)
	_, err := s.Record(t.Context(), old, event(old, play.Checked, "check", old.Grid))
	must(t, err)
	_, err = s.Once(t.Context(), "click", func(ctx context.Context) ([]byte, error) {
		_, err := s.Record(ctx, old, event(old, play.Checked, "check", old.Grid))
		wantIs(t, err, postgres.ErrStale)
		_, err = s.Daily(ctx, daily.NewGuild("42"), date("2026-03-05"), sudoku.Shidoku, 0)
		wantIs(t, err, library.ErrNoPuzzle)
		return checkOnce(s)(ctx)
	})
	must(t, err)
	wantChecks(t, s, 2)
	stats, err := s.Stats(t.Context())
	must(t, err)
	if stats.Guilds != 0 {
		t.Error("the guild of a daily that could not be chosen is kept")
	}
}

// More panics than there are connections: each gives its own back.
func TestOncePanics(t *testing.T) {
	_, stores := two(t)
	s := stores[0]
	for range 20 {
		func() {
			defer func() {
				if p := recover(); p != "at the end" {
					t.Errorf("the panic is %v", p)
				}
			}()
			_, _ = s.Once(t.Context(), "click", func(ctx context.Context) ([]byte, error) {
				_, err := checkOnce(s)(ctx)
				must(t, err)
				panic("at the end")
			})
		}()
	}
	wantChecks(t, s, 0)
	wantAnswer(t, stores[1], "click", "1")
}

// A context that ends before the commit: nothing is kept, and that is known.
func TestOnceCancelled(t *testing.T) {
	_, stores := two(t)
	s := stores[0]
	for name, work := range map[string]func(context.Context, context.CancelFunc) error{
		"before anything": func(_ context.Context, cancel context.CancelFunc) error { cancel(); return nil },
		"after the work": func(ctx context.Context, cancel context.CancelFunc) error {
			defer cancel()
			_, err := checkOnce(s)(ctx)
			return err
		},
		"within the work": func(ctx context.Context, cancel context.CancelFunc) error {
			_, err := checkOnce(s)(ctx)
			must(t, err)
			cancel()
			_, err = checkOnce(s)(ctx)
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := s.Once(ctx, "click", func(ctx context.Context) ([]byte, error) { return nil, work(ctx, cancel) })
		cancel()
		if !errors.Is(err, context.Canceled) || errors.Is(err, postgres.ErrUnknownOutcome) || errors.Is(err, postgres.ErrUnavailable) {
			t.Errorf("%s: the error is %v", name, err)
		}
		wantChecks(t, s, 0)
	}
	wantAnswer(t, stores[1], "click", "1")
}

// Requests wait for their own kind only: for the same id, and not longer than their patience.
func TestOnlyTheSameRequestWaits(t *testing.T) {
	_, stores := two(t)
	inWork, goOn := make(chan bool), make(chan bool)
	done := make(chan error)
	go func() {
		_, err := stores[0].Once(t.Context(), "slow", func(context.Context) ([]byte, error) {
			inWork <- true
			<-goOn
			return []byte("slow answer"), nil
		})
		done <- err
	}()
	<-inWork
	wantAnswer(t, stores[0], "quick", "1")
	wantAnswer(t, stores[1], "quick too", "2")
	impatient, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := stores[1].Once(impatient, "slow", checkOnce(stores[1]))
	wantIs(t, err, context.DeadlineExceeded)
	patient := make(chan string)
	go func() {
		answer, err := stores[1].Once(t.Context(), "slow", checkOnce(stores[1]))
		patient <- fmt.Sprint(string(answer), err)
	}()
	goOn <- true
	must(t, <-done)
	if got := <-patient; got != "slow answer<nil>" {
		t.Errorf("who waited gets %s", got)
	}
	wantChecks(t, stores[0], 2)
}

// A request has one connection: with a single one in the pool, everything can be part of it.
func TestOnceNeedsOneConnection(t *testing.T) {
	url, stores := two(t)
	lonely := archivetest.Open(t, url+"&pool_max_conns=1")
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	guild, day := daily.NewGuild("42"), date("2026-03-05")
	guild.Scheduled, guild.Since = true, day
	tier, _ := tierOf(t, stores[0])
	_, err := lonely.Once(ctx, "everything", func(ctx context.Context) ([]byte, error) {
		must(t, lonely.SaveGuild(ctx, guild))
		d, err := lonely.Daily(ctx, guild, day, sudoku.Sudoku, tier)
		must(t, err)
		g, err := lonely.StartDaily(ctx, ann, d)
		must(t, err)
		g, err = lonely.Record(ctx, g, event(g, play.Submitted, "", solution(g)))
		must(t, err)
		g, _, err = lonely.Undo(ctx, g)
		must(t, err)
		g, err = lonely.Record(ctx, g, event(g, play.Submitted, "", solution(g)))
		must(t, err)
		_, err = lonely.Finish(ctx, g)
		must(t, err)
		must(t, lonely.AddPost(ctx, d, "7"))
		p, ok, err := lonely.Claim(ctx, "owner", time.Minute, daily.RankEdit)
		if must(t, err); !ok {
			t.Error("the post cannot be claimed")
		}
		must(t, lonely.Complete(ctx, p, "owner", "message"))
		_, err = lonely.Post(ctx, "42", day)
		must(t, err)
		for _, read := range []func() error{
			func() error { _, err := lonely.Guild(ctx, "42"); return err },
			func() error { _, err := lonely.ScheduledGuilds(ctx); return err },
			func() error { _, err := lonely.DailyResults(ctx, "42", day, ""); return err },
			func() error {
				_, err := lonely.Leaderboard(ctx, games.Ranking{GuildID: "42", Days: calendar.Days{First: day}})
				return err
			},
			func() error { _, err := lonely.Streak(ctx, "ann", "42", sudoku.Sudoku, day); return err },
			func() error { _, err := lonely.Collections(ctx); return err },
			func() error { _, err := lonely.Stats(ctx); return err },
			func() error { _, err := lonely.Puzzle(ctx, d.Puzzle.ID); return err },
			func() error { _, err := lonely.PuzzleByKey(ctx, d.Puzzle.Key); return err },
			func() error {
				for _, err := range lonely.Export(ctx, "", "some") {
					if err != nil {
						return err
					}
				}
				return nil
			},
		} {
			must(t, read())
		}
		if _, err := lonely.Once(ctx, "another", checkOnce(lonely)); err == nil {
			t.Error("a request is part of another")
		}
		if _, err := lonely.ImportFile(ctx, importing.Options{Collection: "more"}, file(archivetest.Royle)); err == nil {
			t.Error("an import is part of a request")
		}
		// Another store knows nothing of this yet.
		results, err := stores[1].DailyResults(ctx, "42", day, "")
		if must(t, err); len(results) > 0 {
			t.Error("results are seen before they are kept")
		}
		return nil, nil
	})
	must(t, err)
	if results, err := stores[1].DailyResults(ctx, "42", day, ""); err != nil || len(results) != 1 {
		t.Errorf("the results are %+v, %v", results, err)
	}
}

// Requests are forgotten after a day. A journal remembers them for ever.
func TestRequestsArePruned(t *testing.T) {
	url, stores := two(t)
	wantAnswer(t, stores[0], "old", "1")
	archivetest.Exec(t, url, `
		update request set at = now() - interval '25 hours';
		insert into request select 'filler ' || n, now() - interval '2 days', '' from generate_series(1, 1500) n;
		insert into request values ('yesterday', now() - interval '23 hours', 'kept')`)
	fresh := archivetest.Open(t, url) // another process: this one has pruned already, and nothing was left
	for i := range 3 {
		_, err := fresh.Once(t.Context(), fmt.Sprint("new ", i), func(context.Context) ([]byte, error) { return nil, nil })
		must(t, err)
	}
	if got := archivetest.CountRows(t, url, "request"); got != 4 {
		t.Errorf("%d requests are kept, want yesterday's and the three new ones", got)
	}
	archivetest.Exec(t, url, `insert into request select name, now() - interval '2 days', '' from unnest(array['locked', 'free']) name`)
	wantAnswer(t, fresh, "too soon", "2")
	if got := archivetest.CountRows(t, url, "request"); got != 7 {
		t.Errorf("%d requests are kept, want 7: the process has pruned a moment ago", got)
	}
	locked, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer locked.Close(context.Background())
	_, err = locked.Exec(t.Context(), `begin; select from request where id = 'locked' for update`)
	must(t, err)
	wantAnswer(t, archivetest.Open(t, url), "beside a lock", "3")
	if got := archivetest.CountRows(t, url, "request"); got != 7 {
		t.Errorf("%d requests are kept, want 7: what is locked is passed over", got)
	}
	wantAnswer(t, stores[0], "yesterday", "kept")
	_, err = stores[0].Once(t.Context(), "old", checkOnce(stores[0]))
	wantIs(t, err, postgres.ErrRepeated)
	wantChecks(t, stores[0], 3)
	_, err = stores[0].Once(t.Context(), "two events", func(ctx context.Context) ([]byte, error) {
		_, err := checkOnce(stores[0])(ctx)
		must(t, err)
		return checkOnce(stores[0])(ctx)
	})
	must(t, err)
	wantChecks(t, stores[0], 5)
}
