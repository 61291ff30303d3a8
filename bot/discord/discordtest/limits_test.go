package discordtest

import (
	"net/http"
	"testing"
	"time"
)

// Of a route, and of the whole bot, the call that is one too many is refused.
func TestLimits(t *testing.T) {
	s, c, channel := start(t)
	begun := time.Now()
	s.PerSecond, s.now = 8, func() time.Time { return begun }
	s.Limits = map[string]Limit{toChannel: {Calls: 5, Within: time.Minute}}
	for range 5 {
		status, _ := c.post("/channels/"+channel+"/messages", hello)
		wantStatus(t, status, http.StatusOK)
	}
	wantLimited := func(status int, answer map[string]any, global bool, atMost time.Duration) {
		t.Helper()
		wantStatus(t, status, http.StatusTooManyRequests)
		if wait, _ := answer["retry_after"].(float64); answer["global"] != global || wait <= 0 || wait > atMost.Seconds() {
			t.Errorf("%v, want global %v and at most %s", answer, global, atMost)
		}
	}
	status, answer := c.post("/channels/"+channel+"/messages", hello)
	wantLimited(status, answer, false, time.Minute)
	other := s.AddChannel(s.GuildOf(channel), "other")
	for range 2 {
		status, _ = c.post("/channels/"+other+"/messages", hello)
		wantStatus(t, status, http.StatusOK)
	}
	status, answer = c.call("GET", "/channels/"+channel, "", "")
	wantLimited(status, answer, true, time.Second)
	call := s.Slash(User{ID: "1", Name: "ann"}, channel, "daily", nil)
	status, _ = c.post(callback(call), `{"type":5}`)
	wantStatus(t, status, http.StatusNoContent) // outside of the limit of the bot
	if got := s.Limited(); got != 2 {
		t.Errorf("%d calls on record as limited, want 2", got)
	}
}
