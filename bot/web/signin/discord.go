package signin

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// OAuth has the settings with which players sign in with Discord, by the code grant of OAuth 2 (RFC 6749, section
// 4.1) with the scopes "identify" and "guilds". The token is used once, to ask for the player and their servers, and
// revoked. The zero value lets nobody sign in.
type OAuth struct {
	ClientID, ClientSecret string
	// API is the address of Discord's API; it is required with a ClientID.
	API *url.URL
}

// authorizeURL is the page on which Discord asks the player.
const authorizeURL = "https://discord.com/oauth2/authorize"

const (
	// signInFor limits all calls of a sign-in together. With the revocation it is less than [site.WriteTimeout].
	signInFor = 20 * time.Second
	revokeFor = 5 * time.Second
	maxAnswer = 1 << 20 // bytes of an answer of Discord: 200 servers
)

var errNotConfirmed = errors.New("discord did not confirm the account")

// discord asks Discord who signs in.
type discord struct {
	grant     oauth2.Config
	api       *url.URL
	client    *http.Client
	log       *slog.Logger
	signInFor time.Duration
}

// newDiscord returns nil without OAuth, and for a server for one player.
func newDiscord(s *site.Site, o OAuth, transport http.RoundTripper) (*discord, error) {
	if (o.ClientID == "") != (o.ClientSecret == "") {
		return nil, errors.New("web.oauth needs both client_id and client_secret")
	}
	if o.ClientID == "" || s.Local != nil {
		return nil, nil
	}
	return &discord{
		grant: oauth2.Config{
			ClientID: o.ClientID, ClientSecret: o.ClientSecret, RedirectURL: s.Base.String() + "/login/done", Scopes: []string{"identify", "guilds"},
			Endpoint: oauth2.Endpoint{AuthURL: authorizeURL, TokenURL: o.API.JoinPath("oauth2/token").String(), AuthStyle: oauth2.AuthStyleInHeader},
		},
		api: o.API, client: &http.Client{Transport: named{cmp.Or(transport, http.DefaultTransport)}}, log: s.Log, signInFor: signInFor,
	}, nil
}

// account is the part of an account at Discord that a sign-in needs.
type account struct {
	player  games.Player
	servers []server
}

type server struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// whoIs returns the account of a code.
func (d *discord) whoIs(ctx context.Context, code string) (a account, err error) {
	ctx = context.WithValue(ctx, oauth2.HTTPClient, d.client)
	token, err := d.grant.Exchange(ctx, code)
	if err != nil {
		return a, err
	}
	defer d.revoke(context.WithoutCancel(ctx), token.AccessToken)
	asPlayer := oauth2.NewClient(ctx, oauth2.StaticTokenSource(token))
	var me struct {
		ID         string `json:"id"`
		Username   string `json:"username"`
		GlobalName string `json:"global_name"`
		Bot        bool   `json:"bot"`
	}
	if err := d.ask(ctx, asPlayer, "/users/@me", &me); err != nil {
		return a, err
	}
	if me.ID == "" || me.Bot {
		return a, errNotConfirmed
	}
	a.player = games.Player{ID: me.ID, Name: cmp.Or(me.GlobalName, me.Username)}
	return a, d.ask(ctx, asPlayer, "/users/@me/guilds", &a.servers)
}

// ask reads from Discord with the client of a player.
func (d *discord) ask(ctx context.Context, as *http.Client, path string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, d.api.JoinPath(path).String(), nil)
	if err != nil {
		return err
	}
	return send(as, r, into)
}

// revoke gives a token back, which would work for a week. The player is known by then, so a failure keeps nobody out.
func (d *discord) revoke(ctx context.Context, token string) {
	ctx, cancel := context.WithTimeout(ctx, revokeFor)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.api.JoinPath("oauth2/token/revoke").String(), strings.NewReader(url.Values{"token": {token}}.Encode()))
	if err == nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		r.SetBasicAuth(d.grant.ClientID, d.grant.ClientSecret)
		err = send(d.client, r, nil)
	}
	if err != nil {
		d.log.WarnContext(ctx, "web: a token was not revoked", "error", err)
	}
}

// send sends a request and reads the JSON of its answer; into may be nil.
func send(client *http.Client, r *http.Request, into any) error {
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

// named adds the User-Agent that Discord demands.
type named struct{ http.RoundTripper }

// RoundTrip implements [http.RoundTripper].
func (n named) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("User-Agent", "DiscordBot (https://github.com/gridkeeper/gridkeeper, 1)")
	return n.RoundTripper.RoundTrip(r)
}
