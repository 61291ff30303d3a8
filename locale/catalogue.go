package locale

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync/atomic"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// collection is the catalogues of some languages. It never changes.
type collection struct {
	tags     []language.Tag // English first
	matcher  language.Matcher
	messages map[language.Tag]map[string]wording
}

// wording is a message in the plural forms of its language, by their numbers. Most have [plural.Other] alone, which is
// the first, and there are thousands: an i18n.Message has eleven texts.
type wording []string

func newWording(m *i18n.Message) wording {
	all := wording{plural.Other: m.Other, plural.Zero: m.Zero, plural.One: m.One, plural.Two: m.Two, plural.Few: m.Few, plural.Many: m.Many}
	for len(all) > 1 && all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return slices.Clone(all)
}

func (m wording) in(form plural.Form) string {
	if int(form) < len(m) {
		return m[form]
	}
	return ""
}

// current begins with the catalogues of this repository. They are part of the program, so an error
// is a mistake of its authors.
var current = func() *atomic.Pointer[collection] {
	c, err := read(files)
	if err != nil {
		panic(err)
	}
	var p atomic.Pointer[collection]
	p.Store(c)
	return &p
}()

func catalogues() *collection { return current.Load() }

// Add adds the catalogues of a folder that is laid out as this package's: "nl/bot.yaml" and so on.
// Where it has a language that is there already, its messages replace those. It is meant for the
// start of a program; what [Match] returned before keeps speaking as it did. The error says which
// file could not be read; then nothing is added.
func Add(more fs.FS) error {
	c, err := read(files, more)
	if err == nil {
		current.Store(c)
	}
	return err
}

// read reads catalogues; later ones go over earlier ones.
func read(all ...fs.FS) (*collection, error) {
	c := &collection{tags: []language.Tag{language.English}, messages: map[language.Tag]map[string]wording{language.English: {}}}
	for _, files := range all {
		names, err := fs.Glob(files, "*/*.yaml")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if err := c.readFile(files, name); err != nil {
				return nil, fmt.Errorf("locale: %s: %w", name, err)
			}
		}
	}
	c.matcher = language.NewMatcher(c.tags)
	return c, nil
}

func (c *collection) readFile(files fs.FS, name string) error {
	tag, err := language.Parse(path.Dir(name))
	if err != nil {
		return err
	}
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	messages, err := i18n.ParseMessageBytes(text, yaml.Unmarshal)
	if err != nil {
		return err
	}
	if c.messages[tag] == nil {
		c.tags = append(c.tags, tag)
		c.messages[tag] = map[string]wording{}
	}
	for _, m := range messages {
		c.messages[tag][m.ID] = newWording(m)
	}
	return nil
}

func (c *collection) match(preferred ...string) Language {
	var wanted []language.Tag
	for _, text := range preferred {
		tags, _, err := language.ParseAcceptLanguage(text)
		if err != nil {
			continue
		}
		for _, tag := range tags {
			wanted = append(append(wanted, tag), c.otherScripts(tag)...)
		}
	}
	_, i, _ := c.matcher.Match(wanted...)
	return c.in(c.tags[i])
}

// otherScripts returns the catalogues of the same language, which the matcher leaves out where they are
// in another script. Who reads Chinese in one script gets along with the other, and better than with English.
func (c *collection) otherScripts(wanted language.Tag) (same []language.Tag) {
	base, _ := wanted.Base()
	for _, tag := range c.tags {
		if other, _ := tag.Base(); other == base {
			same = append(same, tag)
		}
	}
	return same
}

func (c *collection) in(tag language.Tag) Language { return Language{c, tag} }
