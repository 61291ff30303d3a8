package api

import (
	"context"
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// effort limits the work on puzzles. Work does not heed a context, so it keeps its turn until it ends, and there are few
// turns; the request is answered when its time is over. Quick work, of a fifth of a second at most, has turns of its own and
// never waits for slow work, of up to ten seconds for the hardest puzzles. One processor at least is left to the boards. A
// hint, which may take a second, has a turn of quick work, but an address has one at a time.
type effort struct {
	log         *slog.Logger
	quick, slow chan struct{}
	time        time.Duration // for a request, its wait for a turn included
	working     *sync.Map     // the holders whose work has not ended: each has one at a time, so that others get a turn
}

// holder is an address and the kind of work of which it has one at a time.
type holder struct {
	client string
	work   weight
}

// weight is how long work may take.
type weight int

const (
	quick weight = iota
	hinting
	slow
)

func newEffort(log *slog.Logger) effort {
	processors := runtime.GOMAXPROCS(0)
	return effort{log, make(chan struct{}, processors), make(chan struct{}, max(1, processors/2)), 5 * time.Second, new(sync.Map)}
}

// within does work for a client when it is its turn, within the time of a request.
func within[T any](ctx context.Context, e effort, w weight, client string, work func(context.Context) (T, error)) (none T, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.time)
	defer cancel()
	turns := e.quick
	if w == slow {
		turns = e.slow
	}
	if w != quick {
		if _, working := e.working.LoadOrStore(holder{client, w}, true); working {
			return none, TooMany.New("work for " + client + " has not ended yet: ask for one hint at a time, and for one path or further rating")
		}
	}
	end := func() { e.working.Delete(holder{client, w}) }
	select {
	case turns <- struct{}{}:
	case <-ctx.Done():
		end()
		return none, Busy.New(fmt.Sprintf("other requests took all of %s: try again in a second", e.time))
	}
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		var o outcome
		defer func() {
			if fault := recover(); fault != nil {
				e.log.ErrorContext(ctx, "web: the API panicked", "panic", fault, "stack", string(debug.Stack()))
				o.err = Internal.New("please report it, with the request")
			}
			end() // before the answer, as the client may ask again at once
			<-turns
			done <- o
		}()
		o.result, o.err = work(ctx)
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-ctx.Done():
		return none, TooHard.New(fmt.Sprintf("this takes longer than %s, the limit of a request: 'gridkeeper' on your own machine takes the time that you give it", e.time))
	}
}
