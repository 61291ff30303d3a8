// Package lab has the commands of 'gridkeeper lab': to study puzzles and compare collections of them.
package lab

import "github.com/spf13/cobra"

// Commands returns the commands that need no archive.
func Commands() []*cobra.Command {
	return []*cobra.Command{
		newGrid(), newUnavoidable(), newSet(), newMinClues(), newPattern(), newCompare(), newLeak(), newSplit(), newClassic(),
	}
}
