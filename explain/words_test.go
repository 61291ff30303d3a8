package explain_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func TestTechniqueNames(t *testing.T) {
	for technique, want := range map[logic.Technique]string{
		logic.XWing: "X-Wing", logic.NakedPair: "Naked Pair", logic.Pointing: "Pointing",
	} {
		if got := english.Technique(technique); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestHouse(t *testing.T) {
	if got, want := english.House(box(7)), "box 7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestEveryLanguageTeaches: every technique has a name of its own, a summary, a lesson, and words for its
// step in every language.
func TestEveryLanguageTeaches(t *testing.T) {
	for tag, w := range languages(t) {
		names := map[string]logic.Technique{}
		for _, technique := range logic.Techniques {
			name := w.Technique(technique)
			if other, ok := names[name]; ok || name == "" {
				t.Errorf("%s: %s and %s are both %q", tag, technique, other, name)
			}
			names[name] = technique
			_, step, _ := technique.Example()
			turned := step // the other way round, if it is a fish
			if len(step.Cover) > 1 {
				turned.Houses, turned.Cover = step.Cover, step.Houses
			}
			for _, text := range []string{name, w.Summary(technique), w.Lesson(technique), w.Notation(step), w.Step(step), w.Step(turned)} {
				if missing(text) {
					t.Errorf("%s: %s: no words: %q", tag, technique, text)
				}
			}
			if n := utf8.RuneCountInString(w.Summary(technique)); n > 70 {
				t.Errorf("%s: %s: a summary of %d characters, want a line", tag, technique, n)
			}
			if !strings.HasPrefix(w.Notation(step), name) {
				t.Errorf("%s: %q does not begin with %q", tag, w.Notation(step), name)
			}
		}
	}
	for _, technique := range logic.Techniques {
		if n := len(strings.Fields(english.Lesson(technique))); n < 30 || n > 100 {
			t.Errorf("%s: %d words are not a paragraph", technique, n)
		}
	}
}

// TestReasons says every technique's step as a part of a chain, as contradictions do.
func TestReasons(t *testing.T) {
	all := languages(t)
	for _, technique := range logic.Techniques {
		_, step, _ := technique.Example()
		outer := contradiction
		outer.Chain = []logic.Step{step}
		for tag, w := range all {
			for _, text := range []string{w.Notation(outer), w.Step(outer)} {
				if missing(text) {
					t.Errorf("%s: %s: no words: %q", tag, technique, text)
				}
			}
		}
	}
}

func TestTierNames(t *testing.T) {
	for tag, w := range languages(t) {
		for _, tier := range logic.Tiers {
			if text := w.Tier(tier); missing(text) {
				t.Errorf("%s: tier %d: no words: %q", tag, tier, text)
			}
		}
	}
}

// missing reports whether a text holds the key of a message, as it does where the message is
// missing or a placeholder of it.
func missing(text string) bool { return text == "" || keyWithin.MatchString(text) }

var keyWithin = regexp.MustCompile(`[a-z]\.[a-z]`)

// languages returns the words of every catalogue, by the name of its folder.
func languages(t *testing.T) map[string]explain.Words {
	t.Helper()
	entries, err := os.ReadDir("../locale")
	must(t, err)
	languages := map[string]explain.Words{}
	for _, entry := range entries {
		if entry.IsDir() {
			languages[entry.Name()] = explain.In(locale.Match(entry.Name()))
		}
	}
	if len(languages) == 0 {
		t.Fatal("no languages in ../locale")
	}
	return languages
}

// Players write a tier by its number, by its name, or as people call it, in any case.
func TestParseTier(t *testing.T) {
	w := explain.In(locale.Match("en"))
	for _, tier := range logic.Tiers {
		name, word := tier.String(), w.Difficulty(tier)
		for _, text := range []string{fmt.Sprint(int(tier)), name, word, strings.ToUpper(name), strings.ToLower(word), " " + word + "\n"} {
			if got, err := w.ParseTier(text); got != tier || err != nil {
				t.Errorf("ParseTier(%q) = %v, %v, want %v", text, got, err, tier)
			}
		}
	}
	for _, text := range []string{"", "0", "6", "1-5", "harder", "ea sy", "x wing", "easy,hard", "\x00", strings.Repeat("easy", 1000)} {
		if got, err := w.ParseTier(text); got != 0 || err == nil {
			t.Errorf("ParseTier(%.20q) = %v, %v, want an error", text, got, err)
		}
	}
}

func TestCertificate(t *testing.T) {
	for want, c := range map[string]rating.Certificate{
		"Naked singles alone fill all 12 empty cells.":                                   {Tier: 0, Cells: 12, Candidates: 20},
		"Naked singles alone fill the 1 empty cell.":                                     {Tier: 0, Cells: 1, Candidates: 1},
		"Naked singles alone leave 57 cells open, with 212 candidates.":                  {Tier: 1, Cells: 57, Candidates: 212},
		"All techniques up to tier 4 (x-wing) leave 39 cells open, with 108 candidates.": {Tier: 4, Cells: 39, Candidates: 108},
	} {
		if got := english.Certificate(c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
