package discordtest

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Limit is how many calls of a route are taken within a time, for each channel, guild or
// webhook.
type Limit struct {
	Calls  int
	Within time.Duration
}

// usualLimits are those of Discord as bots have seen them. They are not documented, and may
// change: only the headers of its answers count.
func usualLimits() map[string]Limit {
	return map[string]Limit{
		"POST /channels/{channel_id}/messages":                               {5, 5 * time.Second},
		"GET /channels/{channel_id}/messages":                                {5, time.Second},
		"POST /webhooks/{webhook_id}/{webhook_token}":                        {5, 2 * time.Second},
		"PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}": {5, 5 * time.Second},
		"PATCH /channels/{channel_id}/messages/{message_id}":                 {5, 5 * time.Second},
	}
}

// limiter counts calls as Discord does.
type limiter struct {
	calls   []time.Time // of the whole bot, within the last second
	periods map[string]period
	old     map[string][]time.Time // edits of old messages, by channel
}

// takesOldEdit counts an edit of a message older than an hour in a channel, of which three are taken in six seconds, and
// reports whether it is taken. No header says anything of this limit.
func (l *limiter) takesOldEdit(channelID string, now time.Time) bool {
	if l.old == nil {
		l.old = map[string][]time.Time{}
	}
	edits := slices.DeleteFunc(l.old[channelID], func(at time.Time) bool { return now.Sub(at) >= 6*time.Second })
	taken := len(edits) < 3
	if taken {
		edits = append(edits, now)
	}
	l.old[channelID] = edits
	return taken
}

// tooManyOldEdits is the answer to one more: as bots have seen it, without retry_after and without a scope.
func tooManyOldEdits() answer {
	return refuse(http.StatusTooManyRequests, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
}

// period is the time for which a limit of a route counts.
type period struct {
	until time.Time
	left  int
}

// limit counts a call, and returns the refusal of one that is too many. The headers say what
// is left of the route's limit.
func (s *Server) limit(c *call, r route, now time.Time) (h http.Header, a answer, refused bool) {
	h = http.Header{}
	if r.auth && !s.countCall(now) {
		return h, tooMany(h, s.limiter.calls[0].Add(time.Second).Sub(now), "global"), true
	}
	limit, limited := s.Limits[c.route]
	if !limited {
		return h, answer{}, false
	}
	key := c.route + " " + c.PathValue("channel_id") + c.PathValue("webhook_token")
	p := s.limiter.periods[key]
	if !now.Before(p.until) {
		p = period{now.Add(limit.Within), limit.Calls}
	}
	p.left--
	s.limiter.periods[key] = p
	h.Set("X-RateLimit-Bucket", fmt.Sprintf("bucket-of-%x", c.route))
	h.Set("X-RateLimit-Limit", strconv.Itoa(limit.Calls))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(max(p.left, 0)))
	h.Set("X-RateLimit-Reset-After", seconds(p.until.Sub(now)))
	if p.left < 0 {
		return h, tooMany(h, p.until.Sub(now), "user"), true
	}
	return h, answer{}, false
}

// countCall reports whether the whole bot may make a call now.
func (s *Server) countCall(now time.Time) bool {
	calls := s.limiter.calls
	for len(calls) > 0 && now.Sub(calls[0]) >= time.Second {
		calls = calls[1:]
	}
	s.limiter.calls = calls
	if len(calls) >= s.PerSecond {
		return false
	}
	s.limiter.calls = append(calls, now)
	return true
}

// tooMany returns the answer to a call too many, and sets its headers.
func tooMany(h http.Header, wait time.Duration, scope string) answer {
	global := scope == "global"
	h.Set("Retry-After", strconv.Itoa(int(wait.Seconds()+0.999)))
	h.Set("X-RateLimit-Scope", scope)
	h.Set("X-RateLimit-Reset-After", seconds(wait))
	if global {
		h.Set("X-RateLimit-Global", "true")
	}
	return answer{http.StatusTooManyRequests, map[string]any{
		"message": "You are being rate limited.", "retry_after": wait.Seconds(), "global": global,
	}}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) }

// Limited returns how many calls were refused with 429 so far, those of a [Fault] included.
func (s *Server) Limited() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for _, r := range s.requests {
		if r.Status == http.StatusTooManyRequests {
			n++
		}
	}
	return n
}
