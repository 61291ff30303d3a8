package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func summaryCommand() handler {
	return handler{
		name: "summary", options: []Option{{Name: "date", Kind: DateOption}},
		example: []Given{{Name: "date", Value: "yesterday"}}, answer: (*Bot).summary,
	}
}

// summary shows the solution and the summary of a daily that is over, yesterday's if none is named.
func (b *Bot) summary(ctx context.Context, q query) (Reply, error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	today := s.Today(b.config.Now())
	date, err := b.day(ctx, q, cmp.Or(q.option("date"), today.AddDays(-1).String()), today)
	if err != nil {
		return Reply{}, err
	}
	if !date.Before(today) {
		return Reply{}, refuse("refusal.not-over", locale.Args{"Day": q.day(date), "Leaderboard": command("leaderboard")})
	}
	chosen, err := b.store.NumberedDates(ctx, s.ID, date, 1)
	if err == nil && (len(chosen) == 0 || chosen[0].Date != date) {
		err = refuse("refusal.no-daily", locale.Args{"Day": q.day(date)})
	}
	if err != nil {
		return Reply{}, err
	}
	daily, err := b.dailyOver(ctx, s.Guild, date)
	if err != nil {
		return Reply{}, err
	}
	reply, err := b.summarized(ctx, q.speech, daily, func(games.Result) bool { return true })
	reply.Private = true
	return reply, err
}

// dailyOver returns the daily of a date as it was posted, else that of its weekday.
func (b *Bot) dailyOver(ctx context.Context, guild daily.Guild, date calendar.Date) (daily.Daily, error) {
	post, err := b.store.PostBefore(ctx, guild.ID, date.AddDays(1))
	if err == nil && post.Date == date {
		return post.Daily, nil
	}
	if err != nil && !errors.Is(err, postgres.ErrNotFound) {
		return daily.Daily{}, err
	}
	return b.store.Daily(ctx, guild, date, sudoku.Sudoku, 0)
}

// summarized is the solution of a daily that is over, and how its players did: hidden until a reader
// wants to see it. mayName says for a result whether its player may be named, if the player is not hidden.
func (b *Bot) summarized(ctx context.Context, s speech, daily daily.Daily, mayName func(games.Result) bool) (Reply, error) {
	results, err := b.store.DailyResults(ctx, daily.GuildID, daily.Date, "")
	if err != nil {
		return Reply{}, err
	}
	results = slices.DeleteFunc(results, func(r games.Result) bool {
		return r.Late || r.HandedIn || r.Shape != daily.Shape || r.Tier != daily.Tier
	})
	for i := range results {
		if !mayName(results[i]) {
			results[i].Player = games.Player{}
		}
	}
	lines := s.solvers(results)
	streaks, err := b.streaksOf(ctx, s, daily, results)
	if err != nil {
		return Reply{}, err
	}
	cell, pause, ok, err := b.store.HardestCell(ctx, daily)
	if err != nil {
		return Reply{}, err
	}
	if lines = append(lines, streaks...); ok {
		lines = append(lines, s.Say("summary.hardest", locale.Args{"Cell": cell.String(), "Pause": s.elapsed(pause)}))
	}
	return s.withSolution(daily, join("\n", lines...))
}

// solvers says how many solved a daily, and who was the fastest, with and without help.
func (s speech) solvers(results []games.Result) []Text {
	if len(results) == 0 {
		return []Text{s.Say("summary.none", nil)}
	}
	alone := unaided(results)
	lines := []Text{s.SayCount("summary.solved", len(results), locale.Args{"Unaided": len(alone)})}
	fastest := winners(results)
	if len(fastest) > 0 {
		lines = append(lines, s.fastest(fastest, "summary.fastest", "summary.fastest-unnamed"))
	}
	if best := winners(alone); len(best) > 0 && best[0].GameID != fastest[0].GameID {
		lines = append(lines, s.fastest(best, "summary.fastest-unaided", "summary.fastest-unaided-unnamed"))
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

// fastest says who was the fastest, as far as they may be named, in the message of a key, or of another
// where none may.
func (s speech) fastest(best []games.Result, key, unnamed string) Text {
	args := locale.Args{"Time": s.timeOf(best[0]), "Help": s.helped(best[0])}
	var names []Text
	for _, r := range best {
		if r.Player.ID != "" {
			names = append(names, Text{s.player(r.Player)})
		}
	}
	if len(names) == 0 {
		return s.Say(unnamed, args)
	}
	args["Players"] = join(", ", names[:min(len(names), mostNamed)]...)
	return s.Say(key, args)
}

// mostNamed is how many players are named for one thing.
const mostNamed = 3

// streaksOf names the players with the longest streaks among those who solved a daily.
func (b *Bot) streaksOf(ctx context.Context, s speech, daily daily.Daily, results []games.Result) ([]Text, error) {
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
	streaks, err := b.store.Streaks(ctx, daily.GuildID, ids, daily.Date)
	if err != nil {
		return nil, err
	}
	ids = slices.DeleteFunc(ids, func(id string) bool { return streaks[id].Current < 2 })
	slices.SortStableFunc(ids, func(a, b string) int { return cmp.Compare(streaks[b].Current, streaks[a].Current) })
	if len(ids) == 0 {
		return nil, nil
	}
	var named []Text
	for _, id := range ids[:min(len(ids), mostNamed)] {
		named = append(named, s.Say("summary.streak", locale.Args{
			"Player": s.player(players[id]), "Days": s.Count("span.days", streaks[id].Current, nil),
		}))
	}
	return []Text{s.Say("summary.streaks", locale.Args{"Players": join(", ", named...)})}, nil
}

// withSolution shows the solution of a daily below words.
func (s speech) withSolution(daily daily.Daily, body Text) (Reply, error) {
	solution, err := play.NewBoard(daily.Clues()).Solution()
	if err != nil {
		return Reply{}, err
	}
	title := s.Text("title.summary", locale.Args{"Daily": s.dailyTitle(daily.Number, daily.Date, daily.Shape, daily.Tier)})
	reply := s.withBoard(Reply{Screen: Screen{Title: Plain(title), Body: body}}, picture.Board{Clues: daily.Clues(), Grid: solution})
	reply.Screen.Spoiler = true
	kind := fmt.Sprintf("%s/%s/%s", daily.Date, daily.Tier, daily.Shape)
	reply.Screen.Rows = buttons(
		Button{Label: s.Text("button.results", nil), Press: Press{Verb: ShowResults, Argument: daily.Date.String()}},
		Button{Label: s.Text("button.play-late", nil), Press: Press{Verb: OpenDaily, Argument: kind}, Look: QuietLook},
	)
	return reply.limited(s), nil
}
