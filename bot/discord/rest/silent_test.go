package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// startSilent is start over HTTP/2, through a proxy.
func startSilent(t *testing.T) (*discordtest.Server, *discordtest.Proxy, *Client, string) {
	t.Helper()
	srv := discordtest.Start(t)
	proxy, transport := srv.ProxyTLS(t)
	c := New(Config{Base: proxy.API().String(), Token: srv.Token, Transport: NewTransport(transport)})
	t.Cleanup(c.Close)
	channel := srv.AddChannel(srv.AddGuild("guild"), "channel")
	if err := get(t.Context(), c, channel); err != nil {
		t.Fatal(err)
	}
	return srv, proxy, c, channel
}

// What may be carried out twice is sent again over another connection, and a message without a nonce is not.
func TestSentAgain(t *testing.T) {
	t.Parallel()
	srv, proxy, c, channel := startSilent(t)
	proxy.Swallow(discordtest.Answers)
	if err := get(t.Context(), c, channel); err != nil {
		t.Error(err)
	}
	if n := len(srv.Requests(getChannel)); n != 3 {
		t.Errorf("%d calls, want the first and two", n)
	}
	proxy.Swallow(discordtest.Answers)
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	body := map[string]any{"content": hello, "allowed_mentions": map[string]any{"parse": []string{}}}
	err := c.Call(ctx, http.MethodPost, "/channels/"+channel+"/messages", body, nil, nil)
	if n := len(srv.Messages(channel)); n != 1 || !MayHaveArrived(err) {
		t.Errorf("%d messages, %v", n, err)
	}
	if err := post(t, c, channel); err != nil { // the connection was left
		t.Error(err)
	}
}

// Within the 3 s for a first answer there is time for a second try, whose refusal shows that the first was taken.
func TestFirstAnswerSentAgain(t *testing.T) {
	t.Parallel()
	srv, proxy, c, channel := startSilent(t)
	srv.Deadline = time.Hour
	call := srv.Slash(discordtest.User{ID: "1"}, channel, "daily", nil)
	proxy.Swallow(discordtest.Answers)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	err := c.Repeat(ctx, http.MethodPost, callbackOf(call), map[string]any{"type": 5}, nil, nil)
	if refused, ok := errors.AsType[*Error](err); !ok || refused.Code != CodeAnswered || !refused.repeated {
		t.Errorf("%v", err)
	}
	err = c.Repeat(t.Context(), http.MethodPost, callbackOf(call), map[string]any{"type": 5}, nil, nil)
	if refused, ok := errors.AsType[*Error](err); !ok || refused.Code != CodeAnswered || refused.repeated {
		t.Errorf("answered by another: %v", err)
	}
}

// A Discord that is slow with each first answer has taken it by the first try, which is waited for.
func TestSlowFirstAnswer(t *testing.T) {
	t.Parallel()
	srv, _, c, channel := startSilent(t)
	srv.Deadline = time.Hour
	srv.Inject(discordtest.Fault{Route: toCallback, Delay: 2200 * time.Millisecond, Times: tries})
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	call := srv.Slash(discordtest.User{ID: "1"}, channel, "daily", nil)
	if err := c.Repeat(ctx, http.MethodPost, callbackOf(call), map[string]any{"type": 5}, nil, nil); err != nil {
		t.Error(err)
	}
}

// A connection of HTTP/2 that falls silent while nothing is sent is left by then.
func TestSilentConnectionIsPinged(t *testing.T) {
	t.Parallel()
	_, proxy, c, channel := startSilent(t)
	proxy.Swallow(discordtest.All)
	time.Sleep(pingAfter + pingIn + 2*time.Second)
	began := time.Now()
	if err := post(t, c, channel); err != nil || time.Since(began) > pingAfter {
		t.Errorf("after %s: %v", time.Since(began), err)
	}
}

// A Discord that is slow is waited for, and so is the upload of a large file.
func TestSlowAnswer(t *testing.T) {
	t.Parallel()
	srv, _, c, channel := startSilent(t)
	srv.Inject(discordtest.Fault{Route: getChannel, Delay: tryIn + time.Second, Times: 2})
	if err := get(t.Context(), c, channel); err != nil {
		t.Error(err)
	}
	srv.Inject(discordtest.Fault{Route: toChannel, Delay: tryIn + time.Second})
	body := map[string]any{"content": hello, "allowed_mentions": map[string]any{"parse": []string{}}}
	file := File{"puzzles.txt", make([]byte, 2<<20)}
	if err := c.Repeat(t.Context(), http.MethodPost, "/channels/"+channel+"/messages", body, []File{file}, nil); err != nil || len(srv.Messages(channel)) != 1 {
		t.Errorf("a large file: %v, sent %d times", err, len(srv.Messages(channel)))
	}
}

// answering is a transport that gives an answer, or none.
type answering struct {
	mu     sync.Mutex
	status int            // 0: none
	calls  map[string]int // by path
}

func (a *answering) answerWith(status int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.status = status
}

func (a *answering) callsTo(path string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.calls[path]
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls[r.URL.Path]++
	if a.status == 0 {
		return nil, errors.New("the network is gone")
	}
	return &http.Response{StatusCode: a.status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader("{}")), Request: r}, nil
}

// An outage is noticed once no call has been answered for some seconds, and its end without a call of anyone else.
func TestOutage(t *testing.T) {
	for _, status := range []int{0, http.StatusBadGateway} {
		synctest.Test(t, func(t *testing.T) {
			discord, m := &answering{status: status, calls: map[string]int{}}, metrics.New()
			var failures, answers atomic.Int64 // noted
			c := New(Config{Base: "http://discord", Transport: discord, Metrics: m, Noted: func(err error) {
				if err == nil {
					answers.Add(1)
				} else {
					failures.Add(1)
				}
			}})
			defer c.Close()
			began := time.Now()
			up := func(want bool, after time.Duration) {
				t.Helper()
				time.Sleep(after)
				synctest.Wait()
				if since := m.UnansweredSince(); since.IsZero() != want || !want && !since.Equal(began) {
					t.Errorf("%d: after %s down since %s", status, time.Since(began), since)
				}
			}
			_ = c.Call(t.Context(), http.MethodPost, "/x", nil, nil, nil)
			up(true, outageAfter-time.Second)
			up(false, 3*time.Second)
			if failures.Load() == 0 || answers.Load() != 0 {
				t.Errorf("noted %d failures, %d answers", failures.Load(), answers.Load())
			}
			up(false, time.Hour)
			discord.answerWith(http.StatusNotFound)
			up(true, askEvery)
			calls := discord.callsTo("/gateway")
			if answers.Load() != 1 || calls == 0 {
				t.Errorf("noted %d answers, after %d calls", answers.Load(), calls)
			}
			if up(true, time.Hour); discord.callsTo("/gateway") != calls {
				t.Error("asked without need")
			}
		})
	}
}

// A call that fails is no outage if others are answered, and one that the bot gives up says nothing.
func TestNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		discord, m := &answering{calls: map[string]int{}}, metrics.New()
		c := New(Config{Base: "http://discord", Transport: discord, Metrics: m, Noted: func(err error) {
			if err != nil {
				t.Error(err)
			}
		}})
		defer c.Close()
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		c.note(canceled, 0, context.Canceled)
		for range 100 {
			_ = c.Call(t.Context(), http.MethodPost, "/x", nil, nil, nil)
			discord.answerWith(http.StatusOK)
			_ = c.Call(t.Context(), http.MethodPost, "/x", nil, nil, nil)
			discord.answerWith(0)
			time.Sleep(time.Second)
		}
		if since := m.UnansweredSince(); !since.IsZero() {
			t.Errorf("down since %s", since)
		}
	})
}
