package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
)

func newStats() *cobra.Command {
	return &cobra.Command{
		Use:     "stats",
		Short:   "print what the archive holds",
		Example: "  gridkeeper stats",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withStore(cmd, func(store *archive.Store) error { return printStats(cmd, store) })
		},
	}
}

func printStats(cmd *cobra.Command, store *archive.Store) error {
	stats, err := store.Stats(cmd.Context())
	if err != nil {
		return err
	}
	collections, err := store.Collections(cmd.Context())
	if err != nil {
		return err
	}
	overview, err := jobs.List(cmd.Context(), store)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "puzzles\t%d\n", stats.Puzzles)
	for _, t := range stats.Tiers {
		fmt.Fprintf(w, "  %s, tier %d %s\t%d\n", t.Shape, t.Tier, t.Tier, t.Puzzles)
	}
	if stats.Old > 0 {
		fmt.Fprintf(w, "  with older ratings\t%d\t%s\n", stats.Old, adviseRerate)
	}
	fmt.Fprintf(w, "collections\t%d\n", len(collections))
	for _, c := range collections {
		of := ""
		if c.GuildID != "" {
			of = " of guild " + c.GuildID
		}
		fmt.Fprintf(w, "  %s\t%d\t%d new\t%s\t%d rejected%s\n",
			inert(c.Name+of), c.Entries, c.New, plural(c.Entries-c.New, "duplicate"), c.Rejected, unfinished(c.Open))
	}
	fmt.Fprintf(w, "servers\t%d\n", stats.Guilds)
	fmt.Fprintf(w, "players\t%d\n", stats.Players)
	fmt.Fprintf(w, "games\t%d\t%d finished\n", stats.Games, stats.Results)
	for _, p := range overview.Works {
		if p.Ended.IsZero() {
			fmt.Fprintf(w, "work %d\t%s\t%s\t%s\n", p.ID, percent(p.ItemsDone, p.Items), p.State, inert(p.Title))
		}
	}
	fmt.Fprintf(w, "on disk\t%d MB\n", stats.Bytes/1e6)
	return w.Flush()
}

// adviseRerate says what to do about ratings of older versions.
const adviseRerate = "'gridkeeper jobs add rerate' and 'gridkeeper work' rate them again"

// unfinished counts imports that were interrupted, and says what completes them.
func unfinished(imports int) string {
	if imports == 0 {
		return ""
	}
	return fmt.Sprintf("\t%d unfinished: import the file again", imports)
}
