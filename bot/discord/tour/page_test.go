package tour

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// shown is a message as a phone shows it.
type shown struct {
	Text     template.HTML
	Title    string        // of its embed
	Embedded template.HTML // the text of its embed
	Pictures []pictured
	Files    []string
	Rows     [][]button
	Thread   string // the title of the thread below it
	Private  bool
}

type pictured struct {
	File, Alt string
	Spoiler   bool
}

type button struct {
	Label, Kind, URL string
	Disabled         bool
}

// Discord's types of components, and how its buttons look.
const (
	rowType    = 1
	buttonType = 2
)

// spoiler is how the name of a hidden picture begins.
const spoiler = "SPOILER_"

var buttonKinds = map[int]string{1: "main", 2: "quiet", 3: "on", 4: "danger", 5: "link"}

func (a *album) shown(m discordtest.Message) shown {
	s := shown{Text: a.markup(m.Content), Private: m.Ephemeral}
	if m.ChannelID != m.ID { // a forum's post has the id of its thread
		s.Thread = a.threads[m.ID]
	}
	for _, e := range m.Embeds {
		s.Title, s.Embedded = e.Title, a.markup(e.Description)
	}
	for _, f := range m.Attachments {
		if ending := filepath.Ext(f.Name); ending == ".png" || ending == ".gif" {
			s.Pictures = append(s.Pictures, pictured{a.keep(f.Data, ending), f.Description, strings.HasPrefix(f.Name, spoiler)})
		} else {
			s.Files = append(s.Files, fmt.Sprintf("%s · %d bytes", f.Name, len(f.Data)))
		}
	}
	for _, row := range m.Components {
		if row.Type == rowType {
			s.Rows = append(s.Rows, a.buttonsOf(row))
		}
	}
	return s
}

func (a *album) buttonsOf(row discordtest.Component) (list []button) {
	for _, c := range row.Components {
		if c.Type == buttonType {
			list = append(list, button{c.Label, buttonKinds[c.Style], c.URL, c.Disabled})
		} else {
			list = append(list, button{Label: a.chosen(c), Kind: "menu"})
		}
	}
	return list
}

// chosen is what a menu shows: what is chosen in it, or else its placeholder.
func (a *album) chosen(menu discordtest.Component) string {
	for _, d := range menu.Defaults {
		return a.names[d.ID]
	}
	var labels []string
	for _, o := range menu.Options {
		if o.Default {
			labels = append(labels, o.Label)
		}
	}
	return cmp.Or(strings.Join(labels, ", "), menu.Placeholder)
}

// markups are what Discord makes of a message's text, which is HTML by then. Code blocks come first,
// whose content stays as it is.
var markups = []struct {
	pattern *regexp.Regexp
	html    string
}{
	{regexp.MustCompile("`([^`\n]+)`"), "<code>$1</code>"},
	{regexp.MustCompile(`(?m)^-# (.*)$`), "<small>$1</small>"},
	{regexp.MustCompile(`(?m)^### (.*)\n?`), "<h4>$1</h4>"},
	{regexp.MustCompile(`(?m)^## (.*)\n?`), "<h3>$1</h3>"},
	{regexp.MustCompile(`\*\*(.+?)\*\*`), "<b>$1</b>"},
	{regexp.MustCompile(`\|\|(?s:(.+?))\|\|`), `<span class="spoiler" tabindex="0">$1</span>`},
	{regexp.MustCompile(`\[([^\]]+)\]\((?:&lt;)?(https?://[^)\s]+?)(?:&gt;)?\)`), `<a href="$2">$1</a>`},
	{regexp.MustCompile(`\\([[:punct:]])`), "$1"},
}

var (
	codeBlock = regexp.MustCompile("(?s)```(?:\\w*\n)?(.*?)```")
	timestamp = regexp.MustCompile(`&lt;t:(\d+)(?::(\w))?&gt;`)
	mention   = regexp.MustCompile(`&lt;(@&amp;|@|#)(\d+)&gt;`)
	command   = regexp.MustCompile(`&lt;/([^:]+):\d+&gt;`)
)

// markup makes HTML of a message's text.
func (a *album) markup(text string) template.HTML {
	var out strings.Builder
	rest := html.EscapeString(text)
	for {
		at := codeBlock.FindStringSubmatchIndex(rest)
		if at == nil {
			break
		}
		out.WriteString(a.inline(rest[:at[0]]))
		out.WriteString("<pre>" + strings.Trim(rest[at[2]:at[3]], "\n") + "</pre>")
		rest = rest[at[1]:]
	}
	out.WriteString(a.inline(rest))
	return template.HTML(out.String())
}

func (a *album) inline(text string) string {
	for _, m := range markups {
		text = m.pattern.ReplaceAllString(text, m.html)
	}
	text = timestamp.ReplaceAllStringFunc(text, func(found string) string {
		parts := timestamp.FindStringSubmatch(found)
		seconds, _ := strconv.ParseInt(parts[1], 10, 64)
		return `<span class="time">` + a.when(time.Unix(seconds, 0).UTC(), parts[2]) + "</span>"
	})
	text = mention.ReplaceAllStringFunc(text, func(found string) string {
		parts := mention.FindStringSubmatch(found)
		sign := strings.TrimSuffix(parts[1], "&amp;")
		return `<span class="mention">` + sign + html.EscapeString(a.names[parts[2]]) + "</span>"
	})
	text = command.ReplaceAllStringFunc(text, func(found string) string {
		return `<span class="mention">/` + html.EscapeString(a.reader.label(command.FindStringSubmatch(found)[1])) + "</span>"
	})
	return strings.TrimSpace(text)
}

// when writes a time as Discord does, roughly.
func (a *album) when(t time.Time, style string) string {
	t = t.In(a.reader.zone)
	switch style {
	case "R":
		if t.Sub(a.clock.Now()) > 100*24*time.Hour { // duels go by the database's clock
			return relative(time.Until(t))
		}
		return relative(t.Sub(a.clock.Now()))
	case "t":
		return t.Format("15:04")
	case "d":
		return t.Format("02/01/2006")
	case "D":
		return t.Format("2 January 2006")
	case "F":
		return t.Format("Monday, 2 January 2006 15:04")
	}
	return t.Format("2 January 2006 15:04")
}

func relative(d time.Duration) string {
	n, unit := int(d.Abs().Round(time.Hour).Hours()), "hour"
	switch {
	case d.Abs() >= 48*time.Hour:
		n, unit = n/24, "day"
	case d.Abs() < time.Hour:
		n, unit = int(d.Abs().Round(time.Minute).Minutes()), "minute"
	}
	if n != 1 {
		unit += "s"
	}
	if d < 0 {
		return fmt.Sprintf("%d %s ago", n, unit)
	}
	return fmt.Sprintf("in %d %s", n, unit)
}
