// Package locale holds every sentence that people read, in the languages that Gridkeeper
// speaks, and nothing else.
//
//	l := locale.Match("de-AT", "en")     // the best there is, English at worst
//	l.Text("reveal.solved", nil)         // "The grid is solved: there is nothing left to hint."
//	l.Text("mistake.digit", locale.Args{"Digit": 5, "Cell": "r1c1"})
//	l.Count("count.candidates", 3, nil)  // "3 candidates", by the plural forms of the language
//	l.List([]string{"1", "5", "9"})      // "1, 5 and 9"
//
// The messages are in the folders of the languages, such as en: YAML, nested by what they are
// about, a file for each room that says them. Placeholders are those of text/template. A
// message with plural forms has the keys of Unicode's plural rules (one, few, many, other) and
// its number as {{.N}}. To add a language, copy the folder en and translate.
//
// Package explain puts what the engine found into words; package bot does so for its commands.
package locale

import (
	"embed"
	"io/fs"
	"maps"
	"path"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"
)

//go:embed */*.yaml
var files embed.FS

var (
	bundle    = load()
	languages = bundle.LanguageTags() // English is the first
	matcher   = language.NewMatcher(languages)
)

// parser reads messages. A placeholder without an argument is an error.
var parser = &template.TextParser{Option: "missingkey=error"}

// Args are what the placeholders of a message stand for, by name.
type Args map[string]any

// Language says messages in one language. It is a small value, safe for concurrent use; make
// one with [Match].
type Language struct {
	localizer *i18n.Localizer
	tag       language.Tag
}

// Match returns the language that fits the preferences best, given as BCP 47 tags ("de-AT").
// Empty and malformed tags are skipped. What fits none is answered in English.
func Match(preferred ...string) Language {
	_, i := language.MatchStrings(matcher, preferred...)
	return Language{i18n.NewLocalizer(bundle, languages[i].String()), languages[i]}
}

// Tag returns the language as a BCP 47 tag: "en".
func (l Language) Tag() string { return l.tag.String() }

// Text returns a message with its placeholders filled in. It returns the key if there is no
// such message, or if a placeholder has no argument; tests of this repository rule out both.
func (l Language) Text(key string, args Args) string {
	return l.say(i18n.LocalizeConfig{MessageID: key, TemplateData: args})
}

// Count returns the plural form of a message that the language wants for a number, which the
// message calls {{.N}}.
func (l Language) Count(key string, n int, args Args) string {
	all := Args{"N": n}
	maps.Copy(all, args)
	return l.say(i18n.LocalizeConfig{MessageID: key, TemplateData: all, PluralCount: n})
}

func (l Language) say(c i18n.LocalizeConfig) string {
	c.TemplateParser = parser
	text, err := l.localizer.Localize(&c)
	if text == "" && err != nil { // a text with an error is in English, for want of a translation
		return c.MessageID
	}
	return text
}

// List joins words as a sentence does: "1", "1 and 5", "1, 5 and 9".
func (l Language) List(words []string) string {
	if len(words) == 0 {
		return ""
	}
	last := len(words) - 1
	text := words[0]
	for _, word := range words[1:max(last, 1)] {
		text = l.Text("list.comma", Args{"Before": text, "Next": word})
	}
	if last > 0 {
		text = l.Text("list.last", Args{"Before": text, "Last": words[last]})
	}
	return text
}

// load reads the catalogues. They are part of the program, so an error is a mistake of its
// authors.
func load() *i18n.Bundle {
	b := i18n.NewBundle(language.English) // spoken where no other language fits
	names, err := fs.Glob(files, "*/*.yaml")
	if err != nil {
		panic(err)
	}
	for _, name := range names {
		tag := language.MustParse(path.Dir(name))
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		if _, err := b.ParseMessageBytes(tag, text, yaml.Unmarshal); err != nil {
			panic("locale: " + name + ": " + err.Error())
		}
	}
	return b
}
