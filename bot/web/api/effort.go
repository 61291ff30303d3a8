package api

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"time"
)

// effort limits the work on puzzles. Work that takes its time does not heed a context, so it keeps its turn until it ends, and
// there are few turns; the request is answered when its time is over. Quick work has turns of its own and never waits for slow
// work, and one processor at least is left to the boards.
type effort struct {
	log         *slog.Logger
	quick, slow chan struct{}
	time        time.Duration // for a request, its wait for a turn included
}

func newEffort(log *slog.Logger) effort {
	processors := runtime.GOMAXPROCS(0)
	return effort{log, make(chan struct{}, processors), make(chan struct{}, max(1, processors/2)), 5 * time.Second}
}

// within does work when it is its turn, within the time of a request.
func within[T any](ctx context.Context, e effort, turns chan struct{}, work func(context.Context) (T, error)) (none T, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.time)
	defer cancel()
	select {
	case turns <- struct{}{}:
	case <-ctx.Done():
		return none, Busy.New(fmt.Sprintf("other requests took all of %s: try again in a second", e.time))
	}
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		defer func() { <-turns }()
		defer func() {
			if fault := recover(); fault != nil {
				e.log.ErrorContext(ctx, "web: the API panicked", "panic", fault, "stack", string(debug.Stack()))
				done <- outcome{err: Internal.New("please report it, with the request")}
			}
		}()
		result, err := work(ctx)
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		return none, TooHard.New(fmt.Sprintf("this takes longer than %s, the limit of a request: 'gridkeeper' on your own machine takes the time that you give it", e.time))
	}
}
