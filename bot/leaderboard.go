package bot

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// places is how many lines each list of the leaderboard has.
const places = 10

func leaderboardCommand() handler {
	return handler{Command{
		Name:        "leaderboard",
		Description: "See who solved the daily, and who solves most of them",
		Options: []Option{
			{Name: "period", Description: "how far the list of players looks back; a month if left out", Kind: Choice, Choices: []string{"week", "month", "year", "all"}},
			{Name: "date", Description: "whose daily's results, such as 2026-01-31; today's if left out", Kind: Text},
		},
		Example: "/leaderboard week",
		Details: "Times are measured by the server, from opening a board to its solution.",
	}, (*Bot).leaderboard}
}

func (b *Bot) leaderboard(ctx context.Context, r Request) (Reply, error) {
	s, err := b.schedule(ctx, r.Guild)
	if err != nil {
		return Reply{}, err
	}
	today := s.Today(b.config.Now())
	date, err := parseDate(r.option("date"), today)
	if err != nil {
		return Reply{}, err
	}
	since, name, err := period(r.option("period"), today)
	if err != nil {
		return Reply{}, err
	}
	results, err := b.store.DailyResults(ctx, r.Guild, date)
	if err != nil {
		return Reply{}, err
	}
	standings, err := b.store.Leaderboard(ctx, r.Guild, since)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Title: "Leaderboard", Text: resultsText(date, results) + "\n\n" + standingsText(name, standings)}, nil
}

// period returns the first date of a period that ends today, and its name in a sentence.
func period(text string, today archive.Date) (since archive.Date, name string, err error) {
	switch text {
	case "week":
		return today.AddDays(-6), "in 7 days", nil
	case "", "month":
		return today.AddDays(-29), "in 30 days", nil
	case "year":
		return today.AddDays(-364), "in 365 days", nil
	case "all":
		return archive.Date{Year: 1, Month: 1, Day: 1}, "ever", nil
	}
	return today, "", refuse("unknown period %s: want week, month, year or all", sudoku.Excerpt(text))
}

// resultsText lists the results of a date, each daily of it apart.
func resultsText(date archive.Date, results []archive.Result) string {
	if len(results) == 0 {
		return fmt.Sprintf("%s: nobody has solved a daily yet.", dayOf(date))
	}
	lines := []string{}
	slices.SortStableFunc(results, func(a, b archive.Result) int {
		return strings.Compare(dailyOf(a), dailyOf(b))
	})
	for i, result := range results {
		if i == 0 || dailyOf(result) != dailyOf(results[i-1]) {
			lines = append(lines, fmt.Sprintf("%s, %s:", dayOf(date), dailyOf(result)))
		}
		if result.Rank <= places {
			lines = append(lines, fmt.Sprintf("%d. %s %s%s", result.Rank, called(result.Player), elapsed(result.Elapsed), helped(result)))
		}
	}
	return shorten(lines)
}

// dailyOf tells the dailies of one date apart.
func dailyOf(result archive.Result) string {
	return fmt.Sprintf("%s %s", result.Shape, result.Tier)
}

func standingsText(period string, standings []archive.Standing) string {
	lines := []string{fmt.Sprintf("Most dailies solved %s:", period)}
	if len(standings) == 0 {
		return lines[0] + " none yet."
	}
	for i, s := range standings[:min(places, len(standings))] {
		lines = append(lines, fmt.Sprintf("%d. %s %d, best %s, mean %s", i+1, called(s.Player), s.Solved, elapsed(s.Best), elapsed(s.Mean)))
	}
	return shorten(lines)
}

// shorten joins lines, up to half of what a message holds.
func shorten(lines []string) string {
	length := 0
	for i, line := range lines {
		if length += len([]rune(line)) + 1; length > MaxText/2-20 {
			return strings.Join(append(lines[:i:i], fmt.Sprintf("and %d more", len(lines)-i)), "\n")
		}
	}
	return strings.Join(lines, "\n")
}
