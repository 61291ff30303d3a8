package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const starterName = "Starter"

var errNoPuzzle = errors.New("no puzzle in it: want one a line")

func newImport() *cobra.Command {
	collection := ""
	cmd := &cobra.Command{
		Use:   "import [--collection NAME] FILE|-...",
		Short: "take puzzle files into the archive",
		Long: "Take puzzle files into the archive, one puzzle a line. What is there already, turned, mirrored or relabelled,\n" +
			"is a duplicate; a line that is no puzzle with one solution is rejected and told. The report goes to standard\n" +
			"error, and the exit code is 1 if anything was rejected.",
		Example: "  gridkeeper import puzzles.txt\n  zcat big.gz | gridkeeper import --collection Big -",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no file given: want puzzle files, or - for standard input")
			}
			c, err := loadConfig(cmd.Flags())
			if err != nil {
				return err
			}
			return withArchive(cmd.Context(), c, func(store *archive.Store) error {
				return importFiles(cmd, store, collection, args)
			})
		},
	}
	cmd.Flags().StringVar(&collection, "collection", "", "name of the collection (default: the file's name)")
	return cmd
}

// importFiles imports every file, also when one before it failed.
func importFiles(cmd *cobra.Command, store *archive.Store, collection string, files []string) error {
	failed := false
	for _, file := range files {
		report, err := importFile(cmd.Context(), store, collection, file, cmd.InOrStdin())
		if cmd.Context().Err() != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: what is in stays in: import the same again, and it goes on\n", file)
			return errFailed
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", file, err)
			failed = true
			continue
		}
		printReport(cmd.ErrOrStderr(), file, report)
		failed = failed || report.Rejected > 0
	}
	if failed {
		return errFailed
	}
	return nil
}

func importFile(ctx context.Context, store *archive.Store, collection, file string, in io.Reader) (archive.Report, error) {
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return archive.Report{}, err
		}
		defer f.Close()
		in = f
	}
	if collection == "" {
		collection = collectionName(file)
	}
	options := archive.ImportOptions{Collection: collection, Source: filepath.Base(file), By: "command line"}
	report, err := importReader(ctx, store, options, in)
	if err == nil && report.Read == 0 {
		err = errNoPuzzle
	}
	return report, err
}

// importReader is the way of every file into the archive: read by format, kept by archive.
func importReader(ctx context.Context, store *archive.Store, options archive.ImportOptions, r io.Reader) (archive.Report, error) {
	return store.Import(ctx, options, entries(r))
}

func entries(r io.Reader) iter.Seq[archive.Entry] {
	return func(yield func(archive.Entry) bool) {
		for e := range format.Read(r) {
			if !yield(archive.Entry(e)) {
				return
			}
		}
	}
}

func importStarter(ctx context.Context, store *archive.Store) (archive.Report, error) {
	options := archive.ImportOptions{Collection: starterName, Source: "starter", By: "gridkeeper"}
	return importReader(ctx, store, options, starter.Open())
}

// collectionName is the file's name without its folder and its ending, a packed file's
// without both endings.
func collectionName(file string) string {
	if file == "-" {
		return "standard input"
	}
	name := filepath.Base(file)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
		return stem
	}
	return name
}

func printReport(w io.Writer, file string, r archive.Report) {
	for _, d := range r.DuplicateOf {
		fmt.Fprintf(w, "%s:%d: %s\n", file, d.Line, describeDuplicate(d))
	}
	if shown := len(r.DuplicateOf); shown < r.Duplicates {
		fmt.Fprintf(w, "%s: … and %d more duplicates\n", file, r.Duplicates-shown)
	}
	for _, reject := range r.Rejects {
		fmt.Fprintf(w, "%s:%d: %s\n", file, reject.Line, quoting(reject.Text, reject.Reason))
	}
	if shown := len(r.Rejects); shown < r.Rejected {
		fmt.Fprintf(w, "%s: … and %d more rejected\n", file, r.Rejected-shown)
	}
	fmt.Fprintf(w, "%s: %d new, %d duplicates, %d rejected, into collection %q\n", file, r.New, r.Duplicates, r.Rejected, r.Collection)
}

func describeDuplicate(d archive.Duplicate) string {
	if d.OfLine > 0 {
		return fmt.Sprintf("%s is the puzzle of line %d, up to relabelling and swaps", sudoku.Excerpt(d.Text), d.OfLine)
	}
	return fmt.Sprintf("%s is puzzle %d of the archive, up to relabelling and swaps", sudoku.Excerpt(d.Text), d.Puzzle)
}
