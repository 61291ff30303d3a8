package tour

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// album is what the tour has shown so far.
type album struct {
	clock   *clock
	names   map[string]string // of users, roles and channels, by their ids
	threads map[string]string // titles of threads, by their ids
	reader  *person           // who sees what is added

	portraits map[string]shot // those that stand beside the README, by their names
	chapters  []chapter
	pictures  []picture
}

// chapter is a day, or a part of one.
type chapter struct {
	Title, Words string
	Shots        []shot
}

// shot is a message, or a form, as one person sees it.
type shot struct {
	Who, Caption, Did string
	Place, Time       string
	Message           *shown
	Form              *form
}

// picture is a file beside the page.
type picture struct {
	name string
	data []byte
}

// form is a form that someone fills in.
type form struct {
	Title  string
	Fields []field
}

type field struct{ Label, Text string }

// begin begins a chapter.
func (a *album) begin(title, words string) {
	a.chapters = append(a.chapters, chapter{Title: title, Words: words})
}

// add shows a message to a person; did is what they did for it.
func (a *album) add(p *person, caption, did string, m discordtest.Message) {
	a.reader = p
	shown := a.shown(m)
	a.put(p, shot{Caption: caption, Did: did, Message: &shown})
}

// addForm shows a form that a person fills in with texts.
func (a *album) addForm(p *person, did string, opened discordtest.Form, texts map[string]string) {
	f := form{Title: opened.Title}
	for _, in := range opened.Inputs() {
		f.Fields = append(f.Fields, field{in.Label, cmp.Or(texts[in.CustomID], in.Value)})
	}
	a.put(p, shot{Caption: "fills in a form", Did: did, Form: &f})
}

func (a *album) put(p *person, s shot) {
	s.Who, s.Place = p.user.GlobalName, "# "+a.names[p.place]
	if title, ok := a.threads[p.place]; ok {
		s.Place = "🧵 " + title
	}
	s.Time = a.clock.Now().In(p.zone).Format("Mon 15:04")
	last := &a.chapters[len(a.chapters)-1]
	last.Shots = append(last.Shots, s)
}

// portray has the last shot stand beside the README.
func (a *album) portray(name string) {
	shots := a.chapters[len(a.chapters)-1].Shots
	a.portraits[name] = shots[len(shots)-1]
}

// keep keeps a file and returns its name.
func (a *album) keep(data []byte, ending string) string {
	name := fmt.Sprintf("%03d%s", len(a.pictures)+1, ending)
	a.pictures = append(a.pictures, picture{name, data})
	return name
}

// write writes the page and the pictures into a folder.
func (a *album) write(folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, p := range a.pictures {
		if err := os.WriteFile(filepath.Join(folder, p.name), p.data, 0o644); err != nil {
			return err
		}
	}
	out, err := os.Create(filepath.Join(folder, "index.html"))
	if err != nil {
		return err
	}
	if err := page.Execute(out, a.chapters); err != nil {
		return err
	}
	return out.Close()
}
