package signin

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// stateFor is how long a player may take to sign in at Discord.
const stateFor = 10 * time.Minute

// stateCookie is the name of the cookie that binds a sign-in to the browser that began it.
func (v visit) stateCookie() string { return v.CookieName() + "-login" }

// showLogin offers to sign in.
func (v visit) showLogin() error {
	if v.discord == nil {
		return v.ShowProblem(http.StatusNotFound, v.Text("page.login.off", nil))
	}
	if to, err := url.Parse(authorizeURL); err == nil { // browsers also check the address that a form is redirected to
		const ours = "form-action 'self'"
		header := v.W.Header()
		header.Set("Content-Security-Policy", strings.Replace(header.Get("Content-Security-Policy"), ours, ours+" "+to.Scheme+"://"+to.Host, 1))
	}
	return v.Render(http.StatusOK, templates, site.View{Template: "enter.html", Title: v.Text("page.login.title", nil), OwnHeading: true, Body: enterForm{
		Words: v.Text("page.login.intro", nil), Enter: v.Text("page.login.button", nil),
	}})
}

// login sends the player to Discord.
func (v visit) login() error {
	if v.discord == nil {
		return site.ErrNotFound
	}
	state := rand.Text()
	v.SetCookie(v.stateCookie(), state, stateFor)
	v.W.Header().Set("Location", v.discord.grant.AuthCodeURL(state))
	v.W.WriteHeader(http.StatusSeeOther)
	return nil
}

// showLoggedIn is the page to which Discord sends the player back. As a GET it begins no session, but shows a form
// that does.
func (v visit) showLoggedIn() error {
	query := v.R.URL.Query()
	if !v.isComplete(query) {
		return v.ShowProblem(http.StatusBadRequest, v.Text("page.login.failed", nil))
	}
	return v.Render(http.StatusOK, templates, site.View{Template: "enter.html", Title: v.Text("page.login.done", nil), OwnHeading: true, Body: enterForm{
		Enter:  v.Text("page.login.enter", nil),
		Hidden: map[string]string{"code": query.Get("code"), "state": query.Get("state")},
	}})
}

// isComplete reports whether a query or a form has a code, and the state of this browser's sign-in.
func (v visit) isComplete(values url.Values) bool {
	known := v.Cookie(v.stateCookie())
	return v.discord != nil && values.Get("code") != "" && known != "" &&
		subtle.ConstantTimeCompare([]byte(known), []byte(values.Get("state"))) == 1
}

// serverLine is a server on the page on which a player chooses one.
type serverLine struct{ Address, Name string }

// loggedIn begins a session of the player whom Discord confirms. Players on several servers with the bot choose one,
// by links that are theirs alone and work once, like those from a chat.
func (v visit) loggedIn() error {
	if !v.Limits.Link.Allow(v.Client(v.R)) { // Discord bans servers that send it too many bad codes
		return site.ErrTooMany
	}
	if err := v.ReadForm(); err != nil {
		return err
	}
	if !v.isComplete(v.R.PostForm) {
		return v.ShowProblem(http.StatusBadRequest, v.Text("page.login.failed", nil))
	}
	v.SetCookie(v.stateCookie(), "", 0)
	ctx, cancel := context.WithTimeout(v.Context(), v.discord.signInFor)
	defer cancel()
	account, err := v.discord.whoIs(ctx, v.R.PostForm.Get("code"))
	if err != nil {
		v.Log.WarnContext(v.Context(), "web: a sign-in failed", "error", err)
		return v.ShowProblem(http.StatusBadGateway, v.Text("page.login.failed", nil))
	}
	links, err := v.linksOf(account)
	if err != nil {
		return err
	}
	if len(links) == 1 {
		token, err := v.Store.AddSession(v.Context(), links[0], browserOf(v.R.UserAgent()))
		if err == nil {
			err = v.BeginSession(token, links[0].GuildID)
		}
		if err != nil {
			return err
		}
		return v.Redirect("")
	}
	tokens, err := v.Store.AddLinks(v.Context(), links...)
	if err != nil {
		return err
	}
	var choices []serverLine
	for i, token := range tokens {
		server := slices.IndexFunc(account.servers, func(s server) bool { return s.ID == links[i].GuildID })
		choices = append(choices, serverLine{v.Root() + "play/" + token, account.servers[server].Name})
	}
	return v.Render(http.StatusOK, templates, site.View{Template: "choose.html", Title: v.Text("page.login.choose-title", nil), OwnHeading: true, Body: choices})
}

// linksOf returns a link for each server that an account has in common with the bot, else one for the player's own
// games.
func (v visit) linksOf(a account) (links []people.Link, err error) {
	var ids []string
	for _, s := range a.servers {
		ids = append(ids, s.ID)
	}
	known, err := v.Store.GuildsOf(v.Context(), a.player.ID, ids)
	if len(known) == 0 {
		known = []string{people.PrivateGuild(a.player.ID)}
	}
	for _, guild := range known {
		links = append(links, people.Link{Player: a.player, GuildID: guild})
	}
	return links, err
}
