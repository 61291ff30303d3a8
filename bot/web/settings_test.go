package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/locale"
)

// The form has every setting of /settings as it is, and saving changes those of the player alone, in the
// chat too. The language is that of one browser.
func TestSettings(t *testing.T) {
	s := newSite(t)
	a, b := s.signedIn(ann), s.signedIn(bob)
	page := a.get("/settings").want(http.StatusOK)
	for _, c := range bot.Commands(locale.Match("en")) {
		if c.Name == "settings" {
			for _, option := range c.Options {
				page.holds(`<select name="` + option.Name + `">`)
			}
		}
	}
	to := a.post("/settings", "look", "contrast", "coordinates", "E4", "name", "hidden", "language", "de").want(http.StatusSeeOther)
	if to := to.Header.Get("Location"); to != "settings?saved" {
		t.Errorf("it leads to %s", to)
	}
	a.get("/settings?saved").want(http.StatusOK).holds(`data-theme="contrast"`).holds(`lang="de"`).holds(`role="status"`).
		holds(`<option value="E4" selected>`).holds(`<option value="de" selected>`)
	settings, err := s.store.Settings(t.Context(), ann.ID)
	must(t, err)
	if settings.Theme != "contrast" || !settings.Letters || !settings.Hidden {
		t.Errorf("the settings are %+v", settings)
	}
	if page := b.get("/settings").want(http.StatusOK).holds(`lang="en"`); strings.Contains(page.body, `data-theme="contrast"`) {
		t.Error("another player's settings were changed")
	}
	s.signedIn(ann).get("/settings").want(http.StatusOK).holds(`lang="en"`)
	a.post("/settings", "language", "").want(http.StatusSeeOther)
	a.get("/").want(http.StatusOK).holds(`lang="en"`)
}

// A form that the page did not make changes nothing.
func TestForgedSettings(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	b.post("/settings", "look", "light").want(http.StatusSeeOther)
	before, err := s.store.Settings(t.Context(), ann.ID)
	must(t, err)
	b.post("/settings", "look", "pink").want(http.StatusUnprocessableEntity)
	b.post("/settings", "look", "dark", "language", "xx").want(http.StatusBadRequest)
	b.post("/settings", "look", "dark", "language", "'; drop table player").want(http.StatusBadRequest)
	b.post("/settings", "theme", "dark", "player", bob.ID).want(http.StatusSeeOther) // unknown fields
	if after, err := s.store.Settings(t.Context(), ann.ID); err != nil || after != before {
		t.Errorf("the settings are %+v, were %+v, %v", after, before, err)
	}
}
