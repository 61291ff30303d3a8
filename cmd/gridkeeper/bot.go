package main

import (
	"context"
	"io"
	"log/slog"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
)

// newBot returns the bot on an archive; both networks run the same.
func newBot(store *archive.Store, log *slog.Logger) *bot.Bot {
	return bot.New(store, bot.Config{
		Log: log,
		Importer: func(ctx context.Context, options archive.ImportOptions, name string, r io.Reader) (archive.Report, error) {
			if options.Collection == "" {
				options.Collection = collectionName(name)
			}
			return importReader(ctx, store, options, r)
		},
	})
}
