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

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
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
	id, action string
	hidden     url.Values
	buttons    [][2]string // name and value
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
		p.forms = append(p.forms, form{attribute("id"), attribute("action"), url.Values{}, nil})
	case "input":
		if attribute("type") == "hidden" {
			p.forms[len(p.forms)-1].hidden.Add(attribute("name"), attribute("value"))
		}
	case "button":
		of := len(p.forms) - 1
		if id := attribute("form"); id != "" {
			of = slices.IndexFunc(p.forms, func(f form) bool { return f.id == id })
		}
		if disabled || of < 0 {
			return
		}
		button := [2]string{attribute("name"), attribute("value")}
		if action := attribute("formaction"); action != "" { // the same form, sent elsewhere
			p.forms = slices.Insert(p.forms, 0, form{"", action, p.forms[of].hidden, [][2]string{button}})
			return
		}
		p.forms[of].buttons = append(p.forms[of].buttons, button)
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
	s.Limits.Player = site.NewLimiter(1e6, 1e6) // a quick machine solves quicker than people
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
	last.holds("<pre>Gridkeeper · ")
	b.follow(page, "boards")
}

// What was played offline arrives in one batch, and has a rank where the browser says when each move was made: that
// of a page from before does not, and a solution that was pasted has none.
func TestOfflineMovesHaveARank(t *testing.T) {
	s := newSite(t)
	for _, c := range []struct {
		player  string
		every   int64 // milliseconds from one move to the next
		ranked  bool
		leftOut bool
	}{{ann.ID, 10_000, true, false}, {bob.ID, 1, false, false}, {"100000000000001003", 0, false, true}} {
		player := ann
		player.ID = c.player
		say := s.chat(player, ask("daily", "shape", "shidoku"))
		game := say.Screen.GameID
		s.pass(game, 10*time.Minute)
		b := s.signedIn(player)
		all := solution(t, b.state(game))
		batch := moves("offline", 0, all...)
		for i := range all {
			if !c.leftOut {
				batch.Ago = append(batch.Ago, int64(len(all)-i)*c.every)
			}
		}
		g, _ := b.send(gamePath(game, "moves"), batch)
		g.want(http.StatusOK)
		if ranked := archivetest.Read[bool](t, s.url, `select not handed_in and apart = '' from result where game = $1`, game)[0]; ranked != c.ranked {
			t.Errorf("a move every %d ms: ranked %t", c.every, ranked)
		}
		if c.leftOut {
			continue
		}
		batch.Ago[0]++ // the answer was lost, and a moment later the same is sent again
		g, again := b.send(gamePath(game, "moves"), batch)
		if g.want(http.StatusOK); again.State.Revision != len(all) {
			t.Errorf("sent again: %s", g.body)
		}
	}
}

// Times that are not one for each move are refused, and what is out of all bounds does no harm.
func TestOddTimesOfMoves(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	g, _ := b.send(gamePath(game, "moves"), board.Batch{ID: "few", Moves: all[:2], Ago: []int64{1}})
	g.want(http.StatusBadRequest)
	g, a := b.send(gamePath(game, "moves"), board.Batch{ID: "odd", Moves: all[:3], Ago: []int64{1 << 62, -1 << 62, 5}})
	if g.want(http.StatusOK); a.State.Revision != 3 {
		t.Errorf("%s", g.body)
	}
	journal, err := s.store.Journal(t.Context(), game)
	must(t, err)
	for i := range journal[1:] {
		if journal[i+1].At.Before(journal[i].At) {
			t.Errorf("move %d was made at %s, before %s", i+2, journal[i+1].At, journal[i].At)
		}
	}
}
