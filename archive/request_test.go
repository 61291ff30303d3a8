package archive_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
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
	importLines(t, stores[0], "some", puzzles(60, 1)...)
	_, err := stores[0].StartGame(t.Context(), ann, archive.NewGuild("42"), sudoku.Sudoku, 0)
	must(t, err)
	return url, stores
}

// current returns Ann's game.
func current(t *testing.T, s *archive.Store) archive.Game {
	t.Helper()
	g, err := s.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	return g
}

// hintOnce is a request's work: one hint more, answered with how many there are.
func hintOnce(s *archive.Store) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		g, err := s.CurrentGame(ctx, "ann", "42")
		if err != nil {
			return nil, err
		}
		g, err = s.Record(ctx, g, hinted(g, 1, g.Grid))
		return fmt.Append(nil, g.Hints), err
	}
}

// wantHints asks the database how many hints there are: what was done and not kept is not there.
func wantHints(t *testing.T, s *archive.Store, want int) {
	t.Helper()
	if got := current(t, s).Hints; got != want {
		t.Fatalf("%d hints are kept, want %d", got, want)
	}
}

// wantAnswer asks once and compares the answer.
func wantAnswer(t *testing.T, s *archive.Store, id, want string) {
	t.Helper()
	got, err := s.Once(t.Context(), id, hintOnce(s))
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
			answer, err := s.Once(t.Context(), "click", hintOnce(s))
			if err != nil || string(answer) != "1" {
				t.Errorf("the answer is %q, %v", answer, err)
			}
		})
	}
	all.Wait()
	wantHints(t, stores[0], 1)
	wantAnswer(t, stores[1], "another click", "2")
	wantAnswer(t, stores[0], "click", "1")
	wantAnswer(t, stores[0], "", "3") // an empty id is not remembered
	wantAnswer(t, stores[0], "", "4")
}

func TestOnceWithoutAnswer(t *testing.T) {
	_, stores := two(t)
	for range 2 {
		answer, err := stores[0].Once(t.Context(), "silent", func(ctx context.Context) ([]byte, error) {
			_, err := hintOnce(stores[0])(ctx)
			return nil, err
		})
		if err != nil || len(answer) > 0 {
			t.Errorf("the answer is %q, %v", answer, err)
		}
	}
	wantHints(t, stores[0], 1)
}

// Work that fails leaves nothing behind, whatever it did before, and its id is free again.
func TestOnceFails(t *testing.T) {
	_, stores := two(t)
	s, mine := stores[0], errors.New("mine")
	_, err := s.Once(t.Context(), "click", func(ctx context.Context) ([]byte, error) {
		if answer, err := hintOnce(s)(ctx); err != nil || string(answer) != "1" {
			t.Errorf("within the work the answer is %q, %v", answer, err)
		}
		must(t, s.SaveGuild(ctx, archive.NewGuild("42")))
		_, err := s.StartGame(ctx, ann, archive.NewGuild("42"), sudoku.Sudoku, 0)
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
	_, err := s.Record(t.Context(), old, hinted(old, 1, old.Grid))
	must(t, err)
	_, err = s.Once(t.Context(), "click", func(ctx context.Context) ([]byte, error) {
		_, err := s.Record(ctx, old, hinted(old, 1, old.Grid))
		wantIs(t, err, archive.ErrStale)
		_, err = s.Daily(ctx, archive.NewGuild("42"), date("2026-03-05"), sudoku.Shidoku, 0)
		wantIs(t, err, archive.ErrNoPuzzle)
		return hintOnce(s)(ctx)
	})
	must(t, err)
	wantHints(t, s, 2)
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
				_, err := hintOnce(s)(ctx)
				must(t, err)
				panic("at the end")
			})
		}()
	}
	wantHints(t, s, 0)
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
			_, err := hintOnce(s)(ctx)
			return err
		},
		"within the work": func(ctx context.Context, cancel context.CancelFunc) error {
			_, err := hintOnce(s)(ctx)
			must(t, err)
			cancel()
			_, err = hintOnce(s)(ctx)
			return err
		},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := s.Once(ctx, "click", func(ctx context.Context) ([]byte, error) { return nil, work(ctx, cancel) })
		cancel()
		if !errors.Is(err, context.Canceled) || errors.Is(err, archive.ErrUnknownOutcome) || errors.Is(err, archive.ErrUnavailable) {
			t.Errorf("%s: the error is %v", name, err)
		}
		wantHints(t, s, 0)
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
	_, err := stores[1].Once(impatient, "slow", hintOnce(stores[1]))
	wantIs(t, err, context.DeadlineExceeded)
	patient := make(chan string)
	go func() {
		answer, err := stores[1].Once(t.Context(), "slow", hintOnce(stores[1]))
		patient <- fmt.Sprint(string(answer), err)
	}()
	goOn <- true
	must(t, <-done)
	if got := <-patient; got != "slow answer<nil>" {
		t.Errorf("who waited gets %s", got)
	}
	wantHints(t, stores[0], 2)
}

// A request has one connection: with a single one in the pool, everything can be part of it.
func TestOnceNeedsOneConnection(t *testing.T) {
	url, stores := two(t)
	lonely := archivetest.Open(t, url+"&pool_max_conns=1")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	guild, day := archive.NewGuild("42"), date("2026-03-05")
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
		p, ok, err := lonely.ClaimPost(ctx, "owner", time.Minute)
		if must(t, err); !ok {
			t.Error("the post cannot be claimed")
		}
		must(t, lonely.MarkPosted(ctx, p, "owner", "message"))
		_, err = lonely.Post(ctx, "42", day)
		must(t, err)
		for _, read := range []func() error{
			func() error { _, err := lonely.Guild(ctx, "42"); return err },
			func() error { _, err := lonely.ScheduledGuilds(ctx); return err },
			func() error { _, err := lonely.DailyResults(ctx, "42", day); return err },
			func() error { _, err := lonely.Leaderboard(ctx, "42", day); return err },
			func() error { _, err := lonely.Streak(ctx, "ann", "42", day); return err },
			func() error { _, err := lonely.Collections(ctx); return err },
			func() error { _, err := lonely.Stats(ctx); return err },
			func() error { _, err := lonely.Puzzle(ctx, d.Puzzle.ID); return err },
			func() error { _, err := lonely.PuzzleByKey(ctx, d.Puzzle.Key); return err },
			func() error {
				for _, err := range lonely.Export(ctx, "some") {
					if err != nil {
						return err
					}
				}
				return nil
			},
		} {
			must(t, read())
		}
		if _, err := lonely.Once(ctx, "another", hintOnce(lonely)); err == nil {
			t.Error("a request is part of another")
		}
		if _, err := lonely.ImportFile(ctx, archive.ImportOptions{Collection: "more"}, file(royle)); err == nil {
			t.Error("an import is part of a request")
		}
		// Another store knows nothing of this yet.
		results, err := stores[1].DailyResults(ctx, "42", day)
		if must(t, err); len(results) > 0 {
			t.Error("results are seen before they are kept")
		}
		return nil, nil
	})
	must(t, err)
	if results, err := stores[1].DailyResults(ctx, "42", day); err != nil || len(results) != 1 {
		t.Errorf("the results are %+v, %v", results, err)
	}
}

// Requests are forgotten after a day. A journal remembers them for ever.
func TestRequestsArePruned(t *testing.T) {
	url, stores := two(t)
	wantAnswer(t, stores[0], "old", "1")
	execute(t, url, `
		update request set at = now() - interval '25 hours';
		insert into request select 'filler ' || n, now() - interval '2 days', '' from generate_series(1, 1500) n;
		insert into request values ('yesterday', now() - interval '23 hours', 'kept')`)
	for i := range 3 {
		fresh := archivetest.Open(t, url) // another process: this one has pruned already
		_, err := fresh.Once(t.Context(), fmt.Sprint("new ", i), func(context.Context) ([]byte, error) { return nil, nil })
		must(t, err)
	}
	if got := countRows(t, url, "request"); got != 4 {
		t.Errorf("%d requests are kept, want yesterday's and the three new ones", got)
	}
	wantAnswer(t, stores[0], "yesterday", "kept")
	_, err := stores[0].Once(t.Context(), "old", hintOnce(stores[0]))
	wantIs(t, err, archive.ErrRepeated)
	wantHints(t, stores[0], 1)
	_, err = stores[0].Once(t.Context(), "two events", func(ctx context.Context) ([]byte, error) {
		_, err := hintOnce(stores[0])(ctx)
		must(t, err)
		return hintOnce(stores[0])(ctx)
	})
	must(t, err)
	wantHints(t, stores[0], 3)
}

func countRows(t *testing.T, url, table string) (rows int) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, c.Close(context.Background())) }()
	must(t, c.QueryRow(t.Context(), `select count(*) from `+table).Scan(&rows))
	return rows
}

// A commit whose answer is lost: the database is asked what became of it.
func TestCommitIsLost(t *testing.T) {
	url, stores := two(t)
	p := newProxy(t, url)
	s := archivetest.Open(t, p.url)

	p.next(lostAfter)
	wantAnswer(t, s, "kept", "1")
	wantHints(t, stores[0], 1)

	p.next(lostBefore)
	_, err := s.Once(t.Context(), "not kept", hintOnce(s))
	wantIs(t, err, archive.ErrUnavailable)
	if errors.Is(err, archive.ErrUnknownOutcome) {
		t.Errorf("the error is %v, and it is known that nothing was kept", err)
	}
	wantHints(t, stores[0], 1)
	wantAnswer(t, s, "not kept", "2")

	p.next(lostAfter)
	_, err = s.Once(t.Context(), "", hintOnce(s)) // nothing to ask for
	wantIs(t, err, archive.ErrUnknownOutcome)

	p.next(lostAndAway)
	_, err = s.Once(t.Context(), "unknown", hintOnce(s))
	wantIs(t, err, archive.ErrUnknownOutcome)
	wantIs(t, err, archive.ErrUnavailable)
	if !strings.Contains(err.Error(), "not known whether the change was kept") {
		t.Errorf("the error is %q", err)
	}
	wantAnswer(t, stores[0], "unknown", "4")
}

// A database that cannot be reached is not any other error, and the other way round.
func TestUnavailable(t *testing.T) {
	url, stores := two(t)
	p := newProxy(t, url)
	s := archivetest.Open(t, p.url)
	wantAnswer(t, s, "", "1")
	execute(t, url, `
		create function full_disk() returns trigger language plpgsql as $$
		begin raise exception 'No space left on device' using errcode = '53100'; end $$;
		create trigger full_disk before insert on event execute function full_disk()`)
	_, err := s.Once(t.Context(), "", hintOnce(s))
	if err == nil || errors.Is(err, archive.ErrUnavailable) {
		t.Errorf("the error of a full disk is %v", err)
	}
	p.away()
	for i := range 3 { // a connection that broke, then none
		_, err = s.Once(t.Context(), "click", hintOnce(s))
		if !errors.Is(err, archive.ErrUnavailable) || errors.Is(err, archive.ErrUnknownOutcome) {
			t.Errorf("request %d: the error is %v", i, err)
		}
		_, err := s.Guild(t.Context(), "42")
		wantIs(t, err, archive.ErrUnavailable)
	}
	_, err = s.ImportFile(t.Context(), archive.ImportOptions{Collection: "more"}, file(royle))
	wantIs(t, err, archive.ErrUnavailable)
	wantHints(t, stores[0], 1)
}

// requestVariable makes the test binary be a process that does a request on the database it
// names, and says how far it is.
const requestVariable = "GRIDKEEPER_REQUEST_CHILD"

func requestAndWait(url string) int {
	store, err := archive.Open(context.Background(), url)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	fmt.Println("opened")
	answer, err := store.Once(context.Background(), "click", func(ctx context.Context) ([]byte, error) {
		answer, err := hintOnce(store)(ctx)
		fmt.Println("worked", string(answer), err)
		return answer, err
	})
	fmt.Println("answered", string(answer), err)
	select {}
}

// killRequest starts a process that does the request "click" and kills it, kill -9, a while
// after it printed a line.
func killRequest(t *testing.T, url, line string, after time.Duration) {
	t.Helper()
	child := exec.Command(must1(os.Executable()))
	child.Env = append(os.Environ(), requestVariable+"="+url)
	output, err := child.StdoutPipe()
	must(t, err)
	must(t, child.Start())
	lines := bufio.NewScanner(output)
	for lines.Scan() && !strings.HasPrefix(lines.Text(), line) {
		continue
	}
	time.Sleep(after)
	must(t, child.Process.Kill())
	_ = child.Wait() // it was killed
}

// A process that is killed in the work, around the commit or after it: the next one does the
// work, or finds the answer. Never both, never neither.
func TestRequestKilled(t *testing.T) {
	url, stores := two(t)
	for i, c := range []struct {
		line  string
		after time.Duration
	}{
		{"worked", 0}, {"worked", 200 * time.Microsecond}, {"worked", 500 * time.Microsecond}, {"worked", time.Millisecond}, {"answered", 0},
	} {
		execute(t, url, `delete from request; update event set request = null`)
		killRequest(t, url, c.line, c.after)
		wantAnswer(t, stores[0], "click", fmt.Sprint(i+1))
		wantHints(t, stores[1], i+1)
	}
}

// One game, changed from two devices whose requests also arrive twice: the journal is one
// line of revisions, and every request is in it once.
func TestGameOnTwoDevices(t *testing.T) {
	url, stores := two(t)
	const clicks = 15
	var all sync.WaitGroup
	for device, s := range stores {
		for again := range 2 {
			all.Go(func() {
				for i := range clicks {
					if _, err := s.Once(t.Context(), fmt.Sprint(device, "-", i), changeGame(s, device*clicks+i)); err != nil {
						t.Errorf("device %d, click %d, time %d: %v", device, i, again, err)
					}
				}
			})
		}
	}
	all.Wait()
	if g := current(t, stores[0]); g.Revision != 2*clicks {
		t.Errorf("the game is at revision %d, want %d", g.Revision, 2*clicks)
	}
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, c.Close(context.Background())) }()
	rows, err := c.Query(t.Context(), `select revision, head, before, coalesce(request, '') from event order by revision`)
	must(t, err)
	requests, head := map[string]bool{}, 0
	var revision, now, before int
	var request string
	_, err = pgx.ForEachRow(rows, []any{&revision, &now, &before, &request}, func() error {
		if requests[request] || request == "" || before != head || now > revision {
			t.Errorf("entry %d of request %q leads from board %d to %d, after board %d", revision, request, before, now, head)
		}
		requests[request], head = true, now
		return nil
	})
	must(t, err)
	if len(requests) != 2*clicks {
		t.Errorf("%d requests are in the journal, want %d", len(requests), 2*clicks)
	}
}

// changeGame moves, or takes the last move back, on the board as it is then.
func changeGame(s *archive.Store, click int) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		for {
			g, err := s.CurrentGame(ctx, "ann", "42")
			if err != nil {
				return nil, err
			}
			if click%3 == 2 && g.Head > 0 {
				g, _, err = s.Undo(ctx, g)
			} else {
				g, err = s.Record(ctx, g, event(g, play.Moved, fmt.Sprint(click), filled(g, 1+click)))
			}
			if !errors.Is(err, archive.ErrStale) {
				return fmt.Append(nil, g.Revision), err
			}
		}
	}
}

// Many players of one guild, some of them on two devices, through two processes: whole
// requests with dailies, games, moves and results never lock each other out.
func TestRequestsDoNotDeadlock(t *testing.T) {
	url, stores := two(t)
	tier, _ := tierOf(t, stores[0])
	guild := archive.NewGuild("42")
	var all sync.WaitGroup
	var done atomic.Int64
	for worker := range 16 {
		s := stores[worker%2]
		player := archive.Player{ID: fmt.Sprint("player ", worker/3), Name: fmt.Sprint("worker ", worker)}
		r := rand.New(rand.NewPCG(uint64(worker), 1))
		all.Go(func() {
			for i := range 12 {
				day := date("2026-03-05").AddDays(r.IntN(4) - 3)
				_, err := s.Once(t.Context(), fmt.Sprint(worker, "/", i), func(ctx context.Context) ([]byte, error) {
					return nil, playSome(ctx, s, r, guild, player, day, tier)
				})
				switch {
				case err == nil:
					done.Add(1)
				case !errors.Is(err, archive.ErrStale) && !errors.Is(err, archive.ErrFinished) && !errors.Is(err, archive.ErrNoPuzzle):
					t.Errorf("worker %d: %v", worker, err)
				}
			}
		})
	}
	all.Wait()
	if done.Load() < 60 {
		t.Errorf("only %d requests came through", done.Load())
	}
	if got := countRows(t, url, "daily"); got != 4 {
		t.Errorf("%d dailies were chosen for four days", got)
	}
}

// playSome is what a request may do.
func playSome(ctx context.Context, s *archive.Store, r *rand.Rand, guild archive.Guild, p archive.Player, day archive.Date, tier logic.Tier) error {
	var g archive.Game
	var err error
	switch r.IntN(3) {
	case 0:
		if g, err = s.StartGame(ctx, p, guild, sudoku.Sudoku, tier); err != nil {
			return err
		}
	case 1:
		d, err := s.Daily(ctx, guild, day, sudoku.Sudoku, tier)
		if err != nil {
			return err
		}
		if g, err = s.StartDaily(ctx, p, d); err != nil {
			return err
		}
	default:
		if g, err = s.CurrentGame(ctx, p.ID, guild.ID); errors.Is(err, archive.ErrNotFound) {
			return nil
		}
	}
	if g.Finished.IsZero() && err == nil {
		if g, err = s.Record(ctx, g, event(g, play.Moved, "", filled(g, 1+r.IntN(5)))); err != nil {
			return err
		}
		if r.IntN(3) == 0 {
			if g, err = s.Record(ctx, g, event(g, play.Submitted, "", solution(g))); err != nil {
				return err
			}
			_, err = s.Finish(ctx, g)
		}
	}
	return err
}
