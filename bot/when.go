package bot

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
)

var clockText = regexp.MustCompile(`^(\d{1,2})(?:[:.h ]?(\d{2}))? ?(h|uhr|o'clock)? ?(am|pm|a\.m\.?|p\.m\.?|a|p)?$`)

// parseClock reads a time of the day as people write it, "9am", "9:30 pm", "21:00", "21h30", "noon",
// and returns it as the archive keeps it, "09:00".
func (s speech) parseClock(text string) (at string, ok bool) {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	switch {
	case s.isWord(text, "noon"):
		return "12:00", true
	case s.isWord(text, "midnight"):
		return "00:00", true
	}
	m := clockText.FindStringSubmatch(text)
	if m == nil {
		return "", false
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi("0" + m[2])
	if half := m[4]; half != "" {
		if hour < 1 || hour > 12 {
			return "", false
		}
		if hour %= 12; half[0] == 'p' { // 12am is midnight, 12pm is noon
			hour += 12
		}
	}
	at, err := archive.ParseClock(fmt.Sprintf("%02d:%02d", hour, minute))
	return at, err == nil
}

// isWord reports whether a text is a word of the catalogue, in this language or in English.
func (s speech) isWord(text, word string) bool {
	for _, language := range []speech{s, speechIn("en")} {
		if text != "" && strings.EqualFold(text, language.Text("word."+word, nil)) {
			return true
		}
	}
	return false
}

var (
	dailyNumber = regexp.MustCompile(`^#? ?(\d{1,6})$`)
	yearFirst   = regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	compactDate = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})$`)
	dayDotMonth = regexp.MustCompile(`^(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?$`)
	slashedDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{4}))?$`)
	dayMonth    = regexp.MustCompile(`^(\d{1,2})(?:st|nd|rd|th|\.)?(?: of)? (\pL{3,})\.?,?(?: (\d{4}))?$`)
	monthDay    = regexp.MustCompile(`^(\pL{3,})\.? (\d{1,2})(?:st|nd|rd|th)?,?(?: (\d{4}))?$`)
	lastDay     = regexp.MustCompile(`^(last )?(\pL{2,})$`)
	daysAgo     = regexp.MustCompile(`^(\d{1,4}) days? ago$`)
)

// isDay reports whether a word names a day, or the number of a daily with its sign.
func isDay(word string) bool {
	if strings.HasPrefix(word, "#") {
		return dailyNumber.MatchString(word)
	}
	_, err := speechIn("en").parseDay(word, archive.Date{Year: 2000, Month: time.January, Day: 1})
	return err == nil && word != ""
}

// parseDay reads a day as people write it: "today", "yesterday", "3 days ago", "monday" for the
// newest, "2026-11-02", "2 Nov", "Nov 2, 2026", "2.11."; "" is today. Without a year it is the newest
// that is not after today. The error is a refusal.
func (s speech) parseDay(text string, today archive.Date) (archive.Date, error) {
	key := strings.ToLower(strings.Join(strings.Fields(text), " "))
	switch {
	case key == "" || s.isWord(key, "today"):
		return today, nil
	case s.isWord(key, "yesterday"):
		return today.AddDays(-1), nil
	case s.isWord(key, "tomorrow"):
		return today.AddDays(1), nil
	}
	if m := daysAgo.FindStringSubmatch(key); m != nil {
		days, _ := strconv.Atoi(m[1])
		return today.AddDays(-days), nil
	}
	if m := lastDay.FindStringSubmatch(key); m != nil {
		if weekday, ok := s.weekdayOf(m[2]); ok {
			return newest(weekday, today, m[1] != ""), nil
		}
	}
	if m := slashedDate.FindStringSubmatch(key); m != nil {
		return slashed(text, m, today)
	}
	if date, ok := s.writtenDate(key, today); ok {
		return date, nil
	}
	return archive.Date{}, refuse("refusal.date", locale.Args{"Text": quoted(text), "Today": today.String()})
}

// writtenDate reads a date whose parts are in no doubt.
func (s speech) writtenDate(key string, today archive.Date) (archive.Date, bool) {
	if m := yearFirst.FindStringSubmatch(key); m != nil {
		return dateOf(m[1], m[2], m[3], today)
	}
	if m := compactDate.FindStringSubmatch(key); m != nil {
		return dateOf(m[1], m[2], m[3], today)
	}
	if m := dayDotMonth.FindStringSubmatch(key); m != nil {
		return dateOf(m[3], m[2], m[1], today)
	}
	if m := dayMonth.FindStringSubmatch(key); m != nil {
		return dateOf(m[3], s.monthOf(m[2]), m[1], today)
	}
	if m := monthDay.FindStringSubmatch(key); m != nil {
		return dateOf(m[3], s.monthOf(m[1]), m[2], today)
	}
	return archive.Date{}, false
}

// dateOf puts a date together; without a year it is the newest that is not after today. ok is false
// for a day that no calendar has.
func dateOf(year, month, day string, today archive.Date) (d archive.Date, ok bool) {
	y, _ := strconv.Atoi(year)
	m, _ := strconv.Atoi(month)
	n, _ := strconv.Atoi(day)
	if year != "" {
		return validDate(y, m, n)
	}
	for y = today.Year; y > today.Year-8; y-- { // 29 February, of the last leap year
		if d, ok = validDate(y, m, n); ok && !today.Before(d) {
			return d, true
		}
	}
	return d, false
}

func validDate(year, month, day int) (d archive.Date, ok bool) {
	d, err := archive.ParseDate(fmt.Sprintf("%04d-%02d-%02d", year, month, day))
	return d, err == nil
}

// slashed reads "2/11" and "2/11/2026", of which some write the day first and some the month: where
// both are possible it asks.
func slashed(text string, m []string, today archive.Date) (archive.Date, error) {
	dayFirst, one := dateOf(m[3], m[2], m[1], today)
	monthFirst, other := dateOf(m[3], m[1], m[2], today)
	switch {
	case one && other && dayFirst != monthFirst:
		return archive.Date{}, refuse("refusal.date-ambiguous", locale.Args{
			"Text": quoted(text), "One": dayFirst.String(), "Other": monthFirst.String(),
		})
	case one:
		return dayFirst, nil
	case other:
		return monthFirst, nil
	}
	return archive.Date{}, refuse("refusal.date", locale.Args{"Text": quoted(text), "Today": today.String()})
}

// newest returns the last date of a weekday up to today, or before it.
func newest(weekday time.Weekday, today archive.Date, before bool) archive.Date {
	days := int(today.Weekday()-weekday+7) % 7
	if days == 0 && before {
		days = 7
	}
	return today.AddDays(-days)
}

// weekdayOf reads a weekday in full or cut short, in this language or in English.
func (s speech) weekdayOf(text string) (time.Weekday, bool) {
	for _, day := range weekdays() {
		english := strings.ToLower(day.String())
		if text == strings.ToLower(s.weekday(day)) || len(text) >= 3 && strings.HasPrefix(english, text) {
			return day, true
		}
	}
	return 0, false
}

// monthOf returns the number of a month that is written in full or cut short, in this language or
// in English; "" for anything else.
func (s speech) monthOf(text string) string {
	for m := time.January; m <= time.December; m++ {
		english := strings.ToLower(m.String())
		if text == strings.ToLower(s.month(m)) || strings.HasPrefix(english, text) || text == "sept" && m == time.September {
			return strconv.Itoa(int(m))
		}
	}
	return ""
}

// day reads the date of a daily, or its number: "#12", "12". The errors are refusals, for what the
// player can do something about.
func (b *Bot) day(ctx context.Context, q query, text string, today archive.Date) (archive.Date, error) {
	m := dailyNumber.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return q.parseDay(text, today)
	}
	number, _ := strconv.Atoi(m[1])
	date, err := b.store.DateOfNumber(ctx, q.Place.GuildID, number)
	if errors.Is(err, archive.ErrNotFound) {
		return date, refuse("refusal.number", locale.Args{"Text": quoted(text), "Today": today.String()})
	}
	return date, err
}

// daySuggestions lists the dailies that were chosen here, the newest first, as far as they fit what is
// typed.
func (b *Bot) daySuggestions(ctx context.Context, q query, typed string) ([]Suggestion, error) {
	s, err := b.schedule(ctx, q.Place.GuildID)
	if err != nil {
		return nil, err
	}
	today := s.Today(b.config.Now())
	dates, err := b.store.NumberedDates(ctx, q.Place.GuildID, today, maxDatesSuggested)
	if err != nil {
		return nil, err
	}
	var all, meant []Suggestion
	date, err := b.day(ctx, q, typed, today)
	for _, d := range dates {
		one := Suggestion{q.Text("suggestion.daily", locale.Args{"Number": d.Number, "Day": q.day(d.Date)}), d.Date.String()}
		if all = append(all, one); err == nil && typed != "" && d.Date == date {
			meant = append(meant, one)
		}
	}
	if typed == "" {
		return all, nil
	}
	return append(meant, matching(all, typed)...), nil
}

// maxDatesSuggested is how many dates are looked through for suggestions: two years.
const maxDatesSuggested = 750
