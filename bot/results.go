package bot

import (
	"context"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func streakCommand() handler {
	return handler{name: "streak", answer: (*Bot).streak}
}

func recordsCommand() handler {
	return handler{name: "records", answer: (*Bot).records}
}

func (b *Bot) streak(ctx context.Context, q query) (Reply, error) {
	body, err := b.streakOf(ctx, q, q.Place.GuildID)
	return Reply{Screen: Screen{Body: body}, Private: true}, err
}

// streakOf says a player's streak in a sentence or two, and what freezes have to do with it.
func (b *Bot) streakOf(ctx context.Context, q query, guildID string) (Text, error) {
	s, err := b.schedule(ctx, guildID)
	if err != nil {
		return nil, err
	}
	streak, err := b.store.Streak(ctx, q.Player.ID, guildID, s.Today(b.config.Now()))
	if err != nil {
		return nil, err
	}
	body := q.streakInWords(streak)
	if streak.Current > 0 && streak.Frozen > 0 {
		body = q.sentences(body, q.SayCount("streak.frozen", streak.Frozen, nil))
	}
	if streak.Current > 0 && s.Rules.Freezes > 0 {
		body = q.sentences(body, q.SayCount("streak.left", streak.Left, nil))
	}
	return body, nil
}

func (q query) streakInWords(streak games.Streak) Text {
	args := locale.Args{
		"Current": q.Count("span.days", streak.Current, nil), "Longest": q.Count("span.days", streak.Longest, nil),
		"Daily": command("daily"),
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

// records lists the best times of the one who asks, which are never reset, and the longest streak here.
func (b *Bot) records(ctx context.Context, q query) (Reply, error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	bests, err := b.store.PersonalBests(ctx, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	streak, err := b.streakOf(ctx, q, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	lines := []Text{q.Say("records.none", locale.Args{"Daily": command("daily"), "Play": command("play")})}
	if len(bests) > 0 {
		lines[0] = q.Say("records.heading", nil)
	}
	for _, best := range bests {
		lines = append(lines, q.record(best, s.zone))
	}
	return private(q.Text("title.records", nil), join("\n", append(lines, streak)...)), nil
}

// record is the best time for a kind of puzzle: "Medium: 3:12, 1 check, on Thu 5 Mar 2026; 12 solved". The
// day is that of a time zone.
func (q query) record(best games.Best, zone *time.Location) Text {
	kind := q.Difficulty(best.Tier)
	if best.Shape != sudoku.Sudoku {
		kind = q.Text("records.kind", locale.Args{"Shape": capital(q.Shape(best.Shape)), "Tier": kind})
	}
	return q.SayCount("records.line", best.Solved, locale.Args{
		"Kind": kind, "Time": q.elapsed(best.Elapsed), "Day": q.day(calendar.DateOf(best.At.In(zone))),
		"Help": q.helped(games.Result{Hints: best.Hints, Deepest: best.Deepest, Checks: best.Checks}),
	})
}
