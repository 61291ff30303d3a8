package archive_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// A guild is greeted by one of many processes, and not where it is known.
func TestGreetOnce(t *testing.T) {
	s := archivetest.Open(t, archivetest.URL(t))
	var greeted atomic.Int32
	var all sync.WaitGroup
	for range 10 {
		all.Go(func() {
			first, err := s.GreetOnce(t.Context(), "881234567890123456")
			if err != nil {
				t.Error(err)
			}
			if first {
				greeted.Add(1)
			}
		})
	}
	all.Wait()
	if n := greeted.Load(); n != 1 {
		t.Errorf("greeted %d times", n)
	}
	must(t, s.SaveGuild(t.Context(), archive.NewGuild("set up")))
	must(t, s.GuildLeft(t.Context(), "left"))
	for _, guild := range []string{"set up", "left"} {
		if first, err := s.GreetOnce(t.Context(), guild); first || err != nil {
			t.Errorf("%s: %t, %v", guild, first, err)
		}
	}
}
