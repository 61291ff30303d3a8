package terminal

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestScriptLines(t *testing.T) {
	long := strings.Repeat("x", 10_000_000)
	exact := strings.Repeat("y", maxLine-1)
	s := script{bufio.NewReader(strings.NewReader("one\r\n\n" + long + "\n" + exact + "\nlast"))}
	for _, want := range []struct {
		line string
		long int
	}{{"one", 0}, {"", 0}, {"", len(long) + 1}, {exact, 0}, {"last", 0}} {
		line, err := s.next()
		var n tooLong
		if errors.As(err, &n); line != want.line || int(n) != want.long || err != nil && n == 0 {
			t.Fatalf("got %.20q and %v, want %.20q, too long %d", line, err, want.line, want.long)
		}
	}
	if _, err := s.next(); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	broken := script{bufio.NewReader(iotest.ErrReader(errors.New("pulled out")))}
	if _, err := broken.next(); err == nil || err == io.EOF {
		t.Errorf("a broken pipe reads as %v", err)
	}
}

func TestComplete(t *testing.T) {
	s := newSession(nil, Options{})
	for line, want := range map[string]string{"/s": "/submit /share /streak /summary /steps /setup /schedule /search /stats /settings /sessions", "q": "/quit", "/mov": "/move", "/zz": ""} {
		if got := strings.Join(s.complete(line), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	german := newSession(nil, Options{Language: "de"})
	for line, want := range map[string]string{"/hil": "/hilfe", "/hel": "/help", "/du": "/duell /duel"} {
		if got := strings.Join(german.complete(line), " "); got != want {
			t.Errorf("in German, %q: %q, want %q", line, got, want)
		}
	}
}
