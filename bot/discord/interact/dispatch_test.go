package interact

import (
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Each job is done, though jobs panic.
func TestDispatch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var done atomic.Int32
		d := dispatch(2, slog.New(slog.DiscardHandler))
		for range 10 {
			d.quick.add("ann", func() {
				done.Add(1)
				panic("a panic must not end the worker")
			})
		}
		d.finish()
		d.done.Wait()
		if got := done.Load(); got != 10 {
			t.Errorf("%d jobs done, want 10", got)
		}
	})
}

// A lane that is full takes no more, and the other one is as quick as ever.
func TestLanes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatch(1, slog.New(slog.DiscardHandler))
		taken := 0
		for range SlowWorkers + 2*MaxSlow {
			if d.slow.add("ann", func() { time.Sleep(time.Minute) }) {
				taken++
			}
			synctest.Wait() // the workers take what they can
		}
		if taken != SlowWorkers+MaxSlow {
			t.Errorf("%d slow jobs taken, want %d", taken, SlowWorkers+MaxSlow)
		}
		began := time.Now()
		var waited time.Duration
		d.quick.add("ann", func() { waited = time.Since(began) })
		d.finish()
		d.done.Wait()
		if waited != 0 {
			t.Errorf("a quick job waited %s", waited)
		}
	})
}

// Users take turns: one who asks hundreds of things at once has the first of them done before another one's,
// and no more; what is more than a user may have waiting is refused.
func TestUsersTakeTurns(t *testing.T) {
	l := newLane(maxWaiting)
	order := ""
	add := func(user string) bool { return l.add(user, func() { order += user }) }
	taken := 0
	for range 400 {
		if add("a") {
			taken++
		}
	}
	if !add("b") || !add("c") || taken != maxOfUser {
		t.Fatalf("%d of one user are taken, want %d, and those of others", taken, maxOfUser)
	}
	add("b")
	l.close()
	for j, ok := l.take(); ok; j, ok = l.take() {
		j()
	}
	if want := "abcab" + strings.Repeat("a", maxOfUser-2); order != want {
		t.Errorf("done in the order %s, want %s", order, want)
	}
}

// A lane has room for a thousand users at once, and for no more than it says.
func TestLaneIsBounded(t *testing.T) {
	l := newLane(maxWaiting)
	taken := 0
	for i := range maxWaiting + 10 {
		if l.add(strconv.Itoa(i), func() {}) {
			taken++
		}
	}
	if taken != maxWaiting || l.length() <= longLane {
		t.Errorf("%d are taken, want %d; it is long: %t", taken, maxWaiting, l.length() > longLane)
	}
}

// While many answers are being deferred, no other is begun.
func TestHold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := dispatch(1, slog.New(slog.DiscardHandler))
		for range mostHeld + 1 {
			d.quick.hold()
		}
		var done atomic.Bool
		d.quick.add("ann", func() { done.Store(true) })
		if synctest.Wait(); done.Load() {
			t.Error("a job was begun")
		}
		d.quick.release()
		if synctest.Wait(); !done.Load() {
			t.Error("the job was not begun when it could be")
		}
		d.finish()
		d.done.Wait()
	})
}

// While interactions are read late, they are read and not answered, but not for longer than a player waits.
func TestFallBehind(t *testing.T) {
	for _, c := range []struct{ late, wait time.Duration }{{time.Second, time.Second + lateRead}, {time.Minute, longestLead + lateRead}} {
		synctest.Test(t, func(t *testing.T) {
			const every = 10 * time.Millisecond
			d := dispatch(1, slog.New(slog.DiscardHandler))
			began := time.Now()
			for range mostHeld + 1 {
				d.quick.fallBehind()
			}
			var done atomic.Int64
			d.quick.add("ann", func() { done.Store(int64(time.Since(began))) })
			for ; time.Since(began) < c.late; time.Sleep(every) {
				d.quick.fallBehind()
			}
			time.Sleep(lateRead)
			synctest.Wait()
			if got := time.Duration(done.Load()); got < c.wait-mostHeld*every-every || got > c.wait {
				t.Errorf("late for %s: begun after %s, want %s", c.late, got, c.wait)
			}
			d.finish()
			d.done.Wait()
		})
	}
}
