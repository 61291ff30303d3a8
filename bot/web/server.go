// Package web serves the games of package bot in a browser: the pages, the JSON API of the board, and the
// links and sessions with which players come.
//
//	s, err := web.New(web.Config{Store: store, Bot: b, URL: "https://sudoku.example.org"})
//	err = s.Serve(ctx, listener)
//
// Players come by a link that the bot gave them in a chat, see [people.Store.AddLink]: its GET shows
// whose games it opens, its POST spends it and begins a session, whose token is in a cookie. With
// [Config.OAuth] they may also sign in with Discord. With [Config.Local] there is one player, who comes by
// the address that [Server.Address] returns.
//
// What a player does on a board goes through [bot.Bot.Handle], as it does from a chat, so that both
// have the same rules, and one operation counts once. What is shown is read from the archive.
// Changes by anyone reach the open boards as server-sent events.
//
// What is promised:
//
//   - no GET changes anything, and no request of another site does
//   - a session opens the games of one player in one place, and gives no right of an admin
//   - a game of another player is like one that does not exist
//   - a request that arrives twice counts once
//
// To add a page, write a method of visit and its line in the table of routes.
package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// Config is what a server is made with. Store, Bot and one of URL and Local are needed.
type Config struct {
	Store *archive.Store
	Bot   *bot.Bot
	Log   *slog.Logger // nil is silent
	// Metrics counts what is asked; nil counts nothing.
	Metrics *metrics.Metrics

	// URL is the address at which players reach the server, over a proxy that has a certificate:
	// "https://sudoku.example.org", or with a path. Plain http is for loopback alone.
	URL string
	// Local is the player who plays without a login, on this machine.
	Local *Local
	// Proxies are those whose X-Forwarded-For is believed.
	Proxies []netip.Prefix
	// OAuth is a second way in, for those who come without a link; zero: there is none.
	OAuth OAuth
	// Transport carries the calls to Discord. Default [http.DefaultTransport].
	Transport http.RoundTripper
}

// Server serves the pages and the API. Make one with [New].
type Server struct {
	Config
	base      *url.URL // of URL, or the local player's
	own       own      // of a server for one
	handler   http.Handler
	hub       *hub
	limits    limits
	clients   *http.Client  // of OAuth
	signInFor time.Duration // how long Discord may take over all of a sign-in
	warned    sync.Once     // of a proxy that is not configured
	works     works
}

// New returns a server, or an error that says which setting cannot be used.
func New(c Config) (s *Server, err error) {
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	s = &Server{Config: c, limits: newLimits(), clients: &http.Client{Transport: named{cmp.Or(c.Transport, http.DefaultTransport)}}, signInFor: signInFor}
	if c.Local != nil {
		s.own = newOwn()
		s.base = &url.URL{Scheme: "http", Host: net.JoinHostPort(s.own.name+".localhost", portOf(c.Local.Address))}
	} else if s.base, err = ParseURL(c.URL); err != nil {
		return nil, err
	}
	if err := s.OAuth.check(); err != nil {
		return nil, err
	}
	s.hub = newHub(s.readState, c.Log)
	s.handler = s.guard(s.routes())
	return s, nil
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

// How long a client may take, and what it may send.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	writeTimeout  = 30 * time.Second
	idleTimeout   = 2 * time.Minute
	maxHeader     = 16 << 10
	drainFor      = 5 * time.Second // what has begun when the server stops may finish
)

// Serve answers until ctx ends, which is not an error.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	var watching sync.WaitGroup
	defer func() {
		stop()
		s.works.running.Wait()
		watching.Wait()
		s.endOwn(context.WithoutCancel(ctx))
	}()
	server := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: writeTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	s.works.ctx = ctx
	watching.Go(func() { s.hub.run(ctx) })
	watching.Go(func() { _ = s.Store.Watch(ctx, s.hub.happened) }) // until ctx ends
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("web: %w", err)
	case <-ctx.Done():
	}
	s.hub.close()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainFor)
	defer cancel()
	if err := server.Shutdown(drain); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return nil
}
