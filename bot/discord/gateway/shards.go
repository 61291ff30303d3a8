package gateway

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxShards is more than any bot has.
const maxShards = 1 << 14

// Shards is a setting: into how many shards the bot's guilds are divided, and which of them this
// process runs. The zero value leaves both to Discord and to the processes.
type Shards struct {
	Count int   // 0: as many as Discord recommends
	All   bool  // this process runs all, whatever others run
	Only  []int // it runs these, whatever others run
}

// ParseShards reads a setting: "auto" or a number, before which "all/" or a list such as "0,2-3/"
// can say what this process runs.
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
