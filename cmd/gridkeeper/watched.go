package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/monitor"
	"github.com/gridkeeper/gridkeeper/logs"
	"github.com/gridkeeper/gridkeeper/metrics"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// watched serves what the bot is watched by, until stop is called.
func watched(ctx context.Context, c config.Config, store *archive.Store, m *metrics.Metrics, log *slog.Logger) (stop func(), err error) {
	if c.Metrics.Listen == "" {
		return func() {}, nil
	}
	listener, err := net.Listen("tcp", c.Metrics.Listen)
	switch {
	case err != nil && c.Metrics.Listen == config.DefaultMetrics: // of a second bot on one machine, which plays all the same
		log.Warn("metrics: not served here: set metrics.listen to another address, or to off", "error", err)
		return func() {}, nil
	case err != nil:
		return nil, fmt.Errorf("metrics.listen %q: %w", c.Metrics.Listen, err)
	}
	log.Info("metrics: served", "address", listener.Addr().String())
	return monitor.Start(ctx, monitor.Config{Store: store, Metrics: m, Version: versionName(), Schema: migrations.Version(), Log: log}, listener), nil
}

// noteOutages has outages of the database in the log, and their end.
func noteOutages(store *archive.Store, log *slog.Logger) {
	outage := &logs.Outage{Log: log, Gone: "database: no connection can be opened", Back: "database: connections are opened again"}
	store.OnConnect(outage.Note)
}
