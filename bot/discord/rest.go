package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// maxAnswer bounds what is read of an answer; a hundred long messages stay below it.
const maxAnswer = 8 << 20

// client makes REST calls to Discord's API, version 10.
type client struct {
	base  string // without a slash at the end
	token string
	http  *http.Client
}

// file is uploaded beside a JSON body.
type file struct {
	name string
	data []byte
}

// refusal is the error of a call that Discord answered with a status of 300 or more.
type refusal struct {
	Status     int
	Code       int // Discord's own, 0 where there is none
	Message    string
	RetryAfter time.Duration // where Status is 429
}

func (e *refusal) Error() string {
	return fmt.Sprintf("discord answers %d: %s (code %d)", e.Status, e.Message, e.Code)
}

func newClient(c Config) (*client, error) {
	base, err := baseURL(c.APIBaseURL)
	if err != nil {
		return nil, err
	}
	token := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(c.Token), "Bot "))
	if token == "" || strings.ContainsFunc(token, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, errToken
	}
	return &client{base: base, token: token, http: &http.Client{Transport: c.Transport, Timeout: 20 * time.Second}}, nil
}

// baseURL checks a setting and adds the path of the API where it has none.
func baseURL(setting string) (string, error) {
	u, err := url.Parse(strings.TrimRight(setting, "/"))
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", fmt.Errorf("discord.api_base_url is %q: want a URL like https://discord.com/api/v10", setting)
	}
	if u.Path == "" {
		u.Path = "/api/v10"
	}
	return u.String(), nil
}

// call sends body, if not nil, as JSON with files beside it, and reads the answer into
// into, if not nil. The error is a *[refusal] where Discord answered; any other error
// leaves open whether the call was carried out.
func (c *client) call(ctx context.Context, method, path string, body any, files []file, into any) error {
	content, contentType, err := encode(body, files)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, content)
	if err != nil {
		return withoutURL(err)
	}
	req.Header.Set("Authorization", "Bot "+c.token)
	req.Header.Set("User-Agent", "DiscordBot (https://github.com/gridkeeper/gridkeeper, 1)")
	if contentType != "" {
		req.Header.Set("Content-Type", contentType)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return withoutURL(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer))
	if err != nil {
		return fmt.Errorf("read discord's answer: %w", err)
	}
	if resp.StatusCode >= 300 {
		return newRefusal(resp, data)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(data, into)
}

// withoutURL drops the URL from an error: that of an answer holds a secret token.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return fmt.Errorf("discord cannot be reached: %w", err)
}

func newRefusal(resp *http.Response, data []byte) *refusal {
	var body struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"` // of an invalid body: which field, and why
		RetryAfter float64         `json:"retry_after"`
	}
	r := &refusal{Status: resp.StatusCode, Message: http.StatusText(resp.StatusCode)}
	if json.Unmarshal(data, &body) == nil && body.Message != "" {
		r.Code, r.Message = body.Code, body.Message
		if len(body.Errors) > 0 {
			r.Message += " " + cut(string(body.Errors), 500)
		}
	}
	if r.Status == http.StatusTooManyRequests {
		wait := body.RetryAfter
		if wait <= 0 {
			// A proxy or Cloudflare in front of Discord states it in the header alone.
			_, _ = fmt.Sscan(resp.Header.Get("Retry-After"), &wait)
		}
		r.RetryAfter = max(time.Duration(wait*float64(time.Second)), 100*time.Millisecond)
	}
	return r
}

// encode returns a request's body: nothing, JSON, or a form of JSON and files.
func encode(body any, files []file) (io.Reader, string, error) {
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
		part, partErr := form.CreateFormFile(fmt.Sprintf("files[%d]", n), f.name)
		if partErr != nil {
			return nil, "", partErr
		}
		_, writeErr := part.Write(f.data)
		err = errors.Join(err, writeErr)
	}
	return &b, form.FormDataContentType(), errors.Join(err, form.Close())
}

// retry calls do until it succeeds, fails for good, or ctx ends; then it returns do's
// last error. Only what may be done twice can be retried.
func retry(ctx context.Context, do func() error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		err := do()
		r, answered := errors.AsType[*refusal](err)
		if err == nil || answered && r.Status < 500 && r.Status != http.StatusTooManyRequests {
			return err
		}
		if answered && r.RetryAfter > 0 {
			wait = r.RetryAfter
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}
