package sudoku_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	g, err := sudoku.Parse(`
		+--+--+
		|1.|..|
		|..|3.|
		+--+--+
		|.2|..|
		|..|.4|
		+--+--+`)
	fmt.Println(g, g.Shape(), err)

	r1c4 := sudoku.CellAt(0, 3)
	fmt.Println(r1c4, "may be", g.Candidates()[r1c4])

	for conflict := range g.With(r1c4, 1).Conflicts() {
		fmt.Println(conflict.Digit, "twice in", conflict.House.Name(), "at", conflict.Cells)
	}
	// Output:
	// 1.....3..2.....4 shidoku <nil>
	// r1c4 may be 2
	// 1 twice in row 1 at r1c14
}

func ExampleParse_error() {
	_, err := sudoku.Parse("12x4hello")
	fmt.Println(err)
	// Output: "12x4hello": character 5 is 'h': use a digit, or one of 0 . * _ - x X for an empty cell
}

func ExampleTransform() {
	g, _ := sudoku.Parse("1.....3..2.....4")
	t := sudoku.RandomTransform(g.Shape(), rand.New(rand.NewPCG(1, 2)))
	fmt.Println(t.Inverse().Apply(t.Apply(g)) == g)
	// Output: true
}
