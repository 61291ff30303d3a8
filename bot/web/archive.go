package web

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// maxUpload is how large a file may be that is imported: 25 MiB, as in a chat. Larger ones are for the
// command line.
const maxUpload = 25 << 20

// archivePage is the body of the pages of those who manage the archive: of their first one, and of what
// came of a form of it.
type archivePage struct {
	Search archiveForm
	Import archiveForm
	Result result
	Stats  result
	Charts []chart
	Head   []string // of the charts as tables
	Back   string
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
	Failed       bool
}

type resultButton struct{ Verb, Number, Label string }

// chart is a table with a bar in each row.
type chart struct {
	Title string
	Bars  []bar
}

// bar is a row, of a width from 0 to 100.
type bar struct {
	Name, Text string
	Width      int
}

// showArchive shows what the archive has, and the forms.
func (v *visit) showArchive() error {
	return v.renderArchive(http.StatusOK, result{})
}

func (v *visit) renderArchive(status int, r result) error {
	stats := v.Bot.Handle(v.ctx(), v.asking(bot.Ask{Command: "stats"}))
	p := archivePage{
		Search: v.archiveForm("search"), Import: v.archiveForm("import"), Result: r, Stats: resultOf(stats),
		Charts: chartsOf(stats.Screen.Chart), Head: []string{v.Text("page.archive.range", nil), v.Text("page.archive.puzzles", nil)},
		Back: v.Text("page.archive.title", nil),
	}
	return v.render(status, "archive.html", v.Text("page.archive.title", nil), p)
}

// asking is a request of the one who manages the archive.
func (v *visit) asking(action bot.Action) bot.Request {
	return bot.Request{
		Language: v.words.Tag(), Player: v.session.Player, Place: v.place(), Rights: v.rights(), Buttons: true, Action: action,
	}
}

// archiveForm is the form of a command, with what was sent of it.
func (v *visit) archiveForm(name string) archiveForm {
	c := v.command(name)
	f := archiveForm{Heading: c.Description, Send: v.Text("page.archive."+name, nil)}
	sent := strings.HasSuffix(v.r.URL.Path, "/"+name)
	for _, o := range c.Options {
		one := field{Name: o.Name, Label: o.Label + ": " + o.Description, File: o.Kind == bot.FileOption}
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
func resultOf(reply bot.Reply) result {
	r := result{Title: reply.Screen.Title.String(), Words: reply.Screen.Body.String(), Failed: reply.Failed}
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
var importVerbs = map[bot.Verb]bool{bot.ConfirmImport: true, bot.CancelImport: true}

// answered shows the archive with what came of a form.
func (v *visit) answered(reply bot.Reply) error {
	status := http.StatusOK
	if reply.Failed {
		status = http.StatusUnprocessableEntity
	}
	r := resultOf(reply)
	r.Title = cmp.Or(r.Title, v.Text("page.archive.title", nil))
	return v.renderArchive(status, r)
}

// search searches the archive, and keeps or deletes a search where the form says so.
func (v *visit) search() error {
	if err := v.readForm(); err != nil {
		return err
	}
	ask := bot.Ask{Command: "search", Options: map[string]string{}}
	for _, o := range v.command("search").Options {
		if text := strings.TrimSpace(v.r.PostForm.Get(o.Name)); text != "" {
			ask.Options[o.Name] = text
		}
	}
	return v.answered(v.Bot.Handle(v.ctx(), v.asking(ask)))
}

// importFile shows what a file would bring; nothing is imported before a button of the answer is pressed.
func (v *visit) importFile() error {
	if err := v.r.ParseMultipartForm(1 << 20); err != nil {
		return unreadable(err)
	}
	defer func() { _ = v.r.MultipartForm.RemoveAll() }()
	file, header, err := v.r.FormFile("file")
	if errors.Is(err, http.ErrMissingFile) {
		return errBadRequest
	} else if err != nil {
		return err
	}
	defer file.Close()
	ask := bot.Ask{Command: "import", Options: map[string]string{}, File: attachment(file, header)}
	if name := strings.TrimSpace(v.r.PostForm.Get("collection")); name != "" {
		ask.Options["collection"] = name
	}
	return v.answered(v.Bot.Handle(v.ctx(), v.asking(ask)))
}

func attachment(file multipart.File, header *multipart.FileHeader) *bot.Attachment {
	name := header.Filename
	return &bot.Attachment{Name: cmp.Or(name, "file"), Open: func() (io.ReadCloser, error) {
		if header.Size > maxUpload {
			return nil, &bot.TooLargeError{Name: name, Most: maxUpload}
		}
		content, err := io.ReadAll(file)
		if err != nil {
			return nil, fmt.Errorf("read the file %q: %w", name, err)
		}
		return io.NopCloser(bytes.NewReader(content)), nil
	}}
}

// decideImport imports the file of a preview, or forgets it.
func (v *visit) decideImport() error {
	if err := v.readForm(); err != nil {
		return err
	}
	verb := bot.Verb(v.r.PostForm.Get("verb"))
	if !importVerbs[verb] {
		return errBadRequest
	}
	return v.answered(v.Bot.Handle(v.ctx(), v.asking(bot.Press{Verb: verb, Argument: v.r.PostForm.Get("number")})))
}

// chartsOf turns a chart into tables.
func chartsOf(c *picture.Chart) (charts []chart) {
	if c == nil {
		return nil
	}
	for _, panel := range c.Panels {
		one, most := chart{Title: panel.Title}, 1.0
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
