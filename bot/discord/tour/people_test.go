package tour

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// person is someone with a phone. What they do is shown in the album, but for what is done with an
// empty caption.
type person struct {
	*tour
	user    discordtest.User
	place   string              // the channel, or the thread
	zone    *time.Location      // of the phone
	message discordtest.Message // the one in front
}

func (to *tour) person(id, name, language string, rights int64) *person {
	to.album.names["1000000000000"+id+"0"] = name
	return &person{tour: to, place: to.channel, zone: berlin, user: discordtest.User{
		ID: "1000000000000" + id + "0", Name: strings.ToLower(name), GlobalName: name, Locale: language, Permissions: rights,
	}}
}

// at is the person in another channel or thread.
func (p *person) at(channel string) *person {
	there := *p
	there.place = channel
	return &there
}

// read shows a message that stands where the person is, and has it in front.
func (p *person) read(caption string, m discordtest.Message) {
	p.Helper()
	p.message = m
	p.show(caption, "")
}

// ask sends a command, with options "name=value".
func (p *person) ask(caption, command string, options ...string) discordtest.Message {
	p.Helper()
	var list []discordtest.Option
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		list = append(list, discordtest.Option{Name: name, Value: value})
	}
	return p.askWith(caption, command, list...)
}

// askWith sends a command with a user or a file among its options.
func (p *person) askWith(caption, command string, options ...discordtest.Option) discordtest.Message {
	p.Helper()
	p.message = p.srv.SlashWith(p.user, p.place, command, options...).Answer(p.T)
	p.show(caption, p.typed(command, options))
	return p.message
}

// label is what the person calls a command.
func (p *person) label(command string) string {
	for _, c := range bot.Commands(locale.Match(p.user.Locale)) {
		if c.Name == command {
			return c.Label
		}
	}
	return command
}

// typed is a command as the person types it, in their language.
func (p *person) typed(command string, options []discordtest.Option) string {
	p.Helper()
	for _, c := range bot.Commands(locale.Match(p.user.Locale)) {
		if c.Name != command {
			continue
		}
		line := "/" + c.Label
		for _, given := range options {
			for _, o := range c.Options {
				if o.Name == given.Name {
					line += " " + o.Label + ":" + given.Value
				}
			}
		}
		return line
	}
	p.Fatalf("no command %q", command)
	return ""
}

// tap presses a button whose label begins with a text.
func (p *person) tap(caption, beginning string) discordtest.Message {
	p.Helper()
	label := p.button(beginning)
	p.message = p.srv.Press(p.T, p.user, p.message, label).Answer(p.T)
	p.show(caption, "▢ "+label)
	return p.message
}

// choose chooses in a menu of the message in front: options, a channel or a role, by its id.
func (p *person) choose(caption, menu string, values ...string) discordtest.Message {
	p.Helper()
	p.message = p.srv.Choose(p.T, p.user, p.message, menu, values...).Answer(p.T)
	p.show(caption, "▾ "+menu)
	return p.message
}

// about uses a command on a message.
func (p *person) about(caption, command string, m discordtest.Message) discordtest.Message {
	p.Helper()
	p.message = p.srv.About(p.user, m, command).Answer(p.T)
	p.show(caption, "Apps › "+command)
	return p.message
}

// fill presses a button, and fills in the form that it opens.
func (p *person) fill(caption, beginning string, texts map[string]string) discordtest.Message {
	p.Helper()
	label := p.button(beginning)
	opened := p.srv.Press(p.T, p.user, p.message, label)
	form := opened.Form(p.T)
	if caption != "" {
		p.album.addForm(p, "▢ "+label, form, texts)
	}
	p.message = opened.Fill(p.T, p.user, texts).Answer(p.T)
	p.show(caption, form.Title)
	return p.message
}

// button completes the beginning of a label.
func (p *person) button(beginning string) string {
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
	if caption != "" {
		p.album.add(p, caption, did, p.message)
	}
}

// wants fails the tour where the message in front does not have a text.
func (p *person) wants(text string) {
	p.Helper()
	if !strings.Contains(p.message.Text(), text) {
		p.Fatalf("%s reads %q, want %q in it", p.user.GlobalName, p.message.Text(), text)
	}
}

// game is the one that the person plays.
func (p *person) game() games.Game {
	p.Helper()
	g, err := p.store.CurrentGame(p.Context(), p.user.ID, p.srv.GuildOf(p.place))
	if err != nil {
		p.Fatal(err)
	}
	return g
}

// solve writes what is missing but for the last digit, a row a move, in a time.
func (p *person) solve(takes time.Duration) {
	p.Helper()
	g := p.game()
	side := g.Shape.Side()
	left := solution(p.T, g).String()
	last := strings.LastIndex(g.Grid.String(), ".")
	left = left[:last] + "." + left[last+1:]
	for row := range side {
		p.clock.pass(takes / time.Duration(side))
		p.ask("", "move", fmt.Sprintf("moves=r%d=%s", row+1, left[row*side:(row+1)*side]))
	}
}

// finish writes the last digit.
func (p *person) finish(caption string) discordtest.Message {
	p.Helper()
	cell, digit := p.open(0)
	return p.ask(caption, "move", fmt.Sprintf("moves=%s=%s", cell, digit))
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

func solution(t testing.TB, g games.Game) sudoku.Grid {
	t.Helper()
	solution, err := solver.Solve(g.Clues)
	if err != nil {
		t.Fatal(err)
	}
	return solution
}
