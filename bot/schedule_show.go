package bot

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/locale"
)

// shownDailies is how many of the next dailies /schedule lists.
const shownDailies = 7

// scheduleText says the settings of a guild, which dailies come next, and what became of the last.
func (b *Bot) scheduleText(ctx context.Context, q query, guild daily.Guild) (Text, error) {
	s, err := scheduleOf(guild)
	if err != nil {
		return nil, err
	}
	searches, err := b.searchNames(ctx, guild)
	if err != nil {
		return nil, err
	}
	past, err := b.pastPosts(ctx, q, guild)
	if err != nil {
		return nil, err
	}
	unused, err := b.store.Unused(ctx, guild)
	if err != nil {
		return nil, err
	}
	lines := slices.Concat(
		[]Text{q.posts(s)}, q.comingDailies(s, searches, b.config.Now()),
		[]Text{q.weekdayLine(guild, searches)}, q.extras(guild), q.rules(guild.Rules), past, q.dry(unused))
	if problem := q.checked.roleProblem(guild.Ping); problem != nil {
		lines = append(lines, q.Say("schedule.role-problem", locale.Args{"Problem": q.roleText(guild.Ping, problem.Problem)}))
	}
	if problem := q.threadProblem(); problem != nil {
		lines = append(lines, problem)
	}
	problem, err := b.problem(ctx, q, guild)
	if problem != nil {
		lines = append(lines, problem)
	}
	return join("\n", lines...), err
}

// posts says where and when the daily is posted.
func (q query) posts(s schedule) Text {
	args := locale.Args{
		"Schedule": command("schedule"), "Clock": s.At, "Zone": s.Zone, "Channel": channelPart(s.ChannelID),
	}
	switch {
	case !s.Scheduled && q.onSetup(mainPage) && q.Buttons: // which has a button that starts them
		return q.Say("setup.not-posted", args)
	case !s.Scheduled && s.ChannelID == "" && q.Channels == nil: // there is nowhere to post
		args["Schedule"] = asking("schedule", Given{Name: "zone", Value: "Berlin"})
		return q.Say("schedule.no-network", args)
	case !s.Scheduled && s.ChannelID == "":
		args["Schedule"] = asking("schedule", Given{"channel", anyName, ChannelOption})
		return q.Say("schedule.no-channel", args)
	case !s.Scheduled:
		args["Schedule"] = asking("schedule", chosen("posts", "on"))
		return q.Say("schedule.stopped", args)
	}
	return q.Say("schedule.posted", args)
}

// comingDailies says which dailies are posted next and when, not which puzzles they are.
func (q query) comingDailies(s schedule, searches map[int64]string, now time.Time) []Text {
	if !s.Scheduled {
		return nil
	}
	coming := s.nextPosted(s.Newest(now), shownDailies)
	if len(coming) == 0 {
		return []Text{q.Say("schedule.all-off", nil)}
	}
	first := coming[0]
	lines := []Text{q.Say("schedule.next", locale.Args{
		"Day": q.day(first.date), "Due": q.instant(first.due), "FromNow": q.fromNow(first.due, now),
	}), q.Say("schedule.coming", nil)}
	for _, c := range coming {
		lines = append(lines, q.Say("schedule.coming-one", locale.Args{
			"Due": q.instant(c.due), "Kind": q.kindOn(s.Guild, searches, c.date.Weekday()),
		}))
	}
	return lines
}

// kindOn names what a weekday has: a tier, a saved search, or no post.
func (s speech) kindOn(guild daily.Guild, searches map[int64]string, day time.Weekday) string {
	if guild.Off[day] {
		return s.Text("schedule.off", nil)
	}
	if name, ok := searches[guild.Searches[day]]; ok && !guild.Rules.Global {
		return name
	}
	return s.Difficulty(guild.TierOn(day))
}

// weekdayLine says what each weekday has.
func (q query) weekdayLine(guild daily.Guild, searches map[int64]string) Text {
	var days []string
	for _, day := range weekdays() {
		days = append(days, q.Text("schedule.day", locale.Args{"Weekday": q.weekday(day), "Tier": q.kindOn(guild, searches, day)}))
	}
	return q.Say("schedule.tiers", locale.Args{"Days": q.commas(days)})
}

// extras says how posts look, and whom they notify.
func (q query) extras(guild daily.Guild) (lines []Text) {
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
	} {
		if line.on {
			lines = append(lines, q.Say(line.key, locale.Args{
				"Role": rolePart(guild.Ping), "Language": languageName(guild.Language), "Daily": command("daily"),
			}))
		}
	}
	return lines
}

// languageName is what a language calls itself.
func languageName(tag string) string { return speechIn(tag).Text("language.name", nil) }

// pastPosts says where the last post is, and why the last one failed that is older.
func (b *Bot) pastPosts(ctx context.Context, q query, guild daily.Guild) (lines []Text, err error) {
	posted, err := b.store.LastPosted(ctx, guild.ID)
	if err == nil {
		lines = append(lines, q.Say("schedule.last-post", locale.Args{
			"Daily": messagePart(posted, q.dailyName(posted.Daily.Number, posted.Daily.Shape)), "Day": q.day(posted.Date), "Channel": channelPart(posted.ChannelID),
		}))
	}
	if err != nil && !errors.Is(err, postgres.ErrNotFound) {
		return nil, err
	}
	failed, err := b.store.LastFailed(ctx, guild.ID)
	if err == nil && failed.Date.Before(posted.Date) { // a newer one is a problem, and said as such
		lines = append(lines, q.Say("schedule.last-failure", locale.Args{"Day": q.day(failed.Date), "Reason": q.postFailure(failureOf(failed.Reason))}))
	}
	if errors.Is(err, postgres.ErrNotFound) {
		err = nil
	}
	return lines, err
}

// messagePart names a message that is posted.
func messagePart(p daily.Post, words string) Part {
	channel := p.ChannelID
	if p.ThreadID != "" {
		channel = p.ThreadID
	}
	return Part{Kind: MessagePart, Text: words, ID: p.MessageID, In: [2]string{p.GuildID, channel}}
}

// problem says why the newest post is not in its channel, and why the next could not be posted; it
// is empty where nothing is wrong.
func (b *Bot) problem(ctx context.Context, q query, guild daily.Guild) (Text, error) {
	unfit := q.checked.problem(guild.ChannelID)
	last, err := b.store.LastPost(ctx, guild.ID)
	if errors.Is(err, postgres.ErrNotFound) {
		last, err = daily.Post{State: daily.PostPosted}, nil
	}
	failed := last.State != daily.PostPosted && last.Reason != ""
	switch {
	case err != nil:
		return nil, err
	case failed && unfit != nil && last.ChannelID == guild.ChannelID:
		return q.failure(last, q.speech.problem(unfit)), nil
	case failed:
		return q.failure(last, q.postFailure(failureOf(last.Reason))), nil
	case unfit != nil:
		return q.Say("schedule.problem", locale.Args{"Problem": q.speech.problem(unfit)}), nil
	}
	return nil, nil
}

// failure says that a daily is not in its channel, and whether it still may be.
func (s speech) failure(p daily.Post, reason Text) Text {
	key := "schedule.failed"
	if p.State == daily.PostDue {
		key = "schedule.refused"
	}
	return s.Say(key, locale.Args{
		"Day": s.day(p.Date), "Reason": reason, "Schedule": asking("schedule", chosen("post", "now")), "Channel": channelPart(p.ChannelID),
	})
}
