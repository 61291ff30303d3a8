package unavoidable_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	solution, _ := sudoku.Parse("1342243142133124")
	for _, set := range unavoidable.Sets(solution, 4) {
		fmt.Println(set)
	}

	g, _ := sudoku.Parse("1....2....3....4")
	_, err := solver.Solve(g)
	fmt.Println(unavoidable.Reason(g, err))
	// Output:
	// r14c12
	// r12c14
	// r12c23
	// r14c34
	// r23c12
	// r23c34
	// r34c14
	// r34c23
	// more than one solution: the digits 1, 2, 3, 4 can be exchanged in r1c234, r2c134, r3c124, r4c123; adding r1c2=3 leaves one
}
