package player

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/screen"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Names of options of /streak, and of the fields of its form.
const (
	RemindField = "remind"
	zoneField   = "zone"
)

// StreakCommand is /streak.
func StreakCommand() handler.Handler {
	return handler.Handler{
		Name: "streak", Prepare: handler.Writes, Answer: streak,
		Options: []chat.Option{{Name: RemindField, Kind: chat.TextOption, Narrow: true}, {Name: zoneField, Kind: chat.ZoneOption}},
		Example: []chat.Given{{Name: RemindField, Value: "8pm"}},
		Buttons: []handler.Button{
			{Verb: chat.RemindMe, Handler: &handler.Handler{Name: "reminder-form", Answer: openReminder}, Sent: &handler.Button{
				Options: func(f chat.Fill) (map[string]string, bool) {
					return map[string]string{RemindField: f.Fields[RemindField], zoneField: f.Fields[zoneField]}, true
				},
			}},
			{
				Verb: chat.StopReminder, Options: handler.ArgumentAs("number"),
				Handler: &handler.Handler{Name: "stop-reminder", Options: []chat.Option{{Name: "number", Narrow: true}}, Prepare: handler.Writes, Answer: stopReminder},
			},
		},
	}
}

// streak sets the reminder, if asked, and shows the player's streak.
func streak(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	refused, err := refusedReminder(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	lines, err := streaks(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	now, there, err := changedReminder(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	reply := chat.Reply{Private: true}
	if there {
		lines = append(lines, q.Say("reminder.on", locale.Args{"Time": now.At, "Zone": now.Zone}))
	} else if q.Option(RemindField) != "" {
		lines = append(lines, q.Say("reminder.off", nil))
	}
	if refused != nil {
		lines = append([]chat.Text{refused}, lines...)
	}
	if reply.Screen.Body = chat.Join("\n", lines...); canRemind(q) {
		list := []chat.Button{screen.RemindMe(q.Speech)}
		if there {
			list = []chat.Button{
				{Label: q.Text("button.change-reminder", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.RemindMe}},
				outbox.StopButton(q.Speech, now),
			}
		}
		reply.Screen.Rows = chat.Buttons(list...)
	}
	return reply, nil
}

// streaks describes a player's streaks: that of the shape of today's daily, and those of other shapes that they have had.
func streaks(ctx context.Context, env *handler.Env, q handler.Query) (lines []chat.Text, err error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	today := s.Today(env.Config.Now())
	posted, err := env.ShapeOf(ctx, s.Guild, today)
	if err != nil {
		return nil, err
	}
	for _, shape := range library.ShapesWithTiers {
		streak, err := env.Store.Streak(ctx, q.Player.ID, s.ID, shape, today)
		if err != nil {
			return nil, err
		}
		if shape == posted || streak.Longest > 0 {
			lines = append(lines, streakInWords(q, s, shape, posted, streak))
		}
	}
	return lines, nil
}

// streakInWords describes a player's streak with dailies of a shape, and its freezes, in a sentence or two. The post has the
// daily of another shape if these differ.
func streakInWords(q handler.Query, s handler.Schedule, shape, posted sudoku.Shape, streak games.Streak) chat.Text {
	daily := chat.Mention("daily")
	if shape != posted {
		daily = chat.Asking("daily", chat.Chosen("shape", shape.String()))
	}
	args := locale.Args{
		"Current": q.Count("span.days", streak.Current, nil), "Longest": q.Count("span.days", streak.Longest, nil),
		"Daily": daily, "Of": q.Text("streak.of."+shape.String(), nil),
	}
	key := "streak.current"
	switch {
	case streak.Longest == 0:
		key = "streak.none"
	case streak.Current == 0:
		key = "streak.broken"
	case streak.Current == streak.Longest:
		key = "streak.longest"
	}
	body := q.Say(key, args)
	if streak.Current > 0 && streak.Frozen > 0 {
		body = q.Sentences(body, q.SayCount("streak.frozen", streak.Frozen, nil))
	}
	if streak.Current > 0 && s.Rules.Freezes > 0 {
		body = q.Sentences(body, q.SayCount("streak.left", streak.Left, nil))
	}
	return body
}

// canRemind reports whether the player can get direct messages about the daily of a guild.
func canRemind(q handler.Query) bool {
	return q.Channels != nil && q.Place.GuildID != people.PrivateGuild(q.Player.ID)
}

// lacksReminder reports whether the player could have a reminder here and has none.
func lacksReminder(ctx context.Context, env *handler.Env, q handler.Query) (bool, error) {
	if !canRemind(q) {
		return false, nil
	}
	_, err := env.Store.Reminder(ctx, q.Player.ID, q.Place.GuildID)
	if errors.Is(err, postgres.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// changedReminder sets the reminder, if asked, and returns the current one.
func changedReminder(ctx context.Context, env *handler.Env, q handler.Query) (r games.Reminder, there bool, err error) {
	before, err := reminderHere(ctx, env, q)
	there = before.ID != 0
	at, zone := q.Option(RemindField), q.Option(zoneField)
	switch {
	case err != nil, at == "" && zone == "":
		return before, there, err
	case q.IsDayOff(at):
		if there {
			err = env.Store.DropReminder(ctx, q.Player.ID, before.ID)
		}
		return games.Reminder{}, false, err
	case !canRemind(q):
		return before, there, chat.Refuse("refusal.no-reminders", nil)
	}
	r = before
	r.Language = q.Language
	if at != "" {
		clock, ok := chat.ParseClock(at)
		if !ok {
			return before, there, chat.Refuse("refusal.time", locale.Args{"Text": chat.Quoted(at)})
		}
		r.At = clock
	}
	if zone != "" {
		if r.Zone, err = handler.ParseZone(zone, q.Now); err != nil {
			return before, there, err
		}
	}
	r.Due = outbox.NextReminder(r, q.Now)
	r, err = env.Store.SaveReminder(ctx, q.Player, r)
	return r, true, err
}

// reminderHere returns the player's reminder, or a suggestion with the id 0: in the evening by the guild's clock, or at
// noon if the daily comes in the evening.
func reminderHere(ctx context.Context, env *handler.Env, q handler.Query) (games.Reminder, error) {
	r, err := env.Store.Reminder(ctx, q.Player.ID, q.Place.GuildID)
	if !errors.Is(err, postgres.ErrNotFound) {
		return r, err
	}
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	at := "20:00"
	if "14:00" < guild.At && guild.At < "23:00" {
		at = "12:00"
	}
	return games.Reminder{GuildID: q.Place.GuildID, At: at, Zone: cmp.Or(guild.Zone, "UTC")}, err
}

// openReminder opens the form for a reminder.
func openReminder(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	if !canRemind(q) {
		return chat.Reply{}, chat.Refuse("refusal.no-reminders", nil)
	}
	r, err := reminderHere(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	reply := chat.Private("", q.Say("reminder.without-form", locale.Args{
		"Streak": chat.Asking("streak", chat.Given{Name: RemindField, Value: r.At}, chat.Given{Name: zoneField, Value: r.Zone}),
	}))
	reply.Form = &chat.Form{Title: q.Text("reminder.title", nil), Press: chat.Press{Verb: chat.RemindMe}, Fields: []chat.Field{
		{Name: RemindField, Label: q.Text("reminder.time", nil), Value: r.At, Example: "8pm", Most: 20},
		{Name: zoneField, Label: q.Text("setup.zone", nil), Value: r.Zone, Example: "Berlin", Most: 60},
	}}
	return reply, nil
}

// stopReminder ends a reminder by the button below its message.
func stopReminder(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	id, err := strconv.ParseInt(q.Option("number"), 10, 64)
	if err != nil {
		return chat.Reply{}, chat.Refuse("refusal.old-button", locale.Args{"Help": chat.Mention("help")})
	}
	reply := chat.Private("", q.Say("reminder.off", nil))
	reply.InPlace = true
	return reply, env.Store.DropReminder(ctx, q.Player.ID, id)
}

// refusedReminder reports, once, that a reminder ended because the player does not take direct messages; nil if none did.
func refusedReminder(ctx context.Context, env *handler.Env, q handler.Query) (chat.Text, error) {
	if q.Place.Page { // its first page reports it until the chat does
		return nil, nil
	}
	refused, err := env.Store.TakeRefused(ctx, q.Player.ID)
	if err != nil || !refused {
		return nil, err
	}
	return q.Say("reminder.refused", locale.Args{"Streak": chat.Mention("streak")}), nil
}
