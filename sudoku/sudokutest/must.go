package sudokutest

import (
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

// Eventually ends a test unless something comes true within three minutes: the machine may be busy.
func Eventually(t testing.TB, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(3 * time.Minute); !done(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("after three minutes still waiting for: %s", what)
		}
	}
}
