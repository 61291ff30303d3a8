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
	"sync/atomic"
	"time"

	"github.com/gridkeeper/gridkeeper/metrics"
)

const (
	maxAnswer = 8 << 20          // bytes that are read of an answer; a hundred long messages are less
	callIn    = 20 * time.Second // one call, once it is its turn
	slowest   = 256 << 10        // bytes that are uploaded in a second, for which a call has more time

	// A call that may be carried out twice is tried so often. The first try has 3 s, each other twice as long as the one before,
	// as it may be Discord that is slow. None but the last takes more than half of the time that is left, unless that is little.
	tries    = 3
	tryIn    = 3 * time.Second
	leastTry = 500 * time.Millisecond // with a new connection
)

// Config is what a [Client] is made with. Base and Token are required.
type Config struct {
	Base      string            // of all addresses, without a slash at the end
	Token     string            // the bot's secret; it never appears in an error or a log line
	Transport http.RoundTripper // default [http.DefaultTransport]; one of [NewTransport] leaves silent connections
	PerSecond int               // calls for the whole bot; default 50, less where processes share a bot
	Log       *slog.Logger      // default silent
	Metrics   *metrics.Metrics  // nil: nothing is counted

	// Noted learns how calls end: nil is an answer, an error that Discord has answered none for some seconds. Default nothing.
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
	return &Client{
		base: c.Base, token: c.Token,
		http:   &http.Client{Transport: c.Transport, CheckRedirect: stay},
		limits: newLimits(c.PerSecond, c.Log), outage: outage{life: life, end: end},
		metrics: c.Metrics, noted: c.Noted,
	}
}

// stay takes a redirect as the answer, which is an error: the token would follow it, to plain text too, and a message become a
// question about all messages.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// Close closes the connections that are idle.
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
// pointer, if not nil. The error is an [*Error] where Discord answered, and a [LimitedError]
// where the call was not sent. A POST is sent once, any other call as [Client.Repeat] does.
func (c *Client) Call(ctx context.Context, method, path string, body any, files []File, answer any) error {
	if method != http.MethodPost {
		return c.Repeat(ctx, method, path, body, files, answer)
	}
	_, err := c.once(ctx, callIn, method, path, body, files, answer)
	return err
}

// Repeat is [Client.Call] for what may be carried out twice. Where no answer comes it is sent again, over another connection if
// Transport is one of [NewTransport]; an [*Error] then has Repeated set.
func (c *Client) Repeat(ctx context.Context, method, path string, body any, files []File, answer any) error {
	var earlier error
	limit := tryIn
	for n := 1; ; n++ {
		share := limit
		if deadline, ok := ctx.Deadline(); ok && n < tries {
			share = min(limit, max(time.Until(deadline)/2, leastTry))
		}
		lost, err := c.once(ctx, share, method, path, body, files, answer)
		e, refused := errors.AsType[*Error](err)
		switch {
		case refused:
			e.Repeated = n > 1
			return err
		case n > 1 && err != nil && !lost: // not sent again, but the earlier try may have arrived
			return earlier
		case !lost || n == tries || ctx.Err() != nil:
			return err
		}
		earlier = err
		limit *= 2
	}
}

// once makes a call that may take so long once it is its turn, and longer for what it uploads. lost reports whether it was sent and no answer came.
func (c *Client) once(ctx context.Context, limit time.Duration, method, path string, body any, files []File, answer any) (lost bool, err error) {
	req, err := c.request(ctx, method, path, body, files)
	if err != nil {
		return false, err
	}
	sent, err := c.limits.wait(ctx, routeOf(method, path))
	if err != nil {
		c.metrics.Unsent(routeOf(method, path).name)
		return false, err
	}
	within, cancel := context.WithTimeout(ctx, limit+time.Duration(req.ContentLength)*time.Second/slowest)
	defer cancel()
	began := time.Now()
	data, o := c.do(req.WithContext(within))
	c.metrics.Call(sent.route.name, o.status, time.Since(began))
	e, refused := errors.AsType[*Error](o.err)
	if refused && e.Status == http.StatusTooManyRequests {
		c.metrics.RateLimit(string(e.scope))
	}
	c.limits.done(ctx, sent, o)
	c.note(ctx, o.status, o.err)
	if o.err != nil || answer == nil {
		return o.err != nil && !refused, o.err
	}
	return false, json.Unmarshal(data, answer)
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

// do makes a call whose turn it is.
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
