package main

import (
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"testing"
	"time"
)

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "1.....3..2.....4"}, {"generate", "--count", "1000000"}, {"techniques"}, {"--help"},
	} {
		var errOut strings.Builder
		code := run(t.Context(), args, strings.NewReader(""), fullDisk{}, &errOut)
		if code != 1 || !strings.Contains(errOut.String(), "no space left on device") {
			t.Errorf("%q: exit code %d and %q, want 1 and the reason", args, code, errOut.String())
		}
	}
}

// A signal ends a command at once: when it waits for input, when there is much to do, and when
// the next result is long in coming.
func TestInterrupted(t *testing.T) {
	hard := strings.Repeat(".....5......6.1...............5........1.6...........553.....61......3...........\n", 10_000)
	for _, test := range []struct {
		args []string
		in   string // then it waits
	}{
		{[]string{"solve"}, ""},
		{[]string{"rate", "-"}, "1.....3..2.....4\n"},
		{[]string{"canon", "-"}, ""},
		{[]string{"solve", "--limit", "1000000"}, hard},
		{[]string{"classic", "moler", "--trace"}, hard},
		{[]string{"classic", "compare", "--max-steps", "100000000", "-"}, "020000000000600003074080000000003002080040010600500000000010780500009000000000040\n"},
		{[]string{"generate", "--tier", "4", "--count", "1000000"}, ""},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			waits, end := io.Pipe()
			defer end.Close()
			ctx, interrupt := context.WithCancel(t.Context())
			var errOut strings.Builder
			done := make(chan int)
			go func() {
				done <- run(ctx, test.args, io.MultiReader(strings.NewReader(test.in), waits), io.Discard, &errOut)
			}()
			time.Sleep(100 * time.Millisecond)
			interrupt()
			select {
			case code := <-done:
				if code != 130 || !strings.HasSuffix(errOut.String(), "gridkeeper: interrupted\n") {
					t.Errorf("exit code %d and %q", code, errOut.String())
				}
			case <-time.After(3 * time.Minute):
				t.Error("it still runs after three minutes")
			}
		})
	}
}

// The input of an import ends with the context, and not only at its own end.
func TestReadUntilDone(t *testing.T) {
	text, err := io.ReadAll(readUntilDone(t.Context(), strings.NewReader("hello")))
	if err != nil || string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
	waits, end := io.Pipe()
	defer end.Close()
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := io.ReadAll(readUntilDone(ctx, waits)); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want that the context is done", err)
	}
}

// README names every command.
func TestReadme(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newRoot().Commands() {
		if c.GroupID != "" && !strings.Contains(string(text), "`"+c.Name()) {
			t.Errorf("README does not name the command %s", c.Name())
		}
	}
}
