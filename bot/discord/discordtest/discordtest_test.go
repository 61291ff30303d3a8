package discordtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"
)

const (
	toChannel = "POST /channels/{channel_id}/messages"
	hello     = `{"content":"hello","allowed_mentions":{"parse":[]}}`
)

// client is a bot that only makes REST calls.
type client struct {
	t testing.TB
	s *Server
}

// call makes a call and returns the status, 0 where the connection broke, and the answer.
func (c client) call(method, path, contentType, body string) (int, map[string]any) {
	c.t.Helper()
	req, err := http.NewRequest(method, c.s.URL+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+c.s.Token)
	req.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
	req.Header.Set("Content-Type", contentType)
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return 0, nil
	}
	defer resp.Body.Close()
	var answer map[string]any
	_ = json.NewDecoder(resp.Body).Decode(&answer) // lists and empty bodies are not looked at
	return resp.StatusCode, answer
}

func (c client) post(path, body string) (int, map[string]any) {
	c.t.Helper()
	return c.call("POST", path, "application/json", body)
}

func callback(c *Call) string { return "/interactions/" + c.ID + "/" + c.Token + "/callback" }

func (s *Server) webhook(c *Call) string { return "/webhooks/" + s.AppID + "/" + c.Token }

func start(t *testing.T) (*Server, client, string) {
	s := New()
	s.Deadline = time.Hour // the machine may be busy
	t.Cleanup(s.Close)
	return s, client{t, s}, s.AddChannel(s.AddGuild("guild"), "channel")
}

func wantStatus(t testing.TB, got, want int) {
	t.Helper()
	if got != want {
		t.Fatalf("status %d, want %d", got, want)
	}
}

func TestFirstAnswerIsTheOnlyOne(t *testing.T) {
	s, c, channel := start(t)
	call := s.Slash(User{ID: "1", Name: "ann"}, channel, "daily", nil)
	status, _ := c.post(s.webhook(call), hello)
	wantStatus(t, status, http.StatusNotFound) // nothing answered yet
	status, _ = c.post(callback(call), `{"type":4,"data":`+hello+`}`)
	wantStatus(t, status, http.StatusNoContent)
	status, answer := c.post(callback(call), `{"type":4,"data":`+hello+`}`)
	wantStatus(t, status, http.StatusBadRequest)
	if answer["code"] != 40060.0 {
		t.Errorf("code %v, want 40060", answer["code"])
	}
	call.Expire()
	status, _ = c.post(s.webhook(call), hello)
	wantStatus(t, status, http.StatusUnauthorized)
	if got := call.Answer(t).Content; got != "hello" {
		t.Errorf("answer %q", got)
	}
}

func TestFirstAnswerComesInTime(t *testing.T) {
	s, c, channel := start(t)
	s.Deadline = time.Millisecond
	call := s.Slash(User{ID: "1", Name: "ann"}, channel, "daily", nil)
	time.Sleep(2 * time.Millisecond)
	status, answer := c.post(callback(call), `{"type":5}`)
	wantStatus(t, status, http.StatusNotFound)
	if answer["code"] != 10062.0 {
		t.Errorf("code %v, want 10062", answer["code"])
	}
}

// Who may see a deferred answer is fixed when it is deferred, and the first follow-up
// becomes that answer.
func TestDeferredAnswer(t *testing.T) {
	s, c, channel := start(t)
	call := s.Slash(User{ID: "1", Name: "ann"}, channel, "daily", nil)
	status, _ := c.post(callback(call), `{"type":5,"data":{"flags":64}}`)
	wantStatus(t, status, http.StatusNoContent)
	status, _ = c.post(s.webhook(call), hello)
	wantStatus(t, status, http.StatusOK)
	if !call.Answer(t).Ephemeral || len(s.Messages(channel)) != 0 {
		t.Error("the follow-up of a private deferred answer is seen by all")
	}

	call = s.Slash(User{ID: "1", Name: "ann"}, channel, "daily", nil)
	c.post(callback(call), `{"type":5,"data":{"flags":64}}`)
	status, _ = c.call("DELETE", s.webhook(call)+"/messages/@original", "", "")
	wantStatus(t, status, http.StatusNoContent)
	c.post(s.webhook(call), hello)
	if call.Answer(t).Ephemeral || len(s.Messages(channel)) != 1 {
		t.Error("a follow-up after the deferred answer was deleted is not seen by all")
	}
}

// An edit shows nobody else a private message, and hides no public one.
func TestEditKeepsPrivacy(t *testing.T) {
	s, c, channel := start(t)
	for flags, private := range map[string]bool{`"flags":64`: true, `"flags":0`: false} {
		call := s.Slash(User{ID: "1", Name: "ann"}, channel, "daily", nil)
		c.post(callback(call), `{"type":4,"data":{"content":"x",`+flags+`,"allowed_mentions":{"parse":[]}}}`)
		for _, edit := range []string{`"flags":64`, `"flags":0`} {
			body := `{"content":"y",` + edit + `,"allowed_mentions":{"parse":[]}}`
			status, _ := c.call("PATCH", s.webhook(call)+"/messages/@original", "application/json", body)
			wantStatus(t, status, http.StatusOK)
			if got := call.Answer(t); got.Ephemeral != private || got.Content != "y" {
				t.Errorf("%s edited with %s: private %v", flags, edit, got.Ephemeral)
			}
		}
	}
}

func TestNonce(t *testing.T) {
	s, c, channel := start(t)
	post := func() any {
		_, answer := c.post("/channels/"+channel+"/messages", `{"content":"x","nonce":"n1","enforce_nonce":true,"allowed_mentions":{"parse":[]}}`)
		return answer["id"]
	}
	if post() != post() || len(s.Messages(channel)) != 1 {
		t.Error("an enforced nonce does not hold a second message back")
	}
	s.NonceWindow = 0
	post()
	if len(s.Messages(channel)) != 2 {
		t.Error("a nonce is remembered beyond its window")
	}
}

func TestFaults(t *testing.T) {
	s, c, channel := start(t)
	path := "/channels/" + channel + "/messages"
	s.Limits = nil
	stored := func() int { return len(s.Messages(channel)) }
	for _, f := range []struct {
		fault          Fault
		status, stored int
	}{
		{Fault{Cut: true}, 0, 0},
		{Fault{Lost: true}, 0, 1},
		{Fault{Status: 429, RetryAfter: time.Second}, 429, 1},
		{Fault{Status: 403, Code: 50001}, 403, 1},
		{Fault{Route: "GET /gateway", Status: 500}, 200, 2},
	} {
		if f.fault.Route == "" {
			f.fault.Route = toChannel
		}
		s.Inject(f.fault)
		status, _ := c.post(path, hello)
		if status != f.status || stored() != f.stored {
			t.Errorf("%+v: status %d with %d messages, want %d with %d", f.fault, status, stored(), f.status, f.stored)
		}
	}
	status, _ := c.post(path, hello)
	wantStatus(t, status, http.StatusOK) // faults come once
	if got := len(s.Requests(toChannel)); got != 6 {
		t.Errorf("%d requests on record, want 6", got)
	}
	if p := s.Problems(); len(p) > 0 {
		t.Error(p)
	}
}

func TestWrongToken(t *testing.T) {
	s, c, _ := start(t)
	s.Token = "another"
	other := client{t, &Server{URL: s.URL, Token: "wrong"}}
	status, _ := other.call("GET", "/users/@me", "", "")
	wantStatus(t, status, http.StatusUnauthorized)
	status, _ = c.call("GET", "/users/@me", "", "")
	wantStatus(t, status, http.StatusOK)
}

func TestHistory(t *testing.T) {
	s, c, channel := start(t)
	for i := range 3 {
		s.Say(channel, fmt.Sprint(i))
	}
	list := func(query string) string {
		req, _ := http.NewRequest("GET", s.URL+"/channels/"+channel+"/messages?"+query, nil)
		req.Header.Set("Authorization", "Bot "+s.Token)
		req.Header.Set("User-Agent", "DiscordBot (https://example.org, 1)")
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		var messages []struct{ Content string }
		if err := json.NewDecoder(resp.Body).Decode(&messages); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(messages)
	}
	if got := list("limit=2"); got != "[{2} {1}]" {
		t.Error(got)
	}
	if got := list("before=" + s.Messages(channel)[1].ID); got != "[{0}]" {
		t.Error(got)
	}
	if got := list("limit=2&after=1"); got != "[{1} {0}]" {
		t.Error(got) // the oldest two, the newer first
	}
	if got := list("after=" + s.Messages(channel)[1].ID); got != "[{2}]" {
		t.Error(got)
	}
	s.HideHistory(channel)
	if got := list(""); got != "[]" {
		t.Error(got)
	}
	_, answer := c.call("GET", "/channels/"+channel, "", "")
	if answer["last_message_id"] != s.Messages(channel)[2].ID {
		t.Error(answer)
	}
}

func TestMultipart(t *testing.T) {
	s, c, channel := start(t)
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	_ = w.WriteField("payload_json", `{"allowed_mentions":{"parse":[]},"attachments":[{"id":"0","filename":"board.png","description":"nine rows"}]}`)
	part, _ := w.CreateFormFile("files[0]", "board.png")
	_, _ = io.WriteString(part, "picture")
	_ = w.Close()
	status, _ := c.call("POST", "/channels/"+channel+"/messages", w.FormDataContentType(), b.String())
	wantStatus(t, status, http.StatusOK)
	got := s.Messages(channel)[0].Attachments[0]
	if got.Name != "board.png" || got.Description != "nine rows" || string(got.Data) != "picture" {
		t.Errorf("%+v", got)
	}
}

// Each body breaks one rule; none of them is one that Discord takes.
func TestBreaches(t *testing.T) {
	long := strings.Repeat("x", 2001)
	button := func(id, label string) string {
		return fmt.Sprintf(`{"type":2,"style":1,"label":%q,"custom_id":%q}`, label, id)
	}
	row := func(buttons ...string) string { return `{"type":1,"components":[` + strings.Join(buttons, ",") + `]}` }
	with := func(fields string) string { return `{"allowed_mentions":{"parse":[]},` + fields + `}` }
	for want, body := range map[string]string{
		"allowed_mentions":       `{"content":"x"}`,
		"message is empty":       `{"content":"","allowed_mentions":{"parse":[]}}`,
		"content has 2001":       with(`"content":"` + long + `"`),
		"unknown field":          with(`"content":"x","contents":1`),
		"6 components in a row":  with(`"components":[` + row(button("1", "a"), button("2", "a"), button("3", "a"), button("4", "a"), button("5", "a"), button("6", "a")) + `]`),
		"6 rows":                 with(`"components":[` + strings.Repeat(row(button("", "a"))+",", 5) + row(button("1", "a")) + `]`),
		"twice":                  with(`"components":[` + row(button("1", "a"), button("1", "b")) + `]`),
		"custom_id has 101":      with(`"components":[` + row(button(long[:101], "a")) + `]`),
		"label has 81":           with(`"components":[` + row(button("1", long[:81])) + `]`),
		"without label":          with(`"components":[` + row(button("1", "")) + `]`),
		"wants a custom_id":      with(`"components":[` + row(button("", "a")) + `]`),
		"outside of a row":       with(`"components":[` + button("1", "a") + `]`),
		"embed title has 257":    with(`"embeds":[{"title":"` + long[:257] + `"}]`),
		"6004 characters in all": with(`"embeds":[{"description":"` + strings.Repeat("x", 3002) + `"},{"description":"` + strings.Repeat("x", 3002) + `"}]`),
		"neither uploaded":       with(`"attachments":[{"id":"0"}]`),
		"nonce":                  with(`"content":"x","nonce":"` + long[:26] + `"`),
		"beside components V2":   with(`"flags":32768,"content":"x","components":[{"type":10,"content":"x"}]`),
		"cannot be private":      with(`"content":"x","flags":64`),
		"41 components":          with(`"flags":32768,"components":[` + strings.Repeat(`{"type":10,"content":"x"},`, 40) + `{"type":10,"content":"x"}]`),
	} {
		s, c, channel := start(t)
		s.rulesAlone = true
		status, _ := c.post("/channels/"+channel+"/messages", body)
		if p := strings.Join(s.Problems(), "; "); status != http.StatusBadRequest || !strings.Contains(p, want) {
			t.Errorf("status %d, problems %q, want one with %q", status, p, want)
		}
	}
}

func TestCommandBreaches(t *testing.T) {
	option := func(name string, required bool) string {
		return fmt.Sprintf(`{"type":3,"name":%q,"description":"d","required":%v}`, name, required)
	}
	command := func(name, description string, options ...string) string {
		return fmt.Sprintf(`[{"name":%q,"description":%q,"options":[%s]}]`, name, description, strings.Join(options, ","))
	}
	for want, body := range map[string]string{
		"lower-case":            command("Daily", "d"),
		"no description":        command("daily", ""),
		"description has 101":   command("daily", strings.Repeat("d", 101)),
		"after an optional one": command("daily", "d", option("a", false), option("b", true)),
		"26 options":            command("daily", "d", strings.Split(strings.Repeat(option("a", true)+";", 25)+option("z", true), ";")...),
		"unknown field":         `[{"name":"a","description":"d","colour":1}]`,
		`"a" twice`:             `[{"name":"a","description":"d"},{"name":"a","description":"d"}]`,
	} {
		s, c, _ := start(t)
		s.rulesAlone = true
		status, _ := c.call("PUT", "/applications/"+s.AppID+"/commands", "application/json", body)
		if p := strings.Join(s.Problems(), "; "); status != http.StatusBadRequest || !strings.Contains(p, want) {
			t.Errorf("status %d, problems %q, want one with %q", status, p, want)
		}
	}
}

// Commands that are registered again keep their ids, by which messages link to them.
func TestCommandsKeepTheirIDs(t *testing.T) {
	s, c, _ := start(t)
	put := func(body string) map[string]string {
		status, _ := c.call("PUT", "/applications/"+s.AppID+"/commands", "application/json", body)
		wantStatus(t, status, http.StatusOK)
		return s.Commands()
	}
	before := put(`[{"name":"a","description":"d"},{"name":"b","description":"d"}]`)
	after := put(`[{"name":"b","description":"e"},{"name":"c","description":"d"}]`)
	if len(after) != 2 || before["a"] == before["b"] || after["b"] != before["b"] || after["c"] == before["a"] {
		t.Errorf("%v, then %v", before, after)
	}
}

func TestOpenAPI(t *testing.T) {
	s, c, channel := start(t)
	status, _ := c.post("/channels/"+channel+"/messages", hello)
	wantStatus(t, status, http.StatusOK)
	status, _ = c.call("PUT", "/applications/"+s.AppID+"/commands", "application/json",
		`[{"name":"a","description":"d","default_member_permissions":"32","options":null}]`)
	wantStatus(t, status, http.StatusOK)
	if p := s.Problems(); len(p) > 0 {
		t.Fatal(p)
	}
	status, _ = c.post("/channels/"+channel+"/messages", `{"content":5}`)
	wantStatus(t, status, http.StatusBadRequest)
	if len(s.Problems()) == 0 {
		t.Error("a content that is a number is not a problem")
	}
}
