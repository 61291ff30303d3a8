// Package monitor serves the metrics, the health and the profiles of a running bot.
//
//	/metrics         for Prometheus
//	/healthz         200 while the process answers
//	/readyz          200 while it can play: database, shards and Discord's API all answer
//	/readyz/pages    200 while it can play in browsers: the database answers
//	/debug/pprof/    profiles, for go tool pprof
//
// None of this is protected: use an address that only the operator can reach.
package monitor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/pprof"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// Config is the bot to watch. All fields are required.
type Config struct {
	Store   *archive.Store
	Metrics *metrics.Metrics
	Version string // of the program
	Schema  int    // that it migrates to
	Log     *slog.Logger
}

// Start serves at an address until stop is called. Readiness ends with the context.
func Start(ctx context.Context, c Config, listener net.Listener) (stop func()) {
	c.register()
	server := &http.Server{
		Handler: c.handler(ctx), ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelDebug),
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = server.Serve(listener) // it ends when it is closed
	}()
	return func() {
		_ = server.Close()
		<-ended
	}
}

func (c Config) register() {
	c.Metrics.MustRegister(&collector{Config: c},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
}

func (c Config) handler(ctx context.Context) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(c.Metrics, promhttp.HandlerOpts{ErrorLog: slog.NewLogLogger(c.Log.Handler(), slog.LevelWarn)}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { answer(w, "alive", nil) })
	for path, ready := range map[string]func(context.Context) (string, error){"/readyz": c.ready, "/readyz/pages": c.pagesReady} {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, r *http.Request) {
			state, err := ready(r.Context())
			if ctx.Err() != nil {
				err = errors.New("stopping")
			}
			answer(w, state, err)
		})
	}
	// All but cmdline: an address of a database in the command line may hold a password.
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /debug/pprof/cmdline", http.NotFoundHandler())
	return mux
}

// answer writes one line.
func answer(w http.ResponseWriter, state string, err error) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if err != nil {
		w.WriteHeader(http.StatusServiceUnavailable)
		state = err.Error()
	}
	_, _ = fmt.Fprintln(w, state)
}

// readyIn is the time in which the database must answer.
const readyIn = 2 * time.Second

// ready returns the state of the bot, or the reason why it cannot play.
func (c Config) ready(ctx context.Context) (state string, err error) {
	shards, connected := c.Metrics.Shards(), 0
	for _, is := range shards {
		if is {
			connected++
		}
	}
	state = fmt.Sprintf("%d of %d shards connected", connected, len(shards))
	if connected < len(shards) || connected == 0 {
		return "", errors.New(state)
	}
	if since := c.Metrics.UnansweredSince(); !since.IsZero() {
		return "", fmt.Errorf("calls to Discord have failed since %s", since.UTC().Format(time.RFC3339))
	}
	_, err = c.pagesReady(ctx)
	return "ready: " + state, err
}

// pagesReady returns the state of the pages, which need the database but not Discord.
func (c Config) pagesReady(ctx context.Context) (state string, err error) {
	ctx, cancel := context.WithTimeout(ctx, readyIn)
	defer cancel()
	return "ready: the database answers", c.Store.Ping(ctx)
}

// askIn is the time in which a process must answer [Ask].
const askIn = 5 * time.Second

// Ask requests "/readyz", or another path of this package, from the process at an address. It returns the first line of the
// answer, as an error if the status is not 200.
func Ask(ctx context.Context, address, path string) (state string, err error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "", err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "localhost" // it listens there too
	}
	ctx, cancel := context.WithTimeout(ctx, askIn)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, http.NoBody)
	if err != nil {
		return "", err
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		return "", fmt.Errorf("nothing answers at %s: %w", address, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 1000))
	state, _, _ = strings.Cut(string(text), "\n")
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %d: %s", address, response.StatusCode, state)
	}
	return state, err
}
