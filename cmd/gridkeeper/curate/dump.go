package curate

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/dump"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// newDump returns the command of a program of a version.
func newDump(version string) *cobra.Command {
	folder := ""
	cmd := &cobra.Command{
		Use:   "dump --output FOLDER",
		Short: "write all open puzzles with their ratings to files for everyone: Parquet, CSV and a manifest",
		Long: "Write the puzzles that anyone may see to a folder: " + dump.ParquetFile + ", the same rows as " + dump.CSVFile + ", and\n" +
			dump.ManifestFile + " with the checksums of the files, the columns, and the collections with their licences.\n\n" +
			"There is a row for each puzzle, without its isomorphs, of the collections that are shared with everyone. The operator's\n" +
			"are, unless 'gridkeeper collection unshare' was used. A collection is left out if its licence is not an id of\n" +
			"spdx.org/licenses, such as CC0-1.0: 'gridkeeper collection set' records it. A puzzle is left out while it is in play: as\n" +
			"a daily of yesterday or later, or in an open duel, race or board together. A later daily may be in an older dump. Plays,\n" +
			"times and ratings by players are there if ten or more players agreed to the use of their times; there is nothing else\n" +
			"about players.\n\n" +
			"The same archive gives the same files, byte by byte, as long as the same puzzles are in play. The folder may be new,\n" +
			"empty, or hold a former dump. The files get their names at the end, the manifest last.",
		Example: "  gridkeeper dump --output dump\n  duckdb -c \"select tier, count(*) from 'dump/" + dump.ParquetFile + "' group by tier order by tier\"",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if folder == "" {
				return errors.New("want a folder to write to: --output FOLDER")
			}
			return database.With(cmd, func(store *archive.Store) error {
				report, err := store.Dump(cmd.Context(), folder, version)
				reportUnlicensed(cmd.ErrOrStderr(), report.Unlicensed)
				if errors.Is(err, dump.ErrNoLicence) {
					return errors.New("nothing to dump: no collection that everyone may see has a known licence")
				}
				if err != nil {
					return output.AdviseRoom(err)
				}
				if report.InPlay > 0 {
					fmt.Fprintf(cmd.ErrOrStderr(), "left out: %s in play\n", output.Plural(report.InPlay, "puzzle"))
				}
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s of %s in %q\n",
					output.Plural(report.Rows, "puzzle"), output.Plural(len(report.Collections), "collection"), folder)
				return err
			})
		},
	}
	cmd.Flags().StringVar(&folder, "output", "", "folder for the files: new, empty, or with a former dump")
	return cmd
}

// reportUnlicensed prints the collections that were left out, and the remedy.
func reportUnlicensed(out io.Writer, collections []dump.Unlicensed) {
	for _, c := range collections {
		guild := ""
		if c.GuildID != "" {
			guild = " --guild " + c.GuildID
		}
		reason := "its licence is not known"
		if c.Licence != "" {
			reason = fmt.Sprintf("licence %q is not an id of spdx.org/licenses", output.Inert(c.Licence))
		}
		fmt.Fprintf(out, "left out: collection %s: %s: record it with: gridkeeper collection set %s%s --licence ID\n",
			strconv.Quote(c.Name), reason, strconv.Quote(c.Name), guild)
	}
}
