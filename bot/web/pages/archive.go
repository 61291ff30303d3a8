package pages

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	// Uploads is the address to which files are sent.
	Uploads = "/archive/import"
	// MaxUpload is the size in bytes of the largest file that is imported: 25 MiB, as in a chat. Larger ones are for
	// the command line.
	MaxUpload = 25 << 20

	// decisions is the address, below the root, of the buttons of a preview.
	decisions = "archive/import/decision"
)

// archivePage is the body of the page of the archive, with the result of a form on it.
type archivePage struct {
	Search    archiveForm
	Import    archiveForm
	Result    result
	Stats     result
	Charts    []chart
	Importing bool
}

// archiveForm is a form of a command. Details has the fields that few people use.
type archiveForm struct {
	Heading, Send string
	Fields        []field
	Details       []field
	Open          bool // the details
}

// field is a field of a form: text, a file, one of Choices, or a range of numbers.
type field struct {
	Name, Label, Value string
	Open               string // the choice of none
	Choices            []formOption
	File               bool

	Range              bool
	From, To, Step     string
	FromLabel, ToLabel string
}

// ranges are the fields of numbers, each with the step between them.
var ranges = map[string]string{"minutes": "1", "clues": "1", "er": "0.1", "depth": "1", "hodoku": "1"}

// detailFields are the fields of a search that few people use.
var detailFields = []string{"er", "depth", "hodoku", "symmetry", "saved", "save", "delete"}

// result is an answer of the bot, with the buttons of a preview.
type result struct {
	Title, Words string
	Puzzles      []cardLink // in the words, if they have pages
	Buttons      []resultButton
	Decide       string // the address that the buttons are sent to
	Failed       bool
}

// Parts are the words, with links to the pages of puzzles.
func (r result) Parts() (parts []cardLink) {
	rest := r.Words
	for _, link := range r.Puzzles {
		if before, after, found := strings.Cut(rest, link.Words); found {
			parts, rest = append(parts, cardLink{"", before}, link), after
		}
	}
	return append(parts, cardLink{"", rest})
}

type resultButton struct{ Verb, Number, Label string }

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
	Tier       logic.Tier // its dots; 0: none
	More       string     // another column before Text; "": there is none
}

// showArchive shows the statistics of the archive, and the forms. A file whose import was not decided, or was
// interrupted, is offered again.
func (v visit) showArchive() error {
	file, err := v.Store.WaitingImport(v.Context(), v.Session.GuildID, v.Session.Player.ID)
	if errors.Is(err, postgres.ErrNotFound) || v.Work.Last().Running() {
		return v.renderArchive(http.StatusOK, result{})
	}
	if err != nil {
		return err
	}
	number := strconv.FormatInt(file.ID, 10)
	return v.renderArchive(http.StatusOK, result{
		Title: v.Text("page.archive.import-title", nil), Words: v.Text("page.archive.waiting", locale.Args{"File": file.File}),
		Decide: v.Root() + decisions,
		Buttons: []resultButton{
			{string(chat.ConfirmImport), number, v.Text("button.import", nil)},
			{string(chat.CancelImport), number, v.Text("button.cancel", nil)},
		},
	})
}

func (v visit) renderArchive(status int, r result) error {
	stats := v.Bot.Handle(v.Context(), v.Request(chat.Ask{Command: "stats"}))
	overview, err := v.Store.Overview(v.Context(), v.Session.GuildID)
	if err != nil {
		return err
	}
	p := archivePage{
		Search: v.archiveForm("search"), Import: v.archiveForm("import"), Result: r, Stats: v.resultOf(stats),
		Charts: append(v.growth(overview.Months), v.charts(stats.Screen.Chart)...), Importing: v.Work.Last().Running(),
	}
	p.Stats.Words = strings.TrimSuffix(p.Stats.Words, v.Text("stats.chart", nil)) // it is about a picture
	return v.render(status, "archive.html", v.Text("page.archive.title", nil), p)
}

// archiveForm returns the form of a command, filled with the values that were sent.
func (v visit) archiveForm(name string) archiveForm {
	f := archiveForm{Heading: v.Text("page.archive."+name+"-title", nil), Send: v.Text("page.archive."+name, nil)}
	sent := strings.HasSuffix(v.R.URL.Path, "/"+name)
	for _, o := range v.command(name).Options {
		one := field{Name: o.Name, Label: v.Text("page.archive.field."+o.Name, nil), Open: v.Text("page.archive.any", nil), File: o.Kind == chat.FileOption}
		one.Step, one.Range = ranges[o.Name], ranges[o.Name] != ""
		if one.Range {
			one.FromLabel, one.ToLabel = v.Text("page.archive.from", nil), v.Text("page.archive.to", nil)
		}
		if sent {
			one.Value, one.From, one.To = v.R.PostForm.Get(o.Name), v.R.PostForm.Get(o.Name+"-from"), v.R.PostForm.Get(o.Name+"-to")
		}
		for i, value := range o.Choices {
			one.Choices = append(one.Choices, formOption{value, o.Labels[i], value == one.Value})
		}
		if o.Kind == chat.TechniqueOption {
			for _, t := range logic.Techniques {
				one.Choices = append(one.Choices, formOption{string(t), v.Technique(t), string(t) == one.Value})
			}
		}
		if name == "search" && slices.Contains(detailFields, o.Name) {
			f.Details = append(f.Details, one)
			f.Open = f.Open || one.Value+one.From+one.To != ""
		} else {
			f.Fields = append(f.Fields, one)
		}
	}
	return f
}

// resultOf returns the text of a reply, with the buttons of a preview.
func (v visit) resultOf(reply chat.Reply) result {
	r := result{Decide: v.Root() + decisions, Title: reply.Screen.Title.String(), Words: v.Words(reply.Screen.Body), Failed: reply.Failed}
	for _, part := range reply.Screen.Body {
		if g, err := sudoku.Parse(part.Text); part.Kind == chat.CodePart && err == nil && v.Open {
			r.Puzzles = append(r.Puzzles, cardLink{v.Root() + "puzzles?puzzle=" + g.String(), part.Text})
		}
	}
	for _, row := range reply.Screen.Rows {
		for _, b := range row {
			if b.Press.Verb == chat.ConfirmImport || b.Press.Verb == chat.CancelImport {
				r.Buttons = append(r.Buttons, resultButton{string(b.Press.Verb), b.Press.Argument, b.Label})
			}
		}
	}
	return r
}

// charts turns a chart of the bot into tables.
func (v visit) charts(c *picture.Chart) (charts []chart) {
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
			one.Bars = append(one.Bars, bar{Name: b.Name, Text: b.Text, Width: int(100 * b.Value / most)})
		}
		charts = append(charts, one)
	}
	return charts
}

// growth returns a table of the puzzles that came in each month, from the first one listed until now.
func (v visit) growth(months []library.Month) []chart {
	if len(months) == 0 {
		return nil
	}
	c := chart{Title: v.Text("page.archive.growth", nil), Head: []string{v.Text("page.archive.month", nil), v.Text("page.archive.puzzles", nil)}}
	all := everyMonth(months, v.Store.Now())
	most := slices.MaxFunc(all, func(a, b library.Month) int { return a.Puzzles - b.Puzzles }).Puzzles
	for _, m := range all {
		c.Bars = append(c.Bars, bar{Name: v.MonthOfYear(m.First), Text: strconv.Itoa(m.Puzzles), Width: 100 * m.Puzzles / max(most, 1)})
	}
	return []chart{c}
}

// everyMonth adds the months without a puzzle, until now and for the last year at most, so that bars are as far apart
// as their months.
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

// search searches the archive, and saves or deletes a search if the form asks for it.
func (v visit) search() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	ask := chat.Ask{Command: "search", Options: map[string]string{}}
	for _, o := range v.command("search").Options {
		text := strings.TrimSpace(v.R.PostForm.Get(o.Name))
		if from, to := v.R.PostForm.Get(o.Name+"-from"), v.R.PostForm.Get(o.Name+"-to"); from+to != "" {
			text = from + "-" + to
		}
		if text != "" {
			ask.Options[o.Name] = text
		}
	}
	return v.showReply(v.Bot.Handle(v.Context(), v.Request(ask)))
}

// showReply shows the archive with the bot's reply to a form.
func (v visit) showReply(reply chat.Reply) error {
	status := http.StatusOK
	if reply.Failed {
		status = http.StatusUnprocessableEntity
	}
	r := v.resultOf(reply)
	r.Title = cmp.Or(r.Title, v.Text("page.archive.title", nil))
	return v.renderArchive(status, r)
}

// importFile begins to read a file, for a preview of its import. Nothing is imported before a button of the preview is
// pressed.
func (v visit) importFile() error {
	if err := v.R.ParseMultipartForm(1 << 20); err != nil {
		return site.Unreadable(err)
	}
	defer func() { _ = v.R.MultipartForm.RemoveAll() }()
	file, header, err := v.R.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) {
		return site.ErrBadRequest
	} else if err != nil {
		return err
	}
	defer file.Close()
	attached := &chat.Attachment{Name: cmp.Or(header.Filename, "file")}
	var content []byte
	if header.Size > MaxUpload {
		tooLarge := &chat.TooLargeError{Name: attached.Name, Most: MaxUpload}
		attached.Open = func(context.Context) (io.ReadCloser, error) { return nil, tooLarge }
	} else {
		if content, err = io.ReadAll(file); err != nil { // the import outlives the request
			return err
		}
		attached.Open = func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	}
	ask := chat.Ask{Command: "import", Options: map[string]string{}, File: attached}
	name := strings.TrimSpace(v.R.PostForm.Get("collection"))
	if name != "" {
		ask.Options["collection"] = name
	}
	key := fmt.Sprintf("%q %q %x", attached.Name, name, sha256.Sum256(content))
	return v.begin(ask, site.Job{Key: key, Words: v.Text("page.archive.reading", locale.Args{"File": attached.Name})})
}

// decideImport begins to import the file of a preview, or drops it.
func (v visit) decideImport() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	press := chat.Press{Verb: chat.Verb(v.R.PostForm.Get("verb")), Argument: v.R.PostForm.Get("number")}
	job := site.Job{Key: "number " + press.Argument}
	switch press.Verb {
	case chat.CancelImport:
		if last := v.Work.Last(); last.Running() && last.Key == job.Key { // in another tab
			return v.Redirect("archive/import")
		}
		return v.showReply(v.Bot.Handle(v.Context(), v.Request(press)))
	case chat.ConfirmImport:
	default:
		return site.ErrBadRequest
	}
	file, err := v.Store.WaitingImport(v.Context(), v.Session.GuildID, v.Session.Player.ID)
	if err != nil && !errors.Is(err, postgres.ErrNotFound) {
		return err
	}
	job.Words = v.Text("page.archive.importing", locale.Args{"File": file.File})
	return v.begin(press, job)
}

// begin begins a job of the bot, and leads to the page that shows it.
func (v visit) begin(action chat.Action, job site.Job) error {
	request := v.Request(action)
	request.Progress = func(t chat.Text) { v.Work.Change(func(j *site.Job) { j.Progress = t.String() }) }
	if !v.Work.Begin(job, func(ctx context.Context) chat.Reply { return v.Bot.Handle(ctx, request) }) {
		busy := result{Title: v.Text("page.problem.title", nil), Words: v.Text("page.archive.busy", nil), Failed: true}
		return v.renderArchive(http.StatusConflict, busy)
	}
	return v.Redirect("archive/import")
}

// importPage is the body of the page of an import.
type importPage struct {
	Working, Progress string // "" when it is done
	Result            result
}

// showImport shows the progress of the last import, or its result.
func (v visit) showImport() error {
	p := site.View{Template: "import.html", Title: v.Text("page.archive.import-title", nil)}
	switch job := v.Work.Last(); {
	case job.Running():
		p.Body, p.Script, p.Reload = importPage{Working: job.Words, Progress: job.Progress}, "progress.js", 2
	case job.Reply != nil:
		p.Body = importPage{Result: v.resultOf(*job.Reply)}
	default:
		p.Body = importPage{Result: result{Words: v.Text("page.archive.no-import", nil)}}
	}
	return v.Render(http.StatusOK, templates, p)
}
