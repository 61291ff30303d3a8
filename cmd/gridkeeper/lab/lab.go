// Package lab has the commands of 'gridkeeper lab': to study puzzles and compare collections of them.
package lab

import "github.com/spf13/cobra"

// Problems returns the commands about problems for programs. They never had a name outside of lab.
func Problems() []*cobra.Command { return []*cobra.Command{newBench(), newLeak()} }

// Commands returns the others that need no archive.
func Commands() []*cobra.Command {
	return []*cobra.Command{
		newGrid(), newUnavoidable(), newSet(), newMinClues(), newPattern(), newCompare(), newSplit(), newClassic(),
	}
}
