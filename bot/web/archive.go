package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// archivePage is the body of the pages of those who manage the archive: of their first one, and of what
// came of a form of it.
type archivePage struct {
	Search    archiveForm
	Import    archiveForm
	Result    result
	Stats     result
	Charts    []chart
	Importing bool
}

// archiveForm is a form that asks the bot for something.
type archiveForm struct {
	Heading, Send string
	Fields        []field
}

// field is a field of a form: text, or one of Choices.
type field struct {
	Name, Label, Value string
	Choices            []formOption
	File               bool
}

// result is what the bot said, with the buttons that go on.
type result struct {
	Title, Words string
	Buttons      []resultButton
	Decide       string // the address that the buttons are sent to
	Failed       bool
}

type resultButton struct{ Verb, Number, Label string }

// showArchive shows what the archive has, and the forms. A file whose import was not decided, or was
// interrupted, is offered again.
func (v *visit) showArchive() error {
	waiting, err := v.waiting()
	if err != nil {
		return err
	}
	return v.renderArchive(http.StatusOK, waiting)
}

func (v *visit) renderArchive(status int, r result) error {
	stats := v.Bot.Handle(v.ctx(), v.asking(chat.Ask{Command: "stats"}))
	overview, err := v.Store.Overview(v.ctx(), v.session.GuildID)
	if err != nil {
		return err
	}
	p := archivePage{
		Search: v.archiveForm("search"), Import: v.archiveForm("import"), Result: r, Stats: v.resultOf(stats),
		Charts: append(v.growth(overview.Months), v.charts(stats.Screen.Chart)...), Importing: v.works.current().isUnderWay(),
	}
	return v.render(status, "archive.html", v.Text("page.archive.title", nil), p)
}

// asking is a request of the visitor.
func (v *visit) asking(action chat.Action) chat.Request {
	return chat.Request{
		Language: v.Tag(), Player: v.session.Player, Place: v.place(), Rights: v.rights(), Buttons: true, Action: action,
	}
}

// archiveForm is the form of a command, with what was sent of it.
func (v *visit) archiveForm(name string) archiveForm {
	c := v.command(name)
	f := archiveForm{Heading: c.Description, Send: v.Text("page.archive."+name, nil)}
	sent := strings.HasSuffix(v.r.URL.Path, "/"+name)
	for _, o := range c.Options {
		one := field{Name: o.Name, Label: o.Label + ": " + o.Description, File: o.Kind == chat.FileOption}
		if sent {
			one.Value = v.r.PostForm.Get(o.Name)
		}
		for i, value := range o.Choices {
			one.Choices = append(one.Choices, formOption{value, o.Labels[i], value == one.Value})
		}
		f.Fields = append(f.Fields, one)
	}
	return f
}

// resultOf is what a reply says, with the buttons of an import.
func (v *visit) resultOf(reply chat.Reply) result {
	r := result{Decide: v.root() + decisions, Title: reply.Screen.Title.String(), Words: reply.Screen.Body.String(), Failed: reply.Failed}
	for _, row := range reply.Screen.Rows {
		for _, b := range row {
			if importVerbs[b.Press.Verb] {
				r.Buttons = append(r.Buttons, resultButton{string(b.Press.Verb), b.Press.Argument, b.Label})
			}
		}
	}
	return r
}

// importVerbs are the buttons of a preview.
var importVerbs = map[chat.Verb]bool{chat.ConfirmImport: true, chat.CancelImport: true}

// answered shows the archive with what came of a form.
func (v *visit) answered(reply chat.Reply) error {
	status := http.StatusOK
	if reply.Failed {
		status = http.StatusUnprocessableEntity
	}
	r := v.resultOf(reply)
	r.Title = cmp.Or(r.Title, v.Text("page.archive.title", nil))
	return v.renderArchive(status, r)
}

// search searches the archive, and keeps or deletes a search where the form says so.
func (v *visit) search() error {
	if err := v.readForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: "search", Options: map[string]string{}}
	for _, o := range v.command("search").Options {
		if text := strings.TrimSpace(v.r.PostForm.Get(o.Name)); text != "" {
			ask.Options[o.Name] = text
		}
	}
	return v.answered(v.Bot.Handle(v.ctx(), v.asking(ask)))
}

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
