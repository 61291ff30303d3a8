package canon

import "math/bits"

// Nine small numbers are packed in a uint64, four bits each: lane i is bits 4i to 4i+3.
// A set of cells of a line, or of lines, has the lowest bit of each of its lanes set, so
// that adding a set to packed numbers adds one to each member.
const (
	laneBits = 4
	laneMask = 15

	allLanes   = 0x111111111
	firstLanes = 0x001001001 // of each chute
	chuteLanes = 0x111       // times first lanes: all lanes of their chutes
	chuteBits  = 3 * laneBits
)

// lane returns the number in the lane that starts at bit at.
func lane(packed uint64, at int) uint64 { return packed >> (at & 63) & laneMask }

// first returns where the first lane of a set that is not empty starts.
func first(set uint64) int { return bits.TrailingZeros64(set) }

// chutes returns the first lanes of the chutes that set has a member in.
func chutes(set uint64) uint64 { return (set | set>>4 | set>>8) & firstLanes }

// wholeChutes returns the first lanes of the chutes that are in set with all three lanes.
func wholeChutes(set uint64) uint64 { return set & (set >> 4) & (set >> 8) & firstLanes }

// members returns how many lanes of each chute are in set, in the chute's first lane.
func members(set uint64) uint64 { return (set + set>>4 + set>>8) & (3 * firstLanes) }
