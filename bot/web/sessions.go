package web

import (
	"net/http"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/locale"
)

// sessionsPage is the body of the list of browsers in which a player plays.
type sessionsPage struct {
	Intro, EndAll string
	Sessions      []sessionLine
}

type sessionLine struct {
	ID         int64
	Words, End string
	Here       bool
}

func (v *visit) showSessions() error {
	all, err := v.Store.Sessions(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	p := sessionsPage{
		Intro:  v.Text("page.sessions.intro", locale.Args{"Player": v.session.Player.Name}),
		EndAll: v.Text("page.sessions.end-all", nil),
	}
	for _, s := range all {
		args := locale.Args{"Browser": s.Browser, "Made": stamp(s.Made), "Seen": stamp(s.Seen)}
		key := "page.sessions.line"
		if s.ID == v.session.ID {
			key = "page.sessions.here"
		}
		p.Sessions = append(p.Sessions, sessionLine{ID: s.ID, Words: v.Text(key, args), End: v.Text("page.sessions.end", nil), Here: s.ID == v.session.ID})
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
	return v.render(http.StatusOK, "problem.html", v.Text("page.sessions.ended-title", nil), problem{v.Text("page.sessions.ended", nil)})
}
