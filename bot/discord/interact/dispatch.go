package interact

import (
	"log/slog"
	"runtime/debug"
	"sync"
	"time"
)

const (
	// maxWaiting is how many interactions may wait for a worker: so many are answered within the quarter of an
	// hour that Discord takes an answer, in some 40 MB.
	maxWaiting = 4096
	// maxOfUser is how many of them may be one user's.
	maxOfUser = 32
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
		d.do(j)
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
func (d *dispatcher) finish() {
	d.quick.close()
	d.slow.close()
}

// lane is the jobs that wait for a worker. The users take turns, so that one who asks four hundred things
// at once waits for all of them, and everyone else for one.
type lane struct {
	most int // jobs that may wait

	mu      sync.Mutex
	added   *sync.Cond
	of      map[string][]job // by user, none of them empty
	turns   []string         // the users of these, the next one first
	waiting int
	held    int       // what keeps the jobs back
	behind  time.Time // since when whoever adds jobs has been slower than they come; zero: since the lane was empty, never
	closed  bool
}

func newLane(most int) *lane {
	l := &lane{most: most, of: map[string][]job{}}
	l.added = sync.NewCond(&l.mu)
	return l
}

// add has a job of a user wait for a worker, and reports whether there was room for it. It never blocks.
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

// isLong reports whether a job that is added now waits for others.
func (l *lane) isLong() bool { return l.length() > longLane }

// length returns how many jobs wait for a worker.
func (l *lane) length() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.waiting
}

// longLane is how many jobs are done while nobody notices: in some tens of milliseconds.
const longLane = 64

// hold keeps the jobs back while more than a few who called it have not called release: an answer that is
// deferred in time can be late, and one that is not is lost.
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
	// lateRead is how late Discord's interactions are read where the reader gets too little of the processor, and
	// how long each of those keeps the jobs back.
	lateRead = 250 * time.Millisecond
	// longestLead is how long the reader may go before the jobs: what it has not read by then is lost.
	longestLead = 3 * time.Second
)

// fallBehind keeps the jobs back for a moment, if it is called for several jobs in a row: they came late, and
// those behind them will be lost unless they are read, and deferred, before any of these is worked on. That may be
// a mistake, as where the connection has become slower, so that it ends after a while.
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

// close has take end once the lane is empty.
func (l *lane) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.closed = true
	l.added.Broadcast()
}
