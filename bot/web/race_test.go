package web

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

// The first page offers the races that others on the server have opened; a page opens none itself.
func TestJoinRace(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(bob)
	if page := b.get("/"); strings.Contains(page.body, "Join the race") {
		t.Error("a race is offered before there is one")
	}
	b.post("/games", "command", "race").want(http.StatusBadRequest)
	if opened := s.chat(ann, ask("race", "tier", "fiendish")); opened.Failed {
		t.Fatal(opened.Screen.Body)
	}
	page := b.get("/")
	number := regexp.MustCompile(`name="number" value="(\d+)"`).FindStringSubmatch(page.body)
	if number == nil || !strings.Contains(page.body, "Ann has opened a race (Fiendish).") {
		t.Fatalf("the first page offers no race: %s", page.body)
	}
	joined := b.post("/games", "command", "race", "number", number[1])
	joined.want(http.StatusSeeOther)
	if board := b.get("/" + strings.TrimPrefix(joined.Header.Get("Location"), "/")); !strings.Contains(board.body, "Race · ") {
		t.Errorf("the board at %q: %s", joined.Header.Get("Location"), board.body[:min(300, len(board.body))])
	}
	b.post("/games", "command", "race", "number", "99999").want(http.StatusUnprocessableEntity)
}
