package web

import (
	"encoding/xml"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// paper is a page as a browser without script has it: where its links lead and what its forms send.
type paper struct {
	at    *url.URL
	links []string
	forms []form
}

// form is a form with its hidden fields and the buttons that can be pressed.
type form struct {
	action  string
	hidden  url.Values
	buttons [][2]string // name and value
}

// read reads a page. What it cannot read, a browser may not be able to read either.
func (b *browser) read(g got) (p paper) {
	b.t.Helper()
	p.at = g.Request.URL
	in := xml.NewDecoder(strings.NewReader(g.body))
	in.Strict, in.AutoClose, in.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		must(b.t, err)
		if tag, ok := token.(xml.StartElement); ok {
			p.add(tag)
		}
	}
}

func (p *paper) add(tag xml.StartElement) {
	attribute := func(name string) string {
		for _, a := range tag.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
		return ""
	}
	disabled := slices.ContainsFunc(tag.Attr, func(a xml.Attr) bool { return a.Name.Local == "disabled" })
	switch tag.Name.Local {
	case "a":
		p.links = append(p.links, attribute("href"))
	case "form":
		p.forms = append(p.forms, form{attribute("action"), url.Values{}, nil})
	case "input":
		if attribute("type") == "hidden" {
			p.forms[len(p.forms)-1].hidden.Add(attribute("name"), attribute("value"))
		}
	case "button":
		if !disabled && len(p.forms) > 0 {
			last := &p.forms[len(p.forms)-1]
			last.buttons = append(last.buttons, [2]string{attribute("name"), attribute("value")})
		}
	}
}

// path resolves an address of the page, to below the root.
func (p paper) path(address string) string {
	to, err := p.at.Parse(address)
	if err != nil {
		return err.Error()
	}
	return to.RequestURI()
}

// follow follows the link of a page that has a text in its address.
func (b *browser) follow(p paper, part string) paper {
	b.t.Helper()
	i := slices.IndexFunc(p.links, func(link string) bool { return strings.Contains(link, part) })
	if i < 0 {
		b.t.Fatalf("%s has no link with %q: %q", p.at, part, p.links)
	}
	return b.read(b.get(p.path(p.links[i])).want(http.StatusOK))
}

// press presses a button of a page, and follows where that leads.
func (b *browser) press(p paper, name, value string) (paper, got) {
	b.t.Helper()
	for _, f := range p.forms {
		if !slices.Contains(f.buttons, [2]string{name, value}) {
			continue
		}
		fields := []string{name, value}
		for field := range f.hidden {
			fields = append(fields, field, f.hidden.Get(field))
		}
		g := b.post(p.path(f.action), fields...)
		if g.StatusCode == http.StatusSeeOther {
			to, err := g.Location()
			must(b.t, err)
			g = b.get(to.RequestURI())
		}
		g.want(http.StatusOK)
		return b.read(g), g
	}
	b.t.Fatalf("%s has no button %s=%s: %v", p.at, name, value, p.forms)
	return p, got{}
}

// A whole sudoku is solved with links and forms alone, as the pages have them, with a mark, an erased
// digit and an undo on the way.
func TestSolveByForms(t *testing.T) {
	s := newSite(t)
	s.limits.players = newLimiter(1e6, 1e6) // a quick machine solves quicker than people
	b := s.signedIn(ann)
	started := b.post("/games", "command", "play", "shape", "sudoku").want(http.StatusSeeOther)
	to, err := started.Location()
	must(t, err)
	page := b.read(b.get(to.RequestURI()).want(http.StatusOK))
	game := s.chat(ann, ask("board")).Screen.GameID
	clues, err := sudoku.Parse(b.state(game).Clues)
	must(t, err)
	solved, err := solver.Solve(clues)
	must(t, err)

	var last got
	for i, c := range clues.Shape().Cells() {
		if clues.At(c) != 0 {
			continue
		}
		s.pass(game, 10*time.Second)
		page = b.follow(page, "?cell="+c.String()+"&")
		digit := solved.At(c).String()
		if i < 9 {
			page, _ = b.press(b.follow(page, "mode=centre"), "digit", digit)
			page = b.follow(page, "mode=digit")
			page, _ = b.press(page, "digit", digit)
			page, _ = b.press(page, "digit", "0")
			page, _ = b.press(page, "digit", "undo")
			page, _ = b.press(page, "digit", "0")
		}
		page, last = b.press(page, "digit", digit)
	}
	last.holds("Correct!")
	if state := b.state(game); state.Finished == nil || state.Grid != solved.String() {
		t.Errorf("the game is not finished: %s", state.Grid)
	}
	page, last = b.press(page, "", "") // the first button without a name: share
	last.holds("Ann solved")
	b.follow(page, "dailies")
}
