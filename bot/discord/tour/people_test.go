package tour

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// person is someone with a phone. What they do is shown in the album, but for what is done with an
// empty caption.
type person struct {
	*tour
	user    discordtest.User
	message discordtest.Message // the one in front
}

func (to *tour) person(id, name, language string, rights int64) *person {
	to.album.names["1000000000000"+id+"0"] = name
	return &person{tour: to, user: discordtest.User{ID: "1000000000000" + id + "0", Name: strings.ToLower(name), GlobalName: name, Locale: language, Permissions: rights}}
}

// ask sends a command, with options "name=value".
func (p *person) ask(caption, command string, options ...string) discordtest.Message {
	p.Helper()
	given := map[string]string{}
	line := "/" + command
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		given[name], line = value, line+" "+name+":"+value
	}
	p.message = p.srv.Slash(p.user, p.channel, command, given).Answer(p.T)
	p.show(caption, line)
	return p.message
}

// askWith sends a command with a channel, a role, a user or a file.
func (p *person) askWith(caption, command, line string, options ...discordtest.Option) discordtest.Message {
	p.Helper()
	p.message = p.srv.SlashWith(p.user, p.channel, command, options...).Answer(p.T)
	p.show(caption, "/"+command+" "+line)
	return p.message
}

// look has a message of the channel in front.
func (p *person) look(m discordtest.Message) { p.message = m }

// tap presses a button whose label begins with a text.
func (p *person) tap(caption, beginning string) discordtest.Message {
	p.Helper()
	label := p.label(beginning)
	p.message = p.srv.Press(p.T, p.user, p.message, label).Answer(p.T)
	p.show(caption, "▢ "+label)
	return p.message
}

// fill presses a button, and fills in the form that it opens.
func (p *person) fill(caption, beginning string, texts map[string]string) discordtest.Message {
	p.Helper()
	label := p.label(beginning)
	opened := p.srv.Press(p.T, p.user, p.message, label)
	form := opened.Form(p.T)
	if caption != "" {
		p.album.addForm(p.user.GlobalName, "▢ "+label, form, texts)
	}
	p.message = opened.Fill(p.T, p.user, texts).Answer(p.T)
	p.show(caption, form.Title)
	return p.message
}

func (p *person) label(beginning string) string {
	p.Helper()
	var labels []string
	for _, b := range p.message.Buttons() {
		if strings.HasPrefix(b.Label, beginning) && !b.Disabled {
			return b.Label
		}
		labels = append(labels, b.Label)
	}
	p.Fatalf("%s: no button %q below %q, but %q", p.user.Name, beginning, p.message.Text(), labels)
	return ""
}

func (p *person) show(caption, did string) {
	p.Helper()
	if strings.Contains(p.message.Content, "lists them") {
		p.Fatalf("%s: %s", did, p.message.Content)
	}
	if caption != "" {
		p.album.add(p.user.GlobalName, caption, did, p.message)
	}
}

// game is the one that the person plays.
func (p *person) game() archive.Game {
	p.Helper()
	g, err := p.store.CurrentGame(p.Context(), p.user.ID, p.guild)
	if err != nil {
		p.Fatal(err)
	}
	return g
}

// solve writes what is missing, a row a move, in a time.
func (p *person) solve(takes time.Duration) {
	p.Helper()
	solution := solution(p.T, p.game())
	side := solution.Shape().Side()
	for row := range side {
		p.clock.pass(takes / time.Duration(side))
		line := solution.String()[row*side : (row+1)*side]
		p.ask("", "move", "moves=r"+string(rune('1'+row))+"="+line)
	}
}

// wrong is a digit that does not belong into the first open cell.
func (p *person) wrong() (c sudoku.Cell, d sudoku.Digit) {
	p.Helper()
	g := p.game()
	right := solution(p.T, g)
	for _, c := range g.Shape.Cells() {
		if g.Grid.At(c) == 0 {
			return c, right.At(c)%9 + 1
		}
	}
	p.Fatal("the board is full")
	return 0, 0
}

// open is the nth cell without a digit, and what belongs there.
func (p *person) open(n int) (c sudoku.Cell, d sudoku.Digit) {
	p.Helper()
	g := p.game()
	right := solution(p.T, g)
	for _, c := range g.Shape.Cells() {
		if g.Grid.At(c) == 0 {
			if n--; n < 0 {
				return c, right.At(c)
			}
		}
	}
	p.Fatal("the board is full")
	return 0, 0
}

func solution(t testing.TB, g archive.Game) sudoku.Grid {
	t.Helper()
	solution, err := solver.Solve(g.Clues)
	if err != nil {
		t.Fatal(err)
	}
	return solution
}
