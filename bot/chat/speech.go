package chat

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
)

// Speech has the words of the bot in one language.
type Speech struct{ explain.Words }

// SpeechIn is the best language for BCP 47 tags, the best first.
func SpeechIn(language string) Speech { return Speech{explain.In(locale.Match(language))} }

// Unread explains why a puzzle could not be read: in full if its error has words, else by its kind.
func (s Speech) Unread(err error) string {
	if text, ok := s.Error(err); ok {
		return text
	}
	return s.Text("import.kind."+string(importing.KindOf(err)), nil)
}

// Mention names a command within a sentence.
func Mention(name string) Part { return Part{Kind: CommandPart, ID: name, Text: "/" + name} }

// Asking is a command with its options, as a player may ask it: each network has a way of its own
// to write options.
func Asking(name string, given ...Given) Part {
	text := "/" + name
	for _, g := range given {
		text += " " + g.Name + "=" + g.Value
	}
	return Part{Kind: AskPart, ID: name, Text: text, Given: given}
}

// Typed quotes a text that a player typed.
func Typed(text string) Part { return Part{Kind: CodePart, Text: text} }

// maxFromFile is the most characters shown of a name in a file of puzzles. The author of the file chooses it, and every
// player of the puzzle reads it.
const maxFromFile = 60

// FromFile is text of a file of puzzles in one short line.
func FromFile(text string) string { return Cut(OneLine(text), maxFromFile) }

// joiners join emoji to one, or letters of Persian and of Hindi.
const joiners = "\u200c\u200d"

// OneLine removes characters that would break a line or change the look of the text behind them.
func OneLine(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) && !strings.ContainsRune(joiners, r)
	})
	for i, word := range words {
		words[i] = strings.Trim(word, joiners)
	}
	return strings.Join(slices.DeleteFunc(words, func(word string) bool { return word == "" }), " ")
}

// NoSuchPuzzle is the reason why a search cannot find anything, in words. err is of [search.Search.Check].
func (s Speech) NoSuchPuzzle(err error) string {
	var impossible *search.Error
	var conflict *criteria.ConflictError
	switch {
	case errors.As(err, &impossible):
		from, to := impossible.From, impossible.To
		if impossible.Reason == search.NoScore {
			from, to = from/60, to/60 // players write minutes
		}
		return s.Text("search.reason."+string(impossible.Reason), locale.Args{"From": from, "To": to})
	case errors.As(err, &conflict):
		return s.Text("search.reason."+string(conflict.Reason), locale.Args{
			"Needs": s.Techniques(conflict.Needs), "Only": s.Techniques(conflict.Only),
			"Tier": s.Difficulty(conflict.Tier), "Bound": s.Difficulty(conflict.Bound),
		})
	}
	return err.Error()
}

// PlayerPart names a player in one short line.
func (s Speech) PlayerPart(p games.Player) Part {
	name := OneLine(p.Name)
	if p.ID == "" { // deleted, or hidden
		return Part{Text: cmp.Or(name, s.Text("player.former", nil))}
	}
	if name == "" {
		name = s.Text("player.nameless", nil)
	}
	return Part{Kind: PlayerPart, ID: p.ID, Text: Cut(name, 32)}
}

// Elapsed writes a duration as a clock shows it: "3:12", "1:03:12", "2 days 1:03:12".
func (s Speech) Elapsed(d time.Duration) string {
	seconds := int64(max(0, d.Round(time.Second)) / time.Second)
	days, hours, minutes := seconds/86400, seconds/3600%24, seconds/60%60
	clock := fmt.Sprintf("%d:%02d:%02d", hours, minutes, seconds%60)
	switch {
	case days > 0:
		return s.Count("span.days-and-clock", int(days), locale.Args{"Clock": clock})
	case hours > 0:
		return clock
	}
	return fmt.Sprintf("%d:%02d", minutes, seconds%60)
}

// roughly writes how long something takes: "3 hours and 20 minutes".
func (s Speech) roughly(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	switch hours := minutes / 60; {
	case hours >= 48:
		return s.Count("span.days", hours/24, nil)
	case hours == 0:
		return s.Count("span.minutes", minutes, nil)
	}
	return s.hoursAndMinutes(minutes)
}

// Day writes a date: "Thu 5 Mar 2026".
func (s Speech) Day(d calendar.Date) string {
	return s.Text("date.day", locale.Args{
		"Weekday": s.Weekday(d.Weekday()), "Day": d.Day, "Month": s.month(d.Month), "Year": d.Year,
	})
}

// Weekday writes a day of the week in short: "Thu".
func (s Speech) Weekday(d time.Weekday) string {
	return s.Text("weekday."+strings.ToLower(d.String()), nil)
}

// WeekdayInFull names a day of the week: "Thursday".
func (s Speech) WeekdayInFull(d time.Weekday) string {
	name, _, _ := strings.Cut(s.Text("weekday-name."+strings.ToLower(d.String()), nil), ",") // others that people write follow
	return name
}

// DayInFull writes a day of this year: "Thursday, 5 March".
func (s Speech) DayInFull(d calendar.Date) string {
	month, _, _ := strings.Cut(s.Text("month-name."+strings.ToLower(d.Month.String()), nil), ",")
	return s.Text("date.day-in-full", locale.Args{"Weekday": s.WeekdayInFull(d.Weekday()), "Day": d.Day, "Month": month})
}

func (s Speech) month(m time.Month) string {
	return s.Text("month."+strings.ToLower(m.String()), nil)
}

// MonthOfYear writes the month of a time: "Mar 2026".
func (s Speech) MonthOfYear(t time.Time) string {
	return s.Text("date.month", locale.Args{"Month": s.month(t.Month()), "Year": t.Year()})
}

// Instant is a time, in plain words by the clock of its zone.
func (s Speech) Instant(t time.Time) Part {
	return Part{Kind: TimePart, At: t, Text: s.Text("date.instant", locale.Args{
		"Day": s.Day(calendar.DateOf(t)), "Clock": t.Format("15:04"), "Zone": t.Format("MST"),
	})}
}

// FromNow is the distance of a time from now. Many languages have another form for "in 2 days" than for "2 days".
func (s Speech) FromNow(t, now time.Time) Part {
	text := s.Text("span.from-now", locale.Args{"Span": s.roughly(t.Sub(now))})
	if days := int((t.Sub(now)) / (24 * time.Hour)); days >= 2 {
		text = s.Count("span.days-from-now", days, nil)
	}
	return Part{Kind: FromNowPart, At: t, Text: text}
}

// Capital begins a sentence with a word that may be in lower case.
func Capital(text string) string {
	for i, r := range text {
		return string(unicode.ToUpper(r)) + text[i+len(string(r)):]
	}
	return ""
}
