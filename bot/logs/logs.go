// Package logs is the common part of the bot's logs: lines of one request have its
// id, repeated faults are counted, and an outage has a line at its beginning and one at its end.
//
//	handler := logs.New(slog.NewTextHandler(os.Stderr, nil))
//	defer handler.Flush()
//	log := slog.New(handler)
//	log.WarnContext(logs.With(ctx, "123"), "…")
package logs

import (
	"context"
	"log/slog"
	"maps"
	"regexp"
	"slices"
	"sync"
	"time"
)

// With returns a context whose lines have the id of a request.
func With(ctx context.Context, request string) context.Context {
	if request == "" || request == ctx.Value(requestKey{}) {
		return ctx
	}
	return context.WithValue(ctx, requestKey{}, request)
}

type requestKey struct{}

const (
	window     = time.Minute // during which repeats of a fault are counted before there is a line again
	mostFaults = 200         // distinguished within it, since errors may hold any text
)

// Handler passes lines on, except warnings and errors like one of the last minute: when the minute is over, the
// newest of them follows with their number. Faults are alike if they have the same message and the same error, apart from
// numbers. If the handler takes debug lines, nothing is left out.
type Handler struct {
	slog.Handler
	faults *faults // of all handlers made from one
}

// New returns a handler in front of another.
func New(next slog.Handler) *Handler {
	return &Handler{next, &faults{seen: map[string]*fault{}}}
}

// faults holds the faults of the last minute.
type faults struct {
	mu   sync.Mutex
	seen map[string]*fault
}

// fault is one in the log, and its repeats since then.
type fault struct {
	handler slog.Handler // of the newest
	newest  slog.Record
	repeats int
	timer   *time.Timer
}

// Handle implements [slog.Handler].
func (h *Handler) Handle(ctx context.Context, r slog.Record) error {
	if request, ok := ctx.Value(requestKey{}).(string); ok {
		r = r.Clone()
		r.AddAttrs(slog.String("request", request))
	}
	if r.Level >= slog.LevelWarn && !h.Handler.Enabled(ctx, slog.LevelDebug) && h.faults.repeated(h.Handler, r) {
		return nil
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements [slog.Handler].
func (h *Handler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &Handler{h.Handler.WithAttrs(attrs), h.faults}
}

// WithGroup implements [slog.Handler].
func (h *Handler) WithGroup(name string) slog.Handler {
	return &Handler{h.Handler.WithGroup(name), h.faults}
}

// Flush writes the counted repeats that are not written yet.
func (h *Handler) Flush() {
	h.faults.mu.Lock()
	keys := slices.Collect(maps.Keys(h.faults.seen))
	h.faults.mu.Unlock()
	for _, key := range keys {
		h.faults.report(key)
	}
}

var number = regexp.MustCompile(`\d+`)

// repeated counts a fault that is like one within the window, and reports false for another. Faults are alike
// although ports and ids differ.
func (f *faults) repeated(h slog.Handler, r slog.Record) bool {
	key := r.Message
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "error" || a.Key == "panic" {
			key += "\n" + number.ReplaceAllString(a.Value.String(), "0")
		}
		return true
	})
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.seen) >= mostFaults && f.seen[key] == nil {
		key = r.Message
	}
	if known := f.seen[key]; known != nil {
		known.repeats++
		known.handler, known.newest = h, r.Clone()
		return true
	}
	f.seen[key] = &fault{timer: time.AfterFunc(window, func() { f.report(key) })}
	return false
}

// report writes how often a fault was repeated, and forgets a fault that was not.
func (f *faults) report(key string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	known := f.seen[key]
	switch {
	case known == nil:
	case known.repeats == 0:
		known.timer.Stop()
		delete(f.seen, key)
	default:
		known.newest.Time = time.Now()
		known.newest.AddAttrs(slog.Int("repeats", known.repeats))
		_ = known.handler.Handle(context.Background(), known.newest)
		known.repeats = 0
		known.timer.Reset(window)
	}
}

// Outage logs the beginning of an outage as a warning, and its end. It is safe for concurrent use.
type Outage struct {
	Log        *slog.Logger
	Gone, Back string // the messages

	mu    sync.Mutex
	since time.Time // zero: there is none
}

// Note records the result of an attempt.
func (o *Outage) Note(err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case err != nil && o.since.IsZero():
		o.since = time.Now()
		o.Log.Warn(o.Gone, "error", err)
	case err == nil && !o.since.IsZero():
		o.Log.Info(o.Back, "after", time.Since(o.since).Round(time.Millisecond))
		o.since = time.Time{}
	}
}
