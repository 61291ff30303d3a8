package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
)

// places is how many lines each list of the leaderboard has.
const places = 10

func leaderboardCommand() handler {
	return handler{
		name: "leaderboard",
		options: []Option{
			{Name: "period", Kind: ChoiceOption, Choices: []string{"week", "month", "year", "all"}},
			{Name: "date", Kind: DateOption},
		},
		example: []Given{{"period", "week"}}, answer: (*Bot).leaderboard,
	}
}

func streakCommand() handler {
	return handler{name: "streak", answer: (*Bot).streak}
}

func (b *Bot) leaderboard(ctx context.Context, q query) (Reply, error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	today := s.Today(b.config.Now())
	date, err := b.day(ctx, q, q.option("date"), today)
	if err != nil {
		return Reply{}, err
	}
	since, key, err := period(q.option("period"), today)
	if err != nil {
		return Reply{}, err
	}
	results, err := b.store.DailyResults(ctx, q.Place.GuildID, date)
	if err != nil {
		return Reply{}, err
	}
	standings, err := b.store.Leaderboard(ctx, q.Place.GuildID, since)
	if err != nil {
		return Reply{}, err
	}
	for i := range results {
		results[i].Player = q.seen(results[i].Player, results[i].Hidden)
	}
	for i := range standings {
		standings[i].Player = q.seen(standings[i].Player, standings[i].Hidden)
	}
	body := join("\n\n", q.results(date, results), q.standings(key, standings))
	return private(q.Text("title.leaderboard", nil), body), nil
}

// period returns the first date of a period that ends today, and the heading of its list.
func period(text string, today archive.Date) (since archive.Date, key string, err error) {
	switch text {
	case "week":
		return today.AddDays(-6), "standings.week", nil
	case "", "month":
		return today.AddDays(-29), "standings.month", nil
	case "year":
		return today.AddDays(-364), "standings.year", nil
	case "all":
		return archive.Date{Year: 1, Month: 1, Day: 1}, "standings.all", nil
	}
	return today, "", refuse("refusal.period", locale.Args{"Text": quoted(text)})
}

// results lists the results of a date, each daily of it apart.
func (s speech) results(date archive.Date, results []archive.Result) Text {
	if len(results) == 0 {
		return s.Say("results.none", locale.Args{"Day": s.day(date)})
	}
	slices.SortStableFunc(results, func(a, b archive.Result) int { return strings.Compare(dailyOf(a), dailyOf(b)) })
	var lines []Text
	for i, r := range results {
		if i == 0 || dailyOf(r) != dailyOf(results[i-1]) {
			lines = append(lines, s.Say("results.heading", locale.Args{"Day": s.day(date), "Shape": s.Shape(r.Shape), "Tier": s.Difficulty(r.Tier)}))
		}
		args := locale.Args{"Rank": r.Rank, "Player": s.player(r.Player), "Time": s.timeOf(r), "Help": s.helped(r)}
		switch {
		case r.HandedIn:
			lines = append(lines, s.Say("results.handed-in", args))
		case r.Apart == archive.TooQuick:
			lines = append(lines, s.Say("results.too-quick", args))
		case r.Apart == archive.Together:
			lines = append(lines, s.Say("results.together", args))
		case r.Rank <= places:
			lines = append(lines, s.Say("results.line", args))
		}
	}
	return s.shortened(lines)
}

// dailyOf distinguishes the dailies of one date.
func dailyOf(r archive.Result) string { return r.Shape.String() + " " + r.Tier.String() }

func (s speech) standings(key string, standings []archive.Standing) Text {
	if len(standings) == 0 {
		return s.Say("standings.none", locale.Args{"Heading": s.Text(key, nil)})
	}
	lines := []Text{s.Say(key, nil)}
	for i, p := range standings[:min(places, len(standings))] {
		lines = append(lines, s.Say("standings.line", locale.Args{
			"Rank": i + 1, "Player": s.player(p.Player), "Solved": p.Solved, "Best": s.elapsed(p.Best), "Mean": s.elapsed(p.Mean),
		}))
	}
	return s.shortened(lines)
}

// shortened joins lines, up to half of what a message holds.
func (s speech) shortened(lines []Text) Text {
	length := 0
	for i, line := range lines {
		if length += len([]rune(line.String())) + 1; length > MaxText/2-20 {
			return join("\n", append(lines[:i:i], s.SayCount("list.more", len(lines)-i, nil))...)
		}
	}
	return join("\n", lines...)
}

func (b *Bot) streak(ctx context.Context, q query) (Reply, error) {
	body, err := b.streakOf(ctx, q, q.Place.GuildID)
	return Reply{Screen: Screen{Body: body}, Private: true}, err
}

// streakOf says a player's streak in a sentence or two.
func (b *Bot) streakOf(ctx context.Context, q query, guildID string) (Text, error) {
	s, err := b.schedule(ctx, guildID)
	if err != nil {
		return nil, err
	}
	streak, err := b.store.Streak(ctx, q.Player.ID, guildID, s.Today(b.config.Now()))
	if err != nil {
		return nil, err
	}
	args := locale.Args{
		"Current": q.Count("span.days", streak.Current, nil), "Longest": q.Count("span.days", streak.Longest, nil),
		"Daily": command("daily"),
	}
	switch {
	case streak.Longest == 0:
		return q.Say("streak.none", args), nil
	case streak.Current == 0:
		return q.Say("streak.broken", args), nil
	case streak.Current == streak.Longest:
		return q.Say("streak.longest", args), nil
	}
	return q.Say("streak.current", args), nil
}
