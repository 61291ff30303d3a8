package handler

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Schedule is a guild with its time zone loaded.
type Schedule struct {
	daily.Guild
	Zone *time.Location
}

// ScheduleOf returns the schedule of a guild as it is kept.
func ScheduleOf(guild daily.Guild) (Schedule, error) {
	zone, err := calendar.LoadZone(guild.Zone)
	if err != nil {
		return Schedule{}, fmt.Errorf("guild %s: %w", guild.ID, err)
	}
	if _, err := calendar.ParseClock(guild.At); err != nil {
		return Schedule{}, fmt.Errorf("guild %s: %w", guild.ID, err)
	}
	return Schedule{guild, zone}, nil
}

// After returns the daily that follows a date, and when it is due.
func (s Schedule) After(date calendar.Date) (next calendar.Date, due time.Time, ok bool) {
	for range 3 { // a zone may skip a date, not several
		date = date.AddDays(1)
		if due, ok := calendar.DueAt(date, s.At, s.Zone); ok {
			return date, due, true
		}
	}
	return date, due, false
}

// Next returns the first daily that is due after a time.
func (s Schedule) Next(now time.Time) (date calendar.Date, due time.Time) {
	date = calendar.DateOf(now.In(s.Zone)).AddDays(-1)
	for range 5 { // a zone may skip a date, not several
		if due, ok := calendar.DueAt(date, s.At, s.Zone); ok && due.After(now) {
			return date, due
		}
		date = date.AddDays(1)
	}
	return date, due
}

// NextPosted returns the dailies that are posted after a date, each with the instant when it is due: at most so many, and
// fewer if all weekdays are off.
func (s Schedule) NextPosted(after calendar.Date, most int) (coming []upcoming) {
	for range 7 * most {
		date, due, ok := s.After(after)
		if !ok || len(coming) == most {
			break
		}
		if after = date; s.PostedOn(date) && !date.Before(s.Since) {
			coming = append(coming, upcoming{date, due})
		}
	}
	return coming
}

// upcoming is a daily that is to be posted.
type upcoming struct {
	Date calendar.Date
	Due  time.Time
}

// Schedule returns a guild's settings.
func (env *Env) Schedule(ctx context.Context, id string) (Schedule, error) {
	guild, err := env.Store.Guild(ctx, id)
	if err != nil {
		return Schedule{}, err
	}
	return ScheduleOf(guild)
}

// FirstAfter returns the first date that is posted when this schedule follows another. A start does not post dailies that
// were due before it. A change goes on with the dates, and repeats none if its clock is behind.
func (s Schedule) FirstAfter(was daily.Guild, now time.Time) calendar.Date {
	before, err := ScheduleOf(was)
	if err != nil || !before.Scheduled {
		first, _ := s.Next(now)
		return first
	}
	posted := before.Newest(now)
	if posted.Before(before.Since) || !s.Newest(now).Before(posted) {
		return before.Since
	}
	return posted.AddDays(1)
}

// ShapeOf returns the shape of the daily that a guild posted for a date, or would post now.
func (env *Env) ShapeOf(ctx context.Context, guild daily.Guild, date calendar.Date) (sudoku.Shape, error) {
	post, err := env.Store.Post(ctx, guild.ID, date)
	if errors.Is(err, postgres.ErrNotFound) {
		return guild.Shape(date), nil
	}
	return post.Daily.Shape, err
}

// DailyOf returns the daily that a guild posted for a date, or would post now.
func (env *Env) DailyOf(ctx context.Context, guild daily.Guild, date calendar.Date) (daily.Daily, error) {
	shape, err := env.ShapeOf(ctx, guild, date)
	if err != nil {
		return daily.Daily{}, err
	}
	return env.Store.Daily(ctx, guild, date, shape, 0)
}

// KindOn is [KindOf] for the dailies of a date: without a shape, that of the post is meant.
func (env *Env) KindOn(ctx context.Context, q Query, guild daily.Guild, date calendar.Date) (tier logic.Tier, shape sudoku.Shape, err error) {
	if tier, shape, err = KindOf(q); err == nil && q.Option("shape") == "" {
		shape, err = env.ShapeOf(ctx, guild, date)
	}
	return tier, shape, err
}

// Day reads the date of a daily that is today's or a past one, or its number: "#12", "12". The errors are refusals if the
// player can do something about them.
func (env *Env) Day(ctx context.Context, q Query, text string, today calendar.Date) (calendar.Date, error) {
	date, err := env.anyDay(ctx, q, text, today)
	if err == nil && today.Before(date) {
		err = chat.Refuse("refusal.not-out-yet", locale.Args{"Date": date.String(), "Today": today.String()})
	}
	return date, err
}

// maxNumber is the largest number of a daily that is looked up; dates that far off are still dates.
const maxNumber = 999_999

// anyDay reads the date of a daily, or its number, also of one to come.
func (env *Env) anyDay(ctx context.Context, q Query, text string, today calendar.Date) (date calendar.Date, err error) {
	m := chat.DailyNumber.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return q.ParseDay(text, today)
	}
	err = postgres.ErrNotFound
	if number, tooLarge := strconv.Atoi(m[1] + m[2]); tooLarge == nil && number <= maxNumber {
		date, err = env.Store.DateOfNumber(ctx, q.Place.GuildID, number)
	}
	if errors.Is(err, postgres.ErrNotFound) {
		err = chat.Refuse("refusal.number", locale.Args{"Text": chat.Quoted(text), "Today": today.String()})
	}
	return date, err
}

// DaySuggestions lists the dailies that were chosen here, the newest first, as far as they match the typed text.
func (env *Env) DaySuggestions(ctx context.Context, q Query, typed string) ([]chat.Suggestion, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	today := s.Today(env.Config.Now())
	dates, err := env.Store.NumberedDates(ctx, q.Place.GuildID, sudoku.Sudoku, today, maxDatesSuggested)
	if err != nil {
		return nil, err
	}
	var all, meant []chat.Suggestion
	date, err := env.Day(ctx, q, typed, today)
	for _, d := range dates {
		one := chat.Suggestion{Label: q.Text("suggestion.daily", locale.Args{"Number": d.Number, "Day": q.Day(d.Date)}), Value: d.Date.String()}
		if all = append(all, one); err == nil && typed != "" && d.Date == date {
			meant = append(meant, one)
		}
	}
	if typed == "" {
		return all, nil
	}
	return append(meant, Matching(all, typed)...), nil
}

// maxDatesSuggested is how many dates are looked through for suggestions: two years.
const maxDatesSuggested = 750
