package bot

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func scheduleCommand() handler {
	c := Command{
		Name:        "schedule",
		Description: "See or set when and where the daily is posted, and how hard it is",
		Options: []Option{
			{Name: "channel", Description: "where the daily is posted", Kind: Channel},
			{Name: "time", Description: "when it is due, such as 09:00", Kind: Text},
			{Name: "zone", Description: "the time zone of that clock, such as Europe/Berlin", Kind: Text},
			{Name: "posts", Description: "off stops the posts, on starts them again", Kind: Choice, Choices: []string{"on", "off"}},
			{Name: "fresh-look", Description: "on turns and relabels 9×9 puzzles, so that none looks like in its book", Kind: Choice, Choices: []string{"on", "off"}},
		},
		Admin:   true,
		Example: "/schedule time=09:00 zone=Europe/Berlin saturday=x-wing",
		Details: "Without options it shows the schedule. The tiers of the weekdays go by name or number. A post that could not be made in time is made late, as long as the next is not due.",
	}
	for day := range time.Saturday + 1 {
		weekday := (time.Monday + day) % 7
		tier := tierOption()
		tier.Name, tier.Description = strings.ToLower(weekday.String()), "the tier of "+weekday.String()+"s"
		c.Options = append(c.Options, tier)
	}
	return handler{c, (*Bot).setSchedule}
}

func (b *Bot) setSchedule(ctx context.Context, r Request) (Reply, error) {
	guild, err := b.store.Guild(ctx, r.Guild)
	if err != nil {
		return Reply{}, err
	}
	if len(r.Options) == 0 {
		return b.scheduleReply(guild)
	}
	changed, err := b.rescheduled(guild, r)
	if err != nil {
		return Reply{}, err
	}
	if err := b.store.SaveGuild(ctx, changed); err != nil {
		return Reply{}, err
	}
	return b.scheduleReply(changed)
}

// rescheduled returns the settings with the options of a request, all of them checked.
func (b *Bot) rescheduled(guild archive.Guild, r Request) (archive.Guild, error) {
	before := guild
	for name, text := range r.Options {
		if err := set(&guild, name, text); err != nil {
			return guild, err
		}
	}
	if guild.Scheduled = guild.Scheduled || r.option("channel") != "" && r.option("posts") == ""; !guild.Scheduled {
		return guild, nil
	}
	if guild.ChannelID == "" {
		return guild, refuse("the daily needs a channel: /schedule channel=NAME says which")
	}
	s, err := scheduleOf(guild)
	if err != nil {
		return guild, err
	}
	guild.Since = s.firstAfter(before, b.config.Now())
	return guild, nil
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
func set(guild *archive.Guild, name, text string) (err error) {
	switch name {
	case "channel":
		guild.ChannelID = text
	case "time":
		hour, minute, err := parseTime(text)
		if err != nil {
			return refuse("%v", err)
		}
		guild.At = fmt.Sprintf("%02d:%02d", hour, minute)
	case "zone":
		if _, err := loadZone(text); err != nil {
			return refuse("%v", err)
		}
		guild.Zone = text
	case "posts":
		guild.Scheduled, err = parseOnOff(text)
	case "fresh-look":
		guild.FreshLook, err = parseOnOff(text)
	default:
		return setTier(guild, name, text)
	}
	return err
}

func setTier(guild *archive.Guild, day, text string) error {
	for weekday := range time.Saturday + 1 {
		if strings.EqualFold(weekday.String(), day) {
			tier, err := parseTier(text)
			if err != nil {
				return refuse("%s: %v", day, err)
			}
			guild.Tiers[weekday] = tier
		}
	}
	return nil
}

func parseOnOff(text string) (bool, error) {
	switch text {
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return false, refuse("%s is neither on nor off", sudoku.Excerpt(text))
}

// scheduleReply says the settings, and when the next post is due.
func (b *Bot) scheduleReply(guild archive.Guild) (Reply, error) {
	s, err := scheduleOf(guild)
	if err != nil {
		return Reply{}, err
	}
	var days []string
	for day := range time.Saturday + 1 {
		weekday := (time.Monday + day) % 7
		days = append(days, fmt.Sprintf("%s %s", weekday.String()[:3], guild.Tiers[weekday]))
	}
	look := "as the archive has them"
	if guild.FreshLook {
		look = "turned and relabelled"
	}
	return Reply{
		Title:   "Schedule",
		Text:    fmt.Sprintf("%s\nTiers: %s.\n9×9 puzzles are shown %s.", s.posts(b.config.Now()), strings.Join(days, ", "), look),
		Private: true,
	}, nil
}

// posts says when the daily is posted.
func (s schedule) posts(now time.Time) string {
	if !s.Scheduled {
		start := "channel=NAME starts it"
		if s.ChannelID != "" {
			start = "posts=on starts it again"
		}
		return fmt.Sprintf("The daily is not posted; /schedule %s, every day at %s in %s.", start, s.At, s.Zone)
	}
	date, due := s.next(now)
	for date.Before(s.Since) {
		date, due = s.next(due)
	}
	return fmt.Sprintf("The daily is posted in %s every day at %s in %s.\nThe next one, of %s, is due on %s, in %s.",
		s.ChannelID, s.At, s.Zone, dayOf(date), due.Format("Mon 2 Jan 2006 at 15:04 MST"), inWords(due.Sub(now)))
}
