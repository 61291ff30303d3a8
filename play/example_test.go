package play_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	clues, _ := sudoku.Parse("1.....3..2.....4")
	board := play.NewBoard(clues)

	board, err := board.Play("r1c2=3 d1 2 24=?12")
	fmt.Println(board.Grid, board.Marks[sudoku.CellAt(1, 3)], err)

	_, err = board.Play("r1c3=4 r2c3=1")
	fmt.Println(err)

	solution, _ := board.Solution()
	fmt.Println(board.Check(solution).Wrong)
	// Output:
	// 13.2..3..2.....4 12 <nil>
	// move "r2c3=1": is-clue
	// 0
}

func ExampleBoard_Hint() {
	clues, _ := sudoku.Parse("1.....3..2.....4")
	board := play.NewBoard(clues)

	hint, _ := board.Hint(play.HintWhere)
	fmt.Println(hint.Where, hint.Technique == "")

	hint, _ = board.Hint(play.HintTechnique)
	fmt.Println(hint.Where, hint.Technique, hint.Digits)
	// Output:
	// [b2] true
	// [b2] naked-single 2
}

func ExampleGame_Undo() {
	clues, _ := sudoku.Parse("1.....3..2.....4")
	game := play.Game{Board: play.NewBoard(clues)}
	journal := map[int]play.Entry{}

	board, _ := game.Play("r1c2=3")
	game, entry := game.Record(play.Event{Kind: play.Moved, Text: "r1c2=3", Board: board})
	journal[entry.Revision] = entry

	game, entry, _ = game.Undo(func(revision int) (play.Entry, error) { return journal[revision], nil })
	fmt.Println(entry.Kind, entry.Text, game.Grid)
	// Output: undone r1c2=3 1.....3..2.....4
}
