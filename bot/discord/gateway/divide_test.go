package gateway

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive/sharding"
)

// cluster is some processes and the division that they share, as the archive keeps it.
type cluster struct {
	d       sharding.Division
	running map[string]map[int]bool // by process
}

// round is what a process does in turn.
func (c *cluster) round(me string) {
	if !slices.Contains(c.d.Processes, me) {
		c.d.Processes = append(c.d.Processes, me)
	}
	mine := share(c.d, me, c.running[me])
	taken := map[int]bool{}
	for _, s := range mine {
		taken[s.Number] = true
	}
	c.d.Slots = slices.DeleteFunc(slices.Clone(c.d.Slots), func(s sharding.Slot) bool { return s.Process == me || taken[s.Number] })
	c.d.Slots = append(c.d.Slots, mine...)
	ours := inCharge(c.d, me, c.running[me])
	for shard := range c.running[me] {
		if !ours[shard] {
			delete(c.running[me], shard)
		}
	}
	for shard := range ours {
		if _, ok := c.running[me][shard]; !ok {
			c.running[me][shard] = false
		}
	}
}

// dies takes a process out, as the end of its lease does.
func (c *cluster) dies(me string) {
	delete(c.running, me)
	c.d.Processes = slices.DeleteFunc(c.d.Processes, func(p string) bool { return p == me })
	c.d.Slots = slices.DeleteFunc(c.d.Slots, func(s sharding.Slot) bool { return s.Process == me })
}

// connect has all that runs connected.
func (c *cluster) connect() {
	for _, shards := range c.running {
		for shard := range shards {
			shards[shard] = true
		}
	}
}

// covered returns the shards to which some process is connected.
func (c *cluster) covered() (list []int) {
	for shard := range c.d.Shards {
		for _, shards := range c.running {
			if shards[shard] {
				list = append(list, shard)
				break
			}
		}
	}
	return list
}

// Processes come and go in any order. Afterwards all shards run, evenly divided; and a shard that
// was connected stays so unless its process dies.
func TestShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &cluster{d: sharding.Division{Shards: rapid.IntRange(1, 9).Draw(t, "shards")}, running: map[string]map[int]bool{}}
		for n := range rapid.IntRange(1, 40).Draw(t, "steps") {
			before := c.covered()
			names := slices.Sorted(slices.Values(c.d.Processes))
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				me := fmt.Sprint("process ", n)
				c.running[me] = map[int]bool{}
				c.round(me)
			case 1:
				c.connect()
			case 2:
				if len(names) > 0 {
					c.dies(rapid.SampledFrom(names).Draw(t, "dies"))
					before = nil
				}
			default:
				if len(names) > 0 {
					c.round(rapid.SampledFrom(names).Draw(t, "round"))
				}
			}
			for _, shard := range before {
				if !slices.Contains(c.covered(), shard) {
					t.Fatalf("shard %d was dropped: %+v", shard, c)
				}
			}
		}
		settle(t, c)
	})
}

// settle lets the processes do some rounds, and wants an even division.
func settle(t *rapid.T, c *cluster) {
	if len(c.d.Processes) == 0 {
		return
	}
	for range 3 {
		c.connect()
		for _, me := range slices.Clone(c.d.Processes) {
			c.round(me)
		}
	}
	if got := c.covered(); len(got) != c.d.Shards {
		t.Fatalf("only %v run: %+v", got, c)
	}
	slots := max(c.d.Shards, len(c.d.Processes))
	total := 0
	for me, shards := range c.running {
		least, most := slots/len(c.d.Processes), (slots+len(c.d.Processes)-1)/len(c.d.Processes)
		if len(shards) < least || len(shards) > most {
			t.Fatalf("%s runs %d shards, want %d to %d: %+v", me, len(shards), least, most, c)
		}
		total += len(shards)
	}
	if total != slots {
		t.Fatalf("%d sessions, want %d: %+v", total, slots, c)
	}
	before := fmt.Sprint(c.running)
	for _, me := range slices.Clone(c.d.Processes) {
		c.round(me)
	}
	if fmt.Sprint(c.running) != before {
		t.Fatalf("it does not settle: %s, then %v", before, c.running)
	}
}

// A process takes no more than its part of what nobody has, first what it runs already; and so from one that has too much.
func TestShareTakes(t *testing.T) {
	of := func(process string, numbers ...int) (slots []sharding.Slot) {
		for _, n := range numbers {
			slots = append(slots, sharding.Slot{Number: n, Process: process})
		}
		return slots
	}
	for name, c := range map[string]struct {
		shards    int
		processes []string
		slots     []sharding.Slot
		running   map[int]bool
		want      string
	}{
		"of what is free":      {5, []string{"a", "b"}, nil, map[int]bool{3: true, 4: true}, "0 3 4"},
		"of another":           {2, []string{"a", "b"}, of("b", 0, 1), map[int]bool{0: true}, "0"},
		"to stand by":          {1, []string{"a", "b"}, of("b", 0), nil, "1"},
		"to stand by its own":  {2, []string{"a", "b", "c", "d"}, of("b", 0), map[int]bool{1: true}, "1"},
		"of the busiest":       {6, []string{"a", "b", "c"}, append(of("b", 0, 1), of("c", 2, 3, 4, 5)...), nil, "4 5"},
		"of the busiest first": {6, []string{"a", "b", "c"}, append(of("c", 0, 1, 2, 3), of("b", 4, 5)...), nil, "2 3"},
		"what it runs":         {6, []string{"a", "b", "c"}, append(of("b", 0, 1), of("c", 2, 3, 4, 5)...), map[int]bool{0: true, 2: true}, "2 5"},
		"nothing of its equal": {3, []string{"a", "b"}, append(of("b", 0, 1), of("a", 2)...), nil, "2"},
	} {
		var got []int
		for _, s := range share(sharding.Division{Shards: c.shards, Processes: c.processes, Slots: c.slots}, "a", c.running) {
			got = append(got, s.Number)
		}
		if fmt.Sprint(got) != "["+c.want+"]" {
			t.Errorf("%s: %v, want %s", name, got, c.want)
		}
	}
}

// A process that stops waits until others are connected to all that it runs.
func TestElsewhere(t *testing.T) {
	d := sharding.Division{Shards: 3, Slots: []sharding.Slot{{Number: 0, Process: "a", Ready: true}, {Number: 1, Process: "b", Ready: true}, {Number: 2, Process: "b"}}}
	for _, c := range []struct {
		me      string
		running []int
		want    bool
	}{
		{"a", []int{0}, false}, {"a", []int{0, 1}, false}, {"a", []int{1}, true}, {"a", []int{2}, false}, {"b", []int{0}, true}, {"b", nil, true},
	} {
		running := map[int]bool{}
		for _, shard := range c.running {
			running[shard] = true
		}
		if got := elsewhere(d, c.me, running); got != c.want {
			t.Errorf("%s runs %v: %t", c.me, c.running, got)
		}
	}
}

// Processes that were without the database for a while go on with what they run.
func TestShareAfterAnOutage(t *testing.T) {
	c := &cluster{d: sharding.Division{Shards: 4}, running: map[string]map[int]bool{"a": {}, "b": {}}}
	for range 3 {
		c.round("a")
		c.round("b")
		c.connect()
	}
	before := fmt.Sprint(c.running)
	c.d.Processes, c.d.Slots = nil, nil
	c.round("a")
	c.round("b")
	c.round("a")
	if got := fmt.Sprint(c.running); got != before {
		t.Errorf("before %s, after %s", before, got)
	}
}

// A process whose lease has run out by the time it decides, because the machine was asleep, takes
// its part like any other.
func TestShareAsleep(t *testing.T) {
	if mine := share(sharding.Division{Shards: 3}, "a", nil); len(mine) != 3 {
		t.Errorf("alone, it has %+v", mine)
	}
	d := sharding.Division{Shards: 4, Processes: []string{"b"}}
	for n := range 4 {
		d.Slots = append(d.Slots, sharding.Slot{Number: n, Process: "b", Ready: true})
	}
	if mine := share(d, "a", nil); len(mine) != 2 {
		t.Errorf("beside another, it has %+v", mine)
	}
}

func TestParseShards(t *testing.T) {
	for text, want := range map[string]Shards{
		"": {}, "auto": {}, " auto\n": {}, "1": {Count: 1}, "16384": {Count: 16384},
		"all/auto": {All: true}, "all/4": {All: true, Count: 4},
		"0/1": {Count: 1, Only: []int{0}}, "0,2-3/4": {Count: 4, Only: []int{0, 2, 3}}, "1-1/2": {Count: 2, Only: []int{1}},
	} {
		if got, err := ParseShards(text); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("ParseShards(%q) = %+v, %v, want %+v", text, got, err, want)
		}
	}
	for _, bad := range []string{
		"0", "-1", "16385", "x", "4.5", "/", "/4", "all/", "all", "4/4", "0-4/4", "2-1/4", "-1/4", "0,/4", "0/auto", "0//4", "0/4/4", "0-1-2/4",
		"99999999999999999999", "0-99999999999999999999/4", "0,0/4", "0-2,1/4",
	} {
		if got, err := ParseShards(bad); err == nil || !strings.Contains(err.Error(), "discord.shards is ") || !reflect.DeepEqual(got, Shards{}) {
			t.Errorf("ParseShards(%q) = %+v, %v", bad, got, err)
		}
	}
}
