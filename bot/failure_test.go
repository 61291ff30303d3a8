package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Each failure is read from the ledger in each language, and names the channel and what the network said.
func TestPostFailureInEachLanguage(t *testing.T) {
	var failures []chat.PostFailure
	for _, p := range chat.PostProblems {
		f := chat.PostFailure{Problem: p, ChannelID: "42", Said: "Missing Access"}
		failures = append(failures, f, chat.PostFailure{Problem: chat.NotSeen, Before: &f}, chat.PostFailure{Problem: chat.NextDue, Before: &f})
	}
	for _, p := range chat.ChannelProblems {
		failures = append(failures, chat.PostFailure{Unfit: &chat.ChannelError{Problem: p, Missing: []chat.Permission{chat.SendMessages}, Until: time.Unix(1e9, 0).UTC()}})
	}
	said := map[string]string{}
	for _, l := range locale.Languages() {
		s := chat.Speech{Words: explain.In(l)}
		isBegun := l.Tag() != "en" && l.Text("button.play", nil) == "Play" // a copy of English, not yet translated
		for _, f := range failures {
			kept := chat.FailureOf(f.Stored())
			if kept.Stored() != f.Stored() {
				t.Errorf("%+v is kept as %+v", f, kept)
			}
			text := s.PostFailure(kept).String()
			if key := string(f.Problem) + " " + f.Stored(); text == said[key] && !isBegun || strings.Contains(text, "post-problem.") || text == "" {
				t.Errorf("%s: %s says %q", l.Tag(), key, text)
			} else if l.Tag() == "en" {
				said[key] = text
			}
			if strings.Contains(l.Text("post-problem."+string(f.Problem), locale.Args{"Channel": "#", "Said": "!", "Schedule": ""}), "!") && !strings.Contains(text, "Missing Access") {
				t.Errorf("%s: %q leaves out what the network said", l.Tag(), text)
			}
		}
	}
}

// What older releases kept is shown as it is, and so is whatever else is there.
func TestPostFailureOfOlderReleases(t *testing.T) {
	for _, kept := range []string{"channel 42: closed", "{", `{"problem":7}`, `[]`, ""} {
		if got := chat.FailureOf(kept).String(); got != kept {
			t.Errorf("%q is shown as %q", kept, got)
		}
	}
	if got := chat.FailureOf(`{"problem":"of-a-newer-release","said":"Unknown"}`).String(); got != "Unknown" {
		t.Errorf("a problem of a newer release is shown as %q", got)
	}
}

// An admin reads in German why a post failed.
func TestPostFailureInGerman(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	store.scheduled()
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Problem: chat.NoAccess, ChannelID: "42", Said: "Missing Access"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	q := request(ann, "schedule", nil)
	q.Language, q.Rights.ManageGuild = "de", true
	wants(t, b.Handle(t.Context(), q), "der Bot darf in 42 nichts schreiben (Discord sagt Missing Access)")
}
