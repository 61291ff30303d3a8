package rating_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	g, _ := sudoku.Parse("..3.7..2..8......14......7.7.9..3..5...2....6..1.6.3..2.5.........914......8....3")
	r, err := rating.Rate(g)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Printf("%s, %.1f s\n", r.Tier, r.Score)
	fmt.Println(r.Certificate.Cells, "cells and", r.Certificate.Candidates, "candidates are left below")
	// Output:
	// hidden, 651.4 s
	// 57 cells and 212 candidates are left below
}
