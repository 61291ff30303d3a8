package board

import (
	"cmp"
	"crypto/rand"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"sync"

	"github.com/gridkeeper/gridkeeper/locale"
)

// Page is a game as a whole page. [Render] writes it.
//
// All addresses are relative to the page's own, so that a proxy may serve it under any path.
type Page struct {
	State    State
	Language locale.Language
	Theme    string  // "light", "dark", "contrast"; "": as the browser wishes
	Game     string  // address of the game: "games/12". The addresses of [Batch] and [Wish] are below it
	Assets   string  // address under which [Asset] is served: "assets/"
	Install  string  // name of the script below Assets that has the page kept in the browser, "" without one
	Home     string  // address of the list of games, "" without one
	Results  string  // address of the results of a daily, else ""
	Next     Form    // starts another puzzle like this one
	Links    []Link  // to other pages
	Finish   *Finish // of a finished game

	Guest       bool   // the visitor is not signed in, and their browser keeps the game
	Login       string // address at which a guest can sign in, "" without one
	Description string // for previews of links, "": there are none
	Image       string // address of its picture
	OEmbed      string // address of its description for sites that embed pages (oembed.com), "" without one

	Choice Choice // of a player without script
	Answer Answer // to a form: its Hint, Verdict, Problem, Share and Posted are shown
}

// Finish is the result of a finished game, and how the player got there.
type Finish struct {
	Time  string   // "4:07"
	Facts []string // "2nd of 9", "no hints, no checks", "5 days in a row"
	Steps []Event  // to be drawn
	Votes []Vote   // on the puzzle
}

// Vote is a button of a vote: it turns a part of it on or off.
type Vote struct {
	Name, Value, Label string // "liked", "liked=yes", "Liked it"
	On                 bool
}

// Link is a link to another page.
type Link struct{ Address, Words string }

// Form is a form with nothing but a button.
type Form struct {
	Address string
	Fields  []Field
}

// Field is a hidden field of a form.
type Field struct{ Name, Value string }

// Choice is the choice of a player without script, by links: the page's query. The zero value has no cell.
type Choice struct {
	Cell string // "r4c5"; query parameter "cell"
	Mode string // "digit", "corner", "centre" or "colour"; query parameter "mode"
}

//go:embed page.html
var pageText string

var pageTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(pageText)) })

// Render writes a game as HTML, playable without script. It weighs about 8 kB compressed, its styles
// included, for which the header Content-Security-Policy has to allow [StyleHash].
func Render(w io.Writer, p Page) error {
	view, err := newView(p)
	if err != nil {
		return fmt.Errorf("render a board: %w", err)
	}
	return pageTemplate().Execute(w, view)
}

// view is the data of the page's template.
type view struct {
	Page
	Words  map[string]string // by their keys; the script fills in placeholders, such as {row}
	Nav    string            // label of the links
	Data   template.JS       // State and words, for the script
	Styles template.CSS
	Script string
	Rows   [][]cell
	Digits []key
	Modes  []mode
	Chosen *cell
	Course *course // of a finished game
	Side   int
	Help   []string
	Themes []theme
	ID     string // of the form's operation
}

// theme is a choice of colours.
type theme struct {
	Name, Label string
	Chosen      bool
}

// key is a key of the pad.
type key struct {
	Digit int
	Label string
	Left  int // number of the digit that is not placed
	Done  bool
}

// mode is the meaning of digits. Its icon is a cell, as a path.
type mode struct {
	Name, Label, Letter, Icon string
	Chosen                    bool
}

const outline = "M4 4h16v16H4z"

var modes = []mode{
	{Name: "digit", Letter: "Z", Icon: outline + "M10 9l2.5-2v10"},
	{Name: "corner", Letter: "X", Icon: outline + "M8 7.5v2M16 7.5v2M8 14.5v2"},
	{Name: "centre", Letter: "C", Icon: outline + "M9 11v2M12 11v2M15 11v2"},
	{Name: "colour", Letter: "V", Icon: outline + "M4 20L20 4M4 14L14 4M10 20L20 10"},
}

func newView(p Page) (view, error) {
	g, err := readGrid(p.State)
	if err != nil {
		return view{}, err
	}
	words := p.Language.Below("browser")
	v := view{
		Page: p, Words: words, Nav: p.Language.Text("page.nav", nil), Styles: template.CSS(styles), Script: ScriptName, Side: g.side,
		Rows: g.rows(p.State, p.Choice.Cell, words), Digits: g.keys(words), ID: rand.Text(),
	}
	for _, row := range v.Rows {
		for i := range row {
			if row[i].Chosen {
				v.Chosen = &row[i]
			}
		}
	}
	v.Choice.Mode = cmp.Or(v.Choice.Mode, "digit")
	for _, m := range modes {
		m.Label, m.Chosen = words["mode-"+m.Name], m.Name == v.Choice.Mode
		v.Modes = append(v.Modes, m)
	}
	if p.Finish != nil {
		v.Course = drawCourse(p.Finish.Steps, strings.Count(p.State.Clues, "."))
	}
	for _, key := range []string{"help-arrows", "help-digits", "help-shift", "help-modes", "help-erase", "help-undo", "help-more", "help-copy", "help-mouse", "help-double", "help-long", "help-colour"} {
		v.Help = append(v.Help, words[key])
	}
	for _, name := range []string{"auto", "light", "dark", "contrast"} { // as a form sends them to the game's address "theme"
		v.Themes = append(v.Themes, theme{name, words["theme-"+name], name == cmp.Or(p.Theme, "auto")})
	}
	data, err := json.Marshal(map[string]any{"state": p.State, "words": words, "game": p.Game, "language": p.Language.Tag(), "guest": p.Guest})
	v.Data = template.JS(data)
	return v, err
}

// keys returns the digits of the pad, with the number that is left of each.
func (g grid) keys(words map[string]string) (keys []key) {
	left := make([]int, g.side+1)
	for i := range left {
		left[i] = g.side
	}
	for _, d := range g.digits {
		left[d]--
	}
	for d := 1; d <= g.side; d++ {
		n := max(left[d], 0)
		label := fill(words["key"], "digit", strconv.Itoa(d), "left", strconv.Itoa(n))
		keys = append(keys, key{Digit: d, Label: label, Left: n, Done: left[d] <= 0})
	}
	return keys
}
