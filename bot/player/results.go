package player

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// streakOf says a player's streak in a sentence or two, and what freezes have to do with it.
func streakOf(ctx context.Context, env *handler.Env, q handler.Query, guildID string) (chat.Text, error) {
	s, err := env.Schedule(ctx, guildID)
	if err != nil {
		return nil, err
	}
	streak, err := env.Store.Streak(ctx, q.Player.ID, guildID, s.Today(env.Config.Now()))
	if err != nil {
		return nil, err
	}
	body := streakInWords(q, streak)
	if streak.Current > 0 && streak.Frozen > 0 {
		body = q.Sentences(body, q.SayCount("streak.frozen", streak.Frozen, nil))
	}
	if streak.Current > 0 && s.Rules.Freezes > 0 {
		body = q.Sentences(body, q.SayCount("streak.left", streak.Left, nil))
	}
	return body, nil
}

func streakInWords(q handler.Query, streak games.Streak) chat.Text {
	args := locale.Args{
		"Current": q.Count("span.days", streak.Current, nil), "Longest": q.Count("span.days", streak.Longest, nil),
		"Daily": chat.Mention("daily"),
	}
	switch {
	case streak.Longest == 0:
		return q.Say("streak.none", args)
	case streak.Current == 0:
		return q.Say("streak.broken", args)
	case streak.Current == streak.Longest:
		return q.Say("streak.longest", args)
	}
	return q.Say("streak.current", args)
}

// record is the best time for a kind of puzzle: "Medium: 3:12, 1 check, on Thu 5 Mar 2026; 12 solved". The
// day is that of a time zone.
func record(q handler.Query, best games.Best, zone *time.Location) chat.Text {
	kind := q.Difficulty(best.Tier)
	if best.Shape != sudoku.Sudoku {
		kind = q.Text("records.kind", locale.Args{"Shape": chat.Capital(q.Shape(best.Shape)), "Tier": kind})
	}
	return q.SayCount("records.line", best.Solved, locale.Args{
		"Kind": kind, "Time": q.Elapsed(best.Elapsed), "Day": q.Day(calendar.DateOf(best.At.In(zone))),
		"Help": q.Helped(games.Result{Hints: best.Hints, Deepest: best.Deepest, Checks: best.Checks}),
	})
}
