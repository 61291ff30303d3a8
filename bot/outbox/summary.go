package outbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
)

// Summarized returns the solution of a past daily and its players' results, hidden until a reader
// wants to see them. mayName reports whether the player of a result may be named, unless the player is hidden.
func Summarized(ctx context.Context, env *handler.Env, s chat.Speech, daily daily.Daily, mayName func(games.Result) bool) (chat.Reply, error) {
	results, err := resultsOf(ctx, env, daily, mayName)
	if err != nil {
		return chat.Reply{}, err
	}
	lines := solvers(s, results)
	streaks, err := streaksOf(ctx, env, s, daily, results)
	if err != nil {
		return chat.Reply{}, err
	}
	cell, pause, ok, err := env.Store.HardestCell(ctx, daily)
	if err != nil {
		return chat.Reply{}, err
	}
	if lines = append(lines, streaks...); ok {
		lines = append(lines, s.Say("summary.hardest", locale.Args{"Cell": cell.String(), "Pause": s.Elapsed(pause)}))
	}
	solution, err := play.NewBoard(daily.Clues()).Solution()
	if err != nil {
		return chat.Reply{}, err
	}
	title := s.Text("title.summary", locale.Args{"Daily": s.DailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)})
	reply := s.WithBoard(chat.Reply{Screen: chat.Screen{Title: chat.Plain(title), Body: chat.Join("\n", lines...)}}, picture.Diagram{Clues: daily.Clues(), Grid: solution})
	reply.Screen.Spoiler = true
	kind := fmt.Sprintf("%s/%s/%s", daily.Date, daily.Tier, daily.Shape)
	reply.Screen.Rows = chat.Buttons(
		chat.Button{Label: s.Text("button.results", nil), Press: chat.ResultsOf(daily.Date, daily.Shape)},
		chat.Button{Label: s.Text("button.play-late", nil), Press: chat.Press{Verb: chat.OpenDaily, Argument: kind}, Look: chat.QuietLook},
	)
	return reply.Limited(s), nil
}

// solvers returns how many solved a daily, and who was the fastest, with and without help.
func solvers(s chat.Speech, results []games.Result) []chat.Text {
	if len(results) == 0 {
		return []chat.Text{s.Say("summary.none", nil)}
	}
	alone := chat.Unaided(results)
	lines := []chat.Text{s.SayCount("summary.solved", len(results), locale.Args{"Unaided": len(alone)})}
	fastest := winners(results)
	if len(fastest) > 0 {
		lines = append(lines, fastestOf(s, fastest, "summary.fastest", "summary.fastest-unnamed"))
	}
	if best := winners(alone); len(best) > 0 && best[0].GameID != fastest[0].GameID {
		lines = append(lines, fastestOf(s, best, "summary.fastest-unaided", "summary.fastest-unaided-unnamed"))
	}
	return lines
}

// winners returns the results that share the first place.
func winners(results []games.Result) (best []games.Result) {
	for _, r := range results {
		if r.Rank == 1 {
			best = append(best, r)
		}
	}
	return best
}

// fastestOf returns the line about the fastest players who may be named: with the message of key, or of unnamed
// if none may.
func fastestOf(s chat.Speech, best []games.Result, key, unnamed string) chat.Text {
	args := locale.Args{"Time": s.TimeOf(best[0]), "Help": s.Helped(best[0])}
	var names []chat.Text
	for _, r := range best {
		if r.Player.ID != "" {
			names = append(names, chat.Text{s.PlayerPart(r.Player)})
		}
	}
	if len(names) == 0 {
		return s.Say(unnamed, args)
	}
	args["Players"] = chat.Join(", ", names[:min(len(names), mostNamed)]...)
	return s.Say(key, args)
}

// mostNamed is how many players are named for one thing.
const mostNamed = 3

// streaksOf names the players with the longest streaks among the solvers of a daily.
func streaksOf(ctx context.Context, env *handler.Env, s chat.Speech, daily daily.Daily, results []games.Result) ([]chat.Text, error) {
	players := map[string]games.Player{}
	var ids []string
	for _, r := range results {
		if r.Player.ID != "" {
			players[r.Player.ID] = r.Player
			ids = append(ids, r.Player.ID)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	streaks, err := env.Store.Streaks(ctx, daily.GuildID, daily.Shape, ids, daily.Date)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return streaks[id].Current < 2 })
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(streaks[b].Current, streaks[a].Current) })
	if len(ids) == 0 {
		return nil, nil
	}
	var named []chat.Text
	for _, id := range ids[:min(len(ids), mostNamed)] {
		named = append(named, s.Say("summary.streak", locale.Args{
			"Player": s.PlayerPart(players[id]), "Days": s.Count("span.days", streaks[id].Current, nil),
		}))
	}
	return []chat.Text{s.Say("summary.streaks", locale.Args{"Players": chat.Join(", ", named...)})}, nil
}

// showSolvers lists the solvers in the post of a daily.
func showSolvers(ctx context.Context, env *handler.Env, poster chat.Poster, guild daily.Guild, post daily.Post) (chat.Posted, error) {
	about, err := env.Store.Post(ctx, post.GuildID, post.Date)
	if err != nil {
		return chat.Posted{}, err
	}
	results, err := resultsOf(ctx, env, about.Daily, mayName(guild))
	if err != nil {
		return chat.Posted{}, err
	}
	reply := New(env).Announcement(ctx, about.Daily, about.Beside...)
	if len(results) > 0 {
		reply.Screen.Body = chat.Join("\n", reply.Screen.Body, solvedBy(chat.SpeechIn(guild.Language), results))
	}
	var unfit *chat.RoleError
	if reply.Ping != "" && errors.As(poster.CheckRole(ctx, guild.ID, post.ChannelID, reply.Ping), &unfit) && unfit.Problem != chat.NotMentionableRole {
		reply.Ping = ""
	}
	reply.WordsOnly = true
	return chat.Posted{MessageID: post.Target}, poster.Edit(ctx, post.ChannelID, post.Target, reply)
}

// solvedBefore adds earlier solvers of its daily to a new post.
func solvedBefore(ctx context.Context, env *handler.Env, post daily.Post) error {
	return env.Store.ShowSolvers(ctx, post.GuildID, post.Date)
}

// solvedBy returns how many solved a daily, the best time, and the players who may be
// named: "7 solved · fastest 4:10 · Ann, Bob and 5 others".
func solvedBy(s chat.Speech, results []games.Result) chat.Text {
	parts := []chat.Text{s.SayCount("solvers.solved", len(results), nil)}
	if best := winners(results); len(best) > 0 {
		parts = append(parts, s.Say("solvers.fastest", locale.Args{"Time": s.TimeOf(best[0])}))
	}
	var names []chat.Text
	for _, r := range results {
		if r.Player.ID != "" && len(names) < mostSolvers {
			names = append(names, chat.Text{s.PlayerPart(r.Player)})
		}
	}
	switch others := len(results) - len(names); {
	case len(names) == 0:
	case others == 0:
		parts = append(parts, chat.Join(", ", names...))
	default:
		parts = append(parts, s.SayCount("solvers.and-others", others, locale.Args{"Players": chat.Join(", ", names...)}))
	}
	return chat.Join(" · ", parts...)
}

// mostSolvers is how many players the post of a daily names.
const mostSolvers = 10

// mayName returns a function that reports whether a result's player may be named in a guild, unless the player is hidden.
func mayName(guild daily.Guild) func(games.Result) bool {
	return func(r games.Result) bool { return guild.AnnounceResults || r.Shared }
}

// resultsOf returns the results of a daily from its day, ranked ones first, without the names of players who may
// not be named.
func resultsOf(ctx context.Context, env *handler.Env, daily daily.Daily, mayName func(games.Result) bool) ([]games.Result, error) {
	results, err := env.Store.DailyResults(ctx, daily.GuildID, daily.Date, "")
	results = slices.DeleteFunc(results, func(r games.Result) bool {
		return r.Late || r.HandedIn || r.Shape != daily.Shape || r.Tier != daily.Tier
	})
	for i := range results {
		if !mayName(results[i]) {
			results[i].Player = games.Player{}
		}
	}
	return results, err
}
