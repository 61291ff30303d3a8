package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// What the buttons of the page of a link say, in the field "do".
const (
	enterAsMe = "enter"
	notMe     = "not-me"
)

// enterForm is the body of a page that asks whether to begin a session.
type enterForm struct {
	Words        string // "" where the title says it all
	Enter, NotMe string
	Hidden       map[string]string
	AtOnce       bool // a script sends the form
}

// showLink shows what a link opens, and changes nothing: previews of chats fetch links too.
func (v *visit) showLink() error {
	link, err := v.link()
	if err != nil {
		return err
	}
	if link.Language != "" {
		v.Speech = chat.SpeechIn(link.Language)
	}
	words, err := v.whatOpens(link)
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "enter.html", words, enterForm{
		Enter: v.Text("page.link.enter", nil), NotMe: v.Text("page.link.not-me", nil), AtOnce: v.Local != nil,
	})
}

// link returns what the token of the address opens. A server for one player leaves the links of others to
// those who serve them.
func (v *visit) link() (people.Link, error) {
	if !v.limits.links.allow(v.limitKey(v.r)) {
		return people.Link{}, errTooMany
	}
	link, err := v.Store.Link(v.ctx(), v.r.PathValue("token"))
	if err == nil && v.Local != nil && (link.Player.ID != v.Local.Player.ID || link.GuildID != v.Local.GuildID) {
		return people.Link{}, errLinkIsOver
	}
	return link, overIfUnknown(err)
}

func overIfUnknown(err error) error {
	if errors.Is(err, postgres.ErrNotFound) {
		return errLinkIsOver
	}
	return err
}

// whatOpens says it: "Play daily #412 as Ann".
func (v *visit) whatOpens(link people.Link) (string, error) {
	if link.GameID == 0 {
		return v.Text("page.link.play", locale.Args{"Player": link.Player.Name}), nil
	}
	game, err := v.Store.Game(v.ctx(), link.GameID)
	return v.Text("page.link.play-game", locale.Args{
		"Player": link.Player.Name, "Game": v.TitleOf(game),
	}), err
}

// useLink spends a link: for a session of its player, or for nothing where whoever has it says that they
// are not that player.
func (v *visit) useLink() error {
	if _, err := v.link(); err != nil {
		return err
	}
	if err := v.readForm(); err != nil {
		return err
	}
	token := v.r.PathValue("token")
	switch v.r.PostForm.Get("do") {
	case notMe:
		if err := v.Store.DropLink(v.ctx(), token); err != nil {
			return overIfUnknown(err)
		}
		return v.render(http.StatusOK, "problem.html", v.Text("page.link.ended-title", nil), v.Text("page.link.ended", nil))
	case enterAsMe:
	default:
		return errBadRequest
	}
	session, link, err := v.Store.UseLink(v.ctx(), token, browserOf(v.r.UserAgent()))
	if err != nil {
		return overIfUnknown(err)
	}
	if err := v.begin(session); err != nil {
		return err
	}
	return v.enter(link)
}

// enter leads a player to the game of a link. A server for one player has a game ready.
func (v *visit) enter(link people.Link) error {
	gameID := link.GameID
	if gameID == 0 && v.Local != nil {
		var err error
		if gameID, err = v.ready(link); err != nil {
			return err
		}
	}
	if gameID == 0 {
		return v.redirect("")
	}
	return v.redirect(fmt.Sprintf("games/%d", gameID))
}

// ready returns a game to go on with: the one opened last, else today's daily, else any puzzle. 0: there is
// none.
func (v *visit) ready(link people.Link) (int64, error) {
	game, err := v.Store.CurrentGame(v.ctx(), link.Player.ID, link.GuildID)
	if err == nil && game.Finished.IsZero() {
		return game.ID, nil
	}
	if err != nil && !errors.Is(err, postgres.ErrNotFound) {
		return 0, err
	}
	r := chat.Request{Language: v.Tag(), Player: link.Player, Place: v.placeIn(link.GuildID)}
	first, err := v.Bot.First(v.ctx(), r)
	if err != nil {
		return 0, err
	}
	for _, ask := range []chat.Ask{first, {Command: "play"}} {
		r.Action = ask
		reply := v.Bot.Handle(v.ctx(), r)
		if reply.Screen.GameID != 0 {
			return reply.Screen.GameID, nil
		}
	}
	return 0, nil
}

// sessionsPage is the body of the list of browsers in which a player plays.
type sessionsPage struct {
	Intro    string
	Sessions []sessionLine
}

type sessionLine struct {
	ID    int64
	Words string
	Here  bool
}

func (v *visit) showSessions() error {
	all, err := v.Store.Sessions(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	p := sessionsPage{Intro: v.Text("page.sessions.intro", locale.Args{"Player": v.session.Player.Name})}
	for _, s := range all {
		args := locale.Args{"Browser": s.Browser, "Made": stamp(s.Made), "Seen": stamp(s.Seen)}
		key := "page.sessions.line"
		if s.ID == v.session.ID {
			key = "page.sessions.here"
		}
		p.Sessions = append(p.Sessions, sessionLine{s.ID, v.Text(key, args), s.ID == v.session.ID})
	}
	return v.render(http.StatusOK, "sessions.html", v.Text("page.sessions.title", nil), p)
}

// stamp writes a time for all zones. The script of the pages (times.js) shows it in the reader's.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

// endSessions ends one session of the player, or all.
func (v *visit) endSessions() error {
	if err := v.readForm(); err != nil {
		return err
	}
	end := v.r.PostForm.Get("end")
	here := end == strconv.FormatInt(v.session.ID, 10)
	if end == "all" {
		here = true
		if _, err := v.Store.EndSessions(v.ctx(), v.session.Player.ID); err != nil {
			return err
		}
	} else {
		id, err := strconv.ParseInt(end, 10, 64)
		if err != nil {
			return errBadRequest
		}
		if ended, err := v.Store.EndSession(v.ctx(), v.session.Player.ID, id); err != nil {
			return err
		} else if !ended {
			return errNotFound
		}
	}
	if !here {
		return v.redirect("sessions")
	}
	v.setCookie(v.cookieName(), "", 0)
	v.session.ID = 0
	return v.render(http.StatusOK, "problem.html", v.Text("page.sessions.ended-title", nil), v.Text("page.sessions.ended", nil))
}
