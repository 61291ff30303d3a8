package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
)

// newBot returns the bot on an archive; all networks run the same, and each has its own in the configuration.
func newBot(store *archive.Store, c bot.Config) *bot.Bot {
	c.Now = store.Now
	c.Progress = func(ctx context.Context) (chat.Progress, error) { return sharedJobs(ctx, store) }
	return bot.New(store, c)
}

// sharedJobs sums up the jobs that machines share and that have not ended.
func sharedJobs(ctx context.Context, store *archive.Store) (sum chat.Progress, err error) {
	overview, err := jobs.List(ctx, store)
	for _, p := range overview.Jobs {
		if p.Ended.IsZero() {
			sum.Jobs++
			sum.Done += p.ItemsDone
			sum.Items += p.Items
		}
	}
	return sum, err
}

// withPuzzles opens the archive to play with the puzzles in it.
func withPuzzles(cmd *cobra.Command, c config.Config, work func(*archive.Store) error) error {
	return database.WithArchive(cmd.Context(), c, func(store *archive.Store) error {
		if c.Database.URL != "" { // who plays on an archive of their own need not know where it is
			database.Announce(cmd, c)
		}
		loaded, err := loadStarter(cmd.Context(), store)
		if err != nil {
			return err
		}
		if loaded > 0 {
			fmt.Fprintf(cmd.ErrOrStderr(), "loaded the starter collection: %d puzzles\n", loaded)
		}
		if _, err := store.RateDays(cmd.Context(), math.MaxInt); err != nil { // as serve does between its posts
			return err
		}
		return work(store)
	})
}

// loadStarter imports the starter collection into an archive that never had a puzzle, and completes an
// import of it that was interrupted. Where it was deleted it stays so, until 'import --starter' brings it back. An archive that takes no changes is an
// error here already, and not with what the first player asks. It returns how many puzzles are new: none if another process
// loaded it meanwhile.
func loadStarter(ctx context.Context, store *archive.Store) (loaded int, err error) {
	if err := store.TakesChanges(ctx); err != nil {
		return 0, err
	}
	collections, err := store.Collections(ctx)
	if err != nil {
		return 0, err
	}
	begun := slices.ContainsFunc(collections, func(c library.Collection) bool {
		return c.GuildID == "" && c.Name == starter.Collection && c.Open > 0
	})
	used, err := store.HadPuzzles(ctx)
	if err != nil || used && !begun {
		return 0, err
	}
	report, err := store.ImportFile(ctx, importing.Options{Collection: starter.Collection, File: starter.Source, By: "gridkeeper"}, starter.Open())
	if err != nil {
		return 0, fmt.Errorf("loading the starter collection: %w", err)
	}
	return report.New, nil
}
