package operate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/monitor"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// Serve returns the command that runs the bot on Discord. version is the name of the program in the metrics.
func Serve(version string) *cobra.Command {
	private := false
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "run the bot on Discord",
		Long: "Run the bot on Discord until it is stopped. It needs the bot's token in discord.token or, better,\n" +
			"GRIDKEEPER_DISCORD_TOKEN, and a database in database.url; --private-database starts a private one instead.\n" +
			"Environment variables that begin with GRIDKEEPER_ but are not a setting are rejected. The log goes to\n" +
			"standard error.\n\n" +
			"A bot in many guilds has several connections, the shards. Their number is that which Discord\n" +
			"recommends, and all processes on one database share them: each runs a part, and takes over what\n" +
			"one that has ended leaves. --discord-shards says otherwise:\n" +
			"  4         four shards, shared\n" +
			"  all/auto  this process runs all of them, whatever others run\n" +
			"  0,2-3/4   this process runs shards 0, 2 and 3 of four, whatever others run",
		Example: "  GRIDKEEPER_DISCORD_TOKEN=… gridkeeper serve",
		Args:    input.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return serve(cmd, version, private) },
	}
	cmd.Flags().BoolVar(&private, "private-database", false, "without database.url, keep everything in a private PostgreSQL in the data folder")
	return cmd
}

func serve(cmd *cobra.Command, version string, private bool) error {
	load := config.LoadSystem
	if private {
		load = config.Load
	}
	c, err := load(cmd.Flags())
	if err == nil {
		err = config.RejectUnknown(os.Environ())
	}
	switch {
	case err != nil:
		return err
	case c.Discord.Token == "":
		return errNoToken
	case c.Database.URL == "" && !private:
		return errNoDatabase
	}
	log, flush := newLog(cmd.ErrOrStderr(), c)
	defer flush()
	return database.WithURL(cmd.Context(), c, func(ctx context.Context, store *archive.Store, url string) error {
		log.Info("archive: opened", "at", database.Name(c))
		loaded, err := loadStarter(ctx, store, false)
		if err != nil {
			return err
		}
		if loaded > 0 {
			log.Info("archive: the starter collection is loaded", "puzzles", loaded)
		}
		ctx, cancel := context.WithCancel(ctx)
		var beside sync.WaitGroup
		defer beside.Wait()
		defer cancel()
		counts := metrics.New()
		beside.Go(func() { workBeside(ctx, c, store, url, counts, log) })
		beside.Go(func() { underSystemd(ctx, log) })
		noteOutages(store, log)
		stop, err := startMonitor(ctx, c, monitor.Config{Store: store, Metrics: counts, Version: version, Schema: migrations.Version(), Log: log})
		if err != nil {
			return err
		}
		defer stop()
		network := c.Discord
		network.Store, network.Metrics = store, counts
		network.Noted = (&logs.Outage{Log: log, Gone: "discord: calls fail", Back: "discord: calls are answered again"}).Note
		network.Ready = func() { notifySystemd(log, "READY=1") }
		b := newBot(store, bot.Config{WebURL: c.Web.URL, Metrics: counts, Log: log})
		return withWeb(ctx, c, store, b, counts, log, func(ctx context.Context) error {
			return discord.Serve(ctx, network, b, log)
		})
	})
}

// Without a setting, an empty private database would look as if the bot had lost everything.
var errNoDatabase = errors.New("no database: set GRIDKEEPER_DATABASE_URL, or database.url in config.yaml " +
	"('gridkeeper serve --private-database' starts a private PostgreSQL in the data folder)")

var errNoToken = errors.New("no Discord token: set GRIDKEEPER_DISCORD_TOKEN, or discord.token in config.yaml " +
	"('gridkeeper chat' plays without one)")

// newLog returns a log, and a function that writes the counts of repeated lines at the end.
func newLog(w io.Writer, c config.Config) (log *slog.Logger, flush func()) {
	options := &slog.HandlerOptions{Level: c.Log.Level}
	handler := logs.New(slog.NewTextHandler(w, options))
	if c.Log.JSON {
		options.ReplaceAttr = func(_ []string, a slog.Attr) slog.Attr {
			if a.Value.Kind() == slog.KindDuration { // 14.9s, as in text: a bare number of nanoseconds has no unit
				return slog.String(a.Key, a.Value.Duration().String())
			}
			return a
		}
		handler = logs.New(slog.NewJSONHandler(w, options))
	}
	return slog.New(handler), handler.Flush
}

// startMonitor serves metrics and health at the address of the settings, if there is one, until stop is called.
func startMonitor(ctx context.Context, c config.Config, m monitor.Config) (stop func(), err error) {
	if c.Metrics.Listen == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", c.Metrics.Listen)
	switch {
	case err != nil && c.Metrics.Listen == config.DefaultMetrics: // a second bot on this machine has it; this one plays without
		m.Log.Warn("metrics: not served here: set metrics.listen to another address, or to off", "error", err)
		return func() {}, nil
	case err != nil:
		return nil, fmt.Errorf("metrics.listen %q: %w", c.Metrics.Listen, err)
	}
	m.Log.Info("metrics: served", "address", listener.Addr().String())
	return monitor.Start(ctx, m, listener), nil
}

// noteOutages logs when the database becomes unreachable, and when it is back.
func noteOutages(store *archive.Store, log *slog.Logger) {
	outage := &logs.Outage{Log: log, Gone: "database: no connection can be opened", Back: "database: connections are opened again"}
	store.OnConnect(outage.Note)
}

// notifySystemd sends systemd a state of sd_notify(3): READY=1, STOPPING=1, WATCHDOG=1. It does nothing in a process that
// systemd did not start with Type=notify. A failure is only logged: the bot works without.
func notifySystemd(log *slog.Logger, state string) {
	address := os.Getenv("NOTIFY_SOCKET")
	if address == "" {
		return
	}
	connection, err := net.Dial("unixgram", address)
	if err == nil {
		_, err = connection.Write([]byte(state))
		connection.Close()
	}
	if err != nil {
		log.Warn("systemd: not notified", "state", state, "error", err)
	}
}

// underSystemd notifies systemd twice in each period of its watchdog, and when ctx ends, which is when the process is asked
// to stop.
func underSystemd(ctx context.Context, log *slog.Logger) {
	microseconds, err := strconv.ParseInt(os.Getenv("WATCHDOG_USEC"), 10, 64)
	if pid := os.Getenv("WATCHDOG_PID"); err == nil && microseconds > 1 && (pid == "" || pid == strconv.Itoa(os.Getpid())) {
		tick := time.NewTicker(time.Duration(microseconds) * time.Microsecond / 2)
		defer tick.Stop()
		for ctx.Err() == nil {
			notifySystemd(log, "WATCHDOG=1")
			select {
			case <-ctx.Done():
			case <-tick.C:
			}
		}
	}
	<-ctx.Done()
	notifySystemd(log, "STOPPING=1")
}
