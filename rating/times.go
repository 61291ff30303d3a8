package rating

import "github.com/gridkeeper/gridkeeper/solver"

// tierTimes are the median, first and ninth decile of people's mean solving times by tier,
// in seconds (1,010 puzzles, S.-W. Wang, IEEE Access 12, 2024; too few of x-wing to tell
// them from locked).
var tierTimes = [...]struct{ score, low, high float64 }{
	solver.Singletons: {304, 240, 480},
	solver.Hidden:     {350, 258, 612},
	solver.Locked:     {509, 266, 1292},
	solver.XWing:      {509, 266, 1292},
	solver.Guessing:   {683, 390, 1429},
}
