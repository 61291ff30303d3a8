package archive_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

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
			if !errors.Is(err, postgres.ErrStale) {
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
	guild := ofTier(daily.NewGuild("42"), tier)
	chosen(t, stores[0], guild, date("2026-03-02"), sudoku.Sudoku, tier) // the first date
	var all sync.WaitGroup
	var done atomic.Int64
	for worker := range 16 {
		s := stores[worker%2]
		player := games.Player{ID: fmt.Sprint("player ", worker/3), Name: fmt.Sprint("worker ", worker)}
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
				case !errors.Is(err, postgres.ErrStale) && !errors.Is(err, games.ErrFinished) && !errors.Is(err, library.ErrNoPuzzle):
					t.Errorf("worker %d: %v", worker, err)
				}
			}
		})
	}
	all.Wait()
	if done.Load() < 60 {
		t.Errorf("only %d requests came through", done.Load())
	}
	if got := archivetest.CountRows(t, url, "daily"); got != 4 {
		t.Errorf("%d dailies were chosen for four days", got)
	}
}

// playSome is what a request may do.
func playSome(ctx context.Context, s *archive.Store, r *rand.Rand, guild daily.Guild, p games.Player, day calendar.Date, tier logic.Tier) error {
	var g games.Game
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
		if g, err = s.CurrentGame(ctx, p.ID, guild.ID); errors.Is(err, postgres.ErrNotFound) {
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
