package curate

import (
	"fmt"

	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
)

// wishFlags are the flags about puzzles that 'gridkeeper generate' and 'gridkeeper search' share.
type wishFlags struct {
	symmetry, pattern, score string
	needs, only              []string
	noUniqueness             bool
}

// add adds the flags, except for --needs, which has more forms in a search.
func (w *wishFlags) add(flags *pflag.FlagSet) {
	flags.StringVar(&w.symmetry, "symmetry", criteria.NoSymmetry.String(), "symmetry of the cells with clues, such as half-turn")
	flags.StringVar(&w.pattern, "pattern", "", "where the clues are: a character for each cell, x, # or a digit for a clue, else .")
	flags.StringVar(&w.score, "score", "", "expected solving time, from-to, such as 300-600, 5m-10m or 5:00-")
	flags.StringSliceVar(&w.only, "only", nil, "techniques that solve the puzzle, with the smaller ones of their kind (triples bring pairs); may repeat")
	input.AddNoUniqueness(flags, &w.noUniqueness)
}

// flagErrors keeps the first error of several flags.
type flagErrors struct{ err error }

func (f *flagErrors) add(flag string, err error) {
	if err != nil && f.err == nil {
		f.err = fmt.Errorf("--%s: %w", flag, err)
	}
}
