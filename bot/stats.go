package bot

import (
	"context"
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Progress is how far the work is that machines share, all of it together. What it is about is the
// operator's: those who manage a guild are shown these numbers and no more.
type Progress struct {
	Works int // under way
	Done  int // items
	Items int
}

func statsCommand() handler {
	return handler{name: "stats", answer: (*Bot).stats}
}

// stats counts what this guild may use.
func (b *Bot) stats(ctx context.Context, q query) (Reply, error) {
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	overview, err := b.store.Overview(ctx, guild.ID)
	if err != nil {
		return Reply{}, err
	}
	unused, err := b.store.Unused(ctx, guild)
	if err != nil {
		return Reply{}, err
	}
	lines := []Text{
		q.Say("stats.puzzles", locale.Args{"Puzzles": q.supply(overview.Puzzles)}),
		q.Say("stats.unused", locale.Args{"Puzzles": q.supply(leftOf(unused))}),
	}
	if n := len(overview.Months); n > 0 {
		last := overview.Months[n-1]
		lines = append(lines, q.SayCount("stats.newest", last.Puzzles, locale.Args{"Month": q.monthOfYear(last.First)}))
	}
	lines = append(lines, q.dry(unused)...)
	if q.Rights.ManageGuild {
		work, err := b.work(ctx, q)
		if err != nil {
			return Reply{}, err
		}
		lines = append(lines, work...)
	}
	reply := private(q.Text("title.stats", nil), join("\n", lines...))
	if chart := q.charted(overview); chart != nil {
		reply.Screen.Body = join("\n", reply.Screen.Body, q.Say("stats.chart", nil))
		reply.Screen.Chart, reply.Screen.Alt = chart, chart.Words()
	}
	return reply, nil
}

func leftOf(unused []daily.Unused) (left library.Supply) {
	for _, u := range unused {
		if u.Search == "" {
			left[u.Tier] = u.Left
		}
	}
	return left
}

// charted has the times and the numbers of clues as a chart, nil if there are none.
func (q query) charted(o library.Overview) *picture.Chart {
	chart := picture.Chart{Narrow: true}
	for _, p := range []picture.Panel{
		q.panel(q.Text("stats.times", nil), q.Text("stats.unit-minutes", nil), o.Scores, minutesOf),
		q.panel(q.Text("stats.clues", nil), q.Text("stats.unit-clues", nil), o.Clues, func(b library.Bin) string { return strconv.Itoa(int(b.From)) }),
	} {
		if len(p.Bars) > 0 {
			chart.Panels = append(chart.Panels, p)
		}
	}
	if len(chart.Panels) == 0 {
		return nil
	}
	return &chart
}

// panel is a panel of puzzles by some unit.
func (s speech) panel(title, unit string, bins []library.Bin, name func(library.Bin) string) picture.Panel {
	p := picture.Panel{Title: title, Linear: true, Units: [2]string{unit, s.Text("stats.unit-puzzles", nil)}}
	for _, b := range bins {
		p.Bars = append(p.Bars, picture.Bar{Name: name(b), Value: float64(b.Puzzles), Text: strconv.Itoa(b.Puzzles)})
	}
	return p
}

// minutesOf is a bin of times: "5–8", "60+".
func minutesOf(b library.Bin) string {
	from := strconv.Itoa(int(b.From / 60))
	if b.To == 0 {
		return from + "+"
	}
	return fmt.Sprintf("%s–%d", from, int(b.To/60))
}

// dry warns of tiers and searches of the schedule that do not last.
func (s speech) dry(unused []daily.Unused) (lines []Text) {
	for _, u := range unused {
		if !u.Dry() {
			continue
		}
		kind := Plain(u.Search)
		if u.Search == "" {
			kind = Plain(s.Difficulty(u.Tier))
		}
		lines = append(lines, s.Say("stats.dry", locale.Args{"Kind": kind, "Left": u.Left, "Days": u.Days}))
	}
	return lines
}

// work says how far the shared work is, where the bot was given a way to know.
func (b *Bot) work(ctx context.Context, q query) ([]Text, error) {
	if b.config.Progress == nil {
		return nil, nil
	}
	p, err := b.config.Progress(ctx)
	if err != nil || p.Works == 0 {
		return nil, err
	}
	share := 0
	if p.Items > 0 {
		share = 100 * p.Done / p.Items
	}
	return []Text{q.SayCount("stats.work", p.Works, locale.Args{"Share": share})}, nil
}
