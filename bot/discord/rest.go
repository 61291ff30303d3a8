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

// maxAnswer is how much is read of an answer, in bytes; a hundred long messages are less.
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

// apiError is the error of a call that Discord answered with a status of 300 or more.
type apiError struct {
	Status     int
	Code       int // Discord's own, 0 where there is none
	Message    string
	RetryAfter time.Duration // where Status is 429
}

func (e *apiError) Error() string {
	return fmt.Sprintf("discord answers %d: %s (code %d)", e.Status, e.Message, e.Code)
}

// codeAnswered is Discord's code for a second first answer to an interaction.
const codeAnswered = 40060

// codeOf returns Discord's code of an error, 0 where there is none.
func codeOf(err error) int {
	if e, ok := errors.AsType[*apiError](err); ok {
		return e.Code
	}
	return 0
}

// isInvalid reports whether Discord refused what a call sent.
func isInvalid(err error) bool {
	e, ok := errors.AsType[*apiError](err)
	return ok && e.Status == http.StatusBadRequest && e.Code != codeAnswered
}

// mayHaveArrived reports whether a call that failed may have been carried out.
func mayHaveArrived(err error) bool {
	e, ok := errors.AsType[*apiError](err)
	return err != nil && (!ok || e.Status >= 500)
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

// call sends body, if not nil, as JSON with files beside it, and decodes the answer into a
// pointer, if not nil. The error is an [*apiError] where Discord answered.
func (c *client) call(ctx context.Context, method, path string, body any, files []file, answer any) error {
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
		return newAPIError(resp, data)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(data, answer)
}

// withoutURL drops the URL from an error: that of an interaction's answer holds its token.
func withoutURL(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		err = e.Err
	}
	return fmt.Errorf("discord cannot be reached: %w", err)
}

func newAPIError(resp *http.Response, data []byte) *apiError {
	var body struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"` // of an invalid body: which field, and why
		RetryAfter float64         `json:"retry_after"`
	}
	e := &apiError{Status: resp.StatusCode, Message: http.StatusText(resp.StatusCode)}
	if json.Unmarshal(data, &body) == nil && body.Message != "" {
		e.Code, e.Message = body.Code, body.Message
		if len(body.Errors) > 0 {
			e.Message += " " + cut(string(body.Errors), 500)
		}
	}
	if e.Status == http.StatusTooManyRequests {
		wait := body.RetryAfter
		if wait <= 0 {
			// A proxy or Cloudflare in front of Discord states it in the header alone.
			_, _ = fmt.Sscan(resp.Header.Get("Retry-After"), &wait)
		}
		e.RetryAfter = max(time.Duration(wait*float64(time.Second)), 100*time.Millisecond)
	}
	return e
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

// retry calls do until it succeeds, fails for good, or ctx ends, and returns its last error.
// Only what may be done twice can be retried.
func retry(ctx context.Context, do func() error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		err := do()
		e, answered := errors.AsType[*apiError](err)
		if err == nil || answered && e.Status < 500 && e.Status != http.StatusTooManyRequests {
			return err
		}
		if answered && e.RetryAfter > 0 {
			wait = e.RetryAfter
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}
