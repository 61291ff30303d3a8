package criteria_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	g, _ := sudoku.Parse("020030040600000003004000500000806000800010006000705000007000600400000008030040020")
	fmt.Println(criteria.HalfTurn.Keeps(g.Shape(), g.Filled()))

	r, err := rating.Rate(g)
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(criteria.Techniques{Needs: []logic.Technique{logic.XWing}}.Accept(g, r))
	// Output:
	// true
	// false
}
