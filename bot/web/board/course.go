package board

import (
	"fmt"
	"strings"
)

// course is a drawing of how a solve went: the number of filled cells over the active time, in 320 by 80 units.
type course struct {
	Line, Area    string // paths
	Hints, Checks []point
}

type point struct{ X, Y int }

const (
	courseWidth  = 320
	courseHeight = 80
	courseMargin = 6 // for the signs and half of the line
)

// drawCourse draws the steps of a finished game that had some empty cells. It returns nil if there is nothing to see.
func drawCourse(steps []Event, empty int) *course {
	if len(steps) == 0 || empty == 0 {
		return nil
	}
	last := max(steps[len(steps)-1].Seconds, 1)
	c, line := &course{}, &strings.Builder{}
	at := point{courseMargin, courseHeight - courseMargin}
	fmt.Fprintf(line, "M%d %d", at.X, at.Y)
	for _, s := range steps {
		filled := empty - strings.Count(s.Grid, ".")
		to := point{
			courseMargin + (courseWidth-2*courseMargin)*s.Seconds/last,
			courseHeight - courseMargin - (courseHeight-2*courseMargin)*filled/empty,
		}
		if to.X != at.X { // nothing was filled until then
			fmt.Fprintf(line, "H%d", to.X)
		}
		if to.Y != at.Y {
			fmt.Fprintf(line, "V%d", to.Y)
		}
		at = to
		switch s.Kind {
		case "hinted":
			c.Hints = append(c.Hints, at)
		case "checked":
			c.Checks = append(c.Checks, at)
		}
	}
	c.Line = line.String()
	c.Area = c.Line + fmt.Sprintf("V%dH%dz", courseHeight-courseMargin, courseMargin)
	return c
}
