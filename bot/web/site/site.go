// Package site has everything that the pages in a browser share: the visitor and their session ([Visit]), the frame
// of a page ([Visit.Render]), forms, problems, cookies, rate limits, and the files that browsers keep.
//
// The packages above serve the pages, each by a list of [Route]. They do not import each other: package signin lets
// players in, package game has the boards, package pages the rest. Package web joins them into a server.
package site

import (
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// Config has the settings of a site. Store, Bot and one of URL and Local are required.
type Config struct {
	Store *archive.Store
	Bot   *bot.Bot
	Log   *slog.Logger // nil is silent
	// Metrics counts requests to the bot; nil counts nothing.
	Metrics *metrics.Metrics

	// URL is the address at which players reach the server, over a proxy that has a certificate:
	// "https://sudoku.example.org", or with a path. Plain http is for loopback alone.
	URL string
	// Local is the player who plays without a login, on this machine.
	Local *Local
	// SignIn says that visitors can sign in at /login, without a link.
	SignIn bool
	// Index lets search engines list the pages that are open to everyone.
	Index bool
	// Open serves the open archive to everyone: the API, the feeds, and the pages of puzzles and searches. Otherwise
	// their addresses are unknown.
	Open bool
	// Proxies lists the proxies whose X-Forwarded-For is trusted.
	Proxies []netip.Prefix
}

// Local is the player of a server for one.
type Local struct {
	Player  games.Player
	GuildID string
	GameID  int64  // that the address opens; 0: the first page
	Admin   bool   // they manage the archive
	Address string // of the listener: "127.0.0.1:8080"
}

// WriteTimeout is how long an answer may take.
const WriteTimeout = 30 * time.Second

// Site is the state that all pages of a server share. Make one with [New].
type Site struct {
	Config
	Base   *url.URL // of URL, or of the local player
	Limits Limits
	Work   Background

	// A server for one player has a host that nobody can guess, <secret>.localhost: browsers send the cookies of a
	// host to all of its ports, and any user of the machine may listen at one. A browser that does not find that
	// host comes to an address of the machine, below the path /<secret>/, to which its cookies are limited.
	secret string
	// sessions has the tokens of the sessions that this process began for the local player. It accepts no others,
	// and they end with it.
	sessions sync.Map

	warnedOfProxy sync.Once
}

// New returns a site, or an error that names the setting that cannot be used.
func New(c Config, limits Limits) (s *Site, err error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s = &Site{Config: c, Limits: limits}
	if c.Local != nil {
		s.secret = strings.ToLower(rand.Text())
		_, port, _ := net.SplitHostPort(c.Local.Address)
		s.Base = &url.URL{Scheme: "http", Host: net.JoinHostPort(s.secret+".localhost", port)}
		return s, nil
	}
	s.Base, err = ParseURL(c.URL)
	return s, err
}

// ParseURL reads the address at which players reach a server.
func ParseURL(text string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(text, "/"))
	switch {
	case err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.RawQuery != "" || u.Fragment != "" || u.User != nil:
		return nil, fmt.Errorf("web.url is %q: want an address like https://sudoku.example.org", text)
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return nil, fmt.Errorf("web.url is %q: want https, as cookies and links are read by whoever is in between", text)
	}
	return u, nil
}

// ListenLocally opens the address of a server for one player, which has to be of this machine.
func ListenLocally(address string) (net.Listener, error) {
	host, port, err := net.SplitHostPort(address)
	if err == nil {
		_, err = net.LookupPort("tcp", port)
	}
	if err != nil || !isLoopback(host) {
		return nil, fmt.Errorf("%q: want an address of this machine such as 127.0.0.1:8080, since it needs no login ('serve' is for others)", address)
	}
	return net.Listen("tcp", address)
}

// isLoopback reports whether a host is this machine.
func isLoopback(host string) bool {
	address, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && address.IsLoopback()
}

// Address returns an address that opens the local player's board once, and a plain one for browsers that do not
// resolve its host.
func (s *Site) Address(ctx context.Context) (address, plain string, err error) {
	token, err := s.Store.AddLink(ctx, people.Link{Player: s.Local.Player, GuildID: s.Local.GuildID, GameID: s.Local.GameID})
	path := "/play/" + token
	return s.Base.String() + path, "http://" + s.Local.Address + "/" + s.secret + path, err
}

// IsOurs reports whether a request's Host header names this server. A page of another name that leads here was made
// by someone else. A server for one also accepts an address of the machine with the secret path.
func (s *Site) IsOurs(r *http.Request) bool {
	if s.Local == nil {
		standard := ":80"
		if s.Base.Scheme == "https" {
			standard = ":443"
		}
		return strings.EqualFold(strings.TrimSuffix(r.Host, standard), strings.TrimSuffix(s.Base.Host, standard))
	}
	if strings.EqualFold(r.Host, s.Base.Host) {
		return true
	}
	host, port, err := net.SplitHostPort(r.Host)
	return err == nil && port == s.Base.Port() && isLoopback(host) && strings.HasPrefix(r.URL.Path, "/"+s.secret+"/")
}

// Path is the path that all pages are below, without the last slash.
func (s *Site) Path(r *http.Request) string {
	if s.Local != nil && !strings.EqualFold(r.Host, s.Base.Host) {
		return "/" + s.secret
	}
	return s.Base.Path
}

// Client returns the address that a request counts for. For IPv6 it is the network of one customer, 64 bits.
//
// Behind a proxy that is configured, it is the last address in X-Forwarded-For that is not a proxy's. The header is
// ignored from anyone else.
func (s *Site) Client(r *http.Request) string {
	isProxy := func(a netip.Addr) bool {
		return slices.ContainsFunc(s.Proxies, func(p netip.Prefix) bool { return p.Contains(a) })
	}
	remote, _ := netip.ParseAddrPort(r.RemoteAddr) // unreadable: the zero address
	address := remote.Addr().Unmap()
	forwarded := r.Header.Values("X-Forwarded-For")
	if address.IsValid() && len(forwarded) > 0 && !isProxy(address) && s.Local == nil {
		s.warnedOfProxy.Do(func() {
			s.Log.Warn("web: a proxy is not in web.proxies, so all who come over it share its rate limit", "proxy", address)
		})
	}
	hops := strings.Split(strings.Join(forwarded, ","), ",")
	for i := len(hops) - 1; i >= 0 && isProxy(address); i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		address = hop.Unmap()
	}
	if address.Is6() {
		network, _ := address.Prefix(64)
		return network.String()
	}
	return address.String()
}

// PlaceIn is the place of the games of a guild.
func (s *Site) PlaceIn(guildID string) chat.Place {
	return chat.Place{GuildID: guildID, ChannelID: "web", Private: true, Page: s.Local == nil}
}

// CookieName is the name of the session's cookie. Its prefix has browsers accept it from this host alone, over TLS
// and for all paths. Plain http on loopback has no prefix, but the port, as cookies are shared among the ports of a
// host.
func (s *Site) CookieName() string {
	if s.Base.Scheme == "https" {
		return "__Host-gridkeeper"
	}
	return "gridkeeper-" + s.Base.Port()
}

// EndLocalSessions ends the sessions that the server for one began.
func (s *Site) EndLocalSessions(ctx context.Context) {
	for token := range s.sessions.Range {
		session, err := s.Store.Session(ctx, token.(string))
		if err == nil {
			_, err = s.Store.EndSession(ctx, session.Player.ID, session.ID)
		}
		if err != nil {
			s.Log.Debug("web: a session was not ended", "error", err)
		}
	}
}
