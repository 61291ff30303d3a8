package handler

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Day reads the date of a daily that is today's or a past one, or its number: "#12", "12". The errors are
// refusals, for what the player can do something about.
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

// DaySuggestions lists the dailies that were chosen here, the newest first, as far as they fit what is
// typed.
func (env *Env) DaySuggestions(ctx context.Context, q Query, typed string) ([]chat.Suggestion, error) {
	s, err := env.Schedule(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	today := s.Today(env.Config.Now())
	dates, err := env.Store.NumberedDates(ctx, q.Place.GuildID, today, maxDatesSuggested)
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
