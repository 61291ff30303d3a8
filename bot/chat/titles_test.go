package chat_test

import (
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Each opening is one line on a phone; neither two days in a row nor a weekday within four weeks have the same.
func TestOpenings(t *testing.T) {
	for _, l := range locale.Languages() {
		s := chat.SpeechIn(l.Tag())
		for tier := logic.TierSingletons; tier <= logic.TierGuessing; tier++ {
			seen := map[string]bool{}
			var all []string
			for day := range 28 {
				date := calendar.Date{Year: 2026, Month: time.March, Day: 1}.AddDays(day)
				opening := s.Opening(date, tier)
				if n := utf8.RuneCountInString(opening); n < 5 || n > 46 {
					t.Errorf("%s, %s: %q", l.Tag(), date, opening)
				}
				if day > 0 && all[day-1] == opening || day%7 == 0 && seen[opening] {
					t.Errorf("%s, %s: %q again", l.Tag(), date, opening)
				}
				if all = append(all, opening); day%7 == 0 {
					seen[opening] = true
				}
			}
		}
	}
}
