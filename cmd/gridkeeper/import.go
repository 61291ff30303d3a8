package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const starterName = "Starter"

var errNoPuzzle = errors.New("no puzzle in it: want one a line")

func newImport() *cobra.Command {
	collection := ""
	cmd := &cobra.Command{
		Use:   "import [--collection NAME] FILE|FOLDER|-...",
		Short: "import puzzle files into the archive",
		Long: "Import puzzle files into the archive, in any common format, plain or packed; of a folder, all files in it.\n" +
			"A puzzle that is there already, turned, mirrored or relabelled, is a duplicate; a line that is not a puzzle\n" +
			"with exactly one solution is rejected. The report goes to standard error, and the exit code is 1 if anything\n" +
			"was rejected. The collection is the operator's, and shared with all guilds unless 'gridkeeper collection\n" +
			"unshare' says otherwise.",
		Example: "  gridkeeper import puzzles.txt\n  zcat big.gz | gridkeeper import --collection Big -",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no file given: want puzzle files, or - for standard input")
			}
			return withStore(cmd, func(store *archive.Store) error { return importFiles(cmd, store, collection, args) })
		},
	}
	cmd.Flags().StringVar(&collection, "collection", "", "name of the collection (default: the file's name)")
	return cmd
}

// importFiles imports every file, also when one before it failed.
func importFiles(cmd *cobra.Command, store *archive.Store, collection string, files []string) error {
	files, failed := withFolders(cmd, files)
	for _, file := range files {
		report, err := importFile(cmd.Context(), store, collection, file, cmd.InOrStdin())
		if cmd.Context().Err() != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: the imported puzzles are kept: import the same file again to continue\n", inert(file))
			return errFailed
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", inert(file), err)
			failed = true
			continue
		}
		printReport(cmd.ErrOrStderr(), file, report)
		failed = failed || report.Rejected > 0
	}
	return failure(failed)
}

// withFolders puts the files of a folder in its place.
func withFolders(cmd *cobra.Command, names []string) (files []string, failed bool) {
	for _, name := range names {
		info, err := os.Stat(name)
		if err != nil || !info.IsDir() {
			files = append(files, name) // what is wrong with it shows when it is opened
			continue
		}
		inFolder, err := filesIn(name)
		if err == nil && len(inFolder) == 0 {
			err = errors.New("no file in this folder")
		}
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", inert(name), err)
			failed = true
		}
		files = append(files, inFolder...)
	}
	return files, failed
}

func importFile(ctx context.Context, store *archive.Store, collection, file string, in io.Reader) (archive.Report, error) {
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return archive.Report{}, err
		}
		defer f.Close()
		in = f
	} else {
		in = readUntilDone(ctx, in)
	}
	report, err := store.ImportFile(ctx, archive.ImportOptions{Collection: collection, File: file, By: "command line"}, in)
	if err == nil && report.Read == 0 {
		err = errNoPuzzle
	}
	return report, err
}

// readUntilDone returns a reader of what r has that fails when the context is done, even while r,
// such as standard input, has nothing to read yet.
func readUntilDone(ctx context.Context, r io.Reader) io.Reader {
	out, in := io.Pipe()
	context.AfterFunc(ctx, func() { _ = in.CloseWithError(ctx.Err()) })
	go func() {
		_, err := io.Copy(in, r)
		_ = in.CloseWithError(err) // at the end of r, err is nil
	}()
	return out
}

func importStarter(ctx context.Context, store *archive.Store) (archive.Report, error) {
	return store.ImportFile(ctx, archive.ImportOptions{Collection: starterName, File: "starter", By: "gridkeeper"}, starter.Open())
}

func printReport(w io.Writer, file string, r archive.Report) {
	file = inert(file)
	for _, d := range r.DuplicateOf {
		fmt.Fprintf(w, "%s:%d: %s\n", file, d.Line, describeDuplicate(d))
	}
	if shown := len(r.DuplicateOf); shown < r.Duplicates {
		fmt.Fprintf(w, "%s: … and %s\n", file, plural(r.Duplicates-shown, "more duplicate"))
	}
	for _, reject := range r.Rejects {
		fmt.Fprintf(w, "%s:%d: %s\n", file, reject.Line, quoting(reject.Text, reject.Reason))
	}
	if shown := len(r.Rejects); shown < r.Rejected {
		fmt.Fprintf(w, "%s: … and %d more rejected\n", file, r.Rejected-shown)
	}
	fmt.Fprintf(w, "%s: %d new, %s, %d rejected, into collection %q\n",
		file, r.New, plural(r.Duplicates, "duplicate"), r.Rejected, r.Collection)
}

func describeDuplicate(d archive.Duplicate) string {
	if d.OfLine > 0 {
		return fmt.Sprintf("%s is the puzzle of line %d, up to relabelling and swaps", sudoku.Excerpt(d.Text), d.OfLine)
	}
	return fmt.Sprintf("%s is puzzle %d of the archive, up to relabelling and swaps", sudoku.Excerpt(d.Text), d.PuzzleID)
}
