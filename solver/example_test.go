package solver_test

import (
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	g, _ := sudoku.Parse("1.....3..2.....4")
	fmt.Println(solver.Solve(g))

	g, _ = sudoku.Parse("1....2....3....4")
	_, err := solver.Solve(g)
	fmt.Println(errors.Is(err, solver.ErrManySolutions), err)
	for solution := range solver.Solutions(g) {
		fmt.Println(solution)
	}
	// Unordered output:
	// 1342243142133124 <nil>
	// true more than one solution
	// 1342421324313124
	// 1423324141322314
}
