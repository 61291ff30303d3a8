package pages

import (
	"embed"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

//go:embed *.html
var files embed.FS

var templates = site.Templates(files)

// visit is a visit to a page of this package.
type visit struct {
	*site.Visit
	paths *paths
}

func (v visit) render(status int, template, title string, body any) error {
	return v.Render(status, templates, site.View{Template: template, Title: title, Body: body})
}

// today is the date of the guild's daily.
func (v visit) today() (calendar.Date, error) {
	guild, err := v.Store.Guild(v.Context(), v.Session.GuildID)
	return guild.Today(v.Store.Now()), err
}

// command is a command of the bot in the visitor's language.
func (v visit) command(name string) chat.Command {
	all := bot.Commands(v.Language)
	i := slices.IndexFunc(all, func(c chat.Command) bool { return c.Name == name })
	return all[i]
}

// formSelect is a select of a form.
type formSelect struct {
	Name, Label string
	Options     []formOption
}

type formOption struct {
	Value, Label string
	Chosen       bool
}

// choice returns a select with words of a page: "page.boards.period-week".
func (v visit) choice(page, name, chosen string, values ...string) formSelect {
	key := page + name
	s := formSelect{Name: name, Label: v.Text(key, nil)}
	for _, value := range values {
		s.Options = append(s.Options, formOption{value, v.Text(key+"-"+value, nil), value == chosen})
	}
	return s
}

// tierOptions lists all difficulties, after an option that leaves it open, which is chosen.
func (v visit) tierOptions(open string) []formOption {
	options := []formOption{{"", open, true}}
	for _, t := range logic.Tiers {
		options = append(options, formOption{Value: t.String(), Label: v.Difficulty(t)})
	}
	return options
}

func (v visit) shapeOptions() (options []formOption) {
	for _, s := range sudoku.Shapes {
		options = append(options, formOption{s.String(), v.Shape(s), s == sudoku.Sudoku})
	}
	return options
}

// list is a table of results for people.
type list struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// heads returns the headings of columns.
func (v visit) heads(names ...string) (heads []string) {
	for _, name := range names {
		heads = append(heads, v.Text("page.results."+name, nil))
	}
	return heads
}

// resultRow has the place, the player, the time and the help of a result.
func (v visit) resultRow(r games.Result) []string {
	place := "–"
	if r.Rank > 0 {
		place = v.Rank(r.Rank, r.Joint)
	}
	return []string{place, v.Named(r.Player, r.Hidden).String(), v.TimeOf(r), v.help(r)}
}

// help lists the hints and checks of a result, and the reasons for which it has no place.
func (v visit) help(r games.Result) string {
	var parts []string
	if r.Hints > 0 {
		parts = append(parts, v.Count("page.results.hints", r.Hints, nil))
	}
	if r.Checks > 0 {
		parts = append(parts, v.Count("page.results.checks", r.Checks, nil))
	}
	for _, apart := range []struct {
		is  bool
		key string
	}{
		{r.HandedIn && r.Apart == games.NotApart, "handed-in"}, {r.Apart == games.TooQuick, "too-quick"}, {r.Apart == games.Known, "known"}, {r.Late && r.Apart != games.Known, "late"},
	} {
		if apart.is {
			parts = append(parts, v.Text("page.results."+apart.key, nil))
		}
	}
	if len(parts) == 0 {
		return "–"
	}
	return v.List(parts)
}
