package rest

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// route identifies calls that share a limit.
type route struct {
	name  string // the method and the path without its ids: "POST /channels/{}/messages"
	major string // the channel, guild, webhook or interaction; each has a limit of its own

	// free calls do not count for the whole bot: an interaction's token allows them.
	free bool

	edits string // the message of a channel that is edited
}

// routeOf finds the route of a call.
func routeOf(method, path string) route {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(strings.TrimPrefix(path, "/"), "/")
	r := route{}
	majors := 0 // how many parts name the major parameter
	switch parts[0] {
	case "channels", "guilds":
		majors = 1
	case "webhooks", "interactions":
		majors, r.free = 2, len(parts) > 2
	}
	for i := 1; i < len(parts); i++ {
		if i <= majors {
			r.major += "/" + parts[i]
			parts[i] = "{}"
		} else if _, err := strconv.ParseUint(parts[i], 10, 64); err == nil {
			parts[i] = "{}"
		}
	}
	r.name = method + " /" + strings.Join(parts, "/")
	if r.name == "PATCH /channels/{}/messages/{}" {
		r.edits = path[strings.LastIndex(path, "/")+1:]
	}
	return r
}

// Discord takes three edits of messages older than an hour in six seconds in each channel, and states that in no
// header (https://docs.discord.food/resources/message#edit-message). The clocks may be some minutes apart.
const (
	oldAfter     = 55 * time.Minute
	oldEdits     = 3
	oldEditsIn   = 6 * time.Second
	editPatience = time.Second // the longest wait of an edit of an old message: the messages of other channels wait behind it
)

// editsOld reports whether a call edits an old message, by its id.
func (r route) editsOld(now time.Time) bool {
	const epoch = 1420070400000 // the first millisecond of 2015
	id, err := strconv.ParseUint(r.edits, 10, 64)
	return err == nil && now.Sub(time.UnixMilli(int64(id>>22)+epoch)) > oldAfter
}

// bucket is the limit of a route for one major parameter.
type bucket struct {
	key   string
	route route         // the first that used it
	limit int           // calls within a period; 0: not known, or none
	left  int           // of them, until reset
	reset time.Time     // when a new period begins
	every time.Duration // the longest period seen
	calls int           // under way
	old   *window       // of edits of old messages; nil: there were none
}

// next returns when a call may begin. ok is false if that depends on the answer to another:
// the first call of a route shows its limit.
func (b *bucket) next(now time.Time) (at time.Time, ok bool) {
	switch {
	case b.limit == 0:
		return now, b.calls == 0
	case b.left > 0 || !now.Before(b.reset):
		return now, true
	}
	return b.reset, true
}

// begin counts a call.
func (b *bucket) begin(now time.Time) {
	if b.limit > 0 && !now.Before(b.reset) {
		b.left, b.reset = b.limit, now.Add(b.every)
	}
	b.left--
	b.calls++
}

// roundOff is more than the rounding of Discord's headers to milliseconds.
const roundOff = 10 * time.Millisecond

// learn reads the headers of an answer.
func (b *bucket) learn(h http.Header, now time.Time) {
	limit, err := strconv.Atoi(h.Get("X-RateLimit-Limit"))
	left, leftErr := strconv.Atoi(h.Get("X-RateLimit-Remaining"))
	after, afterErr := strconv.ParseFloat(h.Get("X-RateLimit-Reset-After"), 64)
	if err != nil || leftErr != nil || afterErr != nil || limit <= 0 {
		return
	}
	wait := time.Duration(after * float64(time.Second))
	reset := now.Add(wait + roundOff)
	if b.limit == 0 || reset.Sub(b.reset) > wait/2 { // another period than the current one
		b.left = limit - b.calls
	}
	// Answers come in any order, and Discord's clock is not ours: the strictest counts.
	b.limit, b.left, b.every = limit, min(b.left, left), max(b.every, wait)
	if reset.After(b.reset) {
		b.reset = reset
	}
}

// stop lets no call begin for a while. The wait does not show the length of a period: others may have used up the
// limit, or it may depend on the content of the call.
func (b *bucket) stop(now time.Time, wait time.Duration) {
	b.limit, b.left, b.reset = max(b.limit, 1), 0, now.Add(wait)
}

// forgettable reports whether a new bucket would do as well.
func (b *bucket) forgettable(now time.Time) bool {
	return b.calls == 0 && (b.limit == 0 || b.reset.Before(now)) && (b.old == nil || b.old.forgettable(now))
}
