package picture

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// chartBar is the longest bar of a chart as text, in letters.
const chartBar = 16

// Text writes a chart in letters of one width: a line for each bar. All bars are as long as their
// value, and none that has one is left out.
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

// Words is a chart for those who have it read to them: "0–1: 12, 1–2: 30" below the title of each panel.
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
