package picture_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func ExampleText() {
	clues, err := sudoku.Parse("1.....3..2.....4")
	if err != nil {
		fmt.Println(err)
		return
	}
	grid := clues.With(sudoku.CellAt(0, 1), 4)
	fmt.Print(picture.Text(picture.Diagram{Clues: clues, Grid: grid}, false))
	// Output:
	//     1 2   3 4
	//   +-----+-----+
	// 1 | 1 4 | . . |
	// 2 | . . | 3 . |
	//   +-----+-----+
	// 3 | . 2 | . . |
	// 4 | . . | . 4 |
	//   +-----+-----+
}
