package bot

import (
	"context"
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func difficultyCommand() handler {
	return handler{Command{
		Name:        "difficulty",
		Description: "Tell how hard a puzzle is, and why",
		Options: []Option{{
			Name: "puzzle", Description: "today, current, or any puzzle pasted in; your current one if left out", Kind: Text,
		}},
		Example: "/difficulty today",
		Details: "A puzzle may be 81 characters (16 for a shidoku) or a drawing. The tiers: 1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing.",
	}, (*Bot).difficulty}
}

func (b *Bot) difficulty(ctx context.Context, r Request) (Reply, error) {
	name, clues, err := b.meant(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	rated, err := rating.Rate(clues)
	if err != nil {
		return Reply{}, refuse("%s: %v", sudoku.Excerpt(clues.String()), err)
	}
	return Reply{Title: "Difficulty of " + name, Text: ratingText(rated), Private: true}, nil
}

// meant returns the puzzle that a request is about, and its name.
func (b *Bot) meant(ctx context.Context, r Request) (name string, clues sudoku.Grid, err error) {
	switch text := strings.TrimSpace(r.option("puzzle")); strings.ToLower(text) {
	case "today":
		return b.todays(ctx, r)
	case "current":
		game, err := b.current(ctx, r)
		return nameOf(game), game.Clues, err
	case "":
		game, err := b.current(ctx, r)
		if isRefusal(err) { // no game: the question must be about the daily
			return b.todays(ctx, r)
		}
		return nameOf(game), game.Clues, err
	default:
		clues, err := sudoku.Parse(text)
		if err != nil {
			return "", clues, refuse("%v; or say today or current", err)
		}
		return "your puzzle", clues, nil
	}
}

func (b *Bot) todays(ctx context.Context, r Request) (string, sudoku.Grid, error) {
	s, err := b.schedule(ctx, r.Guild)
	if err != nil {
		return "", sudoku.Grid{}, err
	}
	daily, err := b.store.Daily(ctx, s.Guild, s.Today(b.config.Now()), sudoku.Sudoku, 0)
	if err != nil {
		return "", sudoku.Grid{}, err
	}
	return fmt.Sprintf("%s of %s", dailyName(daily.Number, daily.Shape), dayOf(daily.Date)), daily.Clues(), nil
}

func ratingText(r rating.Rating) string {
	var needs []string
	for technique, n := range r.Counts.All() {
		needs = append(needs, fmt.Sprintf("%d × %s", n, words.Technique(technique)))
	}
	return fmt.Sprintf("Tier %d, %s. People take about %s, most of them between %s and %s.\nThe hardest technique is %s; in all it needs %s.\n%s",
		r.Tier, r.Tier, minutes(r.Score), minutes(r.Low), minutes(r.High), words.Technique(r.Hardest), strings.Join(needs, ", "), words.Certificate(r.Certificate))
}
