// Package engine has the commands that solve, rate, explain and convert puzzles. They need no database.
package engine

import "github.com/spf13/cobra"

// Commands returns the commands.
func Commands() []*cobra.Command {
	return []*cobra.Command{
		newSolve(), newCanon(), newMinimize(), newRate(), newCheck(), newHint(), newExplain(), newJudge(), newTechniques(),
		newConvert(),
	}
}
