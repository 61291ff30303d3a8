package chat

import (
	"cmp"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Rank is a rank in words: "2nd", or "joint 2nd" for one that others have too. It does not begin
// with a number and a dot, which chat networks take for lists and count anew.
func (s Speech) Rank(rank int, joint bool) string {
	if !joint {
		return s.Ordinal(rank)
	}
	return s.Text("rank.joint", locale.Args{"Place": s.Ordinal(rank)})
}

// Named is a player in a list as the one who asks may see it: others who are hidden have no name, and
// the one who asks sees that their own is not shown to others.
func (s Speech) Named(p games.Player, hidden bool) Text {
	return s.namedUnless(p, hidden, "player.hidden")
}

// NamedWorldwide is [Speech.Named] where only those are shown who want to be.
func (s Speech) NamedWorldwide(p games.Player, unnamed bool) Text {
	return s.namedUnless(p, unnamed, "player.unnamed")
}

// namedUnless is a player, or the message at key in place of another's name.
func (s Speech) namedUnless(p games.Player, hidden bool, key string) Text {
	switch {
	case hidden && p.ID == "":
		return s.Say(key, nil)
	case hidden:
		return s.Say("player.own-hidden", locale.Args{"Player": s.PlayerPart(p)})
	}
	return Text{s.PlayerPart(p)}
}

// Helped lists the help of a result, and whether it was late: ", 2 hints to level 4, 1 check".
func (s Speech) Helped(r games.Result) string {
	text := ""
	if r.Hints > 0 {
		text += s.Count("finish.hints", r.Hints, locale.Args{"Level": int(r.Deepest)})
	}
	if r.Checks > 0 {
		text += s.Count("finish.checks", r.Checks, nil)
	}
	if r.Late {
		text += s.Text("finish.late", nil)
	}
	return text
}

// TimeOf is the time of a game, with the active part of it.
func (s Speech) TimeOf(r games.Result) string {
	elapsed, active := s.Elapsed(r.Elapsed), s.Elapsed(r.Active)
	if elapsed == active {
		return elapsed
	}
	return s.Text("finish.active", locale.Args{"Elapsed": elapsed, "Active": active})
}

// Unaided returns the results without a hint and without a check, ranked among themselves. Results that share a rank had the
// same help, so that they stay together.
func Unaided(results []games.Result) (rest []games.Result) {
	ranked := map[string]int{} // how many so far, by daily
	ranks := map[string]int{}  // the new one, by daily and old one
	for _, r := range results {
		if r.Hints > 0 || r.Checks > 0 {
			continue
		}
		if r.Rank > 0 {
			ranked[DailyOf(r)]++
			old := fmt.Sprint(DailyOf(r), " ", r.Rank)
			r.Rank = cmp.Or(ranks[old], ranked[DailyOf(r)])
			ranks[old] = r.Rank
		}
		rest = append(rest, r)
	}
	return rest
}

// ResultsOf is the press that shows the results of the dailies of a date and a shape.
func ResultsOf(date calendar.Date, shape sudoku.Shape) Press {
	return Press{Verb: ShowResults, Argument: date.String() + "/" + shape.String()}
}

// DailyOf distinguishes the dailies of one date.
func DailyOf(r games.Result) string { return r.Shape.String() + " " + r.Tier.String() }

// Periods are the periods of leaderboards, as the calendar days around a date. Each begins anew, so that everyone has a
// chance again; the best of all time stay in "all", which has no bounds.
var Periods = map[string]func(calendar.Date) calendar.Days{
	"week": calendar.WeekOf, "month": calendar.MonthOf, "year": calendar.YearOf, "all": func(calendar.Date) (all calendar.Days) { return all },
}
