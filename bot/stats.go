package bot

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
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
	lines = append(lines, q.scoreBars(overview)...)
	lines = append(lines, q.clueRange(overview)...)
	if n := len(overview.Months); n > 0 {
		last := overview.Months[n-1]
		lines = append(lines, q.Say("stats.newest", locale.Args{"Month": q.monthOfYear(last.First), "Count": last.Puzzles}))
	}
	lines = append(lines, q.dry(unused)...)
	if q.Rights.ManageGuild {
		work, err := b.work(ctx, q)
		if err != nil {
			return Reply{}, err
		}
		lines = append(lines, work...)
	}
	return private(q.Text("title.stats", nil), join("\n", lines...)), nil
}

func leftOf(unused []archive.Unused) (left archive.Supply) {
	for _, u := range unused {
		if u.Search == "" {
			left[u.Tier] = u.Left
		}
	}
	return left
}

// scoreBars draws how many sudoku take how long, a line of blocks each.
func (q query) scoreBars(o archive.Overview) []Text {
	most := 0
	for _, b := range o.Scores {
		most = max(most, b.Puzzles)
	}
	if most == 0 {
		return nil
	}
	lines := []Text{q.Say("stats.times", nil)}
	for _, b := range o.Scores {
		const width = 16
		blocks := strings.Repeat("█", max(1, int(math.Round(float64(width*b.Puzzles)/float64(most)))))
		lines = append(lines, q.Say("stats.time", locale.Args{"Minutes": minutesOf(b), "Bar": blocks, "Count": b.Puzzles}))
	}
	return lines
}

// minutesOf is a bin of times: "5–8", "60+".
func minutesOf(b archive.Bin) string {
	from := strconv.Itoa(int(b.From / 60))
	if b.To == 0 {
		return from + "+"
	}
	return fmt.Sprintf("%s–%d", from, int(b.To/60))
}

func (q query) clueRange(o archive.Overview) []Text {
	if len(o.Clues) == 0 {
		return nil
	}
	least, most := o.Clues[0].From, o.Clues[len(o.Clues)-1].From
	return []Text{q.Say("stats.clues", locale.Args{"Least": int(least), "Most": int(most)})}
}

// dry warns of tiers and searches of the schedule that do not last.
func (s speech) dry(unused []archive.Unused) (lines []Text) {
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
