package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

func newJobsAddAudit() *cobra.Command {
	return &cobra.Command{
		Use:   "audit",
		Short: "compare all that the archive holds with what can be computed again",
		Long: "Compare all that the archive holds with what can be computed again, on all machines: that each puzzle has one\n" +
			"solution, its key and its rating, that the lines are isomorphs of their puzzles, and that imports and collections\n" +
			"count what they have. Nothing is changed. 'gridkeeper jobs show' prints what is damaged.",
		Example: "  gridkeeper jobs add audit\n  gridkeeper work --until-done\n  gridkeeper jobs show 1",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return withJobs(cmd, func(ctx context.Context, store *archive.Store) error {
				added, err := jobs.AddAudit(ctx, store, commandLine)
				if err != nil {
					return err
				}
				return printAdded(cmd, store, added)
			})
		},
	}
}

func newJobsAddImport() *cobra.Command {
	collection := ""
	cmd := &cobra.Command{
		Use:   "import [--collection NAME] FILE|FOLDER|-...",
		Short: "import puzzle files on all machines",
		Long: "Import puzzle files as 'gridkeeper import' does, on all machines. Only this one has to have the files: their\n" +
			"lines wait in the database, packed, until they are done, or for 30 days after the work was cancelled. A file has\n" +
			"ten million lines at most.",
		Example: "  gridkeeper jobs add import --collection Big big.txt.zst\n  gridkeeper work --until-done",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no file given: want puzzle files, or - for standard input")
			}
			return withJobs(cmd, func(_ context.Context, store *archive.Store) error {
				files, failed := input.Files(cmd, args)
				for _, file := range files {
					if err := addImport(cmd, store, collection, file); err != nil {
						fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", output.Inert(file), err)
						failed = true
					}
				}
				return output.Failure(failed)
			})
		},
	}
	cmd.Flags().StringVar(&collection, "collection", "", "name of the collection (default: the file's name)")
	return cmd
}

func addImport(cmd *cobra.Command, store *archive.Store, collection, file string) error {
	in, err := input.Open(cmd, file)
	if err != nil {
		return err
	}
	defer in.Close()
	added, err := jobs.AddImport(cmd.Context(), store, library.ImportOptions{Collection: collection, File: file, By: commandLine}, in)
	if err != nil {
		return err
	}
	return printAdded(cmd, store, added)
}

// maxFindings is how much of what is damaged is printed.
const maxFindings = 50

// printFindings prints what a work has found to be damaged, and how much more there is of all.
func printFindings(w io.Writer, damaged []string, all int64) {
	for _, text := range damaged {
		fmt.Fprintf(w, "damaged: %s\n", output.Inert(text))
	}
	if more := all - int64(len(damaged)); more > 0 {
		fmt.Fprintf(w, "damaged: %d more\n", more)
	}
}
