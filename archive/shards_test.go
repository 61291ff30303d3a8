package archive_test

import (
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/sharding"
)

// A process keeps its slots for as long as it is alive; one that is not loses them to whoever
// decides next.
func TestDivideShards(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	take := func(process string, shards int, slots ...sharding.Slot) (before, after sharding.Division) {
		t.Helper()
		after, err := s.DivideShards(t.Context(), process, time.Hour, func(d sharding.Division) (int, []sharding.Slot) {
			before = d
			return shards, slots
		})
		must(t, err)
		return before, after
	}
	want := func(got sharding.Division, shards int, processes []string, slots ...sharding.Slot) {
		t.Helper()
		if want := (sharding.Division{Shards: shards, Processes: processes, Slots: slots}); !reflect.DeepEqual(got, want) && (len(slots) > 0 || len(got.Slots) > 0) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	before, after := take("a", 3, sharding.Slot{Number: 0, Process: "a", Ready: true}, sharding.Slot{Number: 2, Process: "a"})
	want(before, 0, []string{"a"})
	want(after, 3, []string{"a"}, sharding.Slot{Number: 0, Process: "a", Ready: true}, sharding.Slot{Number: 2, Process: "a"})
	before, after = take("b", 3, sharding.Slot{Number: 2, Process: "b", Ready: true})
	want(before, 3, []string{"a", "b"}, sharding.Slot{Number: 0, Process: "a", Ready: true}, sharding.Slot{Number: 2, Process: "a"})
	want(after, 3, []string{"a", "b"}, sharding.Slot{Number: 0, Process: "a", Ready: true}, sharding.Slot{Number: 2, Process: "b", Ready: true})
	archivetest.Exec(t, url, `update gateway_process set alive_until = now() - interval '1 second' where id = 'a'`)
	if d, err := s.ShardDivision(t.Context()); err != nil || len(d.Processes) != 1 || len(d.Slots) != 1 {
		t.Errorf("with a dead process: %+v, %v", d, err)
	}
	before, _ = take("b", 3, sharding.Slot{Number: 2, Process: "b", Ready: true})
	want(before, 3, []string{"b"}, sharding.Slot{Number: 2, Process: "b", Ready: true})
	take("a", 3, sharding.Slot{Number: 1, Process: "a"})
	_, after = take("b", 5, sharding.Slot{Number: 4, Process: "b"})
	want(after, 5, []string{"b", "a"}, sharding.Slot{Number: 4, Process: "b"})
	must(t, s.LeaveShards(t.Context(), "b"))
	before, _ = take("a", 5)
	want(before, 5, []string{"a"})
}

// Processes that leave wait for one that decides: without an order of locks they hold each other up
// until the database gives up one of them.
func TestLeaveShardsWaits(t *testing.T) {
	s := archivetest.New(t)
	const shards = 200
	all := func(process string) (mine []sharding.Slot) {
		for n := range shards {
			mine = append(mine, sharding.Slot{Number: n, Process: process})
		}
		return mine
	}
	var group sync.WaitGroup
	for _, process := range []string{"a", "b", "c"} {
		group.Go(func() {
			for range 30 {
				_, err := s.DivideShards(t.Context(), process, time.Hour, func(sharding.Division) (int, []sharding.Slot) {
					return shards, all(process)
				})
				if err == nil {
					err = s.LeaveShards(t.Context(), process)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

// No two owners have a turn at a time, and the next one begins after the pause of the last.
func TestIdentifyTurns(t *testing.T) {
	s := archivetest.New(t)
	var running, turns atomic.Int32
	var all sync.WaitGroup
	for _, owner := range []string{"a", "b", "c", "d"} {
		all.Go(func() {
			for done := 0; done < 5; {
				wait, err := s.TakeIdentify(t.Context(), 7, owner, time.Hour)
				if err != nil {
					t.Error(err)
					return
				}
				if wait > 0 {
					time.Sleep(min(wait, time.Millisecond))
					continue
				}
				if running.Add(1) > 1 {
					t.Error("two have the turn")
				}
				time.Sleep(time.Millisecond)
				running.Add(-1)
				turns.Add(1)
				done++
				if err := s.EndIdentify(t.Context(), 7, owner, time.Millisecond); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if n := turns.Load(); n != 20 {
		t.Errorf("%d turns", n)
	}
}

// A turn whose owner is gone ends with its lease, and what the owner says of it later does not
// end the next one.
func TestIdentifyTurnOfTheDead(t *testing.T) {
	s := archivetest.New(t)
	if wait, err := s.TakeIdentify(t.Context(), 0, "dead", time.Millisecond); wait != 0 || err != nil {
		t.Fatal(wait, err)
	}
	time.Sleep(2 * time.Millisecond)
	if wait, err := s.TakeIdentify(t.Context(), 0, "next", time.Hour); wait != 0 || err != nil {
		t.Fatal(wait, err)
	}
	must(t, s.EndIdentify(t.Context(), 0, "dead", 0))
	wait, err := s.TakeIdentify(t.Context(), 0, "third", time.Hour)
	if err != nil || wait < time.Hour-time.Minute || wait > time.Hour {
		t.Errorf("wait %s, %v", wait, err)
	}
	if wait, err := s.TakeIdentify(t.Context(), 1, "third", time.Hour); wait != 0 || err != nil {
		t.Errorf("another key: wait %s, %v", wait, err)
	}
}
