package picture

import (
	"fmt"
	"math"

	"golang.org/x/image/font"
)

// Chart is panels of bars below each other, drawn by [Chart.PNG] or written by [Chart.Text].
type Chart struct {
	Panels []Panel
	Theme  Theme `json:",omitempty"`
}

// Panel is one part of a chart: bars below each other on a logarithmic scale, or on one that begins
// at 0.
type Panel struct {
	Title  string
	Bars   []Bar
	Linear bool
}

// Bar is a value, 0 or more, with a name and the words that stand behind it.
type Bar struct {
	Name  string
	Value float64
	Text  string
}

// The layout of a chart, in pixels.
const (
	chartWidth  = 900
	chartName   = 190 // room for the names
	chartText   = 130 // room behind the longest bar
	barHeight   = 22
	barApart    = 32
	panelTitle  = 44
	chartMargin = 16
)

// PNG draws a chart. Each decade of a logarithmic panel has a line, and each bar its value as a text,
// so that it can be read without its colours.
func (chart Chart) PNG() ([]byte, error) {
	height := 2 * chartMargin
	for _, p := range chart.Panels {
		height += panelTitle + barApart*len(p.Bars)
	}
	ink := chart.Theme.inks()
	c := newCanvasOf(chartWidth, height, ink.ground)
	f, err := openFonts(50)
	if err != nil {
		return nil, fmt.Errorf("drawing a chart: %w", err)
	}
	top := float64(chartMargin)
	for _, p := range chart.Panels {
		p.draw(c, f, ink, top)
		top += panelTitle + barApart*float64(len(p.Bars))
	}
	return c.png()
}

func (p Panel) draw(c canvas, f fonts, ink inks, top float64) {
	c.write(f.title, p.Title, chartMargin, top+26, ink.thick)
	top += panelTitle
	bottom := top + barApart*float64(len(p.Bars))
	at := p.scale().at
	for _, x := range p.lines() {
		c.fill(area{x, top - 2, x + 1, bottom - 4}, ink.thin)
	}
	if p.Linear {
		at = p.linear
	}
	for i, b := range p.Bars {
		y := top + barApart*float64(i)
		name := float64(font.MeasureString(f.label, b.Name)) / 64
		c.write(f.label, b.Name, chartName-10-name, y+17, ink.thick)
		end := float64(chartName)
		if b.Value > 0 {
			end = at(b.Value)
			c.fill(area{chartName, y, end, y + barHeight}, ink.digit)
		}
		text := float64(font.MeasureString(f.label, b.Text)) / 64
		c.fill(area{end + 1, y, end + 14 + text, y + barHeight}, ink.ground)
		c.write(f.label, b.Text, end+8, y+17, ink.thick)
	}
}

// lines returns where the lines of a logarithmic scale stand, one for each decade, in pixels.
func (p Panel) lines() (at []float64) {
	if p.Linear {
		return nil
	}
	scale := p.scale()
	for exponent := scale.least; exponent <= scale.most; exponent++ {
		at = append(at, scale.at(math.Pow10(exponent)))
	}
	return at
}

// linear returns where a value ends on a scale that begins at 0, in pixels.
func (p Panel) linear(value float64) float64 {
	most := 0.0
	for _, b := range p.Bars {
		most = max(most, b.Value)
	}
	return chartName + value/most*(chartWidth-chartName-chartText)
}

// decades is a logarithmic scale, from 10 to the power of least to that of most.
type decades struct{ least, most int }

// scale returns the decades that hold all bars.
func (p Panel) scale() decades {
	least, most := math.Inf(1), math.Inf(-1)
	for _, b := range p.Bars {
		if b.Value > 0 && !math.IsInf(b.Value, 0) {
			least, most = min(least, b.Value), max(most, b.Value)
		}
	}
	if math.IsInf(least, 0) {
		return decades{0, 1}
	}
	d := decades{int(math.Floor(math.Log10(least))), int(math.Ceil(math.Log10(most)))}
	if math.Pow10(d.least) == least { // else the shortest bar could not be seen
		d.least--
	}
	return d
}

// at returns where a value ends, in pixels.
func (d decades) at(value float64) float64 {
	share := (math.Log10(value) - float64(d.least)) / float64(d.most-d.least)
	return chartName + share*(chartWidth-chartName-chartText)
}
