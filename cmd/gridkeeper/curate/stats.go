package curate

import (
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

func newStats() *cobra.Command {
	png := ""
	cmd := &cobra.Command{
		Use:   "stats [--png FILE]",
		Short: "print what the archive holds, how hard it is, and which schedules are running out of puzzles",
		Long: "Print statistics of the archive: puzzles by tier and collection, sudoku by the minutes that people are expected\n" +
			"to take and by their clues, new puzzles by month, and schedules that will have to repeat puzzles within 30 days,\n" +
			"or lack them. For tiers of more than 400 sudoku, times and clues are estimated from 400 of them, chosen at random:\n" +
			"a share is right to 5 % in 19 of 20 cases. All other numbers are exact.",
		Example: "  gridkeeper stats\n  gridkeeper stats --png stats.png",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := input.NotEmpty(cmd.Flags(), "png"); err != nil {
				return err
			}
			return database.With(cmd, func(store *archive.Store) error { return printStats(cmd, store, png) })
		},
	}
	cmd.Flags().StringVar(&png, "png", "", "draw the minutes and the clues into this file, too")
	return cmd
}

func printStats(cmd *cobra.Command, store *archive.Store, png string) error {
	stats, err := store.Stats(cmd.Context())
	if err != nil {
		return err
	}
	collections, err := store.Collections(cmd.Context())
	if err != nil {
		return err
	}
	overview, err := store.Overview(cmd.Context(), "")
	if err != nil {
		return err
	}
	dry, err := dryGuilds(cmd, store)
	if err != nil {
		return err
	}
	if err := printTotals(cmd, store, stats, collections); err != nil {
		return err
	}
	if err := printOverview(cmd.OutOrStdout(), overview); err != nil {
		return err
	}
	for _, line := range dry {
		fmt.Fprintln(cmd.OutOrStdout(), line)
	}
	if png == "" {
		return nil
	}
	drawn, err := picture.Chart{Panels: panelsOf(overview), Theme: look.Light}.PNG()
	if err == nil {
		err = os.WriteFile(png, drawn, 0o666)
	}
	return err
}

// dryGuilds describes the schedules that will have to repeat puzzles within 30 days, or will have no post on some days.
func dryGuilds(cmd *cobra.Command, store *archive.Store) (lines []string, err error) {
	guilds, err := store.ScheduledGuilds(cmd.Context())
	for _, g := range guilds {
		unused, err := store.Unused(cmd.Context(), g)
		if err != nil {
			return nil, err
		}
		for _, u := range unused {
			if u.Dry() {
				kind := u.Search
				if kind == "" {
					kind = library.Kind{Shape: u.Shape, Tier: u.Tier}.Name()
				}
				lines = append(lines, fmt.Sprintf("guild %s runs dry: %s: %d left, and its schedule asks for %d within 30 days",
					output.Inert(g.ID), output.Inert(kind), u.Left, u.Days))
			}
		}
		shortages, err := store.Shortages(cmd.Context(), g)
		if err != nil {
			return nil, err
		}
		for _, h := range shortages {
			if !h.NoPost {
				continue
			}
			var days []string
			for _, day := range h.Days {
				days = append(days, day.String())
			}
			lines = append(lines, fmt.Sprintf("guild %s has no post on %s: there is no puzzle of %s",
				output.Inert(g.ID), strings.Join(days, ", "), library.Kind{Shape: h.Shape, Tier: h.Tier}.Name()))
		}
	}
	return lines, err
}

// barWidth is the length of the longest bar, in characters.
const barWidth = 40

func printOverview(out io.Writer, o library.Overview) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	about := ""
	if o.Sampled {
		about = ", estimated"
	}
	for _, p := range panelsOf(o) {
		most := 1.0
		for _, b := range p.Bars {
			most = max(most, b.Value)
		}
		fmt.Fprintf(w, "%s%s\n", p.Title, about)
		for _, b := range p.Bars {
			fmt.Fprintf(w, "  %s\t%s\t%s\n", b.Name, b.Text, strings.Repeat("#", int(math.Ceil(barWidth*b.Value/most))))
		}
	}
	if len(o.Months) > 0 {
		fmt.Fprintf(w, "new puzzles by month\n")
	}
	for _, m := range o.Months {
		fmt.Fprintf(w, "  %s\t%d\n", m.First.Format("2006-01"), m.Puzzles)
	}
	return w.Flush()
}

// panelsOf returns the bar charts of the expected times and of the clues.
func panelsOf(o library.Overview) (panels []picture.Panel) {
	add := func(title string, bins []library.Bin, name func(library.Bin) string) {
		panel := picture.Panel{Title: title, Linear: true}
		for _, b := range bins {
			panel.Bars = append(panel.Bars, picture.Bar{Name: name(b), Value: float64(b.Puzzles), Text: strconv.Itoa(b.Puzzles)})
		}
		if len(bins) > 0 {
			panels = append(panels, panel)
		}
	}
	add("sudoku by expected minutes", o.Scores, func(b library.Bin) string {
		if b.To == 0 {
			return fmt.Sprintf("%.0f and more", b.From/60)
		}
		return fmt.Sprintf("%.0f to %.0f", b.From/60, b.To/60)
	})
	add("sudoku by clues", o.Clues, func(b library.Bin) string { return fmt.Sprintf("%.0f", b.From) })
	return panels
}

// printTotals prints the numbers of puzzles, collections, players and games.
func printTotals(cmd *cobra.Command, store *archive.Store, stats library.Stats, collections []library.Collection) error {
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
		fmt.Fprintf(w, "  with older ratings\t%d\t%s\n", stats.Old, AdviseRerate)
	}
	fmt.Fprintf(w, "collections\t%d\n", len(collections))
	for _, c := range collections {
		fmt.Fprintf(w, "  %s\t%d\t%d new\t%s\t%d rejected%s\n",
			output.Inert(c.Name+ofGuild(c.GuildID)), c.Entries, c.New, output.Plural(c.Entries-c.New, "duplicate"), c.Rejected, unfinished(c.Open))
	}
	fmt.Fprintf(w, "servers\t%d\n", stats.Guilds)
	fmt.Fprintf(w, "players\t%d\n", stats.Players)
	fmt.Fprintf(w, "games\t%d\t%d finished\n", stats.Games, stats.Results)
	for _, p := range overview.Jobs {
		if p.Ended.IsZero() {
			fmt.Fprintf(w, "job %d\t%s\t%s\t%s\n", p.ID, percent(p.ItemsDone, p.Items), p.State, output.Inert(p.Title))
		}
	}
	fmt.Fprintf(w, "on disk\t%d MB\n", stats.Bytes/1e6)
	return w.Flush()
}

// AdviseRerate is the advice for ratings of older versions.
const AdviseRerate = "'gridkeeper jobs add rerate' and 'gridkeeper work' rate them again"

// unfinished returns the number of interrupted imports, and the advice for them, "" if there are none.
func unfinished(imports int) string {
	if imports == 0 {
		return ""
	}
	return fmt.Sprintf("\t%d unfinished: import the file again", imports)
}
