// Package curate has the commands that make puzzles, bring them into the archive, find them, and look after them.
package curate

import (
	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
)

// Commands returns the commands of puzzles, collections and records of the archive, for a version of the program.
func Commands(version string) []*cobra.Command {
	return []*cobra.Command{
		newImport(), newExport(), newDump(version), newCollection(), newSearch(), newPuzzle(), newStats(), newStock(), newResearch(), newStrengths(), newAudit(),
	}
}

// opening opens the archive for a command: [database.With], or [database.Change] if the command changes something.
type opening = func(*cobra.Command, func(*archive.Store) error) error

// list replaces a nil slice, which would be null in JSON.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}
