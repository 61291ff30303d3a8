package explain_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func Example() {
	g, _ := sudoku.Parse("1.....3..2.....4")
	step, _ := logic.NewState(g).Next(logic.TierHidden)
	for _, tag := range []string{"en", "de"} {
		w := explain.In(locale.Match(tag))
		fmt.Println(w.Notation(step))
		fmt.Println(w.Step(step))
	}
	// Output:
	// Naked Single: r1c4=2
	// 2 is the only candidate left in r1c4.
	// Nackter Einer: r1c4=2
	// 2 ist der einzige Kandidat, der in r1c4 übrig ist.
}
