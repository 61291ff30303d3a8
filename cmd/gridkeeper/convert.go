package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
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
			if err := notEmpty(cmd.Flags(), "output"); err != nil {
				return err
			}
			if output == "" {
				return convert(cmd, args, to, cmd.OutOrStdout())
			}
			if err := notInput(args, output); err != nil {
				return err
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
	failed, empty := false, true
	err := format.WriteAs(to, w, func(yield func(format.Entry) bool) {
		for p := range goodPuzzles(cmd, args, &failed) {
			empty = false
			e := p.entry
			if e.Grid != p.grid { // an argument
				e = format.Entry{Text: p.grid.String(), Grid: p.grid}
			}
			if !yield(e) {
				return
			}
		}
	})
	return errors.Join(err, cmd.Context().Err(), written(failed, empty))
}

// errNothing is the error of output without a puzzle, which replaces no file.
var errNothing = errors.New("no puzzle to write")

// written is the error of output to a file.
func written(failed, empty bool) error {
	if failed && empty {
		return errNothing
	}
	return failure(failed)
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

// replaceFile writes a file under another name first, so that a failure leaves the old one. What is
// no regular file, such as /dev/stdout or a pipe, is written to and stays what it is, and so does a
// link. Rejected lines are not a failure of the file, unless they are all that there is.
func replaceFile(name string, write func(io.Writer) error) error {
	target, mode := name, fs.FileMode(0o644)
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		return writeInto(name, write)
	} else if err == nil {
		mode = info.Mode().Perm()
		if target, err = filepath.EvalSymlinks(name); err != nil {
			return err
		}
	}
	file, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+"-*")
	if err != nil {
		return fmt.Errorf("writing %q: %w", name, cause(err))
	}
	defer os.Remove(file.Name()) // after the rename there is none
	defer file.Close()
	if err := file.Chmod(mode); err != nil {
		return err
	}
	if err = writePacked(file, name, write); err != nil && !errors.Is(err, errFailed) {
		return err
	}
	if failure := file.Close(); failure != nil { // not joined with errFailed, which is not printed
		return failure
	}
	if failure := os.Rename(file.Name(), target); failure != nil {
		return failure
	}
	return err
}

// writeInto writes to what is there, without a copy to fall back on.
func writeInto(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	defer file.Close()
	return writePacked(file, name, write)
}

// writePacked writes a file, packed as its name says.
func writePacked(file *os.File, name string, write func(io.Writer) error) error {
	packed, err := format.Pack(file, name)
	if err != nil {
		return err
	}
	if err = write(packed); err != nil && !errors.Is(err, errFailed) {
		return err
	}
	return cmp.Or(packed.Close(), err)
}

// cause is an error of a file without the file's name, where that is one that the user did not give.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	return err
}
