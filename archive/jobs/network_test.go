package jobs

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// A machine whose connections are half-open, to do its work as well as to be called to it, gives them up
// and goes on with others. Each item is done once.
func TestMachineHalfOpen(t *testing.T) {
	t.Parallel()
	workHalfOpen(t, 150)
}

func TestProveMachinesHalfOpen(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "machine half-open", func(t *testing.T, _ *rand.Rand) { workHalfOpen(t, 300) })
}

func workHalfOpen(t *testing.T, items int) {
	alone := archivetest.URL(t)
	one := archivetest.Open(t, alone)
	addEcho(t, one, items, 5)
	workToEnd(t, one, alone)

	url := archivetest.URL(t)
	addEcho(t, archivetest.Open(t, url), items, 5)
	p := archivetest.NewProxy(t, url)
	through := p.URL + "&tcp_user_timeout=4000"
	machine := archivetest.Open(t, through)
	done := make(chan error)
	o := hurried(2)
	o.UntilEnd = true
	go func() { done <- Work(t.Context(), machine, through, o) }()
	other := archivetest.Open(t, url)
	eventually(t, "it has begun", func() bool { return list(t, other)[0].ItemsDone > 0 })
	p.Lose(2 * time.Second)
	must(t, <-done)
	wantSame(t, one, other)
	archivetest.WantConsistent(t, url)
}

// A machine that waits for work hears of it over new connections after its own were lost.
func TestIdleMachineHalfOpen(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	p := archivetest.NewProxy(t, url)
	through := p.URL + "&tcp_user_timeout=4000"
	machine := archivetest.Open(t, through)
	done := make(chan error, 1)
	ctx, stop := context.WithCancel(t.Context())
	go func() { done <- Work(ctx, machine, through, hurried(1)) }()
	for work := range 2 {
		addEcho(t, store, 10, 5)
		awaitFinished(t, store, work)
		p.Lose(2 * time.Second)
	}
	stop()
	must(t, <-done)
	for _, p := range list(t, store) {
		if p.Counts["items"] != 10 {
			t.Errorf("of 10 items, %d were done", p.Counts["items"])
		}
	}
}

// awaitFinished waits for two minutes at most until a job is finished.
func awaitFinished(t *testing.T, store *archive.Store, work int) {
	t.Helper()
	for range 1200 {
		if list(t, store)[work].State == Finished {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatalf("two minutes later job %d is %+v", work+1, list(t, store)[work])
}
