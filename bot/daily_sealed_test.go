package bot

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// leaks reports whether a reply, in any of its parts, shows the puzzle of a sealed daily.
func leaks(t *testing.T, r chat.Reply) bool {
	t.Helper()
	all, err := json.Marshal(r)
	check(t, err)
	text := string(all)
	row := "Row 1: " + words.RowInWords(parse(moler), 0) // of the board in words
	for _, form := range []string{moler, strings.ReplaceAll(moler, ".", "0"), solutionOfMoler, row} {
		if strings.Contains(text, form) {
			return true
		}
	}
	return false
}

// A sealed daily is shown by Play alone, and privately: not by its post, nor by any command or control
// that someone asks who has not pressed Play, be it an admin.
func TestSealed(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z", "sealed=on", "thread=on", "shidoku=on")
	x.at(t, "2026-03-02T08:00:00Z")
	post := x.net.in("42", "Daily #1")[0].reply
	if leaks(t, post) || post.Screen.Board != nil || post.Screen.Beside != nil || post.Screen.Cover == nil || post.Screen.Cover.Number != 1 {
		t.Errorf("the post is %+v", post.Screen)
	}
	if !strings.Contains(post.Screen.Alt, "cover of daily #1, Fiendish") || !strings.Contains(textOf(post), "about ") {
		t.Errorf("the post says %q, in words %q", textOf(post), post.Screen.Alt)
	}
	for _, h := range handlers() {
		if h.Name == "daily" { // which is Play
			continue
		}
		puzzles := moler // in a file, which /play plays if it may
		if h.Name == "import" {
			puzzles = mini
		}
		for _, more := range []map[string]string{nil, {"puzzle": "today"}, {"puzzle": "daily", "answer": ""}, {"date": "today"}, {"date": "#1"}, {"tier": "fiendish"}, {"number": "1"}} {
			options := maps.Clone(commandRights[h.Name].options)
			if options == nil {
				options = map[string]string{}
			}
			maps.Copy(options, more)
			r := request(bob, h.Name, options)
			r.Rights.ManageGuild = true
			r.Action = chat.Ask{Command: h.Name, Options: options, File: &chat.Attachment{Name: "f.txt", Open: func(context.Context) (io.ReadCloser, error) {
				return io.NopCloser(strings.NewReader(puzzles)), nil
			}}}
			if reply := x.Handle(t.Context(), r); leaks(t, reply) {
				t.Errorf("/%s %v shows it: %+v", h.Name, options, reply)
			}
		}
	}
	for verb, argument := range verbArguments {
		if verb == chat.OpenDaily {
			continue
		}
		argument = strings.NewReplacer("DATE", "2026-03-02", "NOW", "0").Replace(argument)
		if reply := x.Handle(t.Context(), press(bob, chat.Button{Press: chat.Press{Verb: verb, Argument: argument}})); leaks(t, reply) {
			t.Errorf("%s shows it: %+v", verb, reply)
		}
	}
	for i, button := range post.Screen.Rows[0] {
		reply := x.Handle(t.Context(), press(ann, button))
		if opens := i < 2; leaks(t, reply) != opens || !reply.Private {
			t.Errorf("%s shows it: %v, privately: %v", button.Label, !opens, reply.Private)
		}
	}
	x.solve(t, ann, 20, 0)
	x.at(t, "2026-03-03T08:00:00Z")
	x.at(t, "2026-03-03T08:00:05Z")
	if s := x.net.in("thread of message 1", "Daily #1"); len(s) != 1 || !leaks(t, s[0].reply) {
		t.Errorf("the next day there are %d solutions", len(s))
	}
}

// Where the settings cannot be read, nothing is shown that might be sealed.
func TestSealedInDoubt(t *testing.T) {
	store := newStore(t)
	g := store.scheduled()
	daily, err := store.Daily(t.Context(), g, g.Since, 0, 5)
	check(t, err)
	b := store.bot()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if post := b.Announcement(ctx, daily); post.Screen.Board != nil || post.Screen.Cover == nil {
		t.Errorf("the post is %+v", post.Screen)
	}
}
