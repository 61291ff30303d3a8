package localpg

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An error shows why a program failed, without the output before that.
func TestReasons(t *testing.T) {
	for _, c := range []struct{ output, want string }{
		{"", ""},
		{"  no mark\nat all\n", "no mark\nat all"},
		{
			"2026-11-21 05:43:16.135 UTC [23099] LOG:  redo starts at 0/1500790\n" +
				"2026-11-21 05:43:16.225 UTC [23099] FATAL:  could not write to file \"x\": No space left on device\n" +
				"2026-11-21 05:43:16.228 UTC [23094] LOG:  shutting down due to startup process failure\n",
			"could not write to file \"x\": No space left on device",
		},
		{"initdb: error: invalid locale name \"C.UTF-8\"\ninitdb: hint: none", "invalid locale name \"C.UTF-8\""},
		{"FATAL:  incompatible\nDETAIL:  made by version 14\n", "incompatible; made by version 14"},
	} {
		if got := reasons(c.output); got != c.want {
			t.Errorf("the reasons in %q are %q, want %q", c.output, got, c.want)
		}
	}
}

// A server that does not end by a signal is sent a harder one, and the error says so.
func TestStopHasAnEnd(t *testing.T) {
	heedInterrupts(t)
	const long, short = time.Hour, time.Millisecond
	for _, c := range []struct {
		ignores string
		grace   grace
		want    string
	}{
		{"", grace{fast: long}, ""},
		{"INT", grace{fast: short, immediate: long}, "was stopped immediately"},
		{"INT QUIT", grace{fast: short, immediate: short}, "was killed"},
	} {
		t.Run("ignores "+c.ignores, func(t *testing.T) {
			dir := t.TempDir() // not in parallel: a program that another test starts meanwhile would have the script open for writing
			// What it starts may outlive it with its output open, as a process of a server that hangs.
			script := "#!/bin/sh\nsleep 20 &\ntrap 'exit' INT QUIT\ntrap '' " + c.ignores + "\necho ready\nwhile :; do sleep 0.1; done\n"
			if err := os.WriteFile(filepath.Join(dir, "postgres"), []byte(script), 0o755); err != nil {
				t.Fatal(err)
			}
			p, err := launch(cluster{dir: dir, programs: programs{dir: dir}}, "postgres")
			if err != nil {
				t.Fatal(err)
			}
			for p.output.String() == "" { // until it is ready
				time.Sleep(time.Millisecond)
			}
			err = p.stop(c.grace)
			if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("the error is %v, want it to say %q", err, c.want)
			}
		})
	}
}

// heedInterrupts has the programs that a test starts begin with the default for SIGINT. A background job of a
// shell begins with SIGINT ignored and so do its children, and a script cannot trap what was ignored at its
// start. A signal that is handled here is reset for them.
func heedInterrupts(t *testing.T) {
	if signal.Ignored(syscall.SIGINT) {
		handled := make(chan os.Signal, 1)
		signal.Notify(handled, syscall.SIGINT)
		t.Cleanup(func() { signal.Stop(handled) })
	}
}
