package main

import (
	"context"
	"log/slog"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/bot"
)

// newBot returns the bot on an archive; all networks run the same. webURL is where players reach the
// pages in the browser, "" without.
func newBot(store *archive.Store, webURL string, log *slog.Logger) *bot.Bot {
	return bot.New(store, bot.Config{Now: store.Now, Log: log, WebURL: webURL, Progress: func(ctx context.Context) (bot.Progress, error) {
		return sharedWork(ctx, store)
	}})
}

// sharedWork sums up the work that machines share and that has not ended.
func sharedWork(ctx context.Context, store *archive.Store) (sum bot.Progress, err error) {
	overview, err := jobs.List(ctx, store)
	for _, p := range overview.Works {
		if p.Ended.IsZero() {
			sum.Works++
			sum.Done += p.ItemsDone
			sum.Items += p.Items
		}
	}
	return sum, err
}
