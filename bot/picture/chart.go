package picture

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/look"
)

// Chart is panels of bars below each other, drawn by [Chart.PNG] or written by [Chart.Text].
type Chart struct {
	Panels []Panel
	Theme  look.Theme `json:",omitempty"`
	Narrow bool       `json:",omitempty"` // for a phone: half as wide, with short names, and without the titles
}

// Panel is one part of a chart: bars below each other, on a logarithmic scale or one that begins
// at 0.
type Panel struct {
	Title  string
	Bars   []Bar
	Linear bool

	// Units name the unit of the bars' names, and that of their values. A narrow chart shows them above
	// the first bar, unless the font lacks their letters.
	Units [2]string `json:",omitzero"`
}

// Bar is a value, 0 or more, with a name and a text that is written behind it.
type Bar struct {
	Name  string
	Value float64
	Text  string
}

// The layout of a chart, in pixels.
const (
	barHeight   = unit * 11 / 36
	barApart    = unit * 4 / 9
	chartMargin = unit * 2 / 9
	barGap      = unit / 8 // between a bar and its name or its value
)

// columns are the widths of a chart and of its parts, in pixels.
type columns struct {
	width float64
	name  float64 // room for the names
	text  float64 // room behind the longest bar
	title float64 // room above the first bar
	units float64 // additional room for units
}

func (chart Chart) columns() columns {
	if chart.Narrow {
		return columns{width: 6.8 * unit, name: 1.1 * unit, text: 1.2 * unit, title: unit / 6, units: unit / 3}
	}
	return columns{width: 12.5 * unit, name: 2.6 * unit, text: 1.8 * unit, title: unit * 11 / 18}
}

// bars returns the length of the longest bar.
func (c columns) bars() float64 { return c.width - c.name - c.text }

// PNG draws a chart. Each decade of a logarithmic panel has a line, and each bar its value as a text,
// so that it can be read without its colours.
func (chart Chart) PNG() ([]byte, error) {
	ink, columns := chart.Theme.Palette(), chart.columns()
	f, err := openFonts(unit)
	if err != nil {
		return nil, fmt.Errorf("drawing a chart: %w", err)
	}
	height := 2 * chartMargin
	for _, p := range chart.Panels {
		height += int(p.above(f, columns)) + barApart*len(p.Bars)
	}
	c := newCanvas(int(columns.width), height, ink.Ground)
	top := float64(chartMargin)
	for _, p := range chart.Panels {
		if !chart.Narrow {
			c.write(f.title, p.Title, chartMargin, top+0.36*unit, ink.Ink)
		}
		above := p.above(f, columns)
		if above > columns.title {
			// The unit of the names is as far left as it needs; the other is behind it, or at the beginning of the bars.
			names, y := width(f.label, p.Units[0]), top+above-unit/6
			left := max(chartMargin/2, columns.name-barGap-names)
			c.write(f.label, p.Units[0], left, y, ink.Soft)
			c.write(f.label, p.Units[1], max(columns.name, left+names+chartMargin), y, ink.Soft)
		}
		p.draw(c, f, ink, columns, top+above)
		top += above + barApart*float64(len(p.Bars))
	}
	return c.png()
}

// above returns the room above the first bar of a panel.
func (p Panel) above(f fonts, columns columns) float64 {
	if columns.units > 0 && drawable(f.label, p.Units[0]) && drawable(f.label, p.Units[1]) {
		return columns.title + columns.units
	}
	return columns.title
}

// draw draws the bars of a panel, from a line on.
func (p Panel) draw(c canvas, f fonts, ink look.Palette, columns columns, top float64) {
	bottom := top + barApart*float64(len(p.Bars))
	share := p.scale().share
	for _, s := range p.lines() {
		x := columns.name + s*columns.bars()
		c.fill(area{x, top - unit/36, x + look.ThinShare*unit, bottom - barApart + barHeight + unit/36}, ink.Hair)
	}
	if p.Linear {
		most := 0.0
		for _, b := range p.Bars {
			most = max(most, b.Value)
		}
		share = func(value float64) float64 { return value / most }
	}
	for i, b := range p.Bars {
		y := top + barApart*float64(i)
		base := y + barHeight*0.8
		c.write(f.label, b.Name, columns.name-barGap-width(f.label, b.Name), base, ink.Ink)
		end := columns.name
		if b.Value > 0 {
			end += share(b.Value) * columns.bars()
			bar := area{columns.name, y, end, y + barHeight}
			c.plate(bar, min(barHeight/6, (end-columns.name)/2), ink.Accent)
		}
		c.fill(area{end + 1, y, end + 2*barGap + width(f.label, b.Text), y + barHeight}, ink.Ground)
		c.write(f.label, b.Text, end+barGap, base, ink.Ink)
	}
}

// lines returns the positions of the lines of a logarithmic scale, one for each decade, as shares of the
// longest bar.
func (p Panel) lines() (at []float64) {
	if p.Linear {
		return nil
	}
	scale := p.scale()
	for exponent := scale.least; exponent <= scale.most; exponent++ {
		at = append(at, scale.share(math.Pow10(exponent)))
	}
	return at
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

// share returns the length of a value's bar, as a share of the longest.
func (d decades) share(value float64) float64 {
	return (math.Log10(value) - float64(d.least)) / float64(d.most-d.least)
}

// chartBar is the length of the longest bar in text, in letters.
const chartBar = 16

// Text writes a chart in letters of one width: a line for each bar. The length of a bar is proportional to its
// value, and at least one letter unless that is 0.
func (chart Chart) Text() string {
	var text strings.Builder
	for _, p := range chart.Panels {
		most, name := 0.0, 0
		for _, b := range p.Bars {
			most, name = max(most, b.Value), max(name, utf8.RuneCountInString(b.Name))
		}
		fmt.Fprintln(&text, p.Title)
		for _, b := range p.Bars {
			bar := ""
			if b.Value > 0 {
				bar = strings.Repeat("█", max(1, int(math.Round(chartBar*b.Value/most)))) + " "
			}
			fmt.Fprintf(&text, "%*s %s%s\n", name, b.Name, bar, b.Text)
		}
	}
	return text.String()
}

// Words writes a chart for screen readers: "0–1: 12, 1–2: 30" below the title of each panel.
func (chart Chart) Words() string {
	var text strings.Builder
	for _, p := range chart.Panels {
		var bars []string
		for _, b := range p.Bars {
			bars = append(bars, b.Name+": "+b.Text)
		}
		fmt.Fprintf(&text, "%s\n%s\n", p.Title, strings.Join(bars, ", "))
	}
	return strings.TrimSpace(text.String())
}
