package locale

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var letters = regexp.MustCompile(`\pL{2}`)

// sameAsEnglish counts the messages of a language that have words, and those of them that read as
// in English. Placeholders are not words.
func sameAsEnglish(c *collection, tag language.Tag) (same, all int) {
	for key, english := range c.messages(language.English) {
		m := c.messages(tag)[key]
		if m == nil || !letters.MatchString(action.ReplaceAllString(english[plural.Other], "")) {
			continue
		}
		all++
		if m[plural.Other] == english[plural.Other] {
			same++
		}
	}
	return same, all
}

// complete are the languages that are translated. Others are begun: a copy of the English folder is a beginning.
var complete = []string{"de", "zh-TW"}

// Names such as Gridkeeper, and words such as Sudoku, are the same in other languages; more than one
// message in ten is a catalogue that was copied and not translated.
func TestTranslated(t *testing.T) {
	c := catalogues()
	for _, tag := range c.tags[1:] {
		same, all := sameAsEnglish(c, tag)
		t.Logf("%s: %d of %d messages are as in English", tag, same, all)
		if 10*same > all && slices.Contains(complete, tag.String()) {
			t.Errorf("%s: %d of %d messages are as in English, want a tenth at most", tag, same, all)
		}
	}
}

// A folder that was copied from English has no problem, whatever plural forms its language has; a message of
// its own must have them.
func TestBegunLanguage(t *testing.T) {
	english := "puzzles: {one: \"{{.N}} puzzle\", other: \"{{.N}} puzzles\"}\nordinal.form-two: \"{{.N}}nd\"\nordinal.form-one: \"{{.N}}st\"\nordinal.form-few: \"{{.N}}rd\"\nordinal.form-other: \"{{.N}}th\"\n"
	problemsOf := func(tag, text string) []error {
		c, err := find(fstest.MapFS{"en/x.yaml": {Data: []byte(english)}, tag + "/x.yaml": {Data: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		return c.problems()
	}
	for _, tag := range []string{"fr", "ja"} {
		if problems := problemsOf(tag, english); len(problems) > 0 {
			t.Errorf("a copy for %s has the problems %v", tag, problems)
		}
	}
	if own := strings.Replace(english, "{{.N}} puzzle\"", "{{.N}} mondai\"", 1); len(problemsOf("ja", own)) != 1 {
		t.Errorf("a singular in Japanese has the problems %v", problemsOf("ja", own))
	}
}

// A copied message counts; one without words does not.
func TestSameAsEnglish(t *testing.T) {
	c, err := find(fstest.MapFS{
		"en/x.yaml": {Data: []byte("copied: \"{{.N}} cells\"\nown: Play\nbare: \"{{.Name}}: {{.N}}\"\n")},
		"fr/x.yaml": {Data: []byte("copied: \"{{.N}} cells\"\nown: Jouer\nbare: \"{{.Name}}: {{.N}}\"\n")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if same, all := sameAsEnglish(c, language.French); same != 1 || all != 2 {
		t.Errorf("%d of %d, want 1 of 2", same, all)
	}
}
