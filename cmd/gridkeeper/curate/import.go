package curate

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// commandLine is the author of changes to the archive that these commands make.
const commandLine = "command line"

// importFlags holds the flags of 'gridkeeper import'.
type importFlags struct {
	collection          string
	origin              library.Origin
	dryRun, asJSON      bool
	starter             bool   // the starter collection instead of files
	rejects, duplicates string // names of files
}

func newImport() *cobra.Command {
	var flags importFlags
	cmd := &cobra.Command{
		Use:   "import [--collection NAME] FILE|FOLDER|-... | --starter",
		Short: "import puzzle files into the archive, list the imports or revert one",
		Long: "Import puzzle files into the archive, in any common format, plain or compressed; of a folder, all files in it.\n" +
			"A puzzle that the archive has, even turned, mirrored or relabelled, is a duplicate; a line that is not a puzzle\n" +
			"with exactly one solution is rejected. The report goes to standard error. The exit code is 1 if a puzzle may be\n" +
			"lost: if there is no puzzle, or a line was rejected that is not a JSON object or value without a grid.\n\n" +
			"The collection is the operator's, and shared with all guilds until 'gridkeeper collection unshare'. Flags here, or\n" +
			"'gridkeeper collection set', record its origin.\n\n" +
			"'chat', 'web' and 'serve' load the starter collection, 366 sudoku and 366 6x6 of each tier and 36 shidoku, into an\n" +
			"archive that never had a puzzle. --starter adds it to any other; a second time it adds nothing.",
		Example: "  gridkeeper import puzzles.txt\n  zcat big.gz | gridkeeper import --collection Big --licence CC0-1.0 -\n" +
			"  gridkeeper import --dry-run --rejects rejected.tsv puzzles.csv\n  gridkeeper import --starter\n" +
			"  gridkeeper import list\n  gridkeeper import revert 3",
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case flags.starter && (len(args) > 0 || flags.collection != ""):
				return fmt.Errorf("--starter: the starter collection is in no file and keeps its name %q: leave the rest out", starter.Collection)
			case flags.starter:
				args, flags.collection = []string{starter.Source}, starter.Collection
				flags.origin = flags.origin.Or(library.Origin{Licence: starter.Licence})
			case len(args) == 0:
				return errors.New("no file given: want puzzle files, or - for standard input")
			}
			if slices.Contains(args, "") {
				return errors.New(`no file has the name "": want puzzle files, or - for standard input`)
			}
			if err := checkOrigin(flags.origin); err != nil {
				return err
			}
			if err := input.NotEmpty(cmd.Flags(), "collection", "rejects", "duplicates"); err != nil {
				return err
			}
			files, failed := args, false
			if !flags.starter {
				files, failed = input.Files(cmd, args)
			}
			if err := flags.checkLists(files); err != nil {
				return err
			}
			return database.Change(cmd, func(store *archive.Store) error { return importFiles(cmd, store, flags, files, failed) })
		},
	}
	cmd.Flags().StringVar(&flags.collection, "collection", "", "name of the collection (default: the file's name)")
	addOriginFlags(cmd, &flags.origin)
	cmd.Flags().BoolVar(&flags.starter, "starter", false, "import the starter collection")
	cmd.Flags().BoolVar(&flags.dryRun, "dry-run", false, "report what an import would do, and change nothing")
	cmd.Flags().BoolVar(&flags.asJSON, "json", false, "print the reports to standard output, a JSON object for each file")
	cmd.Flags().StringVar(&flags.rejects, "rejects", "", "write all rejected lines to this file: number, reason, line, separated by tabs")
	cmd.Flags().StringVar(&flags.duplicates, "duplicates", "", "write all duplicates to this file: number, who has the puzzle, line")
	cmd.AddCommand(newImportList(), newImportShow(), newImportRevert())
	return cmd
}

// importFiles imports every file, even if one before it failed. failed reports whether some of the arguments are not files.
func importFiles(cmd *cobra.Command, store *archive.Store, flags importFlags, files []string, failed bool) (err error) {
	var lists lineLists
	if lists.rejects, err = openList("--rejects", flags.rejects); err != nil {
		return err
	}
	if lists.duplicates, err = openList("--duplicates", flags.duplicates); err != nil {
		return errors.Join(err, lists.rejects.close())
	}
	defer func() {
		if listErr := lists.close(); listErr != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%v\n", listErr)
			err = output.ErrFailed
		}
	}()
	for _, file := range files {
		report, err := importFile(cmd, store, flags, file, &lists)
		if cmd.Context().Err() != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: the imported puzzles are kept: import the same file again to continue\n", input.Named(file))
			return output.ErrFailed
		}
		switch {
		case flags.asJSON: // with a report of a file that could not be read too
			j := newReportJSON(file, report)
			if err != nil {
				j.Error = err.Error()
			}
			err = errors.Join(err, printIndented(cmd.OutOrStdout(), j))
		case err == nil:
			printReport(cmd.ErrOrStderr(), file, report)
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", input.Named(file), err)
			failed = true
			continue
		}
		failed = failed || mayLose(report)
	}
	return output.Failure(failed)
}

// mayLose reports whether an import has no puzzle, or rejected a line that may have been one. An object without a grid, such
// as the description of a collection, is not one.
func mayLose(r importing.Report) bool {
	lost := r.Rejected
	for _, reason := range r.Reasons {
		if reason.Kind == format.NoPuzzle {
			lost -= reason.Lines
		}
	}
	return lost > 0 || r.New+r.Duplicates == 0
}

func importFile(cmd *cobra.Command, store *archive.Store, flags importFlags, file string, lists *lineLists) (importing.Report, error) {
	in := io.NopCloser(starter.Open())
	if !flags.starter {
		var err error
		if in, err = input.Open(cmd, file); err != nil {
			return importing.Report{}, err
		}
	}
	defer in.Close()
	bar := output.NewProgress(cmd.ErrOrStderr(), "lines")
	defer bar.Clear()
	report, err := store.ImportFile(cmd.Context(), importing.Options{
		Collection: flags.collection, File: file, By: commandLine, Origin: flags.origin, DryRun: flags.dryRun,
		Progress: func(r importing.Report) { bar.Show(r.Collection, r.Read, r.Total) },
		Rejected: lists.rejected(file), Duplicated: lists.duplicated(file),
	}, in)
	if err == nil && report.Read == 0 {
		err = input.ErrNoPuzzle
	}
	return report, err
}
