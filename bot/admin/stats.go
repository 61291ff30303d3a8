package admin

import (
	"context"
	"fmt"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
)

// StatsCommand is /stats.
func StatsCommand() handler.Handler {
	return handler.Handler{Name: "stats", Answer: stats}
}

// stats counts the puzzles that this guild may use.
func stats(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	overview, err := env.Store.Overview(ctx, guild.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	unused, err := env.Store.Unused(ctx, guild)
	if err != nil {
		return chat.Reply{}, err
	}
	var left library.TierCounts
	for _, u := range unused {
		if u.Search == "" {
			left[library.Slot(u.Shape, u.Tier)] = u.Left
		}
	}
	lines := []chat.Text{
		q.Say("stats.puzzles", locale.Args{"Puzzles": tierCounts(q.Speech, overview.Puzzles)}),
		q.Say("stats.unused", locale.Args{"Puzzles": tierCounts(q.Speech, left)}),
	}
	if n := len(overview.Months); n > 0 {
		last := overview.Months[n-1]
		lines = append(lines, q.SayCount("stats.newest", last.Puzzles, locale.Args{"Month": q.MonthOfYear(last.First)}))
	}
	lines = append(lines, dry(q.Speech, unused)...)
	if q.Rights.ManageGuild {
		if guild.Scheduled {
			missing, err := shortages(ctx, env, q, guild)
			if err != nil {
				return chat.Reply{}, err
			}
			lines = append(lines, missing...)
		}
		if env.Config.Progress != nil {
			p, err := env.Config.Progress(ctx)
			if err != nil {
				return chat.Reply{}, err
			}
			share := 0
			if p.Items > 0 {
				share = 100 * p.Done / p.Items
			}
			if p.Jobs > 0 {
				lines = append(lines, q.SayCount("stats.work", p.Jobs, locale.Args{"Share": share}))
			}
		}
	}
	reply := chat.Private(q.Text("title.stats", nil), chat.Join("\n", lines...))
	if chart := charted(q, overview); chart != nil {
		reply.Screen.Body = chat.Join("\n", reply.Screen.Body, q.Say("stats.chart", nil))
		reply.Screen.Chart, reply.Screen.Alt = chart, chart.Words()
	}
	return reply, nil
}

// charted is a chart of the expected times and the numbers of clues, nil without puzzles.
func charted(q handler.Query, o library.Overview) *picture.Chart {
	chart := picture.Chart{Narrow: true}
	add := func(title, unit string, bins []library.Bin, name func(library.Bin) string) {
		p := picture.Panel{Title: title, Linear: true, Units: [2]string{unit, q.Text("stats.unit-puzzles", nil)}}
		for _, b := range bins {
			p.Bars = append(p.Bars, picture.Bar{Name: name(b), Value: float64(b.Puzzles), Text: strconv.Itoa(b.Puzzles)})
		}
		if len(p.Bars) > 0 {
			chart.Panels = append(chart.Panels, p)
		}
	}
	add(q.Text("stats.times", nil), q.Text("stats.unit-minutes", nil), o.Scores, func(b library.Bin) string { // "5–8", "60+"
		if b.To == 0 {
			return fmt.Sprintf("%d+", int(b.From/60))
		}
		return fmt.Sprintf("%d–%d", int(b.From/60), int(b.To/60))
	})
	add(q.Text("stats.clues", nil), q.Text("stats.unit-clues", nil), o.Clues, func(b library.Bin) string { return strconv.Itoa(int(b.From)) })
	if len(chart.Panels) == 0 {
		return nil
	}
	return &chart
}

// dry warns of tiers and searches of the schedule that will soon run out.
func dry(s chat.Speech, unused []daily.Unused) (lines []chat.Text) {
	for _, u := range unused {
		if !u.Dry() {
			continue
		}
		kind := chat.Plain(u.Search)
		if u.Search == "" {
			kind = chat.Plain(kindName(s, u.Shape, u.Tier))
		}
		lines = append(lines, s.Say("stats.dry", locale.Args{"Kind": kind, "Left": u.Left, "Days": u.Days}))
	}
	return lines
}
