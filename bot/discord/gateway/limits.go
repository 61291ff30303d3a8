package gateway

import (
	"context"
	"net/http"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// limits is what Discord says of new sessions.
type limits struct {
	URL    string `json:"url"`    // of the gateway
	Shards int    `json:"shards"` // as many as it recommends
	Start  struct {
		Remaining      int   `json:"remaining"`   // sessions that may be opened
		ResetAfter     int64 `json:"reset_after"` // milliseconds until there are as many as ever
		MaxConcurrency int   `json:"max_concurrency"`
	} `json:"session_start_limit"`
}

// askIn is how long one question for the limits may take.
const askIn = 10 * time.Second

// readLimits asks Discord.
func readLimits(ctx context.Context, c *rest.Client) (l limits, err error) {
	ctx, cancel := context.WithTimeout(ctx, askIn)
	defer cancel()
	err = c.Call(ctx, http.MethodGet, "/gateway/bot", nil, nil, &l)
	if rest.StatusOf(err) == http.StatusUnauthorized {
		return l, ErrToken
	}
	l.Shards = min(max(l.Shards, 1), maxShards)
	l.Start.MaxConcurrency = max(l.Start.MaxConcurrency, 1)
	return l, err
}

func (l limits) resetAfter() time.Duration {
	return time.Duration(l.Start.ResetAfter) * time.Millisecond
}
