package output

import (
	"bytes"
	"os"
	"testing"
)

// Only a terminal that can show colours gets them, unless they are not wanted.
func TestColoured(t *testing.T) {
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil || !IsTerminal(terminal) {
		t.Skip("no terminal to test with:", err)
	}
	defer func() { _ = terminal.Close() }()
	for _, test := range []struct {
		term, noColor string
		want          bool
	}{{"xterm", "", true}, {"xterm", "1", false}, {"dumb", "", false}} {
		t.Setenv("TERM", test.term)
		t.Setenv("NO_COLOR", test.noColor)
		if got := Coloured(terminal); got != test.want {
			t.Errorf("TERM=%s NO_COLOR=%s: %t, want %t", test.term, test.noColor, got, test.want)
		}
		if Coloured(new(bytes.Buffer)) {
			t.Error("what is not a terminal gets colours")
		}
	}
}
