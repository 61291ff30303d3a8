package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
)

// OAuth lets players sign in with Discord, by the code grant of OAuth 2 (RFC 6749, section 4.1) with the
// scopes "identify" and "guilds". The token is used once, to ask who the player is and on which servers,
// and revoked.
type OAuth struct {
	ClientID, ClientSecret string
	// API is where Discord answers; it is required with a ClientID.
	API *url.URL
	// AuthorizeURL is where the player is asked: default "https://discord.com/oauth2/authorize".
	AuthorizeURL string
}

const (
	signInFor = 20 * time.Second // all that Discord is asked; with a token to give back it is less than [writeTimeout]
	revokeFor = 5 * time.Second
	stateFor  = 10 * time.Minute
	maxAnswer = 1 << 20 // bytes that Discord may answer: 200 servers
)

var errNotConfirmed = errors.New("discord did not confirm who it is")

func (o *OAuth) check() error {
	if (o.ClientID == "") != (o.ClientSecret == "") {
		return errors.New("web.oauth needs both client_id and client_secret")
	}
	o.AuthorizeURL = cmp.Or(o.AuthorizeURL, "https://discord.com/oauth2/authorize")
	return nil
}

func (v *visit) hasLogin() bool { return v.OAuth.ClientID != "" && v.Local == nil }

// stateCookie is the name of the cookie that binds a sign-in to the browser that began it.
func (v *visit) stateCookie() string { return v.cookieName() + "-login" }

func (v *visit) showLogin() error {
	if !v.hasLogin() {
		return v.showProblem(http.StatusNotFound, v.Text("page.login.off", nil))
	}
	if to, err := url.Parse(v.OAuth.AuthorizeURL); err == nil { // browsers look at where a form is redirected to
		ours := "form-action 'self'"
		v.w.Header().Set("Content-Security-Policy", strings.Replace(policy, ours, ours+" "+to.Scheme+"://"+to.Host, 1))
	}
	return v.render(http.StatusOK, "enter.html", v.Text("page.login.title", nil), enterForm{
		Words: v.Text("page.login.intro", nil), Enter: v.Text("page.login.button", nil),
	})
}

// login sends the player to Discord.
func (v *visit) login() error {
	if !v.hasLogin() {
		return errNotFound
	}
	state := rand.Text()
	v.setCookie(v.stateCookie(), state, stateFor)
	v.w.Header().Set("Location", v.oauth().AuthCodeURL(state))
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// showLoggedIn is where Discord sends the player back to. As a GET it begins no session, and shows a form
// that does.
func (v *visit) showLoggedIn() error {
	query := v.r.URL.Query()
	if !v.hasLogin() || !v.isState(query.Get("state")) || query.Get("code") == "" {
		return v.showProblem(http.StatusBadRequest, v.Text("page.login.failed", nil))
	}
	return v.render(http.StatusOK, "enter.html", v.Text("page.login.done", nil), enterForm{
		Enter:  v.Text("page.login.enter", nil),
		Hidden: map[string]string{"code": query.Get("code"), "state": query.Get("state")},
	})
}

// isState reports whether a state is that of this browser's sign-in.
func (v *visit) isState(state string) bool {
	known := cookie(v.r, v.stateCookie())
	return known != "" && subtle.ConstantTimeCompare([]byte(known), []byte(state)) == 1
}

// loggedIn begins a session of whoever Discord says it is. Those who are on several servers with the bot
// choose one: each is a link, which is theirs alone and works once, as one from the chat.
func (v *visit) loggedIn() error {
	if !v.limits.links.allow(v.limitKey(v.r)) { // Discord bans those who send it too many bad codes
		return errTooMany
	}
	if err := v.readForm(); err != nil {
		return err
	}
	code := v.r.PostForm.Get("code")
	if !v.hasLogin() || !v.isState(v.r.PostForm.Get("state")) || code == "" {
		return v.showProblem(http.StatusBadRequest, v.Text("page.login.failed", nil))
	}
	v.setCookie(v.stateCookie(), "", 0)
	ctx, cancel := context.WithTimeout(v.ctx(), v.signInFor)
	defer cancel()
	account, err := v.whoIs(ctx, code)
	if err != nil {
		v.Log.WarnContext(v.ctx(), "web: a sign-in failed", "error", err)
		return v.showProblem(http.StatusBadGateway, v.Text("page.login.failed", nil))
	}
	links, err := v.linksOf(account)
	if err != nil {
		return err
	}
	if len(links) > 1 {
		return v.showChoice(account, links)
	}
	token, err := v.Store.AddSession(v.ctx(), links[0], browserOf(v.r.UserAgent()))
	if err != nil {
		return err
	}
	if err := v.begin(token); err != nil {
		return err
	}
	return v.redirect("")
}

// linksOf returns what an account can open: the servers that it has in common with the bot, else the
// player's own games.
func (v *visit) linksOf(a account) (links []people.Link, err error) {
	var ids []string
	for _, s := range a.servers {
		ids = append(ids, s.ID)
	}
	known, err := v.Store.GuildsOf(v.ctx(), a.player.ID, ids)
	if len(known) == 0 {
		known = []string{people.PrivateGuild(a.player.ID)}
	}
	for _, guild := range known {
		links = append(links, people.Link{Player: a.player, GuildID: guild})
	}
	return links, err
}

// serverLine is a server on the page where a player chooses one.
type serverLine struct{ Address, Name string }

func (v *visit) showChoice(a account, links []people.Link) error {
	tokens, err := v.Store.AddLinks(v.ctx(), links...)
	if err != nil {
		return err
	}
	var servers []serverLine
	for i, token := range tokens {
		servers = append(servers, serverLine{v.root() + "play/" + token, a.nameOf(links[i].GuildID)})
	}
	return v.render(http.StatusOK, "choose.html", v.Text("page.login.choose-title", nil), servers)
}

// account is what Discord says of who signs in.
type account struct {
	player  games.Player
	servers []discordServer
}

type discordServer struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (a account) nameOf(guildID string) string {
	i := slices.IndexFunc(a.servers, func(s discordServer) bool { return s.ID == guildID })
	return a.servers[i].Name
}

// oauth is the grant as Discord has it; it sends the player back to "/login/done".
func (s *Server) oauth() *oauth2.Config {
	return &oauth2.Config{
		ClientID: s.OAuth.ClientID, ClientSecret: s.OAuth.ClientSecret,
		RedirectURL: s.base.String() + "/login/done", Scopes: []string{"identify", "guilds"},
		Endpoint: oauth2.Endpoint{
			AuthURL: s.OAuth.AuthorizeURL, TokenURL: s.OAuth.API.JoinPath("oauth2/token").String(), AuthStyle: oauth2.AuthStyleInHeader,
		},
	}
}

// whoIs asks Discord whose code it is, and on which servers they are.
func (s *Server) whoIs(ctx context.Context, code string) (a account, err error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, s.clients)
	token, err := s.oauth().Exchange(ctx, code)
	if err != nil {
		return a, err
	}
	defer s.revoke(context.WithoutCancel(ctx), token.AccessToken)
	asPlayer := oauth2.NewClient(ctx, oauth2.StaticTokenSource(token))
	var me struct {
		ID         string `json:"id"`
		Username   string `json:"username"`
		GlobalName string `json:"global_name"`
		Bot        bool   `json:"bot"`
	}
	if err := s.ask(ctx, asPlayer, "/users/@me", &me); err != nil {
		return a, err
	}
	if me.ID == "" || me.Bot {
		return a, errNotConfirmed
	}
	a.player = games.Player{ID: me.ID, Name: cmp.Or(me.GlobalName, me.Username)}
	return a, s.ask(ctx, asPlayer, "/users/@me/guilds", &a.servers)
}

// revoke gives a token back, which would work for a week. Who the player is has been found out by then,
// so a failure keeps nobody out.
func (s *Server) revoke(ctx context.Context, token string) {
	ctx, cancel := context.WithTimeout(ctx, revokeFor)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.OAuth.API.JoinPath("oauth2/token/revoke").String(), strings.NewReader(url.Values{"token": {token}}.Encode()))
	if err == nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(s.OAuth.ClientID, s.OAuth.ClientSecret)
		err = answerOf(s.clients, r, nil)
	}
	if err != nil {
		s.Log.WarnContext(ctx, "web: a token was not revoked", "error", err)
	}
}

// ask asks Discord as the player does whose token the client has.
func (s *Server) ask(ctx context.Context, as *http.Client, path string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.OAuth.API.JoinPath(path).String(), nil)
	if err != nil {
		return err
	}
	return answerOf(as, r, into)
}

// answerOf sends a request and reads the JSON that comes back, where it is wanted.
func answerOf(client *http.Client, r *http.Request, into any) error {
	answer, err := client.Do(r)
	if err != nil {
		return err
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %s: %w", r.Method, r.URL.Path, answer.Status, errNotConfirmed)
	}
	if into == nil {
		return nil
	}
	return json.NewDecoder(io.LimitReader(answer.Body, maxAnswer)).Decode(into)
}

// named says who asks in each request, as Discord wants it.
type named struct{ http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (n named) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", "DiscordBot (https://github.com/gridkeeper/gridkeeper, 1)")
	return n.RoundTripper.RoundTrip(r)
}
