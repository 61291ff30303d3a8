package bot

import (
	"context"
	"fmt"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func dailyCommand() handler {
	return handler{Command{
		Name:        "daily",
		Description: "Play today's sudoku, the same for everyone here",
		Options: []Option{tierOption(), shapeOption(), {
			Name: "date", Description: "an earlier day, such as 2026-01-31; today if left out", Kind: Text,
		}},
		Example: "/daily",
		Details: "Without a tier you get the one of the weekday. Each tier and shape has a daily of its own. Your board is yours alone, and waits for you when you come back.",
	}, (*Bot).daily}
}

func tierOption() Option {
	o := Option{Name: "tier", Description: "how hard, 1-5 or a name", Kind: Choice}
	for _, t := range logic.Tiers {
		o.Choices = append(o.Choices, t.String())
	}
	return o
}

func shapeOption() Option {
	o := Option{Name: "shape", Description: "sudoku (9×9) or shidoku (4×4)", Kind: Choice}
	for _, s := range sudoku.Shapes {
		o.Choices = append(o.Choices, s.String())
	}
	return o
}

func (b *Bot) daily(ctx context.Context, r Request) (Reply, error) {
	tier, shape, err := kindOf(r)
	if err != nil {
		return Reply{}, err
	}
	s, err := b.schedule(ctx, r.Guild)
	if err != nil {
		return Reply{}, err
	}
	date, err := s.dateOf(r.option("date"), s.Today(b.config.Now()))
	if err != nil {
		return Reply{}, err
	}
	daily, err := b.store.Daily(ctx, s.Guild, date, shape, tier)
	if err != nil {
		return Reply{}, err
	}
	game, err := b.store.StartDaily(ctx, r.Player, daily)
	if err != nil {
		return Reply{}, err
	}
	return opened(game), nil
}

// kindOf reads the tier, 0 for any, and the shape.
func kindOf(r Request) (tier logic.Tier, shape sudoku.Shape, err error) {
	if text := r.option("tier"); text != "" {
		if tier, err = parseTier(text); err != nil {
			return 0, 0, err
		}
	}
	if text := r.option("shape"); text != "" {
		if shape, err = sudoku.ParseShape(text); err != nil {
			return 0, 0, refuse("unknown shape %s: want sudoku or shidoku", sudoku.Excerpt(text))
		}
	}
	return tier, shape, nil
}

func parseTier(text string) (logic.Tier, error) {
	tier, err := logic.ParseTier(text)
	if err != nil {
		return 0, refuse("unknown tier %s: want 1-5 or singletons, hidden, locked, x-wing, guessing", sudoku.Excerpt(text))
	}
	return tier, nil
}

// schedule returns a guild's settings.
func (b *Bot) schedule(ctx context.Context, id string) (schedule, error) {
	guild, err := b.store.Guild(ctx, id)
	if err != nil {
		return schedule{}, err
	}
	return scheduleOf(guild)
}

// pastDays is how far back a daily can still be started.
const pastDays = 60

// dateOf reads a date that is today or not long ago; "" is today.
func (s schedule) dateOf(text string, today archive.Date) (archive.Date, error) {
	date, err := parseDate(text, today)
	switch {
	case err != nil:
		return date, err
	case today.Before(date):
		return date, refuse("the daily of %s is not out yet: today's is that of %s", date, today)
	case date.Before(today.AddDays(-pastDays)):
		return date, refuse("the daily of %s is too long ago: %s is the oldest that can be played", date, today.AddDays(-pastDays))
	}
	return date, nil
}

// parseDate reads a date; "" is today.
func parseDate(text string, today archive.Date) (archive.Date, error) {
	if text == "" {
		return today, nil
	}
	date, err := archive.ParseDate(text)
	if err != nil {
		return date, refuse("%s is no date: want year-month-day, such as %s", sudoku.Excerpt(text), today)
	}
	return date, nil
}

// opened shows a game that was started or taken up again.
func opened(game archive.Game) Reply {
	if !game.Finished.IsZero() {
		next := "/play starts a puzzle of your own."
		if game.IsDaily() {
			next = "/leaderboard shows how others did; " + next
		}
		return boardReply(game, "You solved %s in %s. %s", nameOf(game), elapsed(game.Finished.Sub(game.Started)), next)
	}
	if game.Revision > 0 {
		return boardReply(game, "Welcome back to %s: %s.", nameOf(game), toGo(game))
	}
	example := "r4c5=7"
	if game.Shape == sudoku.Shidoku {
		example = "r2c3=4"
	}
	return boardReply(game, "%s%s. /move %s places a digit, /hint helps, /submit hands in; /help tells the rest.",
		credit(game.Puzzle), count(game.Clues.Len(), "clue"), example)
}

// credit names the puzzle and its author, where the archive knows them.
func credit(p archive.Puzzle) string {
	switch {
	case p.Name != "" && p.Author != "":
		return fmt.Sprintf("%q by %s, ", p.Name, p.Author)
	case p.Name != "":
		return fmt.Sprintf("%q, ", p.Name)
	case p.Author != "":
		return fmt.Sprintf("By %s, ", p.Author)
	}
	return ""
}
