package bot

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Where both ends of a range are minutes, they are named once.
func TestBetween(t *testing.T) {
	for _, test := range []struct {
		language  string
		low, high float64
		want      string
	}{
		{"en", 350, 730, "between 6 and 12 minutes"},
		{"en", 30, 100, "between 30 seconds and 2 minutes"},
		{"en", 3000, 6000, "between 50 minutes and 1 hour and 40 minutes"},
		{"de", 350, 730, "zwischen 6 und 12 Minuten"},
		{"zh-TW", 350, 730, "6 到 12 分鐘之間"},
	} {
		if got := chat.SpeechIn(test.language).Between(test.low, test.high); got != test.want {
			t.Errorf("%s %v-%v: %q, want %q", test.language, test.low, test.high, got, test.want)
		}
	}
}

// Help names the choices of an option once, where its description has them or behind it.
func TestSaysAll(t *testing.T) {
	for _, test := range []struct {
		sentence string
		words    []string
		want     bool
	}{
		{"sudoku (9×9) or shidoku (4×4)", []string{"sudoku", "shidoku"}, true},
		{"off stops the posts, on starts them again", []string{"on", "off"}, true},
		{"on posts without a notification", []string{"on", "off"}, false},
		{"one of them is off", []string{"on", "off"}, false},
		{"數獨（9×9）或四宮數獨（4×4）", []string{"數獨", "四宮數獨"}, true},
	} {
		if got := saysAll(test.sentence, test.words); got != test.want {
			t.Errorf("saysAll(%q, %q) = %t", test.sentence, test.words, got)
		}
	}
}

// What is left of freezes is a sentence also when none is, and Chinese has no blank before it.
func TestFreezesLeft(t *testing.T) {
	for language, want := range map[string]string{
		"en": "A. No freeze is left this month.", "de": "A. Diesen Monat ist kein Joker mehr übrig.", "zh-TW": "A.這個月的凍結都用完了。",
	} {
		s := chat.SpeechIn(language)
		if got := s.Sentences(chat.Plain("A."), s.SayCount("streak.left", 0, locale.Args{})).String(); got != want {
			t.Errorf("%s: %q, want %q", language, got, want)
		}
	}
}
