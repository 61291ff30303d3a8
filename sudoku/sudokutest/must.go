package sudokutest

import (
	"context"
	"sync"
	"testing"
	"time"
)

// Must ends a test or a benchmark, or one of rapid's, that an error leaves nothing to go on with.
func Must(t interface {
	Helper()
	Fatal(args ...any)
}, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// InBackground runs something until the test ends, or stop is called. An error fails the test at once, so that those who
// wait for what will not come give up.
func InBackground(t testing.TB, run func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := run(ctx); err != nil {
			t.Errorf("what ran in the background ended with %v", err)
		}
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-ended
	})
	t.Cleanup(stop)
	return stop
}

// Eventually ends a test unless something comes true within three minutes, as the machine may be busy, or where the test
// has failed.
func Eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !done(); time.Sleep(10 * time.Millisecond) {
		if t.Failed() {
			t.Fatalf("no longer waiting for: %s", what)
		}
		if time.Now().After(end) {
			t.Fatalf("after three minutes still waiting for: %s", what)
		}
	}
}
