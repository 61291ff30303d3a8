package interact

import (
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

const (
	maxWaiting = 4096 // interactions that may wait for a worker: so many take less than a quarter of an hour, and some 40 MB
	maxOfUser  = 32   // interactions of one user among them
	// SlowWorkers is how many slow commands run at once: each of them keeps a core busy.
	SlowWorkers = 2
	// MaxSlow is how many more slow commands may wait. They wait for a quarter of an hour at most, since Discord then takes no
	// answer.
	MaxSlow = 16
)

// dispatcher lets a few workers answer the interactions, in two lanes: commands that may take
// minutes have workers of their own, so that play never waits for them. A panic costs one answer,
// and does not end the bot.
type dispatcher struct {
	log         *slog.Logger
	quick, slow *lane
	done        sync.WaitGroup // of the workers
}

type job func()

// dispatch starts the workers.
func dispatch(workers int, log *slog.Logger) *dispatcher {
	d := &dispatcher{log: log, quick: newLane(maxWaiting), slow: newLane(MaxSlow)}
	for range workers {
		d.done.Go(func() { d.work(d.quick) })
	}
	for range SlowWorkers {
		d.done.Go(func() { d.work(d.slow) })
	}
	return d
}

func (d *dispatcher) work(l *lane) {
	for j, ok := l.take(); ok; j, ok = l.take() {
		func() {
			defer func() {
				if p := recover(); p != nil {
					d.log.Error("discord: panic in an answer", "panic", p, "stack", string(debug.Stack()))
				}
			}()
			j()
		}()
	}
}

// finish lets the workers end after the jobs that were added; done waits for that.
func (d *dispatcher) finish() {
	d.quick.close()
	d.slow.close()
}

// lane holds the jobs that wait for a worker. The users take turns: one who asks four hundred things
// at once waits for all of them, and everyone else for one.
type lane struct {
	most int // jobs that may wait

	mu      sync.Mutex
	added   *sync.Cond
	of      map[string][]job // by user, none of them empty
	turns   []string         // the users of these, the next one first
	waiting int
	held    int       // the number of calls of hold without a release
	behind  time.Time // since when jobs have been added later than they came; zero: not since the lane was empty
	closed  bool
}

func newLane(most int) *lane {
	l := &lane{most: most, of: map[string][]job{}}
	l.added = sync.NewCond(&l.mu)
	return l
}

// add lets a job of a user wait for a worker, and reports whether there was room for it. It never blocks.
func (l *lane) add(user string, j job) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	theirs := l.of[user]
	if l.waiting >= l.most || len(theirs) >= maxOfUser {
		return false
	}
	if len(theirs) == 0 {
		l.turns = append(l.turns, user)
	}
	l.of[user] = append(theirs, j)
	l.waiting++
	l.added.Signal()
	return true
}

// take waits for a job. It reports false once the lane is closed and empty.
func (l *lane) take() (j job, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.waiting == 0 || l.held > mostHeld {
		if l.waiting == 0 && l.closed {
			return nil, false
		}
		l.added.Wait()
	}
	user := l.turns[0]
	l.turns = l.turns[1:]
	j = l.of[user][0]
	l.of[user] = l.of[user][1:]
	if len(l.of[user]) == 0 {
		delete(l.of, user)
	} else {
		l.turns = append(l.turns, user)
	}
	if l.waiting--; l.waiting == 0 {
		l.behind = time.Time{}
	}
	return j, true
}

// length returns how many jobs wait for a worker.
func (l *lane) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waiting
}

// longLane is the number of jobs in a lane that delay a further one noticeably: by some tens of milliseconds.
const longLane = 64

// hold delays the jobs while more than mostHeld of its calls have not been followed by a release: an answer deferred
// in time can be late, and one that is not is lost.
func (l *lane) hold() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held++
}

func (l *lane) release() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held--; l.held == mostHeld {
		l.added.Broadcast()
	}
}

// mostHeld is how many answers are deferred while others are worked on.
const mostHeld = 8

const (
	// lateRead is the age of an interaction at which its reader gets too little of the processor, and
	// how long each of those delays the jobs.
	lateRead = 250 * time.Millisecond
	// longestLead limits how long the reader goes before the jobs: interactions that are still unread then are lost.
	longestLead = 3 * time.Second
)

// fallBehind delays the jobs for a moment, if it is called for several in a row. These were read late, and
// those behind them will be lost unless they are read and deferred before any of these is worked on. That may be
// a mistake, as after the connection has become slower, so it ends after a while.
func (l *lane) fallBehind() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.behind.IsZero() {
		l.behind = time.Now()
	}
	if time.Since(l.behind) < longestLead {
		l.held++
		time.AfterFunc(lateRead, l.release)
	}
}

// close makes take end once the lane is empty.
func (l *lane) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.added.Broadcast()
}
