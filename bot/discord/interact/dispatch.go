package interact

import (
	"log/slog"
	"runtime/debug"
	"sync"
)

const (
	// maxWaiting is how many interactions may wait for a worker.
	maxWaiting = 256
	// SlowWorkers is how many slow commands run at once: each of them keeps a core busy.
	SlowWorkers = 2
	// MaxSlow is how many more of them may wait. They wait at most as long as Discord takes an
	// answer, which is a quarter of an hour.
	MaxSlow = 16
)

// dispatcher lets a few workers answer the interactions, in two lanes: commands that may take
// minutes have workers of their own, so that play never waits for them. A panic costs one answer,
// and does not end the bot.
type dispatcher struct {
	log   *slog.Logger
	quick chan job
	slow  chan job
	stop  chan struct{}
	done  sync.WaitGroup // of the workers
}

type job func()

// dispatch starts the workers.
func dispatch(workers int, log *slog.Logger) *dispatcher {
	d := &dispatcher{log: log, quick: make(chan job, maxWaiting), slow: make(chan job, MaxSlow), stop: make(chan struct{})}
	for range workers {
		d.done.Go(func() { d.work(d.quick) })
	}
	for range SlowWorkers {
		d.done.Go(func() { d.work(d.slow) })
	}
	return d
}

// add gives a job to the next free worker of a lane, and reports whether there was room for it.
// It never blocks.
func (d *dispatcher) add(lane chan<- job, j job) bool {
	select {
	case lane <- j:
		return true
	default:
		return false
	}
}

func (d *dispatcher) work(lane <-chan job) {
	for {
		select {
		case j := <-lane:
			d.do(j)
			continue
		default:
		}
		select {
		case j := <-lane:
			d.do(j)
		case <-d.stop:
			return
		}
	}
}

func (d *dispatcher) do(j job) {
	defer func() {
		if p := recover(); p != nil {
			d.log.Error("discord: panic in an answer", "panic", p, "stack", string(debug.Stack()))
		}
	}()
	j()
}

// finish has the workers end once they have done what was added; done waits for that.
func (d *dispatcher) finish() { close(d.stop) }
