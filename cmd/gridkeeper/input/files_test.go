package input

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/spf13/cobra"
)

// pipeInput opens a new pipe with a name as the input of a command.
func pipeInput(t *testing.T) (pipe string, in io.Reader, interrupt context.CancelFunc) {
	t.Helper()
	pipe = filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip("no pipes here:", err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	t.Cleanup(interrupt)
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	in, err := Open(cmd, pipe)
	if err != nil {
		t.Fatal(err)
	}
	return pipe, in, interrupt
}

// A pipe is read to its end, and given up when the command is interrupted, whether or not someone writes to it.
func TestInputFromPipe(t *testing.T) {
	pipe, in, _ := pipeInput(t)
	go func() { _ = os.WriteFile(pipe, []byte("hello"), 0o600) }()
	if text, err := io.ReadAll(in); string(text) != "hello" || err != nil {
		t.Errorf("read %q, %v", text, err)
	}
	for _, writes := range []bool{false, true} {
		pipe, in, interrupt := pipeInput(t)
		if writes {
			writer, err := os.OpenFile(pipe, os.O_RDWR, 0) // which waits for no reader
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = writer.Close() })
		}
		interrupt()
		if _, err := io.ReadAll(in); !errors.Is(err, context.Canceled) {
			t.Errorf("with a writer: %t: the error is %v", writes, err)
		}
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
