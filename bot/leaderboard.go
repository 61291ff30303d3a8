package bot

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// places is how many lines each list of the leaderboard has.
const places = 10

// What /leaderboard can be asked for.
const (
	scopeHere   = "here"
	scopeGlobal = "global"
	anyHelp     = "any"
	withoutHelp = "without"
)

func leaderboardCommand() handler {
	return handler{
		name: "leaderboard",
		options: []Option{
			{Name: "period", Kind: ChoiceOption, Choices: []string{"week", "month", "year", "all"}},
			{Name: "help", Kind: ChoiceOption, Choices: []string{anyHelp, withoutHelp}},
			{Name: "scope", Kind: ChoiceOption, Choices: []string{scopeHere, scopeGlobal}},
			{Name: "date", Kind: DateOption},
		},
		example: []Given{{Name: "period", Value: "week"}}, answer: (*Bot).leaderboard,
		buttons: []button{{verb: ShowResults, options: argumentAs("date")}},
	}
}

// askedBoard is what a leaderboard is asked for.
type askedBoard struct {
	date    calendar.Date
	ranking games.Ranking
	heading string // the key of the heading of the list of players
	global  bool
}

func (b *Bot) leaderboard(ctx context.Context, q query) (Reply, error) {
	asked, err := b.askedBoard(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	var body Text
	if asked.global {
		body, err = b.globalBoard(ctx, q, asked)
	} else {
		body, err = b.guildBoard(ctx, q, asked)
	}
	return private(q.Text("title.leaderboard", nil), body), err
}

func (b *Bot) askedBoard(ctx context.Context, q query) (asked askedBoard, err error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return asked, err
	}
	today := s.Today(b.config.Now())
	if asked.date, err = b.day(ctx, q, q.option("date"), today); err != nil {
		return asked, err
	}
	asked.ranking = games.Ranking{GuildID: q.Place.GuildID, Viewer: q.Player.ID}
	if asked.ranking.Unaided, err = isSecond(q, "help", anyHelp, withoutHelp); err != nil {
		return asked, err
	}
	if asked.global, err = isSecond(q, "scope", scopeHere, scopeGlobal); err != nil {
		return asked, err
	}
	asked.ranking.Days, asked.heading, err = q.period(today, asked.global)
	return asked, err
}

// isSecond reports whether an option has the second of its two values; left out it has the first.
func isSecond(q query, option, first, second string) (bool, error) {
	switch q.option(option) {
	case "", first:
		return false, nil
	case second:
		return true, nil
	default:
		return false, q.refuseGiven(option)
	}
}

// period returns the calendar days of a period of today, and the heading of its list. Each begins anew,
// so that everyone has a chance again; what is best of all time stays in "all".
func (q query) period(today calendar.Date, global bool) (days calendar.Days, key string, err error) {
	here, everywhere := "", ""
	switch q.option("period") {
	case "week":
		days, here, everywhere = calendar.WeekOf(today), "standings.week", "global.week"
	case "", "month":
		days, here, everywhere = calendar.MonthOf(today), "standings.month", "global.month"
	case "year":
		days, here, everywhere = calendar.YearOf(today), "standings.year", "global.year"
	case "all":
		here, everywhere = "standings.all", "global.all"
	default:
		return days, "", q.refuseGiven("period")
	}
	if global {
		return days, everywhere, nil
	}
	return days, here, nil
}

func (b *Bot) guildBoard(ctx context.Context, q query, asked askedBoard) (Text, error) {
	results, err := b.store.DailyResults(ctx, q.Place.GuildID, asked.date, q.Player.ID)
	if err != nil {
		return nil, err
	}
	if asked.ranking.Unaided {
		results = unaided(results)
	}
	standings, err := b.store.Leaderboard(ctx, asked.ranking)
	if err != nil {
		return nil, err
	}
	return join("\n\n", q.results(asked.date, results), q.standings(q.heading(asked), standings)), nil
}

// heading says what a list of players is about.
func (q query) heading(asked askedBoard) Text {
	heading := q.Say(asked.heading, locale.Args{"Least": games.PaceLeast})
	if asked.ranking.Unaided {
		heading = q.Say("standings.unaided", locale.Args{"Heading": heading})
	}
	return heading
}

// unaided returns the results without a hint and without a check, ranked among themselves. Those that
// share a rank had the same help, so that they stay together.
func unaided(results []games.Result) (rest []games.Result) {
	ranked := map[string]int{} // how many so far, by daily
	ranks := map[string]int{}  // the new one, by daily and old one
	for _, r := range results {
		if r.Hints > 0 || r.Checks > 0 {
			continue
		}
		if r.Rank > 0 {
			ranked[dailyOf(r)]++
			old := fmt.Sprint(dailyOf(r), " ", r.Rank)
			r.Rank = cmp.Or(ranks[old], ranked[dailyOf(r)])
			ranks[old] = r.Rank
		}
		rest = append(rest, r)
	}
	return rest
}

// results lists the results of a date, each daily of it apart.
func (q query) results(date calendar.Date, results []games.Result) Text {
	if len(results) == 0 {
		return q.Say("results.none", locale.Args{"Day": q.day(date)})
	}
	slices.SortStableFunc(results, func(a, b games.Result) int { return strings.Compare(dailyOf(a), dailyOf(b)) })
	var lines []Text
	var own []int // the lines of the one who asks, each with its heading
	heading := 0
	for i, r := range results {
		if i == 0 || dailyOf(r) != dailyOf(results[i-1]) {
			heading = len(lines)
			lines = append(lines, q.Say("results.heading", locale.Args{"Day": q.day(date), "Shape": q.Shape(r.Shape), "Tier": q.Difficulty(r.Tier)}))
		}
		if q.isOwn(r.Player) {
			own = append(own, heading, len(lines))
		}
		if line := q.resultLine(r); line != nil {
			lines = append(lines, line)
		}
	}
	return q.shortened(lines, own...)
}

// isOwn reports whether a player in a list is the one who asks.
func (q query) isOwn(p games.Player) bool { return p.ID != "" && p.ID == q.Player.ID }

// resultLine is a result in a list, nil if there are too many better ones.
func (q query) resultLine(r games.Result) Text {
	args := locale.Args{"Place": q.place(r.Rank, r.Joint), "Player": q.named(r.Player, r.Hidden), "Time": q.timeOf(r), "Help": q.helped(r)}
	switch {
	case r.HandedIn:
		return q.Say("results.handed-in", args)
	case r.Apart == games.TooQuick:
		return q.Say("results.too-quick", args)
	case r.Apart == games.Together:
		return q.Say("results.together", args)
	case r.Rank == 0:
		return q.Say("results.unranked", args)
	case r.Rank <= places || q.isOwn(r.Player):
		return q.Say("results.line", args)
	}
	return nil
}

// dailyOf distinguishes the dailies of one date.
func dailyOf(r games.Result) string { return r.Shape.String() + " " + r.Tier.String() }

// place is a rank in words: "2nd", or "joint 2nd" for one that others have too. It does not begin
// with a number and a dot, which chat networks take for lists and count anew.
func (s speech) place(rank int, joint bool) string {
	if !joint {
		return s.Ordinal(rank)
	}
	return s.Text("rank.joint", locale.Args{"Place": s.Ordinal(rank)})
}

// named is a player in a list as the one who asks may see it: others who are hidden have no name, and
// the one who asks sees that their own is not shown to others.
func (q query) named(p games.Player, hidden bool) Text {
	switch {
	case hidden && p.ID == "":
		return q.Say("player.hidden", nil)
	case hidden:
		return q.Say("player.own-hidden", locale.Args{"Player": q.player(p)})
	}
	return Text{q.player(p)}
}

// standings lists players below a heading.
func (q query) standings(heading Text, standings []games.Standing) Text {
	if len(standings) == 0 {
		return q.Say("standings.none", locale.Args{"Heading": heading})
	}
	lines := []Text{heading}
	own := []int{0} // with the heading
	for _, p := range standings {
		if q.isOwn(p.Player) {
			own = append(own, len(lines))
		}
		if p.Rank <= places || q.isOwn(p.Player) {
			lines = append(lines, q.Say("standings.line", locale.Args{
				"Place": q.place(p.Rank, p.Joint), "Player": q.named(p.Player, p.Hidden), "Solved": p.Solved,
				"Best": q.elapsed(p.Best), "Mean": q.elapsed(p.Mean),
			}))
		}
	}
	return q.shortened(lines, own...)
}

// shortened joins lines, up to half of what a message holds. The lines of some indices are kept in any
// case: what a list says of the one who asks is what they look for.
func (s speech) shortened(lines []Text, kept ...int) Text {
	length := func(i int) int { return len([]rune(lines[i].String())) + 1 }
	room := MaxText/2 - 20
	for _, i := range kept {
		room -= length(i)
	}
	var shown []Text
	left, gap := 0, 0 // how many are left out, and where the first of them would be
	for i, line := range lines {
		if !slices.Contains(kept, i) {
			if left > 0 || length(i) > room {
				if left++; left == 1 {
					gap = len(shown)
				}
				continue
			}
			room -= length(i)
		}
		shown = append(shown, line)
	}
	if left > 0 {
		shown = slices.Insert(shown, gap, s.SayCount("list.more", left, nil))
	}
	return join("\n", shown...)
}

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
	note := q.Say("global.names", locale.Args{"Settings": asking("settings", chosen("name", "everywhere"))})
	return join("\n\n", q.globalResults(asked.date, results), q.paces(q.heading(asked), paces), note), nil
}

func (q query) globalResults(date calendar.Date, results []games.Result) Text {
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
func (q query) paces(heading Text, paces []games.Pace) Text {
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
func (q query) namedWorldwide(p games.Player, unnamed bool) Text {
	switch {
	case unnamed && p.ID == "":
		return q.Say("player.unnamed", nil)
	case unnamed:
		return q.Say("player.own-hidden", locale.Args{"Player": q.player(p)})
	}
	return Text{q.player(p)}
}
