// Package admin has the commands of those who manage a guild: setup and schedule, imports and collections, saved searches,
// moderation.
package admin

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// ScheduleCommand is /schedule.
func ScheduleCommand() handler.Handler {
	return handler.Handler{
		Name: "schedule", Options: optionsOf(slices.DeleteFunc(settings(), func(s setting) bool { return s.onScreen })),
		Example: []chat.Given{{Name: "time", Value: "09:00"}, {Name: "zone", Value: "Europe/Berlin"}, {Name: "saturday", Value: "x-wing"}},
		Prepare: handler.Admin | handler.Writes, Before: checkSchedule, Answer: setSchedule,
	}
}

// setSchedule changes the given options, and shows the schedule.
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

// changesSchedule reports whether a request sets anything.
func changesSchedule(q handler.Query) bool {
	for _, o := range settings() {
		if _, given := q.Options[o.Name]; given {
			return true
		}
	}
	return false
}

// rescheduled returns the settings with the options of a request, checked in the order in which
// the command lists them.
func rescheduled(env *handler.Env, guild daily.Guild, q handler.Query, searches map[string]search.Saved) (daily.Guild, error) {
	before := guild
	for _, o := range settings() {
		if saved, ok := searches[o.Name]; ok {
			day := chat.Weekdays()[slices.IndexFunc(chat.Weekdays(), func(day time.Weekday) bool { return optionOf(day) == o.Name })]
			guild.Searches[day], guild.Off[day] = saved.ID, false
			if len(saved.Search.Tiers) == 1 { // which it has on days for which nothing is found
				guild.Tiers[day] = saved.Search.Tiers[0]
			}
		} else if text, given := q.Options[o.Name]; given {
			if err := o.set(q, &guild, text); err != nil {
				return guild, aboutOption(q, o.Name, err)
			}
		}
	}
	// A channel starts the posts, except on the screen of /setup, which has a button for that.
	starts := q.Option("channel") != "" && q.Option("posts") == "" && q.Command != setupScreen
	if guild.Scheduled = guild.Scheduled || starts; !guild.Scheduled {
		return guild, nil
	}
	if guild.ChannelID == "" {
		return guild, chat.Refuse("refusal.no-channel", locale.Args{"Schedule": chat.Asking("schedule", chat.Given{Name: "channel", Value: chat.AnyName, Kind: chat.ChannelOption})})
	}
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return guild, err
	}
	guild.Since = s.FirstAfter(before, env.Config.Now())
	if guild.Since.Before(guild.First) { // a zone further west
		guild.Since = guild.First
	}
	// A day that is switched on after its hour waits for the next of its weekday, as a start does.
	if newest := s.Newest(env.Config.Now()); !before.PostedOn(newest) && !newest.Before(guild.Since) {
		guild.Since = newest.AddDays(1)
	}
	return guild, nil
}

// aboutOption names the option that an error is about, where its words do not.
func aboutOption(q handler.Query, name string, err error) error {
	text, ok := q.Error(err)
	if !ok {
		return err
	}
	return chat.Refuse("refusal.option", locale.Args{"Option": q.OptionLabel(name), "Reason": text})
}

// saveSchedule keeps a schedule whose channel can be posted in, and whom the bot writes to if that
// changes.
func saveSchedule(ctx context.Context, env *handler.Env, q handler.Query, before, guild daily.Guild) error {
	if guild.Scheduled {
		if err := q.Checked.Accept(q.Speech, guild.ChannelID); err != nil {
			return err
		}
	}
	if err := env.Store.SaveGuild(ctx, guild); err != nil {
		return err
	}
	if guild != before || q.Option("post") != "" {
		var given []string
		for _, o := range settings() {
			if text := q.Option(o.Name); text != "" {
				given = append(given, o.Name+"="+chat.OneLine(text))
			}
		}
		if err := env.Store.NoteChange(ctx, library.Change{
			By: people.Signature(q.PlayerPart(q.Player).Text, q.Player.ID), GuildID: guild.ID, Action: library.ChangedSchedule,
			Subject: "schedule", Detail: strings.Join(given, " "),
		}); err != nil {
			return err
		}
	}
	newest, again := guild.Newest(env.Config.Now()), q.Option("post") != ""
	if guild.Scheduled && guild.ChannelID != before.ChannelID { // a post that was refused goes along
		last, err := env.Store.LastPost(ctx, guild.ID)
		if err != nil && !errors.Is(err, postgres.ErrNotFound) {
			return err
		}
		again = again || err == nil && last.State == daily.PostDue && last.Refused > 0 && last.Date == newest
	}
	if again { // a post that is not in the outbox yet is entered by the next round of posts
		if _, err := env.Store.RetryPost(ctx, guild.ID, newest, guild.ChannelID); err != nil {
			return err
		}
	}
	known, err := env.Store.Contact(ctx, guild.ID)
	if err != nil || !setsUpPosts(q) && known.PlayerID != "" {
		return err
	}
	return env.Store.SetContact(ctx, guild.ID, daily.Contact{
		PlayerID: q.Player.ID, ChannelID: q.Place.ChannelID, Language: q.Language,
	})
}

// withNewest returns the settings under which the newest daily is posted too, as an admin asks who
// starts the posts later than it was due, or for whom it failed. It refuses one that is posted.
func withNewest(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (daily.Guild, error) {
	date := guild.Newest(env.Config.Now())
	last, err := env.Store.LastPost(ctx, guild.ID)
	switch {
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return guild, err
	case last.Date == date && last.State == daily.PostPosted:
		return guild, chat.Refuse("refusal.posted", locale.Args{"Date": date.String()})
	case !guild.Scheduled || date.Before(guild.First) || date.Before(last.Date):
		return guild, chat.Refuse("refusal.nothing-due", locale.Args{"Schedule": chat.Mention("schedule")})
	case !guild.PostedOn(date):
		return guild, chat.Refuse("refusal.day-off", locale.Args{"Day": q.Day(date), "Schedule": chat.Mention("schedule")})
	case date.Before(guild.Since):
		guild.Since = date
	}
	return guild, nil
}

// shownDailies is how many of the next dailies /schedule lists.
const shownDailies = 7

// scheduleText lists the settings of a guild, its next dailies, and its last posts.
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
	problems := append(dry(q.Speech, unused), outbox.Shortages(q.Speech, guild, shortages)...)
	if problem := threadProblem(q); problem != nil {
		problems = append(problems, problem)
	}
	problem, err := problemOf(ctx, env, q, guild, shortages)
	if problem != nil {
		problems = append(problems, problem)
	}
	next, coming := comingDailies(q, s, searches, env.Config.Now())
	var blocks []chat.Text
	for _, section := range []struct {
		heading string
		lines   []chat.Text
	}{
		{"problems", problems},
		{"posts", slices.Concat([]chat.Text{posts(q, s)}, next, past)},
		{"coming", coming},
		{"days", []chat.Text{weekdayLine(q, guild, searches)}},
		{"options", append(extras(q, guild), rules(q, guild.Rules)...)},
	} {
		if len(section.lines) > 0 {
			blocks = append(blocks, chat.Section(q.Text("schedule.heading."+section.heading, nil), section.lines...))
		}
	}
	return chat.Join("\n\n", blocks...), err
}

// shortages names the days that will have no post, or another puzzle than they ask for.
func shortages(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) ([]chat.Text, error) {
	all, err := env.Store.Shortages(ctx, guild)
	return outbox.Shortages(q.Speech, guild, all), err
}

// posts is the line with the channel and the time of the daily.
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

// comingDailies names the next daily, and lists it and the following ones with their times, without their puzzles.
func comingDailies(q handler.Query, s handler.Schedule, searches map[int64]string, now time.Time) (next, all []chat.Text) {
	if !s.Scheduled {
		return nil, nil
	}
	coming := s.NextPosted(s.Newest(now), shownDailies)
	if len(coming) == 0 {
		return []chat.Text{q.Say("schedule.all-off", nil)}, nil
	}
	first := coming[0]
	next = []chat.Text{q.Say("schedule.next", locale.Args{
		"Day": q.Day(first.Date), "Due": q.Instant(first.Due), "FromNow": q.FromNow(first.Due, now),
	})}
	for _, c := range coming {
		all = append(all, q.Say("schedule.coming-one", locale.Args{
			"Due": q.Instant(c.Due), "Kind": kindOn(q.Speech, s.Guild, searches, c.Date.Weekday()),
		}))
	}
	return next, all
}

// kindOn names the kind of daily of a weekday: a tier or a saved search, and another size than 9×9; or no post.
func kindOn(s chat.Speech, guild daily.Guild, searches map[int64]string, day time.Weekday) string {
	if guild.Off[day] {
		return s.Text("schedule.off", nil)
	}
	kind, size := s.Difficulty(guild.TierOn(day)), sizeOn(guild, day)
	name, searched := searches[guild.Searches[day]]
	switch {
	case size.posted != sudoku.Sudoku:
		kind += " " + s.Shape(size.posted)
	case searched && !guild.Rules.Global:
		kind = name
	}
	if size.beside {
		kind += " + " + s.Shape(sudoku.SixBySix)
	}
	return kind
}

// weekdayLine lists the kinds of daily of all weekdays.
func weekdayLine(q handler.Query, guild daily.Guild, searches map[int64]string) chat.Text {
	var days []string
	for _, day := range chat.Weekdays() {
		days = append(days, q.Text("schedule.day", locale.Args{"Weekday": q.WeekdayInFull(day), "Tier": kindOn(q.Speech, guild, searches, day)}))
	}
	return chat.Plain(strings.Join(days, " · "))
}

// pastPosts links the last post, and gives the reason of the last failure before it.
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
	if err == nil && failed.Date.Before(posted.Date) { // a newer one is a problem, and shown as such
		lines = append(lines, q.Say("schedule.last-failure", locale.Args{"Day": q.Day(failed.Date), "Reason": q.PostFailure(chat.FailureOf(failed.Reason))}))
	}
	if errors.Is(err, postgres.ErrNotFound) {
		err = nil
	}
	return lines, err
}

// problemOf is the reason why the newest post is not in its channel, or the next could not be posted; nil without a problem.
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
