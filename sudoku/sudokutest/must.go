package sudokutest

import (
	"context"
	"iter"
	"net"
	"strings"
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

// Must1 returns a value of which a test knows that it comes without an error.
func Must1[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// WantError ends a test unless there is an error that says something.
func WantError(t testing.TB, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Fatalf("the error is %v, want it to say %q", err, want)
	}
}

// First returns the first n values of a sequence, fewer if it ends.
func First[T any](n int, values iter.Seq[T]) (some []T) {
	for v := range values {
		if some = append(some, v); len(some) == n {
			break
		}
	}
	return some
}

// Wide writes ASCII as the keyboards of East Asia may.
func Wide(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '\u3000'
		case r > ' ' && r < '\x7f':
			return r - '!' + '！'
		}
		return r
	}, text)
}

// FreeAddress returns an address that nobody listens at.
func FreeAddress(t testing.TB) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	Must(t, err)
	defer l.Close()
	return l.Addr().String()
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
