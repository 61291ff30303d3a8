package logs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// textLog returns a log in a text without times.
func textLog(level slog.Level) (*slog.Logger, *Handler, *bytes.Buffer) {
	var text bytes.Buffer
	h := New(slog.NewTextHandler(&text, &slog.HandlerOptions{Level: level, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	return slog.New(h), h, &text
}

func want(t *testing.T, text *bytes.Buffer, lines ...string) {
	t.Helper()
	if got, want := strings.TrimSpace(text.String()), strings.Join(lines, "\n"); got != want {
		t.Errorf("the log is\n%s\nwant\n%s", got, want)
	}
	text.Reset()
}

func TestLinesOfARequest(t *testing.T) {
	log, _, text := textLog(slog.LevelInfo)
	ctx := With(t.Context(), "42")
	log.With("guild", 7).InfoContext(With(ctx, "42"), "asked")
	log.InfoContext(With(t.Context(), ""), "asked by nobody")
	want(t, text, "level=INFO msg=asked guild=7 request=42", `level=INFO msg="asked by nobody"`)
}

// An outage of an hour under load is a line at its begin and one a minute, and everything else is said.
func TestRepeatsAreCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, h, text := textLog(slog.LevelInfo)
		for n := range 300 {
			log.WarnContext(With(t.Context(), fmt.Sprint(n)), "failed", "error", fmt.Errorf("read 10.0.0.1:%d: reset", 50000+n))
			log.Info("asked")
			time.Sleep(time.Second / 10)
		}
		synctest.Wait()
		head := `level=WARN msg=failed error="read 10.0.0.1:50000: reset" request=0`
		if lines := strings.Split(strings.TrimSpace(text.String()), "\n"); len(lines) != 301 || lines[0] != head {
			t.Errorf("%d lines, the first is %s", len(lines), lines[0])
		}
		text.Reset()
		log.Error("failed", "error", errors.New("another reason"))
		time.Sleep(window)
		synctest.Wait()
		want(t, text, `level=ERROR msg=failed error="another reason"`, `level=WARN msg=failed error="read 10.0.0.1:50299: reset" request=299 repeats=299`)

		time.Sleep(window) // in which nothing fails
		log.Warn("failed", "error", errors.New("read 10.0.0.1:1: reset"))
		log.With("shard", 3).Warn("failed", "error", errors.New("read 10.0.0.1:2: reset"))
		h.Flush()
		want(t, text, `level=WARN msg=failed error="read 10.0.0.1:1: reset"`, `level=WARN msg=failed shard=3 error="read 10.0.0.1:2: reset" repeats=1`)
		time.Sleep(3 * window)
		synctest.Wait()
		if n := len(h.faults.seen); n != 0 {
			t.Errorf("%d faults are remembered for good", n)
		}
	})
}

// What may be any text does not fill the memory, and who wants to see all sees all.
func TestRepeatsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, h, _ := textLog(slog.LevelInfo)
		for n := range 3 * mostFaults {
			log.Warn("failed", "error", strings.Repeat("x", n))
		}
		if n := len(h.faults.seen); n > mostFaults+1 {
			t.Errorf("%d faults are told apart", n)
		}
		h.Flush()
		time.Sleep(2 * window)
		synctest.Wait()
	})
	log, _, text := textLog(slog.LevelDebug)
	log.Warn("failed")
	log.Warn("failed")
	want(t, text, "level=WARN msg=failed", "level=WARN msg=failed")
}

func TestOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, _, text := textLog(slog.LevelInfo)
		o := &Outage{Log: log, Gone: "gone", Back: "back"}
		for _, err := range []error{nil, errors.New("refused"), errors.New("refused"), context.DeadlineExceeded} {
			o.Note(err)
		}
		time.Sleep(16 * time.Second)
		o.Note(nil)
		o.Note(nil)
		want(t, text, "level=WARN msg=gone error=refused", "level=INFO msg=back after=16s")
		o.Note(errors.New("again"))
		want(t, text, "level=WARN msg=gone error=again")
		synctest.Wait()
		time.Sleep(2 * window)
	})
}
