package bot

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Each failure is read from the ledger in each language, and names the channel and what the network said.
func TestPostFailureInEachLanguage(t *testing.T) {
	var failures []PostFailure
	for _, p := range PostProblems {
		f := PostFailure{Problem: p, ChannelID: "42", Said: "Missing Access"}
		failures = append(failures, f, PostFailure{Problem: NotSeen, Before: &f}, PostFailure{Problem: NextDue, Before: &f})
	}
	for _, p := range ChannelProblems {
		failures = append(failures, PostFailure{Unfit: &ChannelError{Problem: p, Missing: []Permission{SendMessages}, Until: time.Unix(1e9, 0).UTC()}})
	}
	said := map[string]string{}
	for _, l := range locale.Languages() {
		s := speech{explain.In(l)}
		for _, f := range failures {
			kept := failureOf(f.stored())
			if kept.stored() != f.stored() {
				t.Errorf("%+v is kept as %+v", f, kept)
			}
			text := s.postFailure(kept).String()
			if key := string(f.Problem) + " " + f.stored(); text == said[key] || strings.Contains(text, "post-problem.") || text == "" {
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
		if got := failureOf(kept).String(); got != kept {
			t.Errorf("%q is shown as %q", kept, got)
		}
	}
	if got := failureOf(`{"problem":"of-a-newer-release","said":"Unknown"}`).String(); got != "Unknown" {
		t.Errorf("a problem of a newer release is shown as %q", got)
	}
}

// An admin reads in German why a post failed.
func TestPostFailureInGerman(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	store.scheduled()
	c := &first{&channel{clock: store.clock, next: calm}, GoneError{Reason: PostFailure{Problem: NoAccess, ChannelID: "42", Said: "Missing Access"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	q := request(ann, "schedule", nil)
	q.Language, q.Rights.ManageGuild = "de", true
	wants(t, b.Handle(t.Context(), q), "der Bot darf in 42 nichts schreiben (Discord sagt Missing Access)")
}
