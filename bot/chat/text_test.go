package chat

import (
	"testing"
	"time"
)

func TestSpans(t *testing.T) {
	words := SpeechIn("en")
	for d, want := range map[time.Duration]string{
		0: "0:00", 59 * time.Second: "0:59", 192 * time.Second: "3:12", time.Hour + 62*time.Second: "1:01:02",
		25*time.Hour + time.Second: "1 day 1:00:01", 49 * time.Hour: "2 days 1:00:00", -time.Second: "0:00",
	} {
		if got := words.Elapsed(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	for d, want := range map[time.Duration]string{
		time.Second: "1 minute", 59 * time.Minute: "59 minutes", time.Hour: "1 hour", 200 * time.Minute: "3 hours and 20 minutes", 50 * time.Hour: "2 days",
	} {
		if got := words.roughly(d); got != want {
			t.Errorf("%s: %q, want %q", d, got, want)
		}
	}
	for n, want := range map[int]string{1: "1st", 2: "2nd", 3: "3rd", 4: "4th", 11: "11th", 12: "12th", 13: "13th", 21: "21st", 22: "22nd", 113: "113th"} {
		if got := words.Ordinal(n); got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// A name keeps what joins letters and emoji, and nothing that breaks its line or turns what follows.
func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		" Ann\n\tLee ": "Ann Lee", "a\u202eb\u200bc\x1b[1m": "a b c [1m", "👩\u200d👧": "👩\u200d👧", "علی\u200cرضا": "علی\u200cرضا",
		"\u200d": "", "\u200dAnn\u200c \u200d Lee\u200d": "Ann Lee", "": "",
	} {
		if got := OneLine(text); got != want {
			t.Errorf("%q is %q in one line, want %q", text, got, want)
		}
	}
}

// Choices are understood in English and in other languages than the player's own, however they are written.
func TestChoicesInAnyLanguage(t *testing.T) {
	o := Option{Name: "period", Kind: ChoiceOption, Choices: []string{"week", "all"}}
	for typed, want := range map[string]string{"week": "week", "Week": "week", " WOCHE ": "week", "alle": "all", "decade": "decade"} {
		for _, language := range []string{"en", "de", "zh-TW"} {
			if got := SpeechIn(language).ChoiceCalled(o, typed); got != want {
				t.Errorf("%q in %s is %q, want %q", typed, language, got, want)
			}
		}
	}
}
