package pages

import (
	"errors"
	"net/http"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// guestPage is the body of the first page of a visitor who is not signed in.
type guestPage struct {
	Daily  *dailyCard  // of today's global daily; nil: there is none
	Others []dailyCard // of the global dailies of other shapes
	SignIn bool        // visitors can sign in without a link
	Open   bool        // the open archive has pages
}

// guestHome shows today's global daily, the lessons, and how to sign in. It names no guild and no player.
func (v visit) guestHome() error {
	p := guestPage{SignIn: v.SignIn, Open: v.Open}
	page := site.View{Template: "guest.html", Title: v.Text("page.home.title", nil), OwnHeading: true, Description: v.Text("page.guest.about", nil)}
	today := v.Store.GlobalToday()
	for _, shape := range dailyShapes(daily.NewGuild(library.GlobalGuild), today) {
		d, err := v.Store.GlobalDaily(v.Context(), today, shape)
		switch {
		case err == nil:
			card := v.drawCard(d)
			card.Name = v.TodaysDaily(shape)
			card.Button, card.Open = v.Text("page.guest.play", nil), v.First()+site.GuestDaily(shape)
			if p.Daily != nil {
				p.Others = append(p.Others, card)
				continue
			}
			card.Note = v.Text("page.guest.kept", nil)
			p.Daily = &card
			page.Image = site.GuestPicture(shape, today)
		case !errors.Is(err, postgres.ErrNotFound):
			return err
		}
	}
	page.Body, page.Alternates = p, v.Feeds()
	return v.Render(http.StatusOK, templates, page)
}

// isPlaying reports whether the visitor may be solving a puzzle, so that its steps are not shown: a visitor who is not
// signed in may be solving any that is in play.
func (v visit) isPlaying(clues sudoku.Grid) (bool, error) {
	if v.Session.ID == 0 {
		return v.Store.IsGuarded(v.Context(), clues)
	}
	return v.Store.IsSolving(v.Context(), v.Session.Player.ID, clues)
}
