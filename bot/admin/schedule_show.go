// Package admin is what those do who manage a guild: setup and schedule, imports and collections, saved searches,
// moderation.
package admin

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
)

// shownDailies is how many of the next dailies /schedule lists.
const shownDailies = 7

// scheduleText says the settings of a guild, which dailies come next, and what became of the last.
func scheduleText(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Text, error) {
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return nil, err
	}
	searches, err := searchNames(ctx, env, guild)
	if err != nil {
		return nil, err
	}
	past, err := pastPosts(ctx, env, q, guild)
	if err != nil {
		return nil, err
	}
	unused, err := env.Store.Unused(ctx, guild)
	if err != nil {
		return nil, err
	}
	shortages, err := env.Store.Shortages(ctx, guild)
	if err != nil {
		return nil, err
	}
	lines := slices.Concat(
		[]chat.Text{posts(q, s)}, comingDailies(q, s, searches, env.Config.Now()),
		[]chat.Text{weekdayLine(q, guild, searches)}, extras(q, guild), rules(q, guild.Rules), past, dry(q.Speech, unused),
		outbox.Shortages(q.Speech, guild, shortages))
	if problem := threadProblem(q); problem != nil {
		lines = append(lines, problem)
	}
	problem, err := problemOf(ctx, env, q, guild, shortages)
	if problem != nil {
		lines = append(lines, problem)
	}
	return chat.Join("\n", lines...), err
}

// shortages names the days that will have no post, or another puzzle than they ask for.
func shortages(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) ([]chat.Text, error) {
	all, err := env.Store.Shortages(ctx, guild)
	return outbox.Shortages(q.Speech, guild, all), err
}

// posts says where and when the daily is posted.
func posts(q handler.Query, s handler.Schedule) chat.Text {
	args := locale.Args{
		"Schedule": chat.Mention("schedule"), "Clock": s.At, "Zone": s.Zone, "Channel": chat.Channel(s.ChannelID),
	}
	switch {
	case !s.Scheduled && onSetup(q, chat.MainPage) && q.Buttons: // which has a button that starts them
		return q.Say("setup.not-posted", args)
	case !s.Scheduled && s.ChannelID == "" && q.Channels == nil: // there is nowhere to post
		args["Schedule"] = chat.Asking("schedule", chat.Given{Name: "zone", Value: "Berlin"})
		return q.Say("schedule.no-network", args)
	case !s.Scheduled && s.ChannelID == "":
		args["Schedule"] = chat.Asking("schedule", chat.Given{Name: "channel", Value: chat.AnyName, Kind: chat.ChannelOption})
		return q.Say("schedule.no-channel", args)
	case !s.Scheduled:
		args["Schedule"] = chat.Asking("schedule", chat.Chosen("posts", "on"))
		return q.Say("schedule.stopped", args)
	}
	return q.Say("schedule.posted", args)
}

// comingDailies says which dailies are posted next and when, not which puzzles they are.
func comingDailies(q handler.Query, s handler.Schedule, searches map[int64]string, now time.Time) []chat.Text {
	if !s.Scheduled {
		return nil
	}
	coming := s.NextPosted(s.Newest(now), shownDailies)
	if len(coming) == 0 {
		return []chat.Text{q.Say("schedule.all-off", nil)}
	}
	first := coming[0]
	lines := []chat.Text{q.Say("schedule.next", locale.Args{
		"Day": q.Day(first.Date), "Due": q.Instant(first.Due), "FromNow": q.FromNow(first.Due, now),
	}), q.Say("schedule.coming", nil)}
	for _, c := range coming {
		lines = append(lines, q.Say("schedule.coming-one", locale.Args{
			"Due": q.Instant(c.Due), "Kind": kindOn(q.Speech, s.Guild, searches, c.Date.Weekday()),
		}))
	}
	return lines
}

// kindOn names what a weekday has: a tier, a saved search, or no post.
func kindOn(s chat.Speech, guild daily.Guild, searches map[int64]string, day time.Weekday) string {
	if guild.Off[day] {
		return s.Text("schedule.off", nil)
	}
	if name, ok := searches[guild.Searches[day]]; ok && !guild.Rules.Global {
		return name
	}
	return s.Difficulty(guild.TierOn(day))
}

// weekdayLine says what each weekday has.
func weekdayLine(q handler.Query, guild daily.Guild, searches map[int64]string) chat.Text {
	var days []string
	for _, day := range chat.Weekdays() {
		days = append(days, q.Text("schedule.day", locale.Args{"Weekday": q.WeekdayInFull(day), "Tier": kindOn(q.Speech, guild, searches, day)}))
	}
	return q.Say("schedule.tiers", locale.Args{"Days": q.Commas(days)})
}

// extras says how posts look, whom they notify, and where games are that all see; and what is wrong with that.
func extras(q handler.Query, guild daily.Guild) (lines []chat.Text) {
	for _, line := range []struct {
		key string
		on  bool
	}{
		{"schedule.plain-look", !guild.FreshLook}, {"schedule.fresh-look", guild.FreshLook},
		{"schedule.some-off", guild.Off != [7]bool{}},
		{"schedule.shidoku", guild.Shidoku},
		{"schedule.ping", guild.Ping != "" && !guild.Quiet}, {"schedule.quiet-ping", guild.Ping != "" && guild.Quiet},
		{"schedule.quiet", guild.Ping == "" && guild.Quiet},
		{"schedule.language", guild.Language != ""},
		{"schedule.announce-results", guild.AnnounceResults},
		{"schedule.games", guild.GamesID != ""},
	} {
		if line.on {
			lines = append(lines, q.Say(line.key, locale.Args{
				"Role": chat.Role(guild.Ping), "Language": chat.LanguageName(guild.Language), "Daily": chat.Mention("daily"), "Games": chat.Channel(guild.GamesID),
			}))
		}
	}
	if problem := q.Checked.RoleProblem(guild.Ping); problem != nil {
		lines = append(lines, q.Say("schedule.role-problem", locale.Args{"Problem": q.RoleText(guild.Ping, problem.Problem)}))
	}
	if problem := q.Checked.GamesProblem(guild.GamesID); problem != nil {
		lines = append(lines, q.Say("schedule.games-problem", locale.Args{"Problem": q.Speech.Problem(problem)}))
	}
	return lines
}

// pastPosts says where the last post is, and why the last one failed that is older.
func pastPosts(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (lines []chat.Text, err error) {
	posted, err := env.Store.LastPosted(ctx, guild.ID)
	if err == nil {
		lines = append(lines, q.Say("schedule.last-post", locale.Args{
			"Daily": chat.MessageOf(posted, q.DailyName(posted.Daily.Number, posted.Daily.Shape)), "Day": q.Day(posted.Date), "Channel": chat.Channel(posted.ChannelID),
		}))
	}
	if err != nil && !errors.Is(err, postgres.ErrNotFound) {
		return nil, err
	}
	failed, err := env.Store.LastFailed(ctx, guild.ID)
	if err == nil && failed.Date.Before(posted.Date) { // a newer one is a problem, and said as such
		lines = append(lines, q.Say("schedule.last-failure", locale.Args{"Day": q.Day(failed.Date), "Reason": q.PostFailure(chat.FailureOf(failed.Reason))}))
	}
	if errors.Is(err, postgres.ErrNotFound) {
		err = nil
	}
	return lines, err
}

// problemOf says why the newest post is not in its channel, and why the next could not be posted; it
// is empty where nothing is wrong.
func problemOf(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild, shortages []daily.Shortage) (chat.Text, error) {
	unfit := q.Checked.Problem(guild.ChannelID)
	last, err := env.Store.LastPost(ctx, guild.ID)
	if errors.Is(err, postgres.ErrNotFound) {
		last, err = daily.Post{State: daily.PostPosted}, nil
	}
	failed := last.State != daily.PostPosted && last.Reason != ""
	newest := guild.Newest(env.Config.Now())
	isDue := guild.Scheduled && guild.PostedOn(newest) && !newest.Before(guild.Since)
	switch {
	case err != nil:
		return nil, err
	case isDue && last.Date.Before(newest) && outbox.NotPosted(q.Speech, guild, newest, shortages) != nil:
		return outbox.NotPosted(q.Speech, guild, newest, shortages), nil
	case failed && unfit != nil && last.ChannelID == guild.ChannelID:
		return outbox.Failure(q.Speech, last, q.Speech.Problem(unfit)), nil
	case failed:
		return outbox.Failure(q.Speech, last, q.PostFailure(chat.FailureOf(last.Reason))), nil
	case unfit != nil:
		return q.Say("schedule.problem", locale.Args{"Problem": q.Speech.Problem(unfit)}), nil
	}
	return nil, nil
}

// The chapters of /schedule: its options (schedule_options.go), how they change the settings
// (schedule_change.go), what it shows (schedule_show.go), and when dailies are due
// (below). /setup does the same on a screen with buttons.

// ScheduleCommand is /schedule.
func ScheduleCommand() handler.Handler {
	return handler.Handler{
		Name: "schedule", Options: optionsOf(scheduleOptions()),
		Example: []chat.Given{{Name: "time", Value: "09:00"}, {Name: "zone", Value: "Europe/Berlin"}, {Name: "saturday", Value: "x-wing"}},
		Prepare: handler.Admin | handler.Writes, Before: checkSchedule, Answer: setSchedule,
	}
}

// setSchedule changes what is asked, and shows the schedule.
func setSchedule(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := changedSchedule(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	body, err := scheduleText(ctx, env, q, guild)
	if err != nil {
		return chat.Reply{}, err
	}
	return chat.Private(q.Text("title.schedule", nil), body), nil
}

// changedSchedule returns the settings after the changes of a request, which it keeps.
func changedSchedule(ctx context.Context, env *handler.Env, q handler.Query) (daily.Guild, error) {
	if !changesSchedule(q) {
		return env.Store.Guild(ctx, q.Place.GuildID)
	}
	before, err := env.Store.GuildToChange(ctx, q.Place.GuildID)
	if err != nil {
		return before, err
	}
	searches, err := weekdaySearches(ctx, env, q)
	if err != nil {
		return before, err
	}
	guild, _ := suggested(q, before)
	guild, err = rescheduled(env, guild, q, searches)
	if err == nil && q.Option("post") != "" {
		guild, err = withNewest(ctx, env, q, guild)
	}
	if err != nil {
		return before, err
	}
	return guild, saveSchedule(ctx, env, q, before, guild)
}
