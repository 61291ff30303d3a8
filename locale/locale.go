// Package locale holds every sentence that people read, in the languages that Gridkeeper
// speaks, and nothing else.
//
//	l := locale.Match("de-AT", "en")     // the best there is, English at worst
//	l.Text("hint.solved", nil)           // "The grid is solved: there is nothing left to hint."
//	l.Text("hint.technique", locale.Args{"Technique": "X-Wing"})
//	l.Count("span.days", 3, nil)         // "3 days", by the plural forms of the language
//	l.List([]string{"1", "5", "9"})      // "1, 5 and 9"
//
// The messages are in the folders of the languages, such as en: YAML, nested by what they are
// about, a file for each room that says them. A message with plural forms has the keys of
// Unicode's plural rules (one, few, many, other) and its number as {{.N}}. To add a language, copy the folder en,
// translate, and add its name to languages.
//
// Package explain puts what the engine found into words; package bot does so for its commands.
package locale

import (
	"embed"
	"io/fs"
	"maps"
	"path"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/language"
)

//go:embed en
var files embed.FS

// languages are those of the folders beside this file. The first is spoken where no other fits.
var languages = []language.Tag{language.English}

var (
	bundle  = load()
	matcher = language.NewMatcher(languages)
)

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

// Text returns a message with its placeholders filled in. It returns the key where there is
// no such message, which a test of this repository rules out.
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
	text, err := l.localizer.Localize(&c)
	if text == "" && err != nil {
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
	b := i18n.NewBundle(languages[0])
	b.RegisterUnmarshalFunc("yaml", yaml.Unmarshal)
	for _, tag := range languages {
		names, err := fs.Glob(files, path.Join(tag.String(), "*.yaml"))
		if err != nil {
			panic(err)
		}
		for _, name := range names {
			text, err := files.ReadFile(name)
			if err != nil {
				panic(err)
			}
			messages, err := i18n.ParseMessageFileBytes(text, tag.String()+".yaml", map[string]i18n.UnmarshalFunc{"yaml": yaml.Unmarshal})
			if err != nil {
				panic("locale: " + name + ": " + err.Error())
			}
			b.MustAddMessages(tag, messages.Messages...)
		}
	}
	return b
}
