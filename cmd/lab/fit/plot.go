package main

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"path/filepath"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// style is how a tier is drawn: by colour and by shape, since not everybody can distinguish
// colours (palette: M. Okabe and K. Ito, "Color Universal Design", 2008).
type style struct {
	color   color.RGBA
	corners int
}

var styles = map[logic.Tier]style{
	logic.TierSingletons: {color.RGBA{0x56, 0xb4, 0xe9, 0xff}, 24},
	logic.TierHidden:     {color.RGBA{0x99, 0x99, 0x99, 0xff}, 24},
	logic.TierLocked:     {color.RGBA{0x00, 0x9e, 0x73, 0xff}, 4},
	logic.TierXWing:      {color.RGBA{0x00, 0x00, 0x00, 0xff}, 5},
	logic.TierGuessing:   {color.RGBA{0xd5, 0x5e, 0x00, 0xff}, 3},
}

// frame is a plot with its axes: seconds upwards, on a logarithmic scale.
type frame struct {
	picture
	left, top, right, bottom float64 // pixels
	least, most              float64 // seconds
}

// ticks are the seconds that are marked on the axes.
var ticks = []float64{150, 300, 600, 1200, 2400, 4800}

func newFrame() (frame, error) {
	p, err := newPicture(1000, 800)
	f := frame{p, 110, 50, 970, 720, 130, 6500}
	return f, err
}

// along returns how far along an axis a time is, 0 to 1.
func (f frame) along(seconds float64) float64 {
	return math.Log(seconds/f.least) / math.Log(f.most/f.least)
}

func (f frame) height(seconds float64) float64 {
	return f.bottom - f.along(seconds)*(f.bottom-f.top)
}

// axis draws the scale of measured seconds.
func (f frame) axis(title string) {
	for _, t := range ticks {
		f.line(faint, 1, point{f.left, f.height(t)}, point{f.right, f.height(t)})
		f.write(minutes(t), point{f.left - 8, f.height(t) + 6}, 1)
	}
	f.line(ink, 1.5, point{f.left, f.top}, point{f.left, f.bottom})
	f.line(ink, 1.5, point{f.left, f.bottom}, point{f.right, f.bottom})
	f.write(title, point{12, f.top - 20}, 0)
}

func minutes(seconds float64) string { return fmt.Sprintf("%g min", seconds/60) }

// draw makes the pictures of docs/rating.md in a folder.
func (f *fitted) draw(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	if err := f.drawScatter(filepath.Join(folder, "expected-measured.png")); err != nil {
		return err
	}
	return f.drawTiers(filepath.Join(folder, "tiers.png"))
}

// drawScatter draws a mark for each puzzle, expected time to the right, measured time upwards.
func (f *fitted) drawScatter(path string) error {
	plot, err := newFrame()
	if err != nil {
		return err
	}
	plot.axis("measured: mean time of the people who solved it")
	across := func(seconds float64) float64 {
		return plot.left + plot.along(seconds)*(plot.right-plot.left)
	}
	for _, t := range ticks {
		plot.line(faint, 1, point{across(t), plot.top}, point{across(t), plot.bottom})
		plot.write(minutes(t), point{across(t), plot.bottom + 26}, 0.5)
	}
	plot.write("expected, fitted without the puzzle; eight of ten or more between the curves", point{plot.right, plot.bottom + 60}, 1)
	plot.line(ink, 1.5, point{plot.left, plot.bottom}, point{plot.right, plot.top})
	for n, tier := range logic.Tiers {
		s := styles[tier]
		puzzles := f.where(func(i int) bool { return f.tiers[i] == tier })
		for _, i := range puzzles {
			at := point{across(f.validated[0].expected[i]), plot.height(f.measured[i])}
			plot.marker(color.White, at, s.corners, 5)
			plot.marker(s.color, at, s.corners, 4)
		}
		legend := point{plot.right - 240, plot.bottom - 150 + 28*float64(n)}
		plot.marker(s.color, legend, s.corners, 7)
		plot.write(fmt.Sprintf("%d %v: %s", tier, tier, puzzleCount(puzzles)), point{legend.x + 16, legend.y + 6}, 0)
	}
	plot.interval(f.model.Interval)
	return plot.save(path)
}

// interval draws the ends of the interval as two curves.
func (f frame) interval(i rating.Interval) {
	const steps = 100
	at := func(expected, measured float64) point {
		return point{f.left + f.along(expected)*(f.right-f.left), f.height(measured)}
	}
	var lastLow, lastHigh point
	for n := range steps + 1 {
		expected := f.least * math.Pow(f.most/f.least, float64(n)/steps)
		low, high := i.Around(expected)
		if low < f.least || high > f.most {
			continue
		}
		if lastLow != (point{}) {
			f.line(ink, 2, lastLow, at(expected, low))
			f.line(ink, 2, lastHigh, at(expected, high))
		}
		lastLow, lastHigh = at(expected, low), at(expected, high)
	}
}

// drawTiers draws the range of the middle half and of eight tenths of the times of each tier, measured beside expected.
func (f *fitted) drawTiers(path string) error {
	plot, err := newFrame()
	if err != nil {
		return err
	}
	plot.axis("mean time: measured (dark), expected (light); line at the median")
	width := (plot.right - plot.left) / float64(len(logic.Tiers))
	for n, tier := range logic.Tiers {
		middle := plot.left + (float64(n)+0.5)*width
		puzzles := f.where(func(i int) bool { return f.tiers[i] == tier })
		plot.write(fmt.Sprintf("%d %v", tier, tier), point{middle, plot.bottom + 26}, 0.5)
		plot.write(puzzleCount(puzzles), point{middle, plot.bottom + 50}, 0.5)
		if len(puzzles) > 0 {
			c := styles[tier].color
			plot.box(c, middle-28, pick(f.measured, puzzles))
			plot.box(lighter(c), middle+28, pick(f.validated[0].expected, puzzles))
		}
	}
	return plot.save(path)
}

func puzzleCount(puzzles []int) string {
	if len(puzzles) == 1 {
		return "1 puzzle"
	}
	return fmt.Sprintf("%d puzzles", len(puzzles))
}

// box draws the middle half of the times as a box, and their middle eight tenths as a line.
func (f frame) box(c color.Color, x float64, times []float64) {
	at := func(share float64) float64 { return f.height(quantile(times, share)) }
	f.line(c, 3, point{x, at(0.1) + 1}, point{x, at(0.9) - 1})
	f.fill(c, point{x - 22, at(0.25) + 1}, point{x + 22, at(0.25) + 1}, point{x + 22, at(0.75) - 1}, point{x - 22, at(0.75) - 1})
	f.line(color.White, 4, point{x - 22, at(0.5)}, point{x + 22, at(0.5)})
	f.line(ink, 2, point{x - 22, at(0.5)}, point{x + 22, at(0.5)})
}

func lighter(c color.RGBA) color.RGBA {
	half := func(x uint8) uint8 { return uint8((int(x) + 2*0xff) / 3) }
	return color.RGBA{half(c.R), half(c.G), half(c.B), 0xff}
}
