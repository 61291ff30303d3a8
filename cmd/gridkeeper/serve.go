package main

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/discord"
)

func newServe() *cobra.Command {
	return &cobra.Command{
		Use:   "serve",
		Short: "run the bot on Discord",
		Long: "Run the bot on Discord until it is stopped. It needs the bot's token in discord.token or, better,\n" +
			"GRIDKEEPER_DISCORD_TOKEN. The log goes to standard error.\n\n" +
			"A bot in many guilds has several connections, the shards. Their number is that which Discord\n" +
			"recommends, and all processes on one database share them: each runs a part, and takes over what\n" +
			"one that has ended leaves. --discord-shards says otherwise:\n" +
			"  4         four shards, shared\n" +
			"  all/auto  this process runs all of them, whatever others run\n" +
			"  0,2-3/4   this process runs shards 0, 2 and 3 of four, whatever others run",
		Example: "  GRIDKEEPER_DISCORD_TOKEN=… gridkeeper serve",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := loadConfig(cmd.Flags())
			if err != nil {
				return err
			}
			log := newLog(cmd.ErrOrStderr(), c.Log.Level)
			if c.Discord.Token == "" {
				return errNoToken
			}
			return withDatabase(cmd.Context(), c, func(store *archive.Store, url string) error {
				if err := loadStarter(cmd.Context(), store, cmd.ErrOrStderr()); err != nil {
					return err
				}
				ctx, cancel := context.WithCancel(cmd.Context())
				wait := workBeside(ctx, c, store, url, log)
				defer func() { cancel(); wait() }()
				config := discordConfig(c)
				config.Store = store
				b := newBot(store, c.Web.URL, log)
				return withWeb(cmd.Context(), c, store, b, log, func(ctx context.Context) error {
					return discord.Serve(ctx, config, b, log)
				})
			})
		},
	}
}

var errNoToken = errors.New("no Discord token: set GRIDKEEPER_DISCORD_TOKEN, or discord.token in config.yaml " +
	"('gridkeeper chat' plays without one)")

func discordConfig(c config) discord.Config {
	return discord.Config{
		Token: c.Discord.Token, APIBaseURL: c.Discord.APIBaseURL, AnnounceEvery: c.Daily.Interval,
		HTTPListen: c.Discord.HTTPListen, PublicKey: c.Discord.PublicKey, Shards: c.Discord.Shards,
	}
}

func newLog(w io.Writer, level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: level}))
}
