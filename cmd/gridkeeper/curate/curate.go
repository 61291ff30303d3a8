// Package curate has the commands that bring puzzles into the archive, find them, and look after them.
package curate

import "github.com/spf13/cobra"

// Commands returns those of puzzles and collections.
func Commands() []*cobra.Command {
	return []*cobra.Command{
		newImport(), newExport(), newCollection(), newSearch(), newPuzzle(), newStats(), newStock(), newResearch(),
	}
}

// Upkeep returns those that operate the archive.
func Upkeep() []*cobra.Command { return []*cobra.Command{newJobs(), newAudit(), newStrengths()} }
