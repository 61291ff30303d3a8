package logic_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func ExamplePath() {
	g, _ := sudoku.Parse("1.....3..2.....4")
	path, err := logic.Path(g)
	if err != nil {
		fmt.Println(err)
	}
	w := explain.In(locale.Match("en"))
	for _, step := range path[:3] {
		fmt.Println(w.Notation(step))
	}
	// Output:
	// Naked Single: r1c4=2
	// Naked Single: r2c2=4
	// Naked Single: r3c3=1
}

func ExampleHintFor() {
	clues, _ := sudoku.Parse("1.....3..2.....4")
	player := logic.State{Grid: clues}
	hint, err := logic.HintFor(clues, player)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(hint.Step.Technique, hint.Step.Placements)
	player.Grid = player.Grid.With(sudoku.CellAt(0, 1), 4)
	hint, err = logic.HintFor(clues, player)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(hint.Mistakes[0].Cell, hint.Mistakes[0].Digit)
	// Output:
	// naked-single [{r1c4 2}]
	// r1c2 4
}

func ExampleTechnique_Example() {
	_, step, _ := logic.Swordfish.Example()
	w := explain.In(locale.Match("en"))
	fmt.Println(w.Notation(step))
	fmt.Println(w.Step(step))
	// Output:
	// Swordfish: 9 in c269 r469 => r4c1378<>9, r6c138<>9, r9c17<>9
	// In columns 2, 6 and 9, all places for 9 lie in rows 4, 6 and 9. Each of these rows gets its 9 from one of these columns, so the rest of these rows cannot hold it: r4c1378, r6c138 and r9c17 lose 9.
}
