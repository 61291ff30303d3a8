package main

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newConvert() *cobra.Command {
	to, output := "lines", ""
	cmd := &cobra.Command{
		Use:   "convert [--to FORMAT] [--output FILE] [PUZZLE|FILE|FOLDER|-]...",
		Short: "write puzzles in the format of another program",
		Long: "Read puzzles in any format and write them in the order of the input. The formats are\n\n" + formatList() +
			"\nA file whose name ends in .gz, .zst, .xz, .bz2 or .zip is packed so. No database is needed.\n\n" + puzzleArgs,
		Example: "  gridkeeper convert --to sdk puzzles.csv\n  gridkeeper convert --to jsonl --output puzzles.jsonl.gz folder",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := format.WriteAs(to, io.Discard, noEntries); err != nil {
				return fmt.Errorf("--to: %w", err)
			}
			if output == "" {
				return convert(cmd, args, to, cmd.OutOrStdout())
			}
			return replaceFile(output, func(w io.Writer) error { return convert(cmd, args, to, w) })
		},
	}
	cmd.Flags().StringVar(&to, "to", to, "the format")
	cmd.Flags().StringVar(&output, "output", output, "the file, instead of standard output")
	return cmd
}

func formatList() string {
	var list strings.Builder
	names, about := format.Formats()
	for i, name := range names {
		fmt.Fprintf(&list, "  %-11s %s\n", name, about[i])
	}
	return list.String()
}

func noEntries(func(format.Entry) bool) {}

func convert(cmd *cobra.Command, args []string, to string, w io.Writer) error {
	failed := false
	err := format.WriteAs(to, w, func(yield func(format.Entry) bool) {
		for p := range goodPuzzles(cmd, args, &failed) {
			e := p.entry
			if e.Grid != p.grid { // an argument
				e = format.Entry{Text: p.grid.String(), Grid: p.grid}
			}
			if !yield(e) {
				return
			}
		}
	})
	return errors.Join(err, cmd.Context().Err(), failure(failed))
}

// goodPuzzles yields the puzzles of the arguments, and reports the others on standard error.
func goodPuzzles(cmd *cobra.Command, args []string, failed *bool) iter.Seq[puzzle] {
	return func(yield func(puzzle) bool) {
		for r := range inOrder(cmd.Context(), readPuzzles(cmd, args), nothing) {
			if r.err != nil {
				*failed = true
				fmt.Fprintln(cmd.ErrOrStderr(), r.err)
				continue
			}
			if !yield(*r.puzzle) {
				return
			}
		}
	}
}

func nothing(sudoku.Grid) (string, error) { return "", nil }

// replaceFile writes a file under another name first, so that a failure leaves the old one. Lines
// that were rejected are no failure of the file.
func replaceFile(name string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // after the rename there is none
	defer file.Close()
	packed, err := format.Pack(file, name)
	if err != nil {
		return err
	}
	err = write(packed)
	if err != nil && !errors.Is(err, errFailed) {
		return err
	}
	if closeErr := errors.Join(packed.Close(), file.Chmod(0o644), file.Close()); closeErr != nil {
		return closeErr
	}
	return errors.Join(os.Rename(file.Name(), name), err)
}
