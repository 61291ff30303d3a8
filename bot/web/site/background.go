package site

import (
	"context"
	"sync"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Job is an import, or the preview of one. It takes longer than a request may, so it runs in the background: any
// browser of the player shows its progress and its result.
type Job struct {
	Key      string // names the job, so that a form sent twice runs it once; "": there was none
	Words    string // "Importing mine.txt …"
	Progress string
	Reply    *chat.Reply // nil while it is running
}

// Running reports whether a job was begun and has no result yet.
func (j Job) Running() bool { return j.Key != "" && j.Reply == nil }

// Background runs jobs one at a time, and keeps the last one.
type Background struct {
	ctx     context.Context // its end interrupts the job
	running sync.WaitGroup

	mu   sync.Mutex
	last Job
}

// Start lets jobs run until ctx ends. It returns a function that waits for the last one.
func (b *Background) Start(ctx context.Context) (wait func()) {
	b.ctx = ctx
	return b.running.Wait
}

// Begin runs a job and reports whether it is running. It is not if another one is.
func (b *Background) Begin(j Job, do func(context.Context) chat.Reply) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last.Running() {
		return b.last.Key == j.Key
	}
	b.last = j
	b.running.Go(func() {
		reply := do(b.ctx)
		b.Change(func(j *Job) { j.Reply = &reply })
	})
	return true
}

// Change changes the last job.
func (b *Background) Change(change func(*Job)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	change(&b.last)
}

// Last returns the job that was begun last.
func (b *Background) Last() Job {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last
}
