package picture

import (
	"math"
	"testing"
)

// A curve runs through its points and is as wide as asked; a dashed one has gaps, and begins with a dash.
func TestCurve(t *testing.T) {
	var path []point
	for i := range 25 {
		angle := float64(i) / 24 * math.Pi / 2
		path = append(path, point{20 + 160*math.Sin(angle), 180 - 160*math.Cos(angle)})
	}
	drawn := map[bool]canvas{}
	for _, dashed := range []bool{false, true} {
		c := newCanvas(200, 200, 0xffffff)
		c.curve(path, 6, 0x000000, dashed)
		drawn[dashed] = c
		for y := range 200 {
			for x := range 200 {
				away := math.Inf(1)
				for i := range path[1:] {
					from, to := path[i], path[i+1]
					away = min(away, 3-stroke(from.x, from.y, to.x, to.y, 6)(float64(x)+0.5, float64(y)+0.5))
				}
				switch ink := c.at(x, y); {
				case away > 3.6 && ink != 0xffffff:
					t.Fatalf("%v at %d,%d, %.1f pixels away from the curve", ink, x, y, away)
				case away < 2.4 && ink != 0 && !dashed:
					t.Fatalf("%v at %d,%d, %.1f pixels away from the curve", ink, x, y, away)
				}
			}
		}
	}
	gaps, before := 0, true
	for _, p := range path {
		on := drawn[true].at(int(p.x), int(p.y)) == 0
		if before && !on {
			gaps++
		}
		before = on
	}
	if gaps < 3 || drawn[true].at(20, 20) != 0 {
		t.Errorf("%d gaps", gaps)
	}
	newCanvas(10, 10, 0).curve(nil, 2, 0xffffff, true) // draws nothing
}

// Round corners leave the corner itself free, and fill up to the arc.
func TestPlate(t *testing.T) {
	c := newCanvas(100, 100, 0xffffff)
	c.plate(area{10, 10, 90, 90}, 20, 0x000000)
	for _, at := range []struct {
		x, y int
		ink  bool
	}{{10, 10, false}, {14, 14, false}, {17, 17, true}, {50, 10, true}, {10, 50, true}, {89, 89, false}, {50, 50, true}, {90, 50, false}} {
		if got := c.at(at.x, at.y) == 0; got != at.ink {
			t.Errorf("the ink at %d,%d is %v", at.x, at.y, got)
		}
	}
	c.frame(area{10, 10, 90, 90}, 4, 20, 0xff0000)
	if c.at(50, 12) != 0xff0000 || c.at(17, 17) != 0xff0000 || c.at(50, 50) != 0 {
		t.Error("the frame is not at the edge")
	}
}
