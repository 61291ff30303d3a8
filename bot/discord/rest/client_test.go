package rest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

const (
	getChannel = "GET /channels/{channel_id}"
	toChannel  = "POST /channels/{channel_id}/messages"
	toCallback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	hello      = "hello"
)

// start runs a stand-in that takes some calls a second, and returns a client that knows it.
func start(t *testing.T, perSecond int) (*discordtest.Server, *Client, string) {
	t.Helper()
	srv := discordtest.Start(t)
	srv.PerSecond = perSecond
	c := New(Config{Base: srv.URL, Token: srv.Token, Transport: &http.Transport{MaxIdleConnsPerHost: 100}, PerSecond: perSecond})
	t.Cleanup(c.Close)
	return srv, c, srv.AddChannel(srv.AddGuild("guild"), "channel")
}

// atOnce makes calls at the same time.
func atOnce(t *testing.T, calls int, call func(n int) error) {
	t.Helper()
	var all sync.WaitGroup
	for n := range calls {
		all.Go(func() {
			if err := call(n); err != nil {
				t.Errorf("call %d: %v", n, err)
			}
		})
	}
	all.Wait()
}

// soon returns a context that ends long before the hour for which Discord asks to wait, and long after
// anything else.
func soon(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	t.Cleanup(cancel)
	return ctx
}

// post sends a message and returns its error.
func post(t *testing.T, c *Client, channel string) error {
	t.Helper()
	body := map[string]any{"content": hello, "allowed_mentions": map[string]any{"parse": []string{}}}
	return c.Call(soon(t), http.MethodPost, "/channels/"+channel+"/messages", body, nil, nil)
}

func get(ctx context.Context, c *Client, channel string) error {
	return c.Call(ctx, http.MethodGet, "/channels/"+channel, nil, nil, nil)
}

// The limit of the whole bot is used and kept, though calls take longer and shorter. A call that a busy
// machine holds up may arrive later than the limiter can know of, and is sent again.
func TestLimitOfTheBot(t *testing.T) {
	t.Parallel()
	const perSecond, calls = 50, 170
	srv, c, channel := start(t, perSecond)
	for range calls {
		srv.Inject(discordtest.Fault{Route: getChannel, Delay: 30*time.Millisecond + rand.N(20*time.Millisecond)})
	}
	channels := []string{channel}
	for range calls - 1 {
		channels = append(channels, srv.AddChannel(srv.GuildOf(channel), "channel"))
	}
	began := time.Now()
	atOnce(t, calls, func(n int) error {
		return Retry(t.Context(), func() error { return get(t.Context(), c, channels[n]) })
	})
	took := time.Since(began)
	if srv.Limited() > calls/4 || took < 3*time.Second {
		t.Errorf("%d calls at %d a second took %s, %d were refused", calls, perSecond, took, srv.Limited())
	}
}

// The limit of a route is learned from the first answer and kept, for each channel. A call that is held
// up may arrive in the next period, and is sent again.
func TestLimitOfARoute(t *testing.T) {
	t.Parallel()
	srv, c, channel := start(t, 50)
	srv.Limits = map[string]discordtest.Limit{toChannel: {Calls: 5, Within: 500 * time.Millisecond}}
	other := srv.AddChannel(srv.GuildOf(channel), "other")
	began := time.Now()
	atOnce(t, 24, func(n int) error {
		return Retry(t.Context(), func() error { return post(t, c, []string{channel, other}[n%2]) })
	})
	took := time.Since(began)
	if srv.Limited() > 12 || took < time.Second {
		t.Errorf("12 messages to each of two channels took %s, %d were refused", took, srv.Limited())
	}
}

// A global 429 stops all calls but the answers to interactions, which are outside of that limit. One of
// a route stops that route, also where other bots have used up its limit.
func TestStopped(t *testing.T) {
	t.Parallel()
	for _, scope := range []string{"global", "shared", "user"} {
		srv, c, channel := start(t, 50)
		call := srv.Slash(discordtest.User{ID: "1"}, channel, "daily", nil)
		srv.Deadline = time.Hour
		srv.Inject(discordtest.Fault{Route: toChannel, Status: http.StatusTooManyRequests, RetryAfter: time.Hour, Scope: scope})
		if after, limited := WaitOf(post(t, c, channel)); !limited || after != time.Hour {
			t.Errorf("limited %v, after %s", limited, after)
		}
		if err := c.Call(soon(t), http.MethodPost, callbackOf(call), map[string]any{"type": 5}, nil, nil); err != nil {
			t.Errorf("%s: an interaction: %v", scope, err)
		}
		if err := get(soon(t), c, channel); errors.As(err, new(LimitedError)) != (scope == "global") {
			t.Errorf("%s: another route: %v", scope, err)
		}
		if err := post(t, c, channel); !errors.As(err, new(LimitedError)) || srv.Limited() != 1 {
			t.Errorf("%v, %d calls were refused", err, srv.Limited())
		}
	}
}

// A 429 with one of Discord's codes, which says neither how long nor what it stops, stops its route alone.
func TestStoppedByCode(t *testing.T) {
	t.Parallel()
	srv, c, channel := start(t, 50)
	call := srv.Slash(discordtest.User{ID: "1"}, channel, "daily", nil)
	srv.Deadline = time.Hour
	srv.Inject(discordtest.Fault{Route: toChannel, Status: http.StatusTooManyRequests, Code: 20028})
	if after, limited := WaitOf(post(t, c, channel)); !limited || after != unstatedWait {
		t.Errorf("limited %v, after %s", limited, after)
	}
	ctx, cancel := context.WithTimeout(t.Context(), unstatedWait/2)
	defer cancel()
	body := map[string]any{"content": hello, "allowed_mentions": map[string]any{"parse": []string{}}}
	if err := c.Call(ctx, http.MethodPost, "/channels/"+channel+"/messages", body, nil, nil); !errors.As(err, new(LimitedError)) {
		t.Errorf("the same route: %v", err)
	}
	if err := get(soon(t), c, channel); err != nil {
		t.Errorf("another route: %v", err)
	}
	if err := c.Call(soon(t), http.MethodPost, callbackOf(call), map[string]any{"type": 5}, nil, nil); err != nil {
		t.Errorf("an interaction: %v", err)
	}
}

// edit changes a message and returns its error.
func edit(t *testing.T, c *Client, channel, message string) error {
	t.Helper()
	body := map[string]any{"content": hello, "allowed_mentions": map[string]any{"parse": []string{}}}
	return c.Call(soon(t), http.MethodPatch, "/channels/"+channel+"/messages/"+message, body, nil, nil)
}

// Of messages that are old, three are edited in six seconds in each channel, and the others later. Those of another
// channel, and new ones, are edited meanwhile.
func TestEditsOfOldMessages(t *testing.T) {
	t.Parallel()
	srv, c, channel := start(t, 50)
	srv.Limits = nil
	other := srv.AddChannel(srv.GuildOf(channel), "other")
	began := time.Now()
	for n := range 5 {
		err := edit(t, c, channel, srv.OldMessage(channel, 2*time.Hour))
		if after, limited := WaitOf(err); n < oldEdits && err != nil || n >= oldEdits && (!limited || after > 2*oldEditsIn || MayHaveArrived(err)) {
			t.Errorf("edit %d: %v", n, err)
		}
		for _, place := range []string{channel, other} {
			if err := edit(t, c, place, srv.OldMessage(place, time.Minute)); err != nil {
				t.Errorf("a new message, %d: %v", n, err)
			}
		}
	}
	if err := edit(t, c, other, srv.OldMessage(other, 2*time.Hour)); err != nil {
		t.Errorf("another channel: %v", err)
	}
	last := srv.OldMessage(channel, 2*time.Hour)
	if err := Retry(soon(t), func() error { return edit(t, c, channel, last) }); err != nil || time.Since(began) < oldEditsIn || srv.Limited() > 0 {
		t.Errorf("after %s: %v; %d were refused", time.Since(began), err, srv.Limited())
	}
}

// Where another process of the bot has used the limit up, the edits of old messages of that channel wait, and nothing else.
func TestOldEditsOfOthers(t *testing.T) {
	t.Parallel()
	srv, c, channel := start(t, 50)
	srv.Limits = nil
	srv.Inject(discordtest.Fault{Route: "PATCH /channels/{channel_id}/messages/{message_id}", Status: http.StatusTooManyRequests, Code: codeOldEdits})
	old := srv.OldMessage(channel, 2*time.Hour)
	if after, limited := WaitOf(edit(t, c, channel, old)); !limited || after != oldEditsIn {
		t.Errorf("limited %v, after %s", limited, after)
	}
	if err := edit(t, c, channel, old); !errors.As(err, new(LimitedError)) || srv.Limited() != 1 {
		t.Errorf("the next: %v, %d were refused", err, srv.Limited())
	}
	if err := edit(t, c, channel, srv.OldMessage(channel, time.Minute)); err != nil {
		t.Errorf("a new message: %v", err)
	}
	if err := post(t, c, channel); err != nil {
		t.Errorf("another route: %v", err)
	}
}

// A proxy that sends the bot elsewhere gets no second call: it would have the token, and be no message.
func TestRedirected(t *testing.T) {
	t.Parallel()
	followed := ""
	mux := http.NewServeMux()
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) })
	mux.HandleFunc("/elsewhere", func(_ http.ResponseWriter, r *http.Request) {
		followed = r.Method + " with " + r.Header.Get("Authorization")
	})
	proxy := httptest.NewServer(mux)
	defer proxy.Close()
	err := post(t, New(Config{Base: proxy.URL, Token: "secret"}), "1")
	if refused := (*Error)(nil); !errors.As(err, &refused) || refused.Status != http.StatusFound || followed != "" {
		t.Errorf("got %v, and %q", err, followed)
	}
}

// After the time that Discord states, and not before, calls go on.
func TestGoesOn(t *testing.T) {
	t.Parallel()
	const wait = 500 * time.Millisecond
	srv, c, channel := start(t, 50)
	srv.Inject(discordtest.Fault{Route: getChannel, Status: http.StatusTooManyRequests, RetryAfter: wait, Scope: "global"})
	began := time.Now()
	if after, limited := WaitOf(get(t.Context(), c, channel)); !limited || after != wait {
		t.Errorf("limited %v, after %s", limited, after)
	}
	atOnce(t, 20, func(int) error { return get(t.Context(), c, channel) })
	if took := time.Since(began); took < wait || srv.Limited() != 1 {
		t.Errorf("calls went on after %s, %d were refused", took, srv.Limited())
	}
}

// A 429 that asks for an hour stops its route for an hour, and not for an hour after every few calls from then on.
func TestStoppedOnce(t *testing.T) {
	for _, scope := range []scope{scopeUser, scopeShared} {
		synctest.Test(t, func(t *testing.T) {
			l, r := newLimits(50, slog.New(slog.DiscardHandler)), routeOf(http.MethodPatch, "/channels/7")
			refused := &Error{Status: http.StatusTooManyRequests, RetryAfter: time.Hour, scope: scope}
			call := func(left, after string, err error) {
				sent, waitErr := l.wait(t.Context(), r)
				if waitErr != nil {
					t.Fatal(waitErr)
				}
				l.done(t.Context(), sent, outcome{err: err, header: http.Header{
					"X-Ratelimit-Limit": {"5"}, "X-Ratelimit-Remaining": {left}, "X-Ratelimit-Reset-After": {after}, "X-Ratelimit-Bucket": {"b"},
				}})
			}
			call("4", "5", nil)
			call("0", "3600", refused)
			began := time.Now()
			for n := range 12 {
				call(fmt.Sprint(4-n%5), "5", nil)
			}
			if took := time.Since(began); took < time.Hour || took > time.Hour+time.Minute {
				t.Errorf("scope %s: twelve calls after it took %s", scope, took)
			}
		})
	}
}

// callbackOf returns the path of an interaction's first answer.
func callbackOf(c *discordtest.Call) string {
	return "/interactions/" + c.ID + "/" + c.Token + "/callback"
}

// A 429 that says the address is blocked stops everything, whoever says so.
func TestBlockedAddress(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"error code: 1015",
		`{"code": 0, "message": "You are being blocked from accessing our API temporarily due to exceeding our rate limits frequently."}`,
	} {
		l := newLimits(50, slog.New(slog.DiscardHandler))
		first, err := l.wait(t.Context(), routeOf("GET", "/gateway/bot"))
		if err != nil {
			t.Fatal(err)
		}
		refused := newError(&http.Response{StatusCode: http.StatusTooManyRequests, Header: http.Header{"Retry-After": {"3600"}}}, []byte(body))
		l.done(t.Context(), first, outcome{header: http.Header{}, err: refused})
		for _, path := range []string{"/users/@me", "/interactions/1/token/callback"} {
			if _, err := l.wait(soon(t), routeOf("POST", path)); !errors.As(err, new(LimitedError)) {
				t.Errorf("%s: %s: %v", body, path, err)
			}
		}
	}
}

// A call whose turn comes too late fails at once, and has not arrived.
func TestTooLate(t *testing.T) {
	t.Parallel()
	srv, c, channel := start(t, 50)
	srv.Inject(discordtest.Fault{Route: getChannel, Status: http.StatusTooManyRequests, RetryAfter: time.Hour, Scope: "global"})
	_ = get(t.Context(), c, channel)
	err := get(soon(t), c, channel)
	if after, limited := WaitOf(err); !limited || after < 50*time.Minute || MayHaveArrived(err) {
		t.Errorf("%v, after %s", err, after)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(50*time.Millisecond, cancel)
	if err := get(ctx, c, channel); !errors.Is(err, context.Canceled) || MayHaveArrived(err) {
		t.Errorf("canceled: %v", err)
	}
}

// The client stops, and says so, long before Discord blocks the address.
func TestInvalidCalls(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests} {
		srv, c, channel := start(t, 1000)
		var log bytes.Buffer
		c.limits.log = slog.New(slog.NewTextHandler(&log, nil))
		c.limits.invalid.most = 20
		srv.Inject(discordtest.Fault{Route: getChannel, Status: status, Times: 1000, RetryAfter: time.Millisecond})
		var err error
		for range 30 {
			err = get(soon(t), c, channel)
		}
		if got := len(srv.Requests(getChannel)); got != 20 || !errors.As(err, new(LimitedError)) {
			t.Errorf("%d: %d calls, then %v", status, got, err)
		}
		if strings.Count(log.String(), "level=ERROR") != 1 {
			t.Errorf("%d: the log says\n%s", status, log.String())
		}
	}
}

// Errors show nothing of an address: it may hold a token.
func TestErrorsHideTheURL(t *testing.T) {
	srv, c, _ := start(t, 50)
	srv.Close()
	for _, path := range []string{"/interactions/1/secret/callback", "/interactions/1/secret\x7f/callback"} {
		err := c.Call(t.Context(), http.MethodPost, path, nil, nil, nil)
		if err == nil || strings.Contains(err.Error(), "secret") || !strings.Contains(err.Error(), "cannot be reached") {
			t.Errorf("%q: %v", path, err)
		}
	}
}

func TestRouteOf(t *testing.T) {
	for call, want := range map[string]route{
		"GET /users/@me":                    {name: "GET /users/@me"},
		"GET /channels/7/messages?limit=5":  {name: "GET /channels/{}/messages", major: "/7"},
		"PATCH /channels/7/messages/8":      {name: "PATCH /channels/{}/messages/{}", major: "/7", edits: "8"},
		"POST /interactions/7/abc/callback": {name: "POST /interactions/{}/{}/callback", major: "/7/abc", free: true},
		"PATCH /webhooks/7/abc/messages/@original": {
			name: "PATCH /webhooks/{}/{}/messages/@original", major: "/7/abc", free: true},
		"PUT /applications/7/commands": {name: "PUT /applications/{}/commands"},
	} {
		method, path, _ := strings.Cut(call, " ")
		if got := routeOf(method, path); got != want {
			t.Errorf("%s: %+v, want %+v", call, got, want)
		}
	}
}

// However many calls there were, only the limits of the last few seconds are kept.
func TestBounded(t *testing.T) {
	limited := http.Header{"X-Ratelimit-Limit": {"5"}, "X-Ratelimit-Remaining": {"4"}, "X-Ratelimit-Reset-After": {"0.001"}, "X-Ratelimit-Bucket": {"b"}}
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(50, slog.New(slog.DiscardHandler))
		for n := range 20_000 {
			for _, header := range []http.Header{{}, limited} {
				sent, err := l.wait(t.Context(), routeOf("POST", fmt.Sprintf("/webhooks/1/token%d", n)))
				if err != nil {
					t.Fatal(err)
				}
				l.done(t.Context(), sent, outcome{header: header})
			}
			time.Sleep(10 * time.Millisecond)
		}
		if got := len(l.buckets); got > 2*fewBuckets {
			t.Errorf("%d buckets are kept", got)
		}
	})
}

// Discord's errors, the second from its documentation.
func TestAPIError(t *testing.T) {
	for _, c := range []struct {
		status int
		header http.Header
		body   string
		want   string
		after  time.Duration
	}{
		{401, nil, `{"message": "401: Unauthorized", "code": 0}`, ErrToken.Error(), 0},
		{401, nil, `{"message": "Invalid Webhook Token", "code": 50027}`, "discord answers 401: Invalid Webhook Token (code 50027)", 0},
		{403, nil, `{"message": "Missing Access", "code": 50001}`, "discord answers 403: Missing Access (code 50001)", 0},
		{403, nil, `{"message": "internal network error", "code": 40333}`, "discord answers 403: internal network error (code 0)", 0},
		{400, nil, `{"code":50035,"errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}},"message":"Invalid Form Body"}`,
			`discord answers 400: Invalid Form Body {"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}} (code 50035)`, 0},
		{502, nil, "<html>no JSON</html>", "discord answers 502: Bad Gateway (code 0)", 0},
		{429, nil, `{"message":"You are being rate limited.","retry_after":1.5,"global":false}`,
			"discord answers 429: You are being rate limited. (code 0)", 1500 * time.Millisecond},
		{429, nil, `{"message":"slow down","retry_after":0.001}`, "discord answers 429: slow down (code 0)", 100 * time.Millisecond},
		{429, nil, `{"message":"slow down","global":true}`, "discord answers 429: slow down (code 0)", time.Second},
		{429, http.Header{"X-Ratelimit-Scope": {"shared"}}, `{"message":"slow down"}`, "discord answers 429: slow down (code 0)", time.Second},
		{429, http.Header{"Retry-After": {"NaN"}}, "null", "discord answers 429: Too Many Requests (code 0)", time.Minute},
		{429, http.Header{"Retry-After": {"Wed, 21 Oct 2026 07:28:00 GMT"}, "Date": {"Wed, 21 Oct 2026 07:26:30 GMT"}}, "[]",
			"discord answers 429: Too Many Requests (code 0)", 90 * time.Second},
		{429, http.Header{"Retry-After": {"Wed, 21 Oct 2026 07:28:00 GMT"}, "Date": {"Wed, 21 Oct 2026 07:28:00 GMT"}}, "[]",
			"discord answers 429: Too Many Requests (code 0)", time.Minute},
		{429, http.Header{"Retry-After": {"-5"}}, `{"retry_after":-1}`, "discord answers 429: Too Many Requests (code 0)", time.Minute},
		{429, nil, `{"message":"slow down","retry_after":1e300}`, "discord answers 429: slow down (code 0)", 24 * time.Hour},
		{429, http.Header{"Retry-After": {"3"}}, "error code: 1015", "discord answers 429: Too Many Requests (code 0)", 3 * time.Second},
		{429, nil, `{"message":"slow down","code":20028}`, "discord answers 429: slow down (code 20028)", time.Second},
		{429, nil, `{"message":"try again later","code":30046}`, "discord answers 429: try again later (code 30046)", 6 * time.Second},
		{429, nil, `{"message":"try again later","code":30046,"retry_after":2}`, "discord answers 429: try again later (code 30046)", 2 * time.Second},
		{429, nil, `{"message":"internal network error","code":40333}`, "discord answers 429: internal network error (code 0)", time.Minute},
		{429, nil, "", "discord answers 429: Too Many Requests (code 0)", time.Minute},
	} {
		e := newError(&http.Response{StatusCode: c.status, Header: c.header}, []byte(c.body))
		if e.Error() != c.want || e.RetryAfter != c.after {
			t.Errorf("%v after %s, want %s after %s", e, e.RetryAfter, c.want, c.after)
		}
	}
}

// After a stop calls go on, once Discord no longer counts those that stopped it.
func TestInvalidForgets(t *testing.T) {
	i := invalid{most: 3}
	now := time.Date(2026, 3, 1, 9, 0, 30, 0, time.UTC)
	log := slog.New(slog.DiscardHandler)
	for _, c := range []struct {
		at   time.Duration
		stop bool
	}{{0, false}, {time.Minute, false}, {9 * time.Minute, true}} {
		i.add(now.Add(c.at), log)
		if got := i.stopped(now.Add(c.at)).After(now.Add(c.at)); got != c.stop {
			t.Errorf("after %s: stopped %v", c.at, got)
		}
	}
	until := i.stopped(now.Add(9 * time.Minute))
	if until.Sub(now) < invalidPeriod || until.Sub(now) > invalidPeriod+2*time.Minute {
		t.Errorf("stopped until %s after the first", until.Sub(now))
	}
	if !i.stopped(until).IsZero() {
		t.Errorf("still stopped at %s", until)
	}
}
