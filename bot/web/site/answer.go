package site

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Handler returns the handler of a route: it identifies the visitor, checks their access and answers, or shows the
// error.
func (s *Site) Handler(route Route) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v := &Visit{Site: s, W: w, R: r}
		if s.Index && route.For == Guests {
			w.Header().Del(Robots)
		}
		err := v.identify()
		v.Speech = chat.Speech{Words: explain.In(v.language())}
		switch {
		case err != nil:
		case v.Session.ID == 0 && (route.For >= Players || route.For == Guests && v.Local != nil):
			err = errNoSession
		case route.For == Admins && !v.Rights().ManageGuild:
			err = ErrNotFound
		case v.Session.ID != 0 && !s.Limits.Player.Allow(v.Session.Player.ID):
			err = ErrTooMany
		default:
			err = route.Answer(v)
		}
		if err != nil {
			v.fail(err)
		}
	}
}

// identify reads the session of the request's cookie, if there is one. A server for one player accepts only sessions
// that it began.
func (v *Visit) identify() (err error) {
	token := v.Cookie(v.CookieName())
	if token == "" {
		return nil
	}
	if v.Local != nil {
		if _, ours := v.sessions.Load(token); !ours {
			return nil
		}
	}
	v.Session, err = v.Store.Session(v.Context(), token)
	if errors.Is(err, postgres.ErrNotFound) {
		return nil
	}
	return err
}

// language is that of the session, else the best that the browser asks for.
func (v *Visit) language() locale.Language {
	if v.Session.Language != "" {
		return locale.Match(v.Session.Language)
	}
	var tags []string
	for wish := range strings.SplitSeq(v.R.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(wish, ";")
		tags = append(tags, strings.TrimSpace(tag))
	}
	return locale.Match(tags[:min(len(tags), 20)]...)
}

// statusOf returns the status of an error, and the key of the message for the visitor.
func (v *Visit) statusOf(err error) (status int, key string) {
	switch {
	case errors.Is(err, ErrNotFound), errors.Is(err, postgres.ErrNotFound):
		return http.StatusNotFound, "page.problem.not-found"
	case errors.Is(err, errNoSession) && v.Local != nil:
		return http.StatusUnauthorized, "page.problem.no-session-local"
	case errors.Is(err, errNoSession):
		return http.StatusUnauthorized, "page.problem.no-session"
	case errors.Is(err, ErrTooMany):
		return http.StatusTooManyRequests, "page.problem.too-many"
	case errors.Is(err, ErrLinkIsOver) && v.Local != nil:
		return http.StatusGone, "page.problem.link-local"
	case errors.Is(err, ErrLinkIsOver):
		return http.StatusGone, "page.problem.link"
	case errors.Is(err, ErrTooLarge):
		return http.StatusRequestEntityTooLarge, "page.problem.too-large"
	case errors.Is(err, ErrBadRequest):
		return http.StatusBadRequest, "page.problem.bad-request"
	case errors.Is(err, ErrUnavailable), errors.Is(err, postgres.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, "page.problem.unavailable"
	}
	return http.StatusInternalServerError, "page.problem.ours"
}

// fail answers with an error. Errors that the visitor cannot act on are logged.
func (v *Visit) fail(err error) {
	status, key := v.statusOf(err)
	if status == http.StatusInternalServerError && v.Context().Err() == nil {
		v.Log.ErrorContext(v.Context(), "web: a page failed", "route", v.R.Pattern, "error", err)
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		v.W.Header().Set("Retry-After", "1")
	}
	words := v.Text(key, nil)
	if v.WantsJSON() || strings.Contains(v.R.Header.Get("Accept"), "text/event-stream") {
		_ = v.WriteJSON(status, board.Answer{Problem: words})
		return
	}
	title := "page.problem.title"
	if status == http.StatusNotFound {
		title = "page.problem.not-found-title"
	}
	if v.ShowMessage(status, v.Text(title, nil), words) == nil {
		return
	}
	v.Session = people.Session{} // its settings may be the part that cannot be read
	if err := v.ShowMessage(status, v.Text(title, nil), words); err != nil {
		v.Log.ErrorContext(v.Context(), "web: a page failed", "route", v.R.Pattern, "error", err)
	}
}
