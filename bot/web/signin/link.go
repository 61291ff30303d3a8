package signin

import (
	"embed"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
)

//go:embed *.html
var files embed.FS

var templates = site.Templates(files)

// visit is a visit to a page of this package.
type visit struct {
	*site.Visit
	discord *discord // nil: nobody can sign in with Discord
}

// Values of the buttons on the page of a link, in the field "do".
const (
	enterAsMe = "enter"
	notMe     = "not-me"
)

// enterForm is the body of a page that asks whether to begin a session.
type enterForm struct {
	Words        string // "": the title is enough
	Enter, NotMe string
	Hidden       map[string]string
}

// showLink shows what a link opens, such as "Play daily #412 as Ann". It changes nothing: previews of chats fetch
// links too.
func (v visit) showLink() error {
	link, err := v.link()
	if err != nil {
		return err
	}
	if link.Language != "" {
		v.Speech = chat.SpeechIn(link.Language)
	}
	title := v.Text("page.link.play", locale.Args{"Player": link.Player.Name})
	if link.GameID != 0 {
		game, err := v.Store.Game(v.Context(), link.GameID)
		if err != nil {
			return err
		}
		title = v.Text("page.link.play-game", locale.Args{"Player": link.Player.Name, "Game": v.NameOf(game)})
	}
	page := site.View{Template: "enter.html", Title: title, OwnHeading: true, Body: enterForm{Words: v.Text("page.link.stays", nil), Enter: v.Text("page.link.enter", nil), NotMe: v.Text("page.link.not-me", nil)}}
	if v.Local != nil { // there is nobody else to confirm
		page.Script = "enter.js"
	}
	return v.Render(http.StatusOK, templates, page)
}

// link returns the link of the address. A server for one player rejects the links of others, which other servers
// accept.
func (v visit) link() (people.Link, error) {
	if !v.Limits.Link.Allow(v.Client(v.R)) {
		return people.Link{}, site.ErrTooMany
	}
	link, err := v.Store.Link(v.Context(), v.R.PathValue("token"))
	if err == nil && v.Local != nil && (link.Player.ID != v.Local.Player.ID || link.GuildID != v.Local.GuildID) {
		return people.Link{}, site.ErrLinkIsOver
	}
	return link, overIfUnknown(err)
}

func overIfUnknown(err error) error {
	if errors.Is(err, postgres.ErrNotFound) {
		return site.ErrLinkIsOver
	}
	return err
}

// useLink spends a link: it begins a session, or only drops the link of a visitor who is not its player.
func (v visit) useLink() error {
	if _, err := v.link(); err != nil {
		return err
	}
	if err := v.ReadForm(); err != nil {
		return err
	}
	token := v.R.PathValue("token")
	switch v.R.PostForm.Get("do") {
	case notMe:
		if err := v.Store.DropLink(v.Context(), token); err != nil {
			return overIfUnknown(err)
		}
		return v.ShowMessage(http.StatusOK, v.Text("page.link.ended-title", nil), v.Text("page.link.ended", nil))
	case enterAsMe:
	default:
		return site.ErrBadRequest
	}
	session, link, err := v.Store.UseLink(v.Context(), token, browserOf(v.R.UserAgent()))
	if err != nil {
		return overIfUnknown(err)
	}
	if err := v.BeginSession(session, link.GuildID); err != nil {
		return err
	}
	gameID := link.GameID
	if gameID == 0 && v.Local != nil {
		game, err := v.Store.CurrentGame(v.Context(), link.Player.ID, link.GuildID)
		switch {
		case err == nil && game.Finished.IsZero(): // they go on where they were
			gameID = game.ID
		case err != nil && !errors.Is(err, postgres.ErrNotFound):
			return err
		}
	}
	if gameID == 0 {
		return v.Redirect("")
	}
	return v.Redirect(fmt.Sprintf("games/%d", gameID))
}

// browserOf names the browser of a User-Agent in a word or two, for the list of sessions: no more than its owner
// needs to recognize it.
func browserOf(agent string) string {
	first := func(all ...[2]string) string {
		for _, known := range all {
			if strings.Contains(agent, known[0]) {
				return known[1]
			}
		}
		return "?"
	}
	program := first([2]string{"Discord", "Discord"}, [2]string{"Firefox/", "Firefox"}, [2]string{"Edg", "Edge"}, [2]string{"OPR/", "Opera"},
		[2]string{"Chrome/", "Chrome"}, [2]string{"CriOS/", "Chrome"}, [2]string{"Safari/", "Safari"}, [2]string{"curl/", "curl"})
	system := first([2]string{"Android", "Android"}, [2]string{"iPhone", "iPhone"}, [2]string{"iPad", "iPad"},
		[2]string{"Windows", "Windows"}, [2]string{"Mac OS X", "macOS"}, [2]string{"Linux", "Linux"})
	return program + ", " + system
}
