package lab

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func newSplit() *cobra.Command {
	var parts, files []string
	seed := uint64(0)
	cmd := &cobra.Command{
		Use:   "split --parts 90,5,5 --output FILE,FILE,FILE [PUZZLE|FILE|FOLDER|-]...",
		Short: "divide puzzles into parts that share none, in whatever form",
		Long: "Write each puzzle to one of several files, to train and test programs: two puzzles that are essentially the\n" +
			"same always come into the same file. The file depends only on the puzzle and the seed, so that puzzles that are\n" +
			"added later do not move the others. The sizes of the parts are therefore approximate. No database is needed.\n\n" + input.Help,
		Example: "  gridkeeper lab split --parts 90,5,5 --output train.txt,validate.txt,test.txt puzzles.csv",
		RunE: func(cmd *cobra.Command, args []string) error {
			shares, err := parseShares(parts)
			if err != nil {
				return err
			}
			if len(files) != len(shares) {
				return fmt.Errorf("--output %q: %s: want one for each of the %d parts", strings.Join(files, ","), output.Plural(len(files), "file"), len(shares))
			}
			if err := output.DistinctFiles("--output", files...); err != nil {
				return err
			}
			if err := input.NotInput(args, files...); err != nil {
				return err
			}
			return split(cmd, args, shares, files, seed)
		},
	}
	cmd.Flags().StringSliceVar(&parts, "parts", nil, "the share of each file, in percent or any other unit")
	cmd.Flags().StringSliceVar(&files, "output", nil, "the files")
	cmd.Flags().Uint64Var(&seed, "seed", seed, "another seed divides the puzzles in another way")
	return cmd
}

// parseShares returns the ends of the parts between 0 and 1.
func parseShares(parts []string) ([]float64, error) {
	if len(parts) < 2 {
		return nil, fmt.Errorf("--parts %q: want two numbers or more, such as 90,5,5", strings.Join(parts, ","))
	}
	ends, sum := make([]float64, len(parts)), 0.0
	for i, part := range parts {
		n, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(n > 0 && n <= 1e9) {
			return nil, fmt.Errorf("--parts %q: %q is not a number above 0", strings.Join(parts, ","), part)
		}
		sum += n
		ends[i] = sum
	}
	for i := range ends {
		ends[i] /= sum
	}
	return ends, nil
}

// partOf returns the part of a puzzle.
func partOf(key canon.Key, seed uint64, ends []float64) int {
	at := float64(mix(binary.BigEndian.Uint64(key[:8])^mix(seed))>>11) / (1 << 53)
	for i, end := range ends {
		if at < end {
			return i
		}
	}
	return len(ends) - 1
}

// mix spreads the bits of a number over all of them (splitmix64, Steele, Lea, Flood 2014).
func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// split opens all files before it reads the first puzzle.
func split(cmd *cobra.Command, args []string, ends []float64, files []string, seed uint64) error {
	counts := make([]int, len(files))
	var writers []io.Writer
	var writeAll func(i int) error
	writeAll = func(i int) error {
		if i < len(files) {
			return output.ReplaceFile(files[i], func(w io.Writer) error {
				b := bufio.NewWriter(w)
				writers = append(writers, b)
				err := writeAll(i + 1)
				return errors.Join(err, b.Flush())
			})
		}
		failed, empty := false, true
		part := func(g sudoku.Grid) (int, error) { return partOf(canon.KeyOf(g), seed, ends), nil }
		for r := range input.Good(cmd, input.OfClues(cmd, input.Puzzles(cmd, args)), part, &failed) {
			empty = false
			counts[r.Value]++
			if _, err := fmt.Fprintln(writers[r.Value], r.Puzzle.Grid); err != nil {
				return err
			}
		}
		return errors.Join(cmd.Context().Err(), output.Written(failed, empty))
	}
	err := writeAll(0)
	if err == nil || errors.Is(err, output.ErrFailed) {
		for i, name := range files {
			fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", output.Inert(name), output.Plural(counts[i], "puzzle"))
		}
	}
	return err
}
