package classic_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	g, _ := sudoku.Parse("020030040600000003004000500000806000800010006000705000007000600400000008030040020")
	for _, method := range classic.Methods {
		r, err := method.Solve(g, classic.Options{})
		fmt.Println(method.Name, r.Steps, r.Fills(), r.Tentative(), err)
	}
	// Output:
	// moler 15028 12095 2933 <nil>
	// choices 60 52 8 <nil>
	// huang 63 59 1 <nil>
	// huang-short 63 59 1 <nil>
	// huang-classic 63 59 1 <nil>
}
