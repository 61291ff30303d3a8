package generator_test

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func Example() {
	for g := range generator.Puzzles(generator.Options{Tier: logic.TierLocked, Seed: 1}) {
		tier, _ := rating.TierOf(g)
		fmt.Println(tier, generator.Minimal(g))
		break
	}
	// Output: locked true
}
