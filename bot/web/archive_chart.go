package web

import (
	"slices"
	"strconv"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// chart is a table with a bar in each row.
type chart struct {
	Title string
	Head  []string
	Bars  []bar
}

// bar is a row, of a width from 0 to 100.
type bar struct {
	Name, Text string
	Width      int
}

// charts turns a chart of the bot into tables.
func (v *visit) charts(c *picture.Chart) (charts []chart) {
	if c == nil {
		return nil
	}
	head := []string{v.Text("page.archive.range", nil), v.Text("page.archive.puzzles", nil)}
	for _, panel := range c.Panels {
		one, most := chart{Title: panel.Title, Head: head}, 1.0
		for _, b := range panel.Bars {
			most = max(most, b.Value)
		}
		for _, b := range panel.Bars {
			one.Bars = append(one.Bars, bar{b.Name, b.Text, int(100 * b.Value / most)})
		}
		charts = append(charts, one)
	}
	return charts
}

// growth is a table of the puzzles that came in each month, from the first one listed until now.
func (v *visit) growth(months []library.Month) []chart {
	if len(months) == 0 {
		return nil
	}
	c := chart{Title: v.Text("page.archive.growth", nil), Head: []string{v.Text("page.archive.month", nil), v.Text("page.archive.puzzles", nil)}}
	all := everyMonth(months, v.Store.Now())
	most := slices.MaxFunc(all, func(a, b library.Month) int { return a.Puzzles - b.Puzzles }).Puzzles
	for _, m := range all {
		c.Bars = append(c.Bars, bar{m.First.Format("2006-01"), strconv.Itoa(m.Puzzles), 100 * m.Puzzles / max(most, 1)})
	}
	return []chart{c}
}

// everyMonth adds the months that brought nothing, until now: bars are as far apart as their months. It
// is the last year at most.
func everyMonth(months []library.Month, now time.Time) (all []library.Month) {
	known := map[string]int{}
	for _, m := range months {
		known[m.First.UTC().Format("2006-01")] = m.Puzzles
	}
	now = now.UTC()
	first := time.Date(now.Year(), now.Month()-11, 1, 0, 0, 0, 0, time.UTC)
	if start := months[0].First.UTC(); start.After(first) {
		first = start
	}
	for m := first; !m.After(now); m = m.AddDate(0, 1, 0) {
		all = append(all, library.Month{First: m, Puzzles: known[m.Format("2006-01")]})
	}
	return all
}
