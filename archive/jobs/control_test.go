package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// faulty is a kind for tests, whose items fail or panic.
type faulty struct{}

func (faulty) name() string         { return "faulty" }
func (faulty) limit() time.Duration { return time.Minute }
func (faulty) do(_ context.Context, _ *archive.Store, _ json.RawMessage, item string) (outcome, error) {
	switch item {
	case "good":
		return outcome{counts: Counts{"good": 1}}, nil
	case "panic":
		panic("out of order")
	}
	return outcome{}, errors.New("cannot be done: " + item)
}

// stubborn is a kind for tests that takes no notice of its context.
type stubborn struct{}

func (stubborn) name() string         { return "stubborn" }
func (stubborn) limit() time.Duration { return time.Minute }
func (stubborn) do(context.Context, *archive.Store, json.RawMessage, string) (outcome, error) {
	time.Sleep(time.Hour)
	return outcome{}, nil
}

func addPlain(t *testing.T, store *archive.Store, kind string, chunks ...[]string) int64 {
	t.Helper()
	added, err := add(t.Context(), store, task{kind: kind, title: kind, identity: kind, args: struct{}{}, chunks: chunks})
	must(t, err)
	return added.ID
}

// inBackground works until the test ends, or until the function that it returns is called.
func inBackground(t *testing.T, store *archive.Store, url string) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- Work(ctx, store, url, hurried(2)) }()
	stopped := false
	stop = func() {
		if !stopped {
			stopped = true
			cancel()
			must(t, <-done)
		}
	}
	t.Cleanup(stop)
	return stop
}

// What fails is tried again, then left with its error; the rest is done. Retry takes it up.
func TestFailure(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	id := addPlain(t, store, "faulty", []string{"good", "bad luck", "good"}, []string{"good", "panic"}, []string{"good"})
	execute(t, store, `update river.river_job set max_attempts = 1`)
	stop := inBackground(t, store, url)
	var p Progress
	eventually(t, "the job has failed", func() bool { p = list(t, store)[0]; return p.State == Failed })
	if p.Failed != 2 || p.ChunksDone != 1 || p.ItemsDone != 3 || p.Counts["good"] != 3 ||
		!strings.Contains(p.Error, "bad luck") && !strings.Contains(p.Error, "out of order") {
		t.Errorf("the job is %+v", p)
	}
	stop()
	execute(t, store, `update chunk set input = array_replace(array_replace(input, 'bad luck', 'good'), 'panic', 'good')`)
	n, err := Retry(t.Context(), store, id)
	if must(t, err); n != 2 {
		t.Errorf("%d chunks are tried again, want 2", n)
	}
	workToEnd(t, store, url)
	if p := list(t, store)[0]; p.State != Finished || p.Counts["good"] != 6 || p.Error != "" {
		t.Errorf("the job is %+v", p)
	}
	for _, do := range []func(context.Context, *archive.Store, int64) error{Cancel, retry} {
		wantError(t, do(t.Context(), store, id), "it is finished")
		wantError(t, do(t.Context(), store, 99), "there is no such job")
		wantError(t, do(t.Context(), store, 0), "there is no such job")
		wantError(t, do(t.Context(), store, -1), "there is no such job")
	}
}

// A machine that works until the end does not wait between the tries of what always fails: that would take six
// minutes. That another machine died with it is none of the tries.
func TestFailureToTheEnd(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	addPlain(t, store, "faulty", []string{"good", "bad luck"}, []string{"good"})
	execute(t, store, `update river.river_job set state = 'running', attempt = 1, attempted_by = '{gone}', attempted_at = now()`)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	o := mourned(2)
	o.UntilEnd = true
	must(t, Work(ctx, store, url, o))
	if p := list(t, store)[0]; p.State != Failed || p.Failed != 1 || p.ChunksDone != 1 || p.Counts["good"] != 2 {
		t.Errorf("the job is %+v", p)
	}
	if tries := numbers(t, store, `select cardinality(errors) from river.river_job where state = 'discarded'`); !slices.Equal(tries, []int64{maxAttempts}) {
		t.Errorf("it was tried %d times, want %d", tries, maxAttempts)
	}
}

// What is short goes before what is long and was there first.
func TestPriority(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	r := Recombination{Change: generator.Change{Minus: 1, Plus: 1}, Mothers: mothers(3), Of: "some", Into: "children"}
	long, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	large := addPlain(t, store, "faulty", slices.Repeat([][]string{{"good"}}, 2*fewChunks)...)
	execute(t, store, `update work set identity = 'large' where id = $1`, large)
	small := addPlain(t, store, "faulty", []string{"good"}, []string{"good"})
	o := mourned(1)
	o.UntilEnd = true
	must(t, Work(t.Context(), store, url, o))
	order := numbers(t, store, `
		select (args->>'work')::bigint from river.river_job where state = 'completed' group by 1 order by max(attempted_at)`)
	if want := []int64{small, large, long.ID}; !slices.Equal(order, want) {
		t.Errorf("jobs were done in the order %v, want %v", order, want)
	}
}

// A chunk whose transaction was lost with the connection is kept in the next one.
func TestKeptAgain(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	m := newMachine(store, hurried(1))
	c, err := m.open(t.Context(), chunkID{addPlain(t, store, "faulty", []string{"good", "good"}), 1})
	must(t, err)
	lost := false
	c.complete = func(context.Context, pgx.Tx) error {
		if lost {
			return nil
		}
		lost = true
		return postgres.ErrUnavailable
	}
	must(t, m.do(t.Context(), faulty{}, c))
	if p := list(t, store)[0]; !lost || p.ChunksDone != 1 || p.Counts["good"] != 2 {
		t.Errorf("the job is %+v, want the two items of one chunk", p)
	}
}

// An attempt that fails is repeated by itself.
func TestRepeated(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	addPlain(t, store, "faulty", []string{"good", "bad luck"})
	inBackground(t, store, url)
	eventually(t, "it was tried", func() bool { return list(t, store)[0].Error != "" })
	execute(t, store, `update chunk set input = array_replace(input, 'bad luck', 'good')`)
	eventually(t, "it is done", func() bool { return list(t, store)[0].State == Finished })
	if p := list(t, store)[0]; p.Counts["good"] != 2 {
		t.Errorf("the job is %+v", p)
	}
}

// A job that is cancelled stops at once, also where its items take no notice, and can go on later.
func TestCancel(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	id := addPlain(t, store, "stubborn", []string{"a"}, []string{"b"}, []string{"c"}, []string{"d"})
	stop := inBackground(t, store, url)
	eventually(t, "it is running", func() bool { return list(t, store)[0].Running == 2 })
	wantError(t, retry(t.Context(), store, id), "nothing of it failed or was cancelled")
	must(t, Cancel(t.Context(), store, id))
	wantError(t, Cancel(t.Context(), store, id), "cancelled already")
	eventually(t, "its jobs have ended", func() bool { return list(t, store)[0].Running == 0 })
	if p := list(t, store)[0]; p.State != Cancelled || p.Failed != 0 {
		t.Errorf("the job is %+v", p)
	}
	stop()

	again := addPlain(t, store, "stubborn", []string{"a"})
	if again == id {
		t.Error("a cancelled work keeps others away")
	}
	wantError(t, retry(t.Context(), store, id), "another job does the same")
	must(t, Cancel(t.Context(), store, again))
	n, err := Retry(t.Context(), store, id)
	if must(t, err); n != 4 {
		t.Errorf("%d chunks are tried again, want 4", n)
	}
	if p := list(t, store)[0]; p.State != Waiting {
		t.Errorf("the job is %+v", p)
	}
}

// A job that does the same as one that is not finished is not added.
func TestSameWork(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	first := addEcho(t, store, 10, 5)
	second := addEcho(t, store, 10, 5)
	if !first.New || second.New || first.ID != second.ID {
		t.Errorf("%+v, then %+v", first, second)
	}
}

// A job that does the same as one that was cancelled, and is taken up again just then, is not added.
func TestSameWorkTakenUpAgain(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	same := task{kind: "faulty", title: "same", identity: "same", args: struct{}{}, chunks: [][]string{{"good"}}}
	first, err := add(t.Context(), store, same)
	must(t, err)
	must(t, Cancel(t.Context(), store, first.ID))
	second := make(chan Added, 1)
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		_, err := tx.Exec(t.Context(), `update work set cancelled = null where id = $1`, first.ID)
		go func() {
			added, err := add(t.Context(), store, same)
			if err != nil {
				t.Error(err)
			}
			second <- added
		}()
		eventually(t, "the other waits", func() bool {
			return numbers(t, store, `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)[0] > 0
		})
		return err
	}))
	if again := <-second; again.New || again.ID != first.ID {
		t.Errorf("%+v, then %+v", first, again)
	}
}

// Jobs that would have nothing to do use up no number.
func TestNumbersWithoutGaps(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	for name, add := range map[string]func(context.Context, *archive.Store, string) (Added, error){"rate": AddRate, "rerate": AddRerate, "convert": AddConvert} {
		if added, err := add(t.Context(), store, "test"); err != nil || added != (Added{}) {
			t.Errorf("%s: %+v, %v", name, added, err)
		}
	}
	if first := addEcho(t, store, 10, 5); first.ID != 1 {
		t.Errorf("the first job has the number %d, want 1", first.ID)
	}
}

// A kind of a newer program is left to newer programs, by those who work, who do not wait for it either, and those who look.
func TestUnknownKind(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	id := addPlain(t, store, "faulty", []string{"good"})
	execute(t, store, `update work set kind = 'unheard of'; update river.river_job set kind = 'unheard of'`)
	addEcho(t, store, 20, 5)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var log strings.Builder
	o := mourned(2)
	o.UntilEnd, o.Log = true, slog.New(slog.NewTextHandler(&log, nil))
	must(t, Work(ctx, store, url, o))
	if want := `msg="chunks are left to other versions of the program" chunks=1`; !strings.Contains(log.String(), want) {
		t.Errorf("the log is %q, want %q", &log, want)
	}
	if all := list(t, store); all[0].State != Waiting || all[0].Error != "" || all[1].State != Finished {
		t.Errorf("the jobs are %+v", all)
	}
	must(t, Cancel(t.Context(), store, id))
	wantError(t, retry(t.Context(), store, id), "does not know jobs of the kind \"unheard of\"")
	if p := list(t, store)[0]; p.State != Cancelled {
		t.Errorf("the job is %+v", p)
	}
}

// A floor that is set is kept by whoever leads, and added once.
func TestRefill(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 2)
	for range 2 {
		o := hurried(2)
		o.Stock = 2
		go func() { done <- Work(ctx, store, url, o) }()
	}
	eventually(t, "the stock is complete", func() bool {
		jobs := list(t, store)
		for _, p := range jobs {
			if p.State != Finished {
				return false
			}
		}
		return len(jobs) == 5
	})
	cancel()
	must(t, <-done)
	must(t, <-done)
	wantTiers(t, store, 2)
}

func retry(ctx context.Context, store *archive.Store, id int64) error {
	_, err := Retry(ctx, store, id)
	return err
}

// A database that refuses what is found is in the list in words that say what to do, and the job goes on
// when it no longer does.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	addEcho(t, store, 10, 5)
	execute(t, store, `create function full_disk() returns trigger language plpgsql as $$
		begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
	execute(t, store, `create trigger full_disk before insert on entry execute function full_disk()`)
	inBackground(t, store, url)
	eventually(t, "it was tried", func() bool { return list(t, store)[0].Error != "" })
	if p := list(t, store)[0]; !strings.Contains(p.Error, "make room") || p.ItemsDone != 0 {
		t.Errorf("the job is %+v", p)
	}
	execute(t, store, `drop function full_disk cascade`)
	eventually(t, "it is done", func() bool { return list(t, store)[0].State == Finished })
	if p := list(t, store)[0]; p.Counts["items"] != 10 {
		t.Errorf("the job is %+v", p)
	}
}

// Work that was cancelled has no time left, though chunks of it are under way for a moment.
func TestCancelledHasNoTimeLeft(t *testing.T) {
	t.Parallel()
	p := Progress{State: Running, Items: 100, ItemsDone: 10, Running: 2, Spent: time.Second}
	if p.Rate() != 20 || p.Left() != 5*time.Second { // 4.5 s, in whole seconds
		t.Errorf("running: %v a second, %s left", p.Rate(), p.Left())
	}
	for _, state := range []State{Cancelled, Failed, Waiting, Finished} {
		if p.State = state; p.Rate() != 0 || p.Left() != 0 {
			t.Errorf("%s: %v a second, %s left", state, p.Rate(), p.Left())
		}
	}
}

// What is interrupted while it reads a long list ends at once.
func TestAddInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	seen := 0
	_, err := gridItems(ctx, make([]sudoku.Grid, 1000), func(g sudoku.Grid) (sudoku.Grid, error) {
		cancel()
		seen++
		return g, nil
	})
	if !errors.Is(err, context.Canceled) || seen != 1 {
		t.Errorf("after %d of 1000 the error is %v", seen, err)
	}
}

func TestStates(t *testing.T) {
	store := archivetest.New(t)
	addPlain(t, store, "faulty", []string{"good"}, []string{"good"}, []string{"good"})
	states, err := States(t.Context(), store)
	must(t, err)
	if states["available"] != 3 || states["running"] != 0 || len(states) < 8 {
		t.Errorf("%v", states)
	}
}
