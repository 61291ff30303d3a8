package bot

import (
	"context"
	"math"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// globalBoard shows the results of the global daily, and who of all guilds is quick for how hard their
// puzzles are. A player is named only on their own wish.
func (b *Bot) globalBoard(ctx context.Context, q query, asked askedBoard) (Text, error) {
	results, err := b.store.GlobalResults(ctx, asked.date, q.Player.ID)
	if err != nil {
		return nil, err
	}
	if asked.ranking.Unaided {
		results = unaided(results)
	}
	paces, err := b.store.Paces(ctx, asked.ranking)
	if err != nil {
		return nil, err
	}
	note := q.Say("global.names", locale.Args{"Settings": asking("settings", Given{"name", "everywhere"})})
	return join("\n\n", q.globalResults(asked.date, results), q.paces(q.heading(asked), paces), note), nil
}

func (q query) globalResults(date calendar.Date, results []archive.Result) Text {
	if len(results) == 0 {
		return q.Say("global.none", locale.Args{"Day": q.day(date)})
	}
	lines := []Text{q.Say("global.heading", locale.Args{"Day": q.day(date), "Tier": q.Difficulty(results[0].Tier)})}
	own := []int{0} // with the heading
	for _, r := range results {
		if q.isOwn(r.Player) {
			own = append(own, len(lines))
		}
		if r.Rank <= places || q.isOwn(r.Player) {
			lines = append(lines, q.Say("results.line", locale.Args{
				"Place": q.place(r.Rank, r.Joint), "Player": q.namedWorldwide(r.Player, r.Hidden), "Time": q.timeOf(r), "Help": q.helped(r),
			}))
		}
	}
	return q.shortened(lines, own...)
}

// paces lists players by the share of the expected time that they took.
func (q query) paces(heading Text, paces []archive.Pace) Text {
	if len(paces) == 0 {
		return q.Say("standings.none", locale.Args{"Heading": heading})
	}
	lines := []Text{heading}
	own := []int{0} // with the heading
	for _, p := range paces {
		if q.isOwn(p.Player) {
			own = append(own, len(lines))
		}
		if p.Rank <= places || q.isOwn(p.Player) {
			lines = append(lines, q.SayCount("global.pace", p.Solved, locale.Args{
				"Place": q.place(p.Rank, p.Joint), "Player": q.namedWorldwide(p.Player, p.Hidden),
				"Share": int(math.Round(100 * p.Share)), "Mean": q.elapsed(p.Mean),
			}))
		}
	}
	return q.shortened(lines, own...)
}

// namedWorldwide is [query.named] where only who wants to be is shown.
func (q query) namedWorldwide(p archive.Player, unnamed bool) Text {
	switch {
	case unnamed && p.ID == "":
		return q.Say("player.unnamed", nil)
	case unnamed:
		return q.Say("player.own-hidden", locale.Args{"Player": q.player(p)})
	}
	return Text{q.player(p)}
}
