package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/generator"
)

func newJobsAdd() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "add KIND",
		Short:   "add work for the machines",
		Example: "  gridkeeper jobs add recombine --change 1 puzzles.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown kind of work %q: want recombine (see 'gridkeeper jobs add --help')", args[0])
			}
			return errors.New("no kind of work given: want recombine (see 'gridkeeper jobs add --help')")
		},
	}
	cmd.AddCommand(newJobsAddRecombine())
	return cmd
}

func newJobsAddRecombine() *cobra.Command {
	change, collection, into := "1", "", ""
	cmd := &cobra.Command{
		Use:   "recombine [--change 1|2] (--collection NAME | FILE|-...) [--into NAME]",
		Short: "make the children of puzzles, by taking clues away and putting others in",
		Long: "Make the children of puzzles: all puzzles that come of taking one clue away and putting another in\n" +
			"(--change 1), two (--change 2), or such as two away and one in (--change 2+1). Their canonical forms go\n" +
			"into a collection, where each is there once for each of its mothers; 'gridkeeper jobs show' counts.",
		Example: "  gridkeeper jobs add recombine --change 1 puzzles.txt\n" +
			"  gridkeeper jobs add recombine --change 2 --collection royle --into new17",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := loadConfig(cmd.Flags())
			if err != nil {
				return err
			}
			r := jobs.Recombination{Into: into, By: "command line"}
			if r.Change, err = generator.ParseChange(change); err != nil {
				return fmt.Errorf("--change: %w", err)
			}
			if (collection == "") == (len(args) == 0) {
				return errors.New("want mothers from files, or from a collection with --collection NAME, and not from both")
			}
			return withArchive(cmd.Context(), c, func(store *archive.Store) error {
				if err := readMothers(cmd, store, collection, args, &r); err != nil {
					return err
				}
				return addRecombine(cmd, store, r)
			})
		},
	}
	cmd.Flags().StringVar(&change, "change", change, "1, 2 or such as 2+1: how many clues go and come")
	cmd.Flags().StringVar(&collection, "collection", "", "name of the collection that has the mothers")
	cmd.Flags().StringVar(&into, "into", "", "name of the collection for the children (default: children of the mothers' name)")
	return cmd
}

// readMothers fills in the mothers, their name, and the name of their children.
func readMothers(cmd *cobra.Command, store *archive.Store, collection string, files []string, r *jobs.Recombination) error {
	if r.Of = collection; collection != "" {
		for e, err := range store.Export(cmd.Context(), collection) {
			if err != nil {
				return err
			}
			r.Mothers = append(r.Mothers, e.Grid)
		}
	} else {
		r.Of = archive.CollectionName(filepath.Base(files[0]))
		failed := false
		for p := range readPuzzles(cmd, files) {
			if p.err != nil {
				failed = true
				fmt.Fprintln(cmd.ErrOrStderr(), p.fail(p.err))
				continue
			}
			r.Mothers = append(r.Mothers, p.grid)
		}
		if failed {
			return errors.New("no work is added: take what is not a puzzle out first")
		}
	}
	if r.Into == "" {
		r.Into = "children of " + r.Of
	}
	return cmd.Context().Err()
}

func addRecombine(cmd *cobra.Command, store *archive.Store, r jobs.Recombination) error {
	added, err := jobs.AddRecombine(cmd.Context(), store, r)
	if err != nil {
		return err
	}
	if !added.New {
		fmt.Fprintf(cmd.ErrOrStderr(), "work %d does this already\n", added.ID)
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "work %d: recombine %s of %s, mothers: %d\n", added.ID, r.Change, inert(r.Of), len(r.Mothers))
	return adviseWork(cmd, store)
}
