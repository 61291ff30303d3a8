package admin

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
)

// ModerateCommand is /moderate.
func ModerateCommand() handler.Handler {
	return handler.Handler{
		Name: "moderate",
		Options: []chat.Option{
			{Name: "date", Kind: chat.DateOption},
			{Name: "remove", Kind: chat.TextOption},
			{Name: "restore", Kind: chat.TextOption},
		},
		Prepare: handler.Admin | handler.Writes, Example: []chat.Given{{Name: "date", Value: "2026-01-31"}}, Answer: moderate,
	}
}

// moderate lists the results of a date with their numbers, after it has removed or restored one.
func moderate(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	date, err := env.Day(ctx, q, q.Option("date"), s.Today(env.Config.Now()))
	if err != nil {
		return chat.Reply{}, err
	}
	remove, restore := q.Option("remove"), q.Option("restore")
	switch {
	case remove != "" && restore != "":
		return chat.Reply{}, chat.Refuse("refusal.remove-or-restore", nil)
	case remove != "":
		err = moderated(ctx, env, q, date, remove, env.Store.RemoveResult, library.RemovedResult)
	case restore != "":
		err = moderated(ctx, env, q, date, restore, env.Store.RestoreResult, library.RestoredResult)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	results, err := env.Store.AllDailyResults(ctx, q.Place.GuildID, date, q.Player.ID)
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Private(q.Text("title.moderate", nil), toModerate(q, date, results)), nil
}

// moderated changes one of the results of a date, and notes who did it. The note names the result and
// not its player, who may be deleted.
func moderated(ctx context.Context, env *handler.Env, q handler.Query, date calendar.Date, number string,
	change func(ctx context.Context, guildID string, gameID int64) error, action library.ChangeAction) error {
	unknown := chat.Refuse("refusal.no-result", locale.Args{"Text": chat.Quoted(number), "Date": date.String(), "Moderate": chat.Mention("moderate")})
	id, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(number), "#"), 10, 64)
	if err != nil {
		return unknown
	}
	results, err := env.Store.AllDailyResults(ctx, q.Place.GuildID, date, q.Player.ID)
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
	return env.Store.NoteChange(ctx, library.Change{
		By: people.Signature(q.PlayerPart(q.Player).Text, q.Player.ID), GuildID: q.Place.GuildID, Action: action,
		Subject: strings.Join([]string{"daily", date.String(), r.Shape.String(), r.Tier.String()}, " "),
		Detail:  "#" + strconv.FormatInt(id, 10) + " " + q.TimeOf(r),
	})
}

// toModerate lists results with the numbers that they are removed by.
func toModerate(q handler.Query, date calendar.Date, results []games.Result) chat.Text {
	if len(results) == 0 {
		return q.Say("moderate.none", locale.Args{"Day": q.Day(date)})
	}
	lines := []chat.Text{q.Say("moderate.heading", locale.Args{"Day": q.Day(date)})}
	for _, r := range results {
		args := locale.Args{
			"Number": r.GameID, "Player": q.Named(r.Player, r.Hidden), "Time": q.TimeOf(r), "Help": q.Helped(r),
			"Shape": q.Shape(r.Shape), "Tier": q.Difficulty(r.Tier),
		}
		switch r.Apart {
		case games.Removed:
			lines = append(lines, q.Say("moderate.removed", args))
		case games.TooQuick:
			lines = append(lines, q.Say("moderate.too-quick", args))
		case games.Known:
			lines = append(lines, q.Say("moderate.known", args))
		default:
			lines = append(lines, q.Say("moderate.line", args))
		}
	}
	return outbox.Shortened(q.Speech, lines)
}
