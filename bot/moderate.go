package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

func moderateCommand() handler {
	return handler{
		name: "moderate",
		options: []Option{
			{Name: "date", Kind: DateOption},
			{Name: "remove", Kind: TextOption},
			{Name: "restore", Kind: TextOption},
		},
		admin: true, writes: true, example: []Given{{Name: "date", Value: "2026-01-31"}}, answer: (*Bot).moderate,
	}
}

// moderate lists the results of a date with their numbers, after it has removed or restored one.
func (b *Bot) moderate(ctx context.Context, q query) (Reply, error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	date, err := b.day(ctx, q, q.option("date"), s.Today(b.config.Now()))
	if err != nil {
		return Reply{}, err
	}
	remove, restore := q.option("remove"), q.option("restore")
	switch {
	case remove != "" && restore != "":
		return Reply{}, refuse("refusal.remove-or-restore", nil)
	case remove != "":
		err = b.moderated(ctx, q, date, remove, b.store.RemoveResult, library.RemovedResult)
	case restore != "":
		err = b.moderated(ctx, q, date, restore, b.store.RestoreResult, library.RestoredResult)
	}
	if err != nil {
		return Reply{}, err
	}
	results, err := b.store.AllDailyResults(ctx, q.Place.GuildID, date, q.Player.ID)
	if err != nil {
		return Reply{}, err
	}
	return private(q.Text("title.moderate", nil), q.toModerate(date, results)), nil
}

// moderated changes one of the results of a date, and notes who did it. The note names the result and
// not its player, who may be deleted.
func (b *Bot) moderated(ctx context.Context, q query, date calendar.Date, number string,
	change func(ctx context.Context, guildID string, gameID int64) error, action library.ChangeAction) error {
	unknown := refuse("refusal.no-result", locale.Args{"Text": quoted(number), "Date": date.String(), "Moderate": command("moderate")})
	id, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(number), "#"), 10, 64)
	if err != nil {
		return unknown
	}
	results, err := b.store.AllDailyResults(ctx, q.Place.GuildID, date, q.Player.ID)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(results, func(r games.Result) bool { return r.GameID == id })
	if i < 0 {
		return unknown
	}
	err = change(ctx, q.Place.GuildID, id)
	if errors.Is(err, postgres.ErrNotFound) {
		return unknown
	}
	if err != nil {
		return err
	}
	r := results[i]
	return b.store.NoteChange(ctx, library.Change{
		By: people.Signature(q.player(q.Player).Text, q.Player.ID), GuildID: q.Place.GuildID, Action: action,
		Subject: strings.Join([]string{"daily", date.String(), r.Shape.String(), r.Tier.String()}, " "),
		Detail:  "#" + strconv.FormatInt(id, 10) + " " + q.timeOf(r),
	})
}

// toModerate lists results with the numbers that they are removed by.
func (q query) toModerate(date calendar.Date, results []games.Result) Text {
	if len(results) == 0 {
		return q.Say("results.none", locale.Args{"Day": q.day(date)})
	}
	lines := []Text{q.Say("moderate.heading", locale.Args{"Day": q.day(date)})}
	for _, r := range results {
		args := locale.Args{
			"Number": r.GameID, "Player": q.named(r.Player, r.Hidden), "Time": q.timeOf(r), "Help": q.helped(r),
			"Shape": q.Shape(r.Shape), "Tier": q.Difficulty(r.Tier),
		}
		switch r.Apart {
		case games.Removed:
			lines = append(lines, q.Say("moderate.removed", args))
		case games.TooQuick:
			lines = append(lines, q.Say("moderate.too-quick", args))
		case games.Together:
			lines = append(lines, q.Say("moderate.together", args))
		default:
			lines = append(lines, q.Say("moderate.line", args))
		}
	}
	return q.shortened(lines)
}
