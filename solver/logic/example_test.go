package logic_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func ExamplePath() {
	g, _ := sudoku.Parse("1.....3..2.....4")
	path, err := logic.Path(g)
	if err != nil {
		fmt.Println(err)
	}
	for _, step := range path[:3] {
		fmt.Println(step)
	}
	// Output:
	// Naked Single: r1c4=2
	// Naked Single: r2c2=4
	// Naked Single: r3c3=1
}

func ExampleHintFor() {
	clues, _ := sudoku.Parse("1.....3..2.....4")
	player := logic.State{Grid: clues}
	for level := logic.HintWhere; level <= logic.HintApply; level++ {
		hint, err := logic.HintFor(clues, player, level)
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(hint.Text)
	}
	player.Grid = player.Grid.With(sudoku.CellAt(0, 1), 4)
	hint, _ := logic.HintFor(clues, player, logic.HintWhere)
	fmt.Println(hint.Text)
	// Output:
	// A single waits in box 2.
	// Naked Single: look for 2 in box 2.
	// 2 is the only candidate left in r1c4.
	// Put 2 in r1c4.
	// 4 in r1c2 is wrong.
}

func ExampleTechnique_Lesson() {
	lesson := logic.Swordfish.Lesson()
	fmt.Println(lesson.Step)
	fmt.Println(lesson.Step.Sentence())
	// Output:
	// Swordfish: 9 in c269 r469 => r4c1378<>9, r6c138<>9, r9c17<>9
	// In columns 2, 6 and 9, all places for 9 lie in rows 4, 6 and 9. Each of these rows gets its 9 from one of these columns, so the rest of these rows cannot hold it: r4c1378, r6c138 and r9c17 lose 9.
}
