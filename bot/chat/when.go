package chat

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Words for times and days are read in all languages of the catalogues: a player may use any. Names of months and weekdays
// are first read in the player's language.

// meaning returns the words with a meaning in lower case, the longest first so that none hides another
// that begins alike.
func meaning(key string, args locale.Args) []string {
	var words []string
	for _, l := range locale.Languages() {
		for _, word := range l.Alternatives(key, args) {
			words = append(words, strings.ToLower(word))
		}
	}
	slices.SortStableFunc(words, func(a, b string) int { return utf8.RuneCountInString(b) - utf8.RuneCountInString(a) })
	return slices.Compact(words)
}

// IsTimeWord reports whether a text is a word with a meaning, such as "noon".
func IsTimeWord(text, word string) bool {
	return slices.Contains(meaning("word."+word, nil), strings.ToLower(strings.TrimSpace(text)))
}

// withoutWord takes a word with a meaning from the beginning or the end of a text, and reports
// whether one was there.
func withoutWord(text, word string) (rest string, found bool) {
	for _, w := range meaning("word."+word, nil) {
		if rest, found = strings.CutPrefix(text, w); found && !Joined(w, rest) {
			return strings.TrimSpace(rest), true
		}
		if rest, found = strings.CutSuffix(text, w); found && !Joined(rest, w) {
			return strings.TrimSpace(rest), true
		}
	}
	return text, false
}

// Joined reports whether two texts form one word when they are put together. Chinese has no blanks between words.
func Joined(a, b string) bool {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	return unicode.IsLetter(last) && unicode.IsLetter(first) && !unicode.Is(unicode.Han, last)
}

var clockText = regexp.MustCompile(`^(\d{1,2})(?: ?[:.]? ?(\d{2}))?:?$`)

// ParseClock reads a time of the day as people write it, "9am", "9:30 pm", "21:00", "21h30", "noon",
// "9 Uhr", and returns it as the archive keeps it, "09:00".
func ParseClock(text string) (at string, ok bool) {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	switch {
	case IsTimeWord(text, "noon"):
		return "12:00", true
	case IsTimeWord(text, "midnight"):
		return "00:00", true
	}
	text, am := withoutWord(text, "before-noon")
	text, pm := withoutWord(text, "after-noon")
	m := clockText.FindStringSubmatch(clockSigns(text))
	if m == nil || am && pm {
		return "", false
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi("0" + m[2])
	if am || pm {
		if hour < 1 || hour > 12 {
			return "", false
		}
		if hour %= 12; pm { // 12am is midnight, 12pm is noon
			hour += 12
		}
	}
	at, err := calendar.ParseClock(fmt.Sprintf("%02d:%02d", hour, minute))
	return at, err == nil
}

// clockSigns writes a time with a colon for the word after its hour: "21h30", "9 Uhr", "9點半".
func clockSigns(text string) string {
	if hour, half := withoutWord(text, "half"); half {
		text = hour + "30"
	}
	text, _ = withoutWord(text, "minute")
	for _, hour := range meaning("word.hour", nil) {
		if before, after, found := strings.Cut(text, hour); found {
			return strings.TrimSpace(before) + ":" + strings.TrimSpace(after)
		}
	}
	return text
}

var (
	DailyNumber = regexp.MustCompile(`^(?:# ?(\d+)|(\d{1,6}))$`) // eight digits are a date
	yearFirst   = regexp.MustCompile(`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$`)
	monthFirst  = regexp.MustCompile(`^()(\d{1,2})-(\d{1,2})$`)
	compactDate = regexp.MustCompile(`^(\d{4})(\d{2})(\d{2})$`)
	dayDotMonth = regexp.MustCompile(`^(\d{1,2})\. ?(\d{1,2})\.? ?(\d{4})?$`)
	slashedDate = regexp.MustCompile(`^(\d{1,2})/(\d{1,2})(?:/(\d{4}))?$`)
	dayMonth    = regexp.MustCompile(`^(\d{1,2})\.? (\pL{3,})\.?,?(?: (\d{4}))?$`)
	monthDay    = regexp.MustCompile(`^(\pL{3,})\.? (\d{1,2}),?(?: (\d{4}))?$`)
)

// isDay reports whether a word names a day, or the number of a daily with its sign.
func (s Speech) isDay(word string) bool {
	if strings.HasPrefix(word, "#") {
		return DailyNumber.MatchString(word)
	}
	_, err := s.ParseDay(word, calendar.Date{Year: 2000, Month: time.January, Day: 1})
	return err == nil && word != "" || yearFirst.MatchString(word) // 2026-02-30 is meant for one
}

// ParseDay reads a day as people write it: "today", "yesterday", "3 days ago", "monday" for the
// newest, "2026-11-02", "2 Nov", "Nov 2, 2026", "2.11.", "11月2日"; "" is today. Without a year it is
// the newest that is not after today. The error is a refusal.
func (s Speech) ParseDay(text string, today calendar.Date) (calendar.Date, error) {
	key := strings.ToLower(strings.Join(strings.Fields(text), " "))
	switch {
	case key == "" || IsTimeWord(key, "today"):
		return today, nil
	case IsTimeWord(key, "yesterday"):
		return today.AddDays(-1), nil
	case IsTimeWord(key, "tomorrow"):
		return today.AddDays(1), nil
	}
	if days, ok := daysAgo(key); ok {
		return today.AddDays(-days), nil
	}
	name, last := withoutWord(key, "last")
	if weekday, ok := s.weekdayOf(name); ok {
		return lastWeekday(weekday, today, last), nil
	}
	if m := slashedDate.FindStringSubmatch(key); m != nil {
		return slashed(text, m, today)
	}
	if date, ok := s.writtenDate(key, today); ok {
		return date, nil
	}
	return calendar.Date{}, Refuse("refusal.date", locale.Args{"Text": Quoted(text), "Today": today.String()})
}

// daysAgo reads "3 days ago".
func daysAgo(key string) (days int, ok bool) {
	const number = "0"
	for _, form := range meaning("word.days-ago", locale.Args{"N": number}) {
		before, after, _ := strings.Cut(form, number)
		text, begins := strings.CutPrefix(key, before)
		text, ends := strings.CutSuffix(text, after)
		if days, err := strconv.ParseUint(strings.TrimSpace(text), 10, 14); begins && ends && err == nil {
			return int(days), true
		}
	}
	return 0, false
}

// writtenDate reads a date whose parts are in no doubt.
func (s Speech) writtenDate(key string, today calendar.Date) (calendar.Date, bool) {
	plain := withoutSigns(key)
	for _, form := range []*regexp.Regexp{yearFirst, compactDate, monthFirst} {
		if m := form.FindStringSubmatch(plain); m != nil && (form != monthFirst || plain != key) {
			return dateOf(m[1], m[2], m[3], today)
		}
	}
	if m := dayDotMonth.FindStringSubmatch(key); m != nil {
		return dateOf(m[3], m[2], m[1], today)
	}
	if m := dayMonth.FindStringSubmatch(plain); m != nil {
		return dateOf(m[3], s.monthOf(m[2]), m[1], today)
	}
	if m := monthDay.FindStringSubmatch(plain); m != nil {
		return dateOf(m[3], s.monthOf(m[1]), m[2], today)
	}
	return calendar.Date{}, false
}

// withoutSigns writes a date without the signs that a language puts behind its numbers: "2nd of November" as "2 November",
// "2026年11月2日" as "2026-11-2".
func withoutSigns(key string) string {
	for _, sign := range []struct{ word, between string }{{"year", "-"}, {"month", "-"}, {"day", ""}} {
		if signs := alternation("word." + sign.word); signs != "" {
			key = regexp.MustCompile(`(\d) ?(?:`+signs+`)(?:( |,)|$|(\d))`).ReplaceAllString(key, "${1}"+sign.between+"${2}${3}")
		}
	}
	for _, of := range meaning("word.of", nil) {
		key = strings.Replace(key, " "+of+" ", " ", 1)
	}
	return key
}

// alternation matches any word with a meaning in a regular expression; it is empty without any.
func alternation(key string) string {
	var quoted []string
	for _, word := range meaning(key, nil) {
		quoted = append(quoted, regexp.QuoteMeta(word))
	}
	return strings.Join(quoted, "|")
}

// dateOf puts a date together; without a year it is the newest that is not after today. ok is false
// for a day that no calendar has.
func dateOf(year, month, day string, today calendar.Date) (d calendar.Date, ok bool) {
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

func validDate(year, month, day int) (d calendar.Date, ok bool) {
	d, err := calendar.ParseDate(fmt.Sprintf("%04d-%02d-%02d", year, month, day))
	return d, err == nil
}

// slashed reads "2/11" and "2/11/2026", of which some write the day first and some the month: where
// both are possible it asks.
func slashed(text string, m []string, today calendar.Date) (calendar.Date, error) {
	dayFirst, one := dateOf(m[3], m[2], m[1], today)
	dayLast, other := dateOf(m[3], m[1], m[2], today)
	switch {
	case one && other && dayFirst != dayLast:
		return calendar.Date{}, Refuse("refusal.date-ambiguous", locale.Args{
			"Text": Quoted(text), "One": dayFirst.String(), "Other": dayLast.String(),
		})
	case one:
		return dayFirst, nil
	case other:
		return dayLast, nil
	}
	return calendar.Date{}, Refuse("refusal.date", locale.Args{"Text": Quoted(text), "Today": today.String()})
}

// lastWeekday returns the last date of a weekday up to today, or before it.
func lastWeekday(weekday time.Weekday, today calendar.Date, before bool) calendar.Date {
	days := int(today.Weekday()-weekday+7) % 7
	if days == 0 && before {
		days = 7
	}
	return today.AddDays(-days)
}

// weekdayOf reads a weekday in full or cut short, in this language or in another.
func (s Speech) weekdayOf(text string) (time.Weekday, bool) {
	days := Weekdays()
	i := s.indexNamed(text, len(days), func(l Speech, i int) (short, names string) {
		return l.Weekday(days[i]), "weekday-name." + strings.ToLower(days[i].String())
	})
	if i < 0 {
		return 0, false
	}
	return days[i], true
}

// monthOf returns the number of a month that is written in full or cut short, in this language or
// in another; "" for anything else.
func (s Speech) monthOf(text string) string {
	i := s.indexNamed(text, 12, func(l Speech, i int) (short, names string) {
		m := time.January + time.Month(i)
		return l.month(m), "month-name." + strings.ToLower(m.String())
	})
	if i < 0 {
		return ""
	}
	return strconv.Itoa(i + 1)
}

// indexNamed returns which of n things a text names, -1 for none: by the short name, or by one of its names
// of which at least three letters are there.
func (s Speech) indexNamed(text string, n int, of func(l Speech, i int) (short, names string)) int {
	text = strings.TrimSuffix(text, ".")
	for _, l := range append([]locale.Language{s.Language}, locale.Languages()...) {
		for i := range n {
			short, names := of(Speech{explain.In(l)}, i)
			if text == strings.ToLower(strings.TrimSuffix(short, ".")) {
				return i
			}
			for _, name := range l.Alternatives(names, nil) {
				if utf8.RuneCountInString(text) >= 3 && strings.HasPrefix(strings.ToLower(name), text) {
					return i
				}
			}
		}
	}
	return -1
}

// Weekdays lists the days of the week, from Monday.
func Weekdays() []time.Weekday {
	var days []time.Weekday
	for day := range time.Saturday + 1 {
		days = append(days, (time.Monday+day)%7)
	}
	return days
}
