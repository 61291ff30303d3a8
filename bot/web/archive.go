package web

import (
	"cmp"
	"net/http"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// archivePage is the body of the pages of those who manage the archive: of their first one, and of what
// came of a form of it.
type archivePage struct {
	Search archiveForm
	Import archiveForm
	Result result
	Stats  result
	Charts []chart
	Under  string // words of the link to the import that is under way, "" without one
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
		Charts: append(v.growth(overview.Months), v.charts(stats.Screen.Chart)...),
	}
	if v.works.isUnderWay() {
		p.Under = v.Text("page.archive.import-title", nil)
	}
	return v.render(status, "archive.html", v.Text("page.archive.title", nil), p)
}

// asking is a request of the one who manages the archive.
func (v *visit) asking(action chat.Action) chat.Request {
	return chat.Request{
		Language: v.words.Tag(), Player: v.session.Player, Place: v.place(), Rights: v.rights(), Buttons: true, Action: action,
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
