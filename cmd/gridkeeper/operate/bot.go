// Package operate has the commands that run the bot in the terminal, in the browser and on Discord, and the commands that
// look after its database and its setup.
package operate

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
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// newBot returns the bot on an archive. It is the same on all networks, which differ by the configuration.
func newBot(store *archive.Store, c bot.Config) *bot.Bot {
	c.Now = store.Now
	c.Progress = func(ctx context.Context) (sum chat.Progress, err error) {
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
	return bot.New(store, c)
}

// withPuzzles opens the archive for local play. It loads the starter collection first, and rates the days that are over.
func withPuzzles(cmd *cobra.Command, c config.Config, work func(*archive.Store) error) error {
	return database.WithArchive(cmd.Context(), c, func(store *archive.Store) error {
		if c.Database.URL != "" { // a player on a private archive need not know its folder
			database.Announce(cmd, c)
		}
		loaded, err := loadStarter(cmd.Context(), store, c.Database.URL == "")
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

// loadStarter imports the starter collection into an archive that never had a puzzle, and completes an interrupted import
// of it. After it was deleted, only 'import --starter' brings it back. If the archive is private, this adds the 6×6 to a collection
// that an older program loaded: elsewhere such programs may still run, and give out what they cannot read. A read-only archive
// is an error here, before the first player asks for anything. loaded is the number of new puzzles, 0 if another process loaded
// them meanwhile.
func loadStarter(ctx context.Context, store *archive.Store, private bool) (loaded int, err error) {
	if err := store.TakesChanges(ctx); err != nil {
		return 0, err
	}
	collections, err := store.Collections(ctx)
	if err != nil {
		return 0, err
	}
	const by = "gridkeeper"
	begun := slices.ContainsFunc(collections, func(c library.Collection) bool {
		return c.GuildID == "" && c.Name == starter.Collection && (c.Open > 0 || private && c.By == by && c.Puzzles.Sum(sudoku.SixBySix) == 0)
	})
	used, err := store.HadPuzzles(ctx)
	if err != nil || used && !begun {
		return 0, err
	}
	report, err := store.ImportFile(ctx, importing.Options{Collection: starter.Collection, File: starter.Source, By: by, Origin: library.Origin{Licence: starter.Licence}}, starter.Open())
	if err != nil {
		return 0, fmt.Errorf("loading the starter collection: %w", err)
	}
	return report.New, nil
}
