package engine

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newConvert() *cobra.Command {
	to, file := "lines", ""
	var formats strings.Builder
	names, about := format.Formats()
	for i, name := range names {
		fmt.Fprintf(&formats, "  %-11s %s\n", name, about[i])
	}
	cmd := &cobra.Command{
		Use:   "convert [--to FORMAT] [--output FILE] [PUZZLE|FILE|FOLDER|-]...",
		Short: "write puzzles in the format of another program",
		Long: "Read puzzles in any format and write them in the order of the input. The formats are\n\n" + formats.String() +
			"\nA file whose name ends in .gz, .zst, .xz, .bz2 or .zip is packed so. No database is needed.\n" +
			"A puzzle that the format cannot hold, such as a 6x6 in ss, ends the command, and an old file stays as it is.\n\n" + input.Help,
		Example: "  gridkeeper convert --to sdk puzzles.csv\n  gridkeeper convert --to jsonl --output puzzles.jsonl.gz folder",
		RunE: func(cmd *cobra.Command, args []string) error {
			if _, err := format.WriteAs(to, io.Discard, func(func(format.Entry) bool) {}); err != nil {
				return fmt.Errorf("--to: %w", err)
			}
			if err := input.NotEmpty(cmd.Flags(), "output"); err != nil {
				return err
			}
			if file == "" || file == "-" {
				return convert(cmd, args, to, cmd.OutOrStdout())
			}
			if err := input.NotInput(args, file); err != nil {
				return err
			}
			return output.ReplaceFile(file, func(w io.Writer) error { return convert(cmd, args, to, w) })
		},
	}
	cmd.Flags().StringVar(&to, "to", to, "the format")
	cmd.Flags().StringVar(&file, "output", file, "the file, instead of standard output")
	return cmd
}

func convert(cmd *cobra.Command, args []string, to string, w io.Writer) error {
	failed, empty := false, true
	err := output.WriteAs(to, w, cmd.ErrOrStderr(), func(yield func(format.Entry) bool) {
		for r := range input.Good(cmd, input.Puzzles(cmd, args), func(sudoku.Grid) (string, error) { return "", nil }, &failed) {
			empty = false
			e := r.Puzzle.Entry
			if e.Grid != r.Puzzle.Grid { // an argument
				e = format.Entry{Text: r.Puzzle.Grid.String(), Grid: r.Puzzle.Grid}
			}
			if !yield(e) {
				return
			}
		}
	})
	return errors.Join(err, cmd.Context().Err(), output.Written(failed, empty))
}
