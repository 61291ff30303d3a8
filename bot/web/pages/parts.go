package pages

import (
	"embed"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

//go:embed *.html
var files embed.FS

var templates = site.Templates(files)

// visit is a visit to a page of this package.
type visit struct {
	*site.Visit
	*caches
}

// caches holds what takes long to make and is asked for again.
type caches struct {
	paths    logic.Paths
	grown    grownArchive
	counts   counts
	sitemaps sitemaps
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

// sizes has all shapes, the largest first, as players choose them.
var sizes = slices.SortedFunc(slices.Values(sudoku.Shapes), func(a, b sudoku.Shape) int { return b.Side() - a.Side() })

// sizeSelect is the choice of a shape.
func (v visit) sizeSelect(chosen sudoku.Shape) formSelect {
	s := formSelect{Name: "shape", Label: v.Text("page.size", nil)}
	for _, shape := range sizes {
		s.Options = append(s.Options, formOption{shape.String(), site.Size(shape), shape == chosen})
	}
	return s
}

// kind names a kind of puzzle by its difficulty, and by its shape unless that is the common one: "Easy", "6×6, Easy".
func (v visit) kind(shape sudoku.Shape, tier logic.Tier) string {
	if shape == sudoku.Sudoku {
		return v.Difficulty(tier)
	}
	return v.Text("page.results.kind", locale.Args{"Shape": chat.Capital(v.Shape(shape)), "Tier": v.Difficulty(tier)})
}

// dailyShapes lists the shapes of the dailies that a page shows by themselves: the one that is posted, then the others that
// are given out by tier.
func dailyShapes(guild daily.Guild, date calendar.Date) []sudoku.Shape {
	shapes := []sudoku.Shape{guild.Shape(date)}
	for _, shape := range sizes {
		if library.HasTiers(shape) && shape != shapes[0] {
			shapes = append(shapes, shape)
		}
	}
	return shapes
}

// list is a table of results for people: the place, the player, and numbers.
type list struct {
	Caption, Note string
	Tier          logic.Tier // its dots; 0: none
	Head          []string
	Rows          []listRow
}

type listRow struct {
	Cells []listCell
	Own   bool // of the visitor
}

type listCell struct {
	Text, Note string
	Mark       string // a tag after the text
	Medal      int    // 1 to 3 for the first places
}

// heads returns the headings of columns.
func (v visit) heads(names ...string) (heads []string) {
	for _, name := range names {
		heads = append(heads, v.Text("page.results."+name, nil))
	}
	return heads
}

// listRow returns the row of a player, with a mark if it is the visitor. A rank of 0 is none.
func (v visit) listRow(rank int, joint bool, p games.Player, name chat.Text, cells ...listCell) listRow {
	row := listRow{Own: p.ID == v.Session.Player.ID}
	place, player := listCell{Text: "–"}, listCell{Text: name.String()}
	if rank > 0 {
		place.Text = v.Rank(rank, joint)
	}
	if rank <= 3 {
		place.Medal = rank
	}
	if row.Own {
		player.Mark = v.Text("page.results.you", nil)
	}
	row.Cells = append([]listCell{place, player}, cells...)
	return row
}

// resultRow has the place, the player with their help, and the time of a result.
func (v visit) resultRow(r games.Result, name chat.Text) listRow {
	time := listCell{Text: v.Elapsed(r.Elapsed)}
	if r.Active != r.Elapsed {
		time.Note = v.Text("page.results.active", locale.Args{"Time": v.Elapsed(r.Active)})
	}
	row := v.listRow(r.Rank, r.Joint, r.Player, name, time)
	row.Cells[1].Note = v.help(r)
	return row
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
		return ""
	}
	return v.List(parts)
}
