package bot

import (
	"fmt"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// words are those of English.
var words = explain.In(locale.Match("en"))

// elapsed writes a duration as a clock shows it: "3:12", "1:03:12", "2 days 1:03:12".
func elapsed(d time.Duration) string {
	seconds := int64(max(0, d.Round(time.Second)) / time.Second)
	days, hours, minutes := seconds/86400, seconds/3600%24, seconds/60%60
	switch {
	case days > 0:
		return fmt.Sprintf("%s %d:%02d:%02d", count(int(days), "day"), hours, minutes, seconds%60)
	case hours > 0:
		return fmt.Sprintf("%d:%02d:%02d", hours, minutes, seconds%60)
	}
	return fmt.Sprintf("%d:%02d", minutes, seconds%60)
}

// count writes a number and a noun: "1 cell", "2 cells", "2 matches".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "ch") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// ordinal writes a place: "1st", "22nd", "113th".
func ordinal(n int) string {
	ending := "th"
	if tens := n / 10 % 10; tens != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, ending)
}

// dayOf writes a date: "Thu 5 Mar 2026".
func dayOf(d archive.Date) string {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Format("Mon 2 Jan 2006")
}

func capital(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// minutes writes expected seconds as people say a time: "40 seconds", "7 minutes".
func minutes(seconds float64) string {
	if seconds < 90 {
		return count(int(seconds+0.5), "second")
	}
	return count(int(seconds/60+0.5), "minute")
}

// inWords writes how long something is off, roughly: "3 hours and 20 minutes".
func inWords(d time.Duration) string {
	minutes := int((d + time.Minute - 1) / time.Minute)
	switch hours := minutes / 60; {
	case hours >= 48:
		return count(hours/24, "day")
	case hours == 0:
		return count(minutes, "minute")
	case minutes%60 == 0:
		return count(hours, "hour")
	default:
		return fmt.Sprintf("%s and %s", count(hours, "hour"), count(minutes%60, "minute"))
	}
}
