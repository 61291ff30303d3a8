package rest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Error is the error of a call that Discord answered with a status of 300 or more.
type Error struct {
	Status     int
	Code       int // Discord's own, 0 for none, as when Cloudflare before it answers
	Message    string
	RetryAfter time.Duration // if Status is 429
	scope      scope         // the same
	repeated   bool          // an earlier try had no answer, and may have been carried out
}

// ErrToken means that Discord does not know the bot's token.
var ErrToken = errors.New("discord refuses the bot's token: copy it again from " +
	"https://discord.com/developers/applications (Bot, Reset Token) and set discord.token")

// Is reports whether the error is [ErrToken]. Discord has a code of its own for the token of an interaction.
func (e *Error) Is(err error) bool {
	return err == ErrToken && e.Status == http.StatusUnauthorized && e.Code == 0
}

func (e *Error) Error() string {
	if e.Is(ErrToken) {
		return ErrToken.Error()
	}
	return fmt.Sprintf("discord answers %d: %s (code %d)", e.Status, e.Message, e.Code)
}

// LimitedError is the error of a call that was not sent, because its turn would have come after
// its deadline.
type LimitedError struct {
	After  time.Duration // until its turn
	Reason string
}

func (e LimitedError) Error() string {
	return fmt.Sprintf("not sent to discord for the next %s: %s", e.After.Round(time.Millisecond), e.Reason)
}

// unsentError is the error of a context that ended before it was the turn of a call.
type unsentError struct{ error }

func (e unsentError) Unwrap() error { return e.error }

// codeBlocked is Cloudflare's answer in JSON, with a status of 403 (https://github.com/discord/discord-api-docs/issues/6473).
const codeBlocked = 40333

// CodeAnswered is Discord's code for a second first answer to an interaction.
const CodeAnswered = 40060

// codeOldEdits is Discord's code for too many edits of messages that are older than an hour, in one channel.
const codeOldEdits = 30046

// CodeOf returns Discord's code of an error, 0 for none.
func CodeOf(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Code
	}
	return 0
}

// StatusOf returns the status of Discord's answer, 0 if there was none.
func StatusOf(err error) int {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Status
	}
	return 0
}

// IsInvalid reports whether Discord refused the content of a call.
func IsInvalid(err error) bool {
	return StatusOf(err) == http.StatusBadRequest && CodeOf(err) != CodeAnswered
}

// MayHaveArrived reports whether a call that failed may have been carried out.
func MayHaveArrived(err error) bool {
	if err == nil || errors.As(err, new(LimitedError)) || errors.As(err, new(unsentError)) {
		return false
	}
	e, answered := errors.AsType[*Error](err)
	return !answered || e.Status >= 500 || e.repeated
}

// WaitOf returns how long an error asks to wait. ok is false for errors that are not about a limit.
func WaitOf(err error) (after time.Duration, ok bool) {
	if limited, ok := errors.AsType[LimitedError](err); ok {
		return limited.After, true
	}
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Status != http.StatusTooManyRequests {
		return 0, false
	}
	return e.RetryAfter, true
}

// Retry calls do until it succeeds, fails for good, or ctx ends, and returns its last error.
// Use it only for calls that may be carried out twice.
func Retry(ctx context.Context, do func() error) error {
	for wait := 100 * time.Millisecond; ; wait = min(2*wait, 30*time.Second) {
		err := do()
		after, limited := WaitOf(err)
		if err == nil || !limited && !MayHaveArrived(err) {
			return err
		}
		if limited {
			wait = after
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(wait):
		}
	}
}

// scope is the extent of a 429.
type scope string

const (
	scopeUser   scope = "user"   // the route
	scopeShared scope = "shared" // the route, whose limit others have used up; it is not an invalid call
	scopeGlobal scope = "global" // the whole bot
	scopeProxy  scope = ""       // the address, blocked by Discord or by a proxy before it
)

// Bounds of the wait after a 429.
const (
	leastWait = 100 * time.Millisecond
	mostWait  = 24 * time.Hour // a bot that is in trouble for longer asks again
	// unstatedWait is for a 429 without a time: Discord counts the calls of a bot by the second.
	unstatedWait = time.Second
	// blockedWait is for one while the address is blocked, which lasts for an hour or more.
	blockedWait = time.Minute
)

// retryAfter returns how long a 429 stops calls, given the seconds in its body. A proxy or Cloudflare in front
// of Discord states them in the header alone, perhaps as the time at which they are over (RFC 9110, 10.2.3).
func retryAfter(seconds float64, header http.Header, unstated time.Duration) time.Duration {
	text := header.Get("Retry-After")
	if end, err := http.ParseTime(text); err == nil {
		now, err := http.ParseTime(header.Get("Date")) // by the same clock
		if err != nil {
			now = time.Now()
		}
		seconds = end.Sub(now).Seconds()
	} else if !(seconds > 0) {
		_, _ = fmt.Sscan(text, &seconds)
	}
	if !(seconds > 0) { // or it is not a number
		return unstated
	}
	return time.Duration(min(max(seconds, leastWait.Seconds()), mostWait.Seconds()) * float64(time.Second))
}

func newError(resp *http.Response, data []byte) *Error {
	var body struct {
		Code       int             `json:"code"`
		Message    string          `json:"message"`
		Errors     json.RawMessage `json:"errors"` // the fields of an invalid body, and why they are invalid
		RetryAfter float64         `json:"retry_after"`
		Global     bool            `json:"global"`
	}
	e := &Error{Status: resp.StatusCode, Message: http.StatusText(resp.StatusCode)}
	if json.Unmarshal(data, &body) == nil && body.Message != "" {
		e.Code, e.Message = body.Code, body.Message
		if len(body.Errors) > 0 {
			e.Message += fmt.Sprintf(" %.500s", body.Errors)
		}
	}
	if e.Code == codeBlocked {
		e.Code = 0
	}
	if e.Status != http.StatusTooManyRequests {
		return e
	}
	e.scope = scope(resp.Header.Get("X-RateLimit-Scope"))
	switch {
	case body.Global:
		e.scope = scopeGlobal
	case e.scope == scopeProxy && (body.RetryAfter > 0 || e.Code != 0):
		e.scope = scopeUser
	}
	unstated := unstatedWait
	switch {
	case e.scope == scopeProxy:
		unstated = blockedWait
	case e.Code == codeOldEdits:
		unstated = oldEditsIn
	}
	e.RetryAfter = retryAfter(body.RetryAfter, resp.Header, unstated)
	return e
}
