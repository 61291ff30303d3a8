package bot

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
)

func scheduleCommand() handler {
	onOff := []string{"on", "off"}
	options := []Option{
		{Name: "channel", Kind: ChannelOption}, {Name: "time", Kind: ClockOption}, {Name: "zone", Kind: ZoneOption},
		{Name: "posts", Kind: ChoiceOption, Choices: onOff}, {Name: "fresh-look", Kind: ChoiceOption, Choices: onOff},
		{Name: "announce-results", Kind: ChoiceOption, Choices: onOff}, {Name: "post", Kind: ChoiceOption, Choices: []string{"now"}},
	}
	for _, day := range weekdays() {
		options = append(options, Option{Name: strings.ToLower(day.String()), Kind: DayOption})
	}
	options = append(options, ruleOptions()...)
	return handler{
		name: "schedule", options: options, admin: true,
		example: []Given{{"time", "09:00"}, {"zone", "Europe/Berlin"}, {"saturday", "x-wing"}},
		writes:  true, checks: true, answer: (*Bot).setSchedule,
	}
}

// weekdays lists the days of the week, from Monday.
func weekdays() []time.Weekday {
	var days []time.Weekday
	for day := range time.Saturday + 1 {
		days = append(days, (time.Monday+day)%7)
	}
	return days
}

func (b *Bot) setSchedule(ctx context.Context, q query) (Reply, error) {
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	if len(q.Options) > 0 {
		searches, err := b.weekdaySearches(ctx, q)
		if err != nil {
			return Reply{}, err
		}
		if guild, err = b.rescheduled(guild, q, searches); err != nil {
			return Reply{}, err
		}
		if q.option("post") != "" {
			if guild, err = b.withNewest(ctx, guild); err != nil {
				return Reply{}, err
			}
		}
		if err := b.saveSchedule(ctx, q, guild); err != nil {
			return Reply{}, err
		}
	}
	names, err := b.searchNames(ctx, guild)
	if err != nil {
		return Reply{}, err
	}
	reply, err := b.scheduleReply(q, guild, names)
	if err != nil {
		return Reply{}, err
	}
	unused, err := b.store.Unused(ctx, guild)
	if err != nil {
		return Reply{}, err
	}
	reply.Screen.Body = join("\n", append([]Text{reply.Screen.Body}, q.dry(unused)...)...)
	problem, err := b.problem(ctx, q, guild)
	if problem != nil {
		reply.Screen.Body = join("\n", reply.Screen.Body, problem)
	}
	return reply, err
}

// saveSchedule keeps a schedule whose channel can be posted in, and who is to be told if that
// changes. All that may be refused comes before anything is kept, since a refusal is an answer that
// is kept too.
func (b *Bot) saveSchedule(ctx context.Context, q query, guild archive.Guild) error {
	if guild.Scheduled {
		if err := q.checked.accept(q.speech, guild.ChannelID); err != nil {
			return err
		}
	}
	if err := b.store.SaveGuild(ctx, guild); err != nil {
		return err
	}
	if q.option("post") != "" { // what is not in the ledger yet, the next round of posts enters
		if _, err := b.store.RetryPost(ctx, guild.ID, guild.Newest(b.config.Now()), guild.ChannelID); err != nil {
			return err
		}
	}
	known, err := b.store.Contact(ctx, guild.ID)
	if err != nil || !q.setsUpPosts() && known.PlayerID != "" {
		return err
	}
	return b.store.SetContact(ctx, guild.ID, archive.Contact{
		PlayerID: q.Player.ID, ChannelID: q.Place.ChannelID, Language: q.Language,
	})
}

// withNewest returns the settings under which the newest daily is posted too, as an admin asks who
// starts the posts later than it was due, or for whom it failed. It refuses one that is posted.
func (b *Bot) withNewest(ctx context.Context, guild archive.Guild) (archive.Guild, error) {
	date := guild.Newest(b.config.Now())
	last, err := b.store.LastPost(ctx, guild.ID)
	switch {
	case err != nil && !errors.Is(err, archive.ErrNotFound):
		return guild, err
	case last.Date == date && last.State == archive.PostPosted:
		return guild, refuse("refusal.posted", locale.Args{"Date": date.String()})
	case !guild.Scheduled || date.Before(guild.First) || date.Before(last.Date):
		return guild, refuse("refusal.nothing-due", locale.Args{"Schedule": command("schedule")})
	case date.Before(guild.Since):
		guild.Since = date
	}
	return guild, nil
}

// problem says why the newest post is not in its channel, and why the next could not be posted; it
// is empty where nothing is wrong.
func (b *Bot) problem(ctx context.Context, q query, guild archive.Guild) (Text, error) {
	unfit := q.checked.problem(guild.ChannelID)
	last, err := b.store.LastPost(ctx, guild.ID)
	if errors.Is(err, archive.ErrNotFound) {
		last, err = archive.Post{State: archive.PostPosted}, nil
	}
	failed := last.State != archive.PostPosted && last.Reason != ""
	switch {
	case err != nil:
		return nil, err
	case failed && unfit != nil && last.ChannelID == guild.ChannelID:
		return q.failure(last, q.speech.problem(unfit)), nil
	case failed:
		return q.failure(last, reasonText(last.Reason)), nil
	case unfit != nil:
		return q.Say("schedule.problem", locale.Args{"Problem": q.speech.problem(unfit)}), nil
	}
	return nil, nil
}

// reasonText is a reason of the ledger, which a network or this bot has given.
func reasonText(reason string) Text { return Plain(cut(oneLine(reason), 400)) }

// failure says that a daily is not in its channel, and whether it still may be.
func (s speech) failure(p archive.Post, reason Text) Text {
	key := "schedule.failed"
	if p.State == archive.PostDue {
		key = "schedule.refused"
	}
	return s.Say(key, locale.Args{
		"Day": s.day(p.Date), "Reason": reason, "Schedule": asking("schedule", Given{"post", "now"}), "Channel": channelPart(p.ChannelID),
	})
}

// rescheduled returns the settings with the options of a request, checked in the order in which
// the command lists them.
func (b *Bot) rescheduled(guild archive.Guild, q query, searches map[string]archive.SavedSearch) (archive.Guild, error) {
	before := guild
	for _, o := range scheduleCommand().options {
		if saved, ok := searches[o.Name]; ok {
			setSearch(&guild, o.Name, saved)
		} else if text, given := q.Options[o.Name]; given {
			if err := q.set(&guild, o.Name, text); err != nil {
				return guild, q.aboutOption(o.Name, err)
			}
		}
	}
	started := q.option("channel") != "" && q.option("posts") == ""
	if guild.Scheduled = guild.Scheduled || started; !guild.Scheduled {
		return guild, nil
	}
	if guild.ChannelID == "" {
		return guild, refuse("refusal.no-channel", locale.Args{"Schedule": asking("schedule", Given{"channel", "NAME"})})
	}
	s, err := scheduleOf(guild)
	if err != nil {
		return guild, err
	}
	guild.Since = s.firstAfter(before, b.config.Now())
	if guild.Since.Before(guild.First) { // a zone further west
		guild.Since = guild.First
	}
	return guild, nil
}

// aboutOption names the option that an error is about, where its words do not.
func (q query) aboutOption(name string, err error) error {
	text, ok := q.Error(err)
	if !ok {
		return err
	}
	return refuse("refusal.option", locale.Args{"Option": name, "Reason": text})
}

// firstAfter returns the first date that is posted when this schedule follows another. A
// start does not post what was due before it; a change goes on with the dates, and where
// its clock is behind it repeats none.
func (s schedule) firstAfter(was archive.Guild, now time.Time) archive.Date {
	before, err := scheduleOf(was)
	if err != nil || !before.Scheduled {
		first, _ := s.next(now)
		return first
	}
	posted := before.Newest(now)
	if posted.Before(before.Since) || !s.Newest(now).Before(posted) {
		return before.Since
	}
	return posted.AddDays(1)
}

// set puts one option into the settings.
func (q query) set(guild *archive.Guild, name, text string) (err error) {
	switch name {
	case "channel":
		if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r == '=' }) || !utf8.ValidString(text) {
			return refuse("refusal.channel", locale.Args{"Text": quoted(text)})
		}
		guild.ChannelID = text
	case "time":
		at, ok := q.parseClock(text)
		if !ok {
			return refuse("refusal.time", locale.Args{"Text": quoted(text)})
		}
		guild.At = at
	case "zone":
		guild.Zone, err = parseZone(text, q.now)
	case "posts":
		guild.Scheduled, err = parseOnOff(text)
	case "post": // done when the settings are kept
		if text != "now" {
			err = refuse("refusal.now", locale.Args{"Text": quoted(text)})
		}
	case "fresh-look":
		guild.FreshLook, err = parseOnOff(text)
	case "announce-results":
		guild.AnnounceResults, err = parseOnOff(text)
	default:
		if isRule(name) {
			return q.setRule(guild, name, text)
		}
		err = q.setTier(guild, name, text)
	}
	return err
}

func (q query) setTier(guild *archive.Guild, day, text string) error {
	for _, weekday := range weekdays() {
		if strings.EqualFold(weekday.String(), day) {
			tier, err := q.ParseTier(text)
			if err != nil {
				return err
			}
			guild.Tiers[weekday], guild.Searches[weekday] = tier, 0
		}
	}
	return nil
}

// setSearch gives a weekday a saved search. Where that names a tier, the weekday has it for the days
// on which nothing is found.
func setSearch(guild *archive.Guild, day string, saved archive.SavedSearch) {
	for _, weekday := range weekdays() {
		if strings.EqualFold(weekday.String(), day) {
			guild.Searches[weekday] = saved.ID
			if len(saved.Search.Tiers) == 1 {
				guild.Tiers[weekday] = saved.Search.Tiers[0]
			}
		}
	}
}

func parseOnOff(text string) (bool, error) {
	switch text {
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return false, refuse("refusal.on-off", locale.Args{"Text": quoted(text)})
}

// scheduleReply says the settings, and when the next post is due.
func (b *Bot) scheduleReply(q query, guild archive.Guild, searches map[int64]string) (Reply, error) {
	s, err := scheduleOf(guild)
	if err != nil {
		return Reply{}, err
	}
	var days []string
	for _, day := range weekdays() {
		kind := q.Difficulty(guild.Tiers[day])
		if name, ok := searches[guild.Searches[day]]; ok {
			kind = name
		}
		days = append(days, q.Text("schedule.day", locale.Args{"Weekday": q.weekday(day), "Tier": kind}))
	}
	look := "schedule.plain-look"
	if guild.FreshLook {
		look = "schedule.fresh-look"
	}
	body := join("\n", q.posts(s, b.config.Now()), q.Say("schedule.tiers", locale.Args{"Days": q.commas(days)}), q.Say(look, nil))
	if guild.AnnounceResults {
		body = join("\n", body, q.Say("schedule.announce-results", nil))
	}
	if rules := q.rules(guild.Rules); len(rules) > 0 {
		body = join("\n", body, rules)
	}
	return private(q.Text("title.schedule", nil), body), nil
}

// posts says when the daily is posted.
func (q query) posts(s schedule, now time.Time) Text {
	args := locale.Args{
		"Schedule": command("schedule"), "Clock": s.At, "Zone": s.Zone, "Channel": channelPart(s.ChannelID),
	}
	switch {
	case !s.Scheduled && s.ChannelID == "":
		args["Schedule"] = asking("schedule", Given{"channel", "NAME"})
		return q.Say("schedule.no-channel", args)
	case !s.Scheduled:
		args["Schedule"] = asking("schedule", Given{"posts", "on"})
		return q.Say("schedule.stopped", args)
	}
	date, due := s.next(now)
	for date.Before(s.Since) {
		date, due = s.next(due)
	}
	args["Day"], args["Due"], args["FromNow"] = q.day(date), q.instant(due), q.fromNow(due, now)
	return join("\n", q.Say("schedule.posted", args), q.Say("schedule.next", args))
}

// schedule is what a guild's settings say about time, ready for use.
type schedule struct {
	archive.Guild
	zone *time.Location
}

func scheduleOf(guild archive.Guild) (schedule, error) {
	zone, err := archive.LoadZone(guild.Zone)
	if err != nil {
		return schedule{}, fmt.Errorf("guild %s: %w", guild.ID, err)
	}
	if _, err := archive.ParseClock(guild.At); err != nil {
		return schedule{}, fmt.Errorf("guild %s: %w", guild.ID, err)
	}
	return schedule{guild, zone}, nil
}

// after returns the daily that follows a date, and when it is due.
func (s schedule) after(date archive.Date) (next archive.Date, due time.Time, ok bool) {
	for range 3 { // a zone may skip a date, not several
		date = date.AddDays(1)
		if due, ok := archive.DueAt(date, s.At, s.zone); ok {
			return date, due, true
		}
	}
	return date, due, false
}

// next returns the first daily that is due after a time.
func (s schedule) next(now time.Time) (date archive.Date, due time.Time) {
	date = archive.DateOf(now.In(s.zone)).AddDays(-1)
	for range 5 { // a zone may skip a date, not several
		if due, ok := archive.DueAt(date, s.At, s.zone); ok && due.After(now) {
			return date, due
		}
		date = date.AddDays(1)
	}
	return date, due
}

// schedule returns a guild's settings.
func (b *Bot) schedule(ctx context.Context, id string) (schedule, error) {
	guild, err := b.store.Guild(ctx, id)
	if err != nil {
		return schedule{}, err
	}
	return scheduleOf(guild)
}
