package outbox

import (
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Places is the number of places in each list of the leaderboard.
const Places = 10

// leaders returns the leaderboards of a past week or month, one for each shape with tiers. Nothing is posted if no player has solved
// any of them.
func leaders(ctx context.Context, env *handler.Env, guild daily.Guild, f daily.Post) (chat.Reply, error) {
	days := period(f.Kind, f.Date)
	s := chat.SpeechIn(guild.Language)
	q := handler.Query{Speech: s} // nobody in particular reads it
	var lists []chat.Text
	for _, shape := range library.ShapesWithTiers {
		standings, err := env.Store.Leaderboard(ctx, games.Ranking{GuildID: guild.ID, Shape: shape, Days: days})
		if err != nil {
			return chat.Reply{}, err
		}
		if len(standings) > 0 {
			heading := s.Say("standings.over."+shape.String(), locale.Args{"First": s.Day(days.First), "Last": s.Day(days.Last)})
			lists = append(lists, Standings(q, heading, standings))
		}
	}
	if len(lists) == 0 {
		return chat.Reply{}, cancelled("no player solved a daily")
	}
	reply := chat.Reply{Screen: chat.Screen{Title: chat.Plain(s.Text("standings.over-"+string(f.Kind), nil)), Body: chat.Join("\n\n", lists...)}}
	reply.Screen.Rows = chat.Buttons(chat.Button{
		Label: s.Text("button.leaderboard", nil), Press: chat.Press{Verb: chat.ShowResults, Argument: days.Last.String()}, Look: chat.QuietLook,
	})
	return reply.Limited(s), nil
}

// IsOwn reports whether a player in a list is the one of the request.
func IsOwn(q handler.Query, p games.Player) bool { return p.ID != "" && p.ID == q.Player.ID }

// Standings lists players below a heading.
func Standings(q handler.Query, heading chat.Text, standings []games.Standing) chat.Text {
	if len(standings) == 0 {
		return q.Say("standings.none", locale.Args{"Heading": heading})
	}
	return Listed(q, heading, standings, func(p games.Standing) (games.Player, int, chat.Text) {
		return p.Player, p.Rank, q.Say("standings.line", locale.Args{
			"Place": q.Rank(p.Rank, p.Joint), "Player": q.Named(p.Player, p.Hidden), "Solved": p.Solved,
			"Best": q.Elapsed(p.Best), "Mean": q.Elapsed(p.Mean),
		})
	})
}

// Listed lists players below a heading: the first places, and always the player of the request.
func Listed[T any](q handler.Query, heading chat.Text, all []T, entry func(T) (games.Player, int, chat.Text)) chat.Text {
	lines, own := []chat.Text{heading}, []int{0} // with the heading
	for _, one := range all {
		player, rank, line := entry(one)
		if IsOwn(q, player) {
			own = append(own, len(lines))
		}
		if rank <= Places || IsOwn(q, player) {
			lines = append(lines, line)
		}
	}
	return Shortened(q.Speech, lines, own...)
}

// Shortened joins lines, up to half of a message's limit. The lines of some indices are always
// kept, such as the reader's own in a list.
func Shortened(s chat.Speech, lines []chat.Text, kept ...int) chat.Text {
	length := func(i int) int { return len([]rune(lines[i].String())) + 1 }
	room := chat.MaxText/2 - 20
	for _, i := range kept {
		room -= length(i)
	}
	var shown []chat.Text
	left, gap := 0, 0 // how many lines are left out, and the place of the first of them
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

// Rank returns the place of a result among the results of its daily, in words, and how many have a rank.
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
	return q.Rank(result.Rank, result.Joint), max(of, result.Rank), nil
}
