package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

const (
	maxAnswer = 8 << 20          // bytes that are read of an answer; a hundred long messages are less
	callIn    = 20 * time.Second // one call, from its turn on
	slowest   = 256 << 10        // bytes per second of the slowest upload for which a call gets time

	// A call that may be carried out twice is tried so often: again after 3 s without an answer, and after another 6 s; sooner if
	// less than half of the time would be left. The earlier tries are still waited for, as Discord itself may be slow.
	tries    = 3
	tryIn    = 3 * time.Second
	leastTry = 500 * time.Millisecond // with a new connection
)

// Config holds the settings of a [Client]. Base and Token are required.
type Config struct {
	Base      string            // of all addresses, without a slash at the end
	Token     string            // the bot's secret; it never appears in an error or a log line
	Transport http.RoundTripper // default [http.DefaultTransport]; one of [NewTransport] abandons silent connections
	PerSecond int               // calls for the whole bot; default 50; less if processes share a bot
	Log       *slog.Logger      // default silent
	Metrics   *metrics.Metrics  // nil: nothing is counted

	// Noted is called with nil after a call that Discord answered, and with an error once it has answered none for some seconds.
	// Default nothing.
	Noted func(error)
}

// Client makes REST calls. It is safe for concurrent use.
type Client struct {
	base   string
	token  string
	http   *http.Client
	limits *limits
	outage outage

	metrics *metrics.Metrics
	noted   func(error)
}

// New returns a client.
func New(c Config) *Client {
	if c.PerSecond <= 0 {
		c.PerSecond = perSecond
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if c.Noted == nil {
		c.Noted = func(error) {}
	}
	life, end := context.WithCancel(context.Background())
	// A redirect is the answer, which is an error: the token would follow it, even to plain text, and a message become a
	// question about all messages.
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		base: c.Base, token: c.Token,
		http:   &http.Client{Transport: c.Transport, CheckRedirect: noRedirect},
		limits: newLimits(c.PerSecond, c.Log), outage: outage{life: life, end: end},
		metrics: c.Metrics, noted: c.Noted,
	}
}

// Close closes the idle connections.
func (c *Client) Close() {
	c.outage.end()
	c.http.CloseIdleConnections()
}

// File is uploaded beside a JSON body.
type File struct {
	Name string
	Data []byte
}

// Call sends body, if not nil, as JSON with files beside it, and decodes the answer into a
// pointer, if not nil. The error is an [*Error] if Discord answered, and a [LimitedError]
// if the call was not sent. A POST is sent once, any other call as [Client.Repeat] does.
func (c *Client) Call(ctx context.Context, method, path string, body any, files []File, answer any) error {
	if method != http.MethodPost {
		return c.Repeat(ctx, method, path, body, files, answer)
	}
	return c.call(ctx, 1, method, path, body, files, answer)
}

// Repeat is [Client.Call] for calls that may be carried out twice. If no answer comes it is sent again, over another connection if
// Transport is one of [NewTransport]. [MayHaveArrived] is true of each error of a call that was sent again.
func (c *Client) Repeat(ctx context.Context, method, path string, body any, files []File, answer any) error {
	return c.call(ctx, tries, method, path, body, files, answer)
}

// call makes a call when it is its turn, and tries up to so many times.
func (c *Client) call(ctx context.Context, most int, method, path string, body any, files []File, answer any) error {
	req, err := c.request(ctx, method, path, body, files)
	if err != nil {
		return err
	}
	sent, err := c.limits.wait(ctx, routeOf(method, path))
	if err != nil {
		c.metrics.Unsent(routeOf(method, path).name)
		return err
	}
	began := time.Now()
	data, o := c.try(req, most, sent.route.name)
	c.metrics.Call(sent.route.name, o.status, time.Since(began))
	if e, ok := errors.AsType[*Error](o.err); ok && e.Status == http.StatusTooManyRequests {
		c.metrics.RateLimit(string(e.scope))
	}
	c.limits.done(ctx, sent, o)
	c.note(ctx, o.status, o.err)
	if o.err != nil || answer == nil {
		return o.err
	}
	return json.Unmarshal(data, answer)
}

var errNoAnswer = errors.New("no answer comes from discord")

// try makes a call up to so many times, and returns the first answer to any of them.
func (c *Client) try(req *http.Request, most int, route string) (data []byte, o outcome) {
	type reply struct {
		data []byte
		outcome
	}
	upload := time.Duration(req.ContentLength) * time.Second / slowest
	ctx, cancel := context.WithTimeout(req.Context(), callIn+upload)
	defer cancel()
	var connections leaving
	ctx = context.WithValue(ctx, leavingKey{}, &connections)
	replies := make(chan reply, most)
	begun, open, wait, last := 0, 0, tryIn+upload, time.Now()
	for next := time.After(0); ; {
		select {
		case <-next:
			if open > 0 { // the previous try has no answer
				c.metrics.Call(route, 0, time.Since(last))
				c.note(ctx, 0, errNoAnswer)
				connections.leave()
			}
			again := req.Clone(ctx)
			if req.GetBody != nil {
				again.Body, _ = req.GetBody() // a buffer, which has no error
			}
			go func() {
				data, o := c.do(again)
				replies <- reply{data, o}
			}()
			begun, open, last = begun+1, open+1, time.Now()
			if next = nil; begun < most {
				end, _ := ctx.Deadline()
				next = time.After(min(wait, max(time.Until(end)/2, leastTry)))
			}
			wait *= 2
		case r := <-replies:
			open--
			e, refused := errors.AsType[*Error](r.err)
			if refused {
				e.repeated = begun > 1
			}
			lost := r.err != nil && !refused
			if !lost || open == 0 && (begun == most || ctx.Err() != nil) {
				return r.data, r.outcome
			}
			if open == 0 {
				next = time.After(0)
			}
		}
	}
}

func (c *Client) request(ctx context.Context, method, path string, body any, files []File) (*http.Request, error) {
	content, contentType, err := encode(body, files)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return nil, WithoutURL(err)
	}
	req.Header.Set("Authorization", "Bot "+c.token)
	req.Header.Set("User-Agent", "DiscordBot (https://github.com/gridkeeper/gridkeeper, 1)")
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	return req, nil
}

// do makes a call now.
func (c *Client) do(req *http.Request) (data []byte, o outcome) {
	var written atomic.Int64 // the transport may still be writing when the answer is there
	trace := &httptrace.ClientTrace{WroteRequest: func(httptrace.WroteRequestInfo) { written.Store(time.Now().UnixNano()) }}
	resp, err := c.http.Do(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	if err != nil {
		return nil, outcome{err: WithoutURL(err)}
	}
	defer resp.Body.Close()
	o.header, o.status = resp.Header, resp.StatusCode
	if at := written.Load(); at > 0 {
		o.written = time.Unix(0, at)
	}
	data, err = io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	switch {
	case err != nil:
		o.err = fmt.Errorf("read discord's answer: %w", err)
	case resp.StatusCode >= 300:
		o.err = newError(resp, data)
	}
	return data, o
}

// WithoutURL drops the URL from an error: that of an interaction's answer holds its token.
func WithoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return fmt.Errorf("discord cannot be reached: %w", err)
}

// encode returns a request's body: nothing, JSON, or a form of JSON and files.
func encode(body any, files []File) (io.Reader, string, error) {
	if body == nil {
		return http.NoBody, "", nil
	}
	payload, err := json.Marshal(body)
	if err != nil || len(files) == 0 {
		return bytes.NewReader(payload), "application/json", err
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	err = form.WriteField("payload_json", string(payload))
	for n, f := range files {
		part, partErr := form.CreateFormFile(fmt.Sprintf("files[%d]", n), f.Name)
		if partErr != nil {
			return nil, "", partErr
		}
		_, writeErr := part.Write(f.Data)
		err = errors.Join(err, writeErr)
	}
	return &b, form.FormDataContentType(), errors.Join(err, form.Close())
}

const (
	outageAfter = 5 * time.Second // without an answer to any call
	askEvery    = 2 * time.Second
	askIn       = 5 * time.Second
)

// outage notices when calls fail: from the first one without an answer, or with a status of 500 and more, until the next one with
// another status. A single call that fails is not an outage, so a small request is then repeated. It also
// notices the end of an outage in which players have given up.
type outage struct {
	life context.Context // of the repeated request
	end  context.CancelFunc

	mu     sync.Mutex
	since  time.Time // of the first call that failed; zero: the last one was answered
	asking bool
}

// note records the end of a call.
func (c *Client) note(ctx context.Context, status int, err error) {
	o := &c.outage
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case status > 0 && status < http.StatusInternalServerError:
		o.since = time.Time{}
		c.metrics.Unanswered(o.since)
		c.noted(nil)
		return
	case errors.Is(ctx.Err(), context.Canceled): // given up, as at the end of the program
		return
	case o.since.IsZero():
		o.since = time.Now()
	case time.Since(o.since) >= outageAfter:
		c.metrics.Unanswered(o.since)
		c.noted(err)
	}
	if !o.asking {
		o.asking = true
		go c.ask()
	}
}

// ask sends Discord a request every two seconds until a call is answered.
func (c *Client) ask() {
	o := &c.outage
	every := time.NewTicker(askEvery)
	defer every.Stop()
	for {
		o.mu.Lock()
		asking := !o.since.IsZero()
		o.asking = asking
		o.mu.Unlock()
		if !asking {
			return
		}
		select {
		case <-every.C:
			ctx, cancel := context.WithTimeout(o.life, askIn)
			_ = c.Call(ctx, http.MethodGet, "/gateway", nil, nil, nil)
			cancel()
		case <-o.life.Done():
			return
		}
	}
}
