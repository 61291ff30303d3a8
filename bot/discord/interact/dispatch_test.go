package interact

import (
	"log/slog"
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
			d.add(d.quick, func() {
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
			if d.add(d.slow, func() { time.Sleep(time.Minute) }) {
				taken++
			}
			synctest.Wait() // the workers take what they can
		}
		if taken != SlowWorkers+MaxSlow {
			t.Errorf("%d slow jobs taken, want %d", taken, SlowWorkers+MaxSlow)
		}
		began := time.Now()
		var waited time.Duration
		d.add(d.quick, func() { waited = time.Since(began) })
		d.finish()
		d.done.Wait()
		if waited != 0 {
			t.Errorf("a quick job waited %s", waited)
		}
	})
}
