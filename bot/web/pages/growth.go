package pages

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
)

// growthPage is the body of the page that shows how the open archive has grown.
type growthPage struct {
	Changed string // the day of its last import, "" before the first
	Total   string
	Months  *monthsDrawn // nil: there are none
	Table   grownTable
	Charts  []chart // by size and difficulty
	Newest  []newCollection
}

// monthsDrawn is a picture of the months: a stack for each, with a part for each collection.
type monthsDrawn struct {
	Words       string // for screen readers
	Width       int
	Parts       []stackPart
	Most        string // the highest stack
	First, Last string
	Legend      []legend
}

type stackPart struct {
	X, Y, Height float64
	Series       int
}

type legend struct {
	Series int
	Name   string
}

// grownTable has the numbers of the picture.
type grownTable struct {
	Title string
	Head  []string
	Rows  []grownRow
}

type grownRow struct {
	Name  string
	Cells []string
}

type newCollection struct{ Name, Query, Facts string }

// Limits of the page: the largest collections have a colour of their own, and the last months are shown.
const (
	ownColours  = 4
	monthsShown = 36
	monthsLeast = 12
	newestShown = 5

	growthFor = 10 * time.Minute
)

// grownArchive keeps how the archive has grown, which takes a sample of all collections to find out. One visitor at a
// time has it made, and the others wait for it.
type grownArchive struct {
	mu   sync.Mutex
	made time.Time
	last open.Growth
}

func (g *grownArchive) get(v visit) (open.Growth, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := v.Store.Now()
	if !g.made.IsZero() && now.Sub(g.made) < growthFor {
		return g.last, nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(v.Context()), site.WriteTimeout/2) // others wait for it too
	defer cancel()
	last, err := v.Store.Growth(ctx)
	if err == nil {
		g.last, g.made = last, now
	}
	return last, err
}

// growing shows how many puzzles the open archive has, and when they came.
func (v visit) growing() error {
	g, err := v.grown.get(v)
	if err != nil {
		return err
	}
	p := growthPage{Charts: v.kinds(g.Puzzles)}
	sum := 0
	for _, n := range g.Puzzles {
		sum += n
	}
	p.Total = v.Count("page.growth.total", sum, nil)
	if !g.Changed.IsZero() {
		p.Changed = v.Text("page.growth.changed", locale.Args{"Day": calendar.DateOf(g.Changed.UTC()).String()})
	}
	p.Months, p.Table = v.drawMonths(g)
	for _, c := range g.Collections[:min(newestShown, len(g.Collections))] {
		facts := []string{calendar.DateOf(c.Begun.UTC()).String(), v.Count("page.growth.total", c.Sum, nil)}
		if c.Licence != "" {
			facts = append(facts, chat.FromFile(c.Licence))
		}
		p.Newest = append(p.Newest, newCollection{chat.FromFile(c.Name), collectionQuery(c.Name), v.Commas(facts)})
	}
	return v.Render(http.StatusOK, templates, site.View{
		Template: "growth.html", Title: v.Text("page.growth.title", nil), Description: p.Total, Canonical: "growth", Body: p,
	})
}

// kinds returns a table of the puzzles of each size, by difficulty.
func (v visit) kinds(counts library.TierCounts) (charts []chart) {
	for _, shape := range sizes {
		most := 0
		for _, kind := range library.Kinds {
			if kind.Shape == shape {
				most = max(most, counts[kind.Slot()])
			}
		}
		c := chart{Title: v.Text("page.growth.size", locale.Args{"Size": site.Size(shape)}), Head: []string{v.Text("page.archive.field.tier", nil), v.Text("page.archive.puzzles", nil)}}
		for _, kind := range library.Kinds {
			n := counts[kind.Slot()]
			if kind.Shape != shape || n == 0 {
				continue
			}
			name := chat.Capital(v.Shape(shape))
			if library.HasTiers(shape) {
				name = v.Difficulty(kind.Tier)
			}
			c.Bars = append(c.Bars, bar{Name: name, Text: strconv.Itoa(n), Width: max(1, 100*n/most), Tier: kind.Tier})
		}
		if c.Bars != nil {
			charts = append(charts, c)
		}
	}
	return charts
}

// drawMonths draws the new puzzles of the last months. The collections that brought most have a colour each, the others
// share the last.
func (v visit) drawMonths(g open.Growth) (*monthsDrawn, grownTable) {
	if len(g.Months) == 0 {
		return nil, grownTable{}
	}
	brought, names := map[int32]int{}, map[int32]string{}
	for _, m := range g.Months {
		brought[m.Collection] += m.Puzzles
	}
	for _, c := range g.Collections {
		names[c.ID] = chat.FromFile(c.Name)
	}
	ranked := slices.SortedFunc(maps.Keys(brought), func(a, b int32) int {
		return cmp.Or(brought[b]-brought[a], int(a-b))
	})
	var series []legend
	of := map[int32]int{}
	for i, id := range ranked {
		of[id] = min(i, ownColours)
		if i < ownColours {
			series = append(series, legend{i, names[id]})
		}
	}
	if len(ranked) > ownColours {
		series = append(series, legend{ownColours, v.Text("page.growth.others", nil)})
	}
	now := v.Store.Now().UTC()
	last := time.Date(now.Year(), now.Month(), 1, 0, 0, 0, 0, time.UTC)
	first := last.AddDate(0, 1-monthsLeast, 0)
	if begun := g.Months[0].First.UTC(); begun.Before(first) {
		first = begun
	}
	if earliest := last.AddDate(0, 1-monthsShown, 0); first.Before(earliest) {
		first = earliest
	}
	stacks := map[time.Time][]int{}
	most := 1
	for _, m := range g.Months {
		at := m.First.UTC()
		if stacks[at] == nil {
			stacks[at] = make([]int, len(series))
		}
		stacks[at][of[m.Collection]] += m.Puzzles
		sum := 0
		for _, n := range stacks[at] {
			sum += n
		}
		if !at.Before(first) {
			most = max(most, sum)
		}
	}
	d := &monthsDrawn{Most: strconv.Itoa(most), First: v.MonthOfYear(first), Last: v.MonthOfYear(last), Legend: series}
	table := grownTable{Title: v.Text("page.archive.growth", nil), Head: []string{v.Text("page.archive.month", nil)}}
	for _, s := range series {
		table.Head = append(table.Head, s.Name)
	}
	for m := first; !m.After(last); m = m.AddDate(0, 1, 0) {
		row, below := grownRow{Name: v.MonthOfYear(m)}, 0.0
		for i := range series {
			n := 0
			if stack := stacks[m]; stack != nil {
				n = stack[i]
			}
			row.Cells = append(row.Cells, strconv.Itoa(n))
			if height := 100 * float64(n) / float64(most); n > 0 {
				below += height
				d.Parts = append(d.Parts, stackPart{float64(d.Width), 100 - below, height, i})
			}
		}
		d.Width += 10
		if slices.ContainsFunc(row.Cells, func(c string) bool { return c != "0" }) {
			table.Rows = append(table.Rows, row)
		}
	}
	slices.Reverse(table.Rows) // the newest first
	d.Words = v.Text("page.growth.picture", locale.Args{"From": d.First, "To": d.Last, "Most": most})
	return d, table
}
