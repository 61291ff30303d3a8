// Package web serves the games of package bot in a browser: the pages, the JSON API of the board, and the
// links and sessions with which players come.
//
//	s, err := web.New(web.Config{Config: site.Config{Store: store, Bot: b, URL: "https://sudoku.example.org"}})
//	err = s.Serve(ctx, listener)
//
// It is built in layers, and imports run down: this package joins the routes of packages signin, game and pages. Each
// of these answers visits, which package site makes of requests. Package live has the open boards.
//
// Visitors who are not signed in may rate puzzles, learn, and play the global daily, which their browser keeps.
//
// Players come by a link that the bot gave them in a chat, see [people.Store.AddLink]. Its GET names the player and
// the game; its POST spends it and begins a session, whose token is in a cookie. With [Config.OAuth] they may also sign
// in with Discord. With Local there is one player, who comes by the address that [site.Site.Address] returns.
//
// Actions on a board go through [bot.Bot.Play], as those of a chat go through [bot.Bot.Handle]. So both have the same
// rules, and one operation counts once. Pages read the archive. Changes by anyone reach the open boards as server-sent
// events.
//
// It is promised:
//
//   - no GET changes anything, and no request of another site does
//   - a session opens the games of one player in one place, and gives no right of an admin
//   - a game of another player is like one that does not exist
//   - a request that arrives twice counts once
package web

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/web/api"
	"github.com/gridkeeper/gridkeeper/bot/web/feeds"
	"github.com/gridkeeper/gridkeeper/bot/web/game"
	"github.com/gridkeeper/gridkeeper/bot/web/live"
	"github.com/gridkeeper/gridkeeper/bot/web/pages"
	"github.com/gridkeeper/gridkeeper/bot/web/signin"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// Config has the settings of a server.
type Config struct {
	site.Config
	// OAuth is a second way in, for players without a link; zero: there is none.
	OAuth signin.OAuth
	// Transport carries the calls to Discord. Default [http.DefaultTransport].
	Transport http.RoundTripper
}

// Server serves the pages and the API. Make one with [New].
type Server struct {
	*site.Site
	routes  []site.Route
	handler http.Handler
	hub     *live.Hub
}

// New returns a server, or an error that names the setting that cannot be used.
func New(c Config) (*Server, error) {
	c.SignIn = c.OAuth.ClientID != ""
	shared, err := site.New(c.Config, site.Limits{
		Address:  site.NewLimiter(100, 400), // a school is behind one address
		Link:     site.NewLimiter(1, 30),
		Player:   site.NewLimiter(20, 100),
		Rating:   site.NewLimiter(2, 40),
		Guest:    site.NewLimiter(3, 60),
		API:      site.NewLimiter(50, 200),
		Search:   site.NewLimiter(2, 20),
		Function: site.NewLimiter(2, 40),
	})
	if err != nil {
		return nil, err
	}
	signIn, err := signin.Routes(shared, c.OAuth, c.Transport)
	if err != nil {
		return nil, err
	}
	s := &Server{Site: shared, hub: live.NewHub(game.Reader(shared), shared.Log)}
	mux := http.NewServeMux()
	var open []site.Route
	if shared.Open {
		reader := api.New(shared)
		mux.Handle(api.Root, reader)
		open = append(open, reader.Page())
	}
	s.routes = slices.Concat(site.Files(), signIn, pages.Routes(), game.Routes(s.hub), feeds.Routes(shared), open,
		[]site.Route{{Pattern: "/", Answer: func(*site.Visit) error { return site.ErrNotFound }}})
	for _, route := range s.routes {
		mux.HandleFunc(route.Pattern, s.Handler(route))
	}
	s.handler = guard(shared, mux)
	return s, nil
}

// Limits on clients.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	idleTimeout   = 2 * time.Minute
	maxHeader     = 16 << 10
	drainFor      = 5 * time.Second // for requests that are being answered when the server stops
)

// The global dailies of a new day are chosen within a minute, before anyone is served: no GET may choose them.
const (
	chooseEvery = time.Minute
	chooseFor   = 5 * time.Second
)

// chooseDaily chooses the global dailies that visitors play who are not signed in.
func (s *Server) chooseDaily(ctx context.Context) {
	if s.Local != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, chooseFor)
	defer cancel()
	for _, shape := range library.ShapesWithTiers {
		if err := s.Store.ChooseGlobalDaily(ctx, shape); err != nil {
			s.Log.DebugContext(ctx, "web: visitors who are not signed in have no daily", "shape", shape.String(), "error", err)
		}
	}
}

// Serve answers until ctx ends, which is not an error.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	ctx, stop := context.WithCancel(ctx)
	waitForJob := s.Work.Start(ctx)
	var watching sync.WaitGroup
	defer func() {
		stop()
		waitForJob()
		watching.Wait()
		s.EndLocalSessions(context.WithoutCancel(ctx))
	}()
	server := &http.Server{
		Handler: s.handler, ReadHeaderTimeout: headerTimeout, ReadTimeout: readTimeout, WriteTimeout: site.WriteTimeout,
		IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader, ErrorLog: slog.NewLogLogger(s.Log.Handler(), slog.LevelDebug),
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	s.chooseDaily(ctx)
	watching.Go(func() { s.hub.Run(ctx) })
	watching.Go(func() {
		for each := time.NewTicker(chooseEvery); ; {
			select {
			case <-each.C:
				s.chooseDaily(ctx)
			case <-ctx.Done():
				each.Stop()
				return
			}
		}
	})
	watching.Go(func() { _ = s.Store.Watch(ctx, s.hub.Notify) }) // until ctx ends
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	select {
	case err := <-served:
		return fmt.Errorf("web: %w", err)
	case <-ctx.Done():
	}
	s.hub.Close()
	drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainFor)
	defer cancel()
	if err := server.Shutdown(drain); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return nil
}
