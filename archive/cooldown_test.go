package archive_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
)

// A player posts six messages at once in a guild and then one a minute, a guild twenty and then one in ten
// seconds, whichever of several processes is asked.
func TestCountPost(t *testing.T) {
	url := archivetest.URL(t)
	one, other := archivetest.Open(t, url), archivetest.Open(t, url)
	now := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
	count := func(guild, player string, messages float64) *games.OftenError {
		t.Helper()
		one, other = other, one
		err := one.CountPost(t.Context(), guild, player, messages, now)
		var often *games.OftenError
		if err != nil && !errors.As(err, &often) {
			t.Fatal(err)
		}
		return often
	}
	for i, c := range []struct {
		after         time.Duration
		guild, player string
		messages      float64
		want          time.Duration // until the next; 0: allowed
		all           bool
	}{
		{0, "7", "1", 1, 0, false},
		{0, "7", "1", 5, 0, false},
		{0, "7", "1", 1, time.Minute, false},
		{0, "8", "1", 1, 0, false},
		{0, "7", "2", 6, 0, false},
		{30 * time.Second, "7", "1", 1, 30 * time.Second, false},
		{30 * time.Second, "7", "1", 1, 0, false},
		{0, "7", "1", 3, 3 * time.Minute, false},
		{time.Hour, "7", "1", 6, 0, false},
		{12 * time.Second, "7", "1", 0.2, 0, false},
		{11 * time.Second, "7", "1", 0.2, time.Second, false},
	} {
		now = now.Add(c.after)
		got := count(c.guild, c.player, c.messages)
		if (got != nil) != (c.want != 0) || got != nil && (got.Guild != c.all || got.Until.Sub(now) != c.want) {
			t.Errorf("%d: %+v, want %s", i, got, c.want)
		}
	}
	var allowed, refused atomic.Int64
	var group sync.WaitGroup
	for i := range 40 {
		store := []*archive.Store{one, other}[i%2]
		group.Go(func() {
			var often *games.OftenError
			switch err := store.CountPost(t.Context(), "9", fmt.Sprint(100+i), 1, now); {
			case err == nil:
				allowed.Add(1)
			case errors.As(err, &often) && often.Guild:
				refused.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	if allowed.Load() != 20 || refused.Load() != 20 {
		t.Errorf("of 40 players at once %d post and %d are refused, want 20 each", allowed.Load(), refused.Load())
	}
}
