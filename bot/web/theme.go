package web

import (
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
)

const (
	// themeCookie has the theme that was chosen on a board, for this browser alone. The script of the
	// board sets it too.
	themeCookie = "gridkeeper-theme"
	themeFor    = 365 * 24 * time.Hour

	asTheDevice = "auto"
)

var themes = []string{asTheDevice, "light", "dark", "contrast"}

// theme is what a page looks like: as chosen in this browser, else as the player's boards in the chat do;
// "" is as the device has it.
func (v *visit) theme(settings games.Settings) string {
	switch chosen := cookie(v.r, themeCookie); {
	case chosen == asTheDevice:
		return ""
	case slices.Contains(themes, chosen):
		return chosen
	}
	return settings.Theme
}

// saveTheme has this browser keep the theme that a form of the board says.
func (v *visit) saveTheme() error {
	game, err := v.game()
	if err == nil {
		err = v.readForm()
	}
	if err != nil {
		return err
	}
	chosen := v.r.PostForm.Get("theme")
	if !slices.Contains(themes, chosen) {
		return errBadRequest
	}
	v.keepTheme(chosen)
	return v.redirect(fmt.Sprintf("games/%d", game.ID))
}

// keepTheme sets the cookie, for the paths of this site alone; "" takes it away. It is not secret: the script
// reads and writes it.
func (v *visit) keepTheme(chosen string) {
	age := int(themeFor.Seconds())
	if chosen == "" {
		age = -1
	}
	http.SetCookie(v.w, &http.Cookie{
		Name: themeCookie, Value: chosen, Path: v.path(v.r) + "/", MaxAge: age,
		Secure: v.base.Scheme == "https", SameSite: http.SameSiteLaxMode,
	})
}
