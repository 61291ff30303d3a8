package outbox

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Places is how many lines each list of the leaderboard has.
const Places = 10

// Unaided returns the results without a hint and without a check, ranked among themselves. Those that
// share a rank had the same help, so that they stay together.
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

// IsOwn reports whether a player in a list is the one who asks.
func IsOwn(q handler.Query, p games.Player) bool { return p.ID != "" && p.ID == q.Player.ID }

// DailyOf distinguishes the dailies of one date.
func DailyOf(r games.Result) string { return r.Shape.String() + " " + r.Tier.String() }

// Place is a rank in words: "2nd", or "joint 2nd" for one that others have too. It does not begin
// with a number and a dot, which chat networks take for lists and count anew.
func Place(s chat.Speech, rank int, joint bool) string {
	if !joint {
		return s.Ordinal(rank)
	}
	return s.Text("rank.joint", locale.Args{"Place": s.Ordinal(rank)})
}

// Named is a player in a list as the one who asks may see it: others who are hidden have no name, and
// the one who asks sees that their own is not shown to others.
func Named(q handler.Query, p games.Player, hidden bool) chat.Text {
	return namedUnless(q, p, hidden, "player.hidden")
}

// NamedWorldwide is [Named] where only those are shown who want to be.
func NamedWorldwide(q handler.Query, p games.Player, unnamed bool) chat.Text {
	return namedUnless(q, p, unnamed, "player.unnamed")
}

// namedUnless is a player, or the message at key in place of another's name.
func namedUnless(q handler.Query, p games.Player, hidden bool, key string) chat.Text {
	switch {
	case hidden && p.ID == "":
		return q.Say(key, nil)
	case hidden:
		return q.Say("player.own-hidden", locale.Args{"Player": q.PlayerPart(p)})
	}
	return chat.Text{q.PlayerPart(p)}
}

// Standings lists players below a heading.
func Standings(q handler.Query, heading chat.Text, standings []games.Standing) chat.Text {
	if len(standings) == 0 {
		return q.Say("standings.none", locale.Args{"Heading": heading})
	}
	lines := []chat.Text{heading}
	own := []int{0} // with the heading
	for _, p := range standings {
		if IsOwn(q, p.Player) {
			own = append(own, len(lines))
		}
		if p.Rank <= Places || IsOwn(q, p.Player) {
			lines = append(lines, q.Say("standings.line", locale.Args{
				"Place": Place(q.Speech, p.Rank, p.Joint), "Player": Named(q, p.Player, p.Hidden), "Solved": p.Solved,
				"Best": q.Elapsed(p.Best), "Mean": q.Elapsed(p.Mean),
			}))
		}
	}
	return Shortened(q.Speech, lines, own...)
}

// Shortened joins lines, up to half of what a message holds. The lines of some indices are kept in any
// case: what a list says of the one who asks is what they look for.
func Shortened(s chat.Speech, lines []chat.Text, kept ...int) chat.Text {
	length := func(i int) int { return len([]rune(lines[i].String())) + 1 }
	room := chat.MaxText/2 - 20
	for _, i := range kept {
		room -= length(i)
	}
	var shown []chat.Text
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
	return chat.Join("\n", shown...)
}

// Rank returns the place of a result among the same daily's, in words, and how many there are.
func Rank(ctx context.Context, env *handler.Env, q handler.Query, game games.Game, result games.Result) (place string, of int, err error) {
	results, err := env.Store.DailyResults(ctx, game.GuildID, game.Date, q.Player.ID)
	if err != nil {
		return "", 0, err
	}
	for _, other := range results {
		if other.Shape == result.Shape && other.Tier == result.Tier && other.Rank > 0 {
			of++
		}
	}
	return Place(q.Speech, result.Rank, result.Joint), max(of, result.Rank), nil
}
