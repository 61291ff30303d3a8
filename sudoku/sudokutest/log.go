package sudokutest

import (
	"bytes"
	"io"
	"sync"
	"testing"
)

// LogOf returns a writer to the log of a test. Other than [testing.T.Output] it may be written to when
// the test is over, by what a shutdown has given up waiting for: that is dropped.
func LogOf(t testing.TB) io.Writer {
	l := &log{to: t.Output()}
	t.Cleanup(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.to = io.Discard
	})
	return l
}

type log struct {
	mu sync.Mutex
	to io.Writer
}

// Write implements [io.Writer].
func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.to.Write(p)
}

// Log keeps what is written to it, by any number of goroutines, for a test to look at. The zero value is empty.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements [io.Writer].
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// String returns all that was written so far.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
