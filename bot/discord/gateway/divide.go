package gateway

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/sharding"
)

// share returns the slots of a process from now on, given the shards that it runs and whether
// it is connected to them. The processes call it one after another. In the end no process
// has more than one slot more than another.
//
// A process with too few slots takes some from the one that has the most. The other goes on running
// their shards until this one is connected, so that no event is lost on the way (see inCharge).
func share(d sharding.Division, me string, running map[int]bool) (mine []sharding.Slot) {
	if !slices.Contains(d.Processes, me) { // it was asleep since its last sign of life
		d.Processes = append(slices.Clone(d.Processes), me)
	}
	// There is a slot for each shard. If there are more processes than shards, each process that would have none gets a
	// further slot: it stands by, and answers at once when another dies.
	owners := make([]string, max(d.Shards, len(d.Processes))) // "" for none
	for _, s := range d.Slots {
		if s.Number < len(owners) {
			owners[s.Number] = s.Process
		}
	}
	count := map[string]int{}
	for _, process := range owners {
		count[process]++
	}
	runs := func(slot int) bool { // its shard is the first choice
		_, ok := running[slot%d.Shards]
		return ok
	}
	take := func(slot int) {
		count[owners[slot]]--
		count[me]++
		owners[slot] = me
	}
	most := (len(owners) + len(d.Processes) - 1) / len(d.Processes)
	for _, first := range []bool{true, false} {
		for slot, process := range owners {
			if process == "" && runs(slot) == first && count[me] < most {
				take(slot)
			}
		}
	}
	for slot := ofBusiest(owners, count, me, runs); slot >= 0; slot = ofBusiest(owners, count, me, runs) {
		take(slot)
	}
	for slot, process := range owners {
		if process == me {
			mine = append(mine, sharding.Slot{Number: slot, Process: me, Ready: running[slot%d.Shards]})
		}
	}
	return mine
}

// ofBusiest returns a slot of the process that has the most, or -1 if no process has at least two slots more
// than this one.
func ofBusiest(owners []string, count map[string]int, me string, runs func(slot int) bool) int {
	found := -1
	for slot, process := range owners {
		if process == "" || count[process] < count[me]+2 {
			continue
		}
		if found < 0 || count[process] > count[owners[found]] || count[process] == count[owners[found]] && (runs(slot) || !runs(found)) {
			found = slot
		}
	}
	return found
}

// inCharge returns the shards that a process runs under a division: the ones of its slots, and any
// that it already runs while no other process is connected to them.
func inCharge(d sharding.Division, me string, running map[int]bool) map[int]bool {
	shards := map[int]bool{}
	for _, s := range d.Slots {
		if s.Process == me {
			shards[s.Number%d.Shards] = true
		}
	}
	for shard := range running {
		if !othersRun(d, me, shard) {
			shards[shard] = true
		}
	}
	return shards
}

// othersRun reports whether another process is connected to a shard.
func othersRun(d sharding.Division, me string, shard int) bool {
	for _, s := range d.Slots {
		if s.Process != me && s.Ready && s.Number%d.Shards == shard {
			return true
		}
	}
	return false
}

// elsewhere reports whether others are connected to all the shards that a process runs.
func elsewhere(d sharding.Division, me string, running map[int]bool) bool {
	for shard := range running {
		if !othersRun(d, me, shard) {
			return false
		}
	}
	return true
}

// maxShards is more than any bot needs.
const maxShards = 1 << 14

// Shards is a setting: the number of shards into which the bot's guilds are divided, and which of them this
// process runs. The zero value leaves both to Discord and to the processes.
type Shards struct {
	Count int   // 0: as many as Discord recommends
	All   bool  // this process runs all, whatever others run
	Only  []int // it runs these, whatever others run
}

// ParseShards reads a setting: "auto" or a number. Before it, "all/" or a list such as "0,2-3/"
// selects the shards of this process.
func ParseShards(text string) (s Shards, err error) {
	invalid := fmt.Errorf("discord.shards is %q: want auto, a number such as 4, all/auto, all/4, "+
		"or the shards of this process and the number of all, such as 0,2-3/4", text)
	text = strings.TrimSpace(text)
	which, count, found := strings.Cut(text, "/")
	if !found {
		which, count = "", which
	}
	if count != "auto" && text != "" {
		if s.Count, err = strconv.Atoi(count); err != nil || s.Count < 1 || s.Count > maxShards {
			return Shards{}, invalid
		}
	}
	switch {
	case !found:
		return s, nil
	case which == "all":
		s.All = true
		return s, nil
	}
	for item := range strings.SplitSeq(which, ",") {
		first, last, isRange := strings.Cut(item, "-")
		if !isRange {
			last = first
		}
		from, fromErr := strconv.Atoi(first)
		to, toErr := strconv.Atoi(last)
		if fromErr != nil || toErr != nil || from < 0 || to < from || to >= s.Count {
			return Shards{}, invalid
		}
		for id := from; id <= to; id++ {
			if slices.Contains(s.Only, id) {
				return Shards{}, invalid
			}
			s.Only = append(s.Only, id)
		}
	}
	return s, nil
}
