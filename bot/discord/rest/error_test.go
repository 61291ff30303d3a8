package rest

import (
	"net/http"
	"testing"
	"time"
)

// Discord's errors, the second from its documentation.
func TestAPIError(t *testing.T) {
	for _, c := range []struct {
		status int
		header http.Header
		body   string
		want   string
		after  time.Duration
	}{
		{403, nil, `{"message": "Missing Access", "code": 50001}`, "discord answers 403: Missing Access (code 50001)", 0},
		{400, nil, `{"code":50035,"errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}},"message":"Invalid Form Body"}`,
			`discord answers 400: Invalid Form Body {"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}} (code 50035)`, 0},
		{502, nil, "<html>no JSON</html>", "discord answers 502: Bad Gateway (code 0)", 0},
		{429, nil, `{"message":"You are being rate limited.","retry_after":1.5,"global":false}`,
			"discord answers 429: You are being rate limited. (code 0)", 1500 * time.Millisecond},
		{429, http.Header{"Retry-After": {"NaN"}}, "null", "discord answers 429: Too Many Requests (code 0)", 100 * time.Millisecond},
		{429, http.Header{"Retry-After": {"Wed, 21 Oct 2026 07:28:00 GMT"}}, "[]", "discord answers 429: Too Many Requests (code 0)", 100 * time.Millisecond},
		{429, http.Header{"Retry-After": {"-5"}}, `{"retry_after":-1}`, "discord answers 429: Too Many Requests (code 0)", 100 * time.Millisecond},
		{429, nil, `{"message":"slow down","retry_after":1e300}`, "discord answers 429: slow down (code 0)", 24 * time.Hour},
		{429, http.Header{"Retry-After": {"3"}}, "error code: 1015", "discord answers 429: Too Many Requests (code 0)", 3 * time.Second},
		{429, nil, "", "discord answers 429: Too Many Requests (code 0)", 100 * time.Millisecond},
	} {
		e := newError(&http.Response{StatusCode: c.status, Header: c.header}, []byte(c.body))
		if e.Error() != c.want || e.RetryAfter != c.after {
			t.Errorf("%v after %s, want %s after %s", e, e.RetryAfter, c.want, c.after)
		}
	}
}
