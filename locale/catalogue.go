package locale

import (
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"go.yaml.in/yaml/v3"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// collection is the catalogues of some languages. It never changes.
type collection struct {
	tags    []language.Tag // English first
	matcher language.Matcher
	// read has a function for each language that reads its messages when they are first needed: to read all of them takes
	// longer than the rest of most commands.
	read map[language.Tag]func() (catalogue, error)
}

// catalogue is the messages of a language by their keys.
type catalogue map[string]wording

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
	c, err := find(files)
	if err != nil {
		panic(err)
	}
	var p atomic.Pointer[collection]
	p.Store(c)
	return &p
}()

func catalogues() *collection { return current.Load() }

// Add adds the catalogues of a folder that is laid out as this package's: "nl/bot.yaml" and so on.
// Its messages replace existing ones of the same language. It is meant for the start of a program: a
// [Language] returned before keeps its messages. The error names the file that could not be read; then
// nothing is added.
func Add(more fs.FS) error {
	c, err := find(files, more)
	for _, tag := range c.tags {
		if err == nil {
			_, err = c.read[tag]()
		}
	}
	if err == nil {
		current.Store(c)
	}
	return err
}

// find finds the catalogues in folders named by their languages. Messages of later folders replace earlier ones.
func find(all ...fs.FS) (*collection, error) {
	c := &collection{tags: []language.Tag{language.English}, read: map[language.Tag]func() (catalogue, error){}}
	for _, files := range all {
		folders, err := fs.ReadDir(files, ".")
		if err != nil {
			return c, err
		}
		for _, folder := range folders {
			tag, err := language.Parse(folder.Name())
			if err != nil {
				return c, fmt.Errorf("locale: %s: %w", folder.Name(), err)
			}
			if !slices.Contains(c.tags, tag) {
				c.tags = append(c.tags, tag)
			}
			c.read[tag] = sync.OnceValues(func() (catalogue, error) { return readFolder(all, folder.Name()) })
		}
	}
	c.matcher = language.NewMatcher(c.tags)
	return c, nil
}

func readFolder(all []fs.FS, folder string) (catalogue, error) {
	found := catalogue{}
	for _, files := range all {
		names, err := fs.Glob(files, folder+"/*.yaml")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				return nil, err
			}
			messages, err := i18n.ParseMessageBytes(text, yaml.Unmarshal)
			if err != nil {
				return nil, fmt.Errorf("locale: %s: %w", name, err)
			}
			for _, m := range messages {
				found[m.ID] = newWording(m)
			}
		}
	}
	return found, nil
}

// messages returns the messages of a language. Add has read them without an error.
func (c *collection) messages(tag language.Tag) catalogue {
	messages, err := c.read[tag]()
	if err != nil {
		panic(err)
	}
	return messages
}

func (c *collection) match(preferred ...string) Language {
	var wanted []language.Tag
	for _, text := range preferred {
		tags, _, err := language.ParseAcceptLanguage(text)
		if err != nil {
			continue
		}
		for _, tag := range tags {
			wanted = append(wanted, tag)
			// The matcher leaves out the same language in another script. A reader of Chinese in one script gets along
			// with the other, and better than with English.
			base, _ := tag.Base()
			for _, same := range c.tags {
				if other, _ := same.Base(); other == base {
					wanted = append(wanted, same)
				}
			}
		}
	}
	_, i, _ := c.matcher.Match(wanted...)
	return c.in(c.tags[i])
}

func (c *collection) in(tag language.Tag) Language { return Language{c, tag} }
