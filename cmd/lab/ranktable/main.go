// Ranktable makes the table of package rank: the numbers of canonical grids with each band and fourth row.
//
//	go run ./cmd/lab/ranktable sudoku/canon/rank/table
//
// It prints a line for each band of the 416, and adds its counts to the file. A run that was ended early continues.
package main

import (
	"encoding/binary"
	"fmt"
	"os"

	"github.com/gridkeeper/gridkeeper/sudoku/canon/rank"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "ranktable:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want a file to write, not %q", args)
	}
	file, err := os.OpenFile(args[0], os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	written, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	done, size := rank.Complete(written)
	if err := file.Truncate(int64(size)); err != nil {
		return err
	}
	for class := done; class < rank.Bands; class++ {
		var counts []byte
		total := uint64(0)
		for _, n := range rank.Count(class) {
			counts = binary.AppendUvarint(counts, n)
			total += n
		}
		if _, err := file.WriteAt(counts, int64(size)); err != nil {
			return err
		}
		size += len(counts)
		fmt.Printf("%d\t%d\n", class+1, total)
	}
	return file.Close()
}
