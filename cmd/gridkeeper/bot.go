package main

import (
	"log/slog"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
)

// newBot returns the bot on an archive; both networks run the same.
func newBot(store *archive.Store, log *slog.Logger) *bot.Bot {
	return bot.New(store, bot.Config{Log: log})
}
