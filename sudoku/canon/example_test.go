package canon_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func Example() {
	a, _ := sudoku.Parse("1.....3..2.....4")
	b, _ := sudoku.Parse("4.....2..3.....1") // a transposed, with 1 and 4 exchanged
	fmt.Println(canon.Of(a), canon.Of(a) == canon.Of(b), canon.KeyOf(a) == canon.KeyOf(b))

	form, t := canon.OfWithTransform(a)
	fmt.Println(t.Apply(a) == form)
	// Output:
	// ...1.2....3.4... true true
	// true
}
