package operate

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/bot/terminal"
	"github.com/gridkeeper/gridkeeper/bot/web"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
)

// Web returns the command that plays in the browser.
func Web() *cobra.Command {
	name, listen, admin := "", "", false
	cmd := &cobra.Command{
		Use:   "web [--as NAME] [--listen ADDRESS] [--admin] [PUZZLE|FILE]",
		Short: "play in the browser, on this machine",
		Long: "Play in the browser, on this machine and without a login, until it is stopped: the games of 'gridkeeper chat'. The\n" +
			"first line of output is the address to open. It works once, and its name is random, so that nobody else on this\n" +
			"machine plays for you. Another address, for browsers that do not find that name, is on standard error.\n" +
			"With a puzzle or a file the address opens that, as 'gridkeeper play' does.\n" +
			"For players from Discord see web.listen and web.url of 'serve'.",
		Example: "  gridkeeper web\n  gridkeeper web --as ann --listen 127.0.0.1:8080\n  gridkeeper web newspaper.txt",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			var first chat.Ask
			if len(args) > 0 {
				err := onePuzzle(cmd, args)
				if err == nil {
					first, err = askToPlay(cmd, args[0])
				}
				if err != nil {
					return err
				}
			}
			c, err := config.Load(cmd.Flags())
			if err != nil {
				return err
			}
			player, err := localPlayer(name)
			if err != nil {
				return err
			}
			listener, err := site.ListenLocally(listen)
			if err != nil {
				return fmt.Errorf("--listen: %w", err)
			}
			defer listener.Close() // the server may have failed before it did
			local := site.Local{Player: player, GuildID: terminal.GuildID, Admin: admin, Address: listener.Addr().String()}
			return withPuzzles(cmd, c, func(store *archive.Store) error {
				return serveLocally(cmd, c, store, local, listener, first)
			})
		},
	}
	cmd.Flags().StringVar(&name, "as", "", "the player's name (default: yours)")
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:0", "address of this machine to serve at; port 0: any that is free")
	cmd.Flags().BoolVar(&admin, "admin", false, "allow the pages of those who manage the archive")
	return cmd
}

// serveLocally serves the pages. first is the command whose game the address opens; zero: it opens the first page.
func serveLocally(cmd *cobra.Command, c config.Config, store *archive.Store, local site.Local, listener net.Listener, first chat.Ask) error {
	c.Log.Level = max(c.Log.Level, slog.LevelWarn)
	log, flush := newLog(cmd.ErrOrStderr(), c)
	defer flush()
	b := newBot(store, bot.Config{Log: log})
	if first.Command != "" {
		outcome, err := b.Play(cmd.Context(), chat.Request{Player: local.Player, Place: chat.Place{GuildID: local.GuildID, ChannelID: "web", Private: true}, Action: first})
		if err == nil && len(outcome.Problem) > 0 {
			err = errors.New(outcome.Problem.String())
		}
		if err != nil {
			return err
		}
		local.GameID = outcome.GameID
	}
	server, err := web.New(web.Config{Config: site.Config{Store: store, Bot: b, Log: log, Local: &local, Open: true}})
	if err != nil {
		return err
	}
	address, plain, err := server.Address(cmd.Context())
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "If your browser does not find that name: %s\n", plain)
	if _, err := fmt.Fprintln(cmd.OutOrStdout(), address); err != nil {
		return err
	}
	return server.Serve(cmd.Context(), listener)
}

// withWeb does some work, and serves the pages meanwhile if they are configured. The end of either ends the other.
func withWeb(ctx context.Context, c config.Config, store *archive.Store, b *bot.Bot, m *metrics.Metrics, log *slog.Logger, work func(context.Context) error) error {
	if c.Web.Listen == "" {
		return work(ctx)
	}
	server, err := newWebServer(c, store, b, m, log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", c.Web.Listen)
	if err != nil {
		return fmt.Errorf("web.listen %q: %w", c.Web.Listen, err)
	}
	log.Info("web: the pages are served", "listen", listener.Addr().String(), "url", c.Web.URL)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() {
		defer cancel()
		served <- server.Serve(ctx, listener)
	}()
	err = work(ctx)
	cancel()
	return errors.Join(err, <-served)
}

func newWebServer(c config.Config, store *archive.Store, b *bot.Bot, m *metrics.Metrics, log *slog.Logger) (*web.Server, error) {
	return web.New(web.Config{
		Config:    site.Config{Store: store, Bot: b, Metrics: m, Log: log, URL: c.Web.URL, Proxies: c.Web.Proxies, Index: c.Web.Index, Open: c.Web.Open},
		OAuth:     c.Web.OAuth,
		Transport: rest.NewTransport(http.DefaultTransport.(*http.Transport)),
	})
}

// examineWeb reports whether the settings of the pages in the browser can be used here.
func examineWeb(c config.Config) finding {
	f := finding{name: "web", good: "no web.listen, so no pages of 'serve'; 'gridkeeper web' needs none"}
	if c.Web.Listen == "" {
		return f
	}
	f.good = "players come to " + c.Web.URL
	if _, f.err = newWebServer(c, nil, nil, nil, slog.New(slog.DiscardHandler)); f.err != nil {
		return f
	}
	listener, err := net.Listen("tcp", c.Web.Listen)
	if err != nil {
		f.err = fmt.Errorf("web.listen %q: %w (also where 'serve' is running)", c.Web.Listen, err)
		return f
	}
	f.err = listener.Close()
	return f
}
