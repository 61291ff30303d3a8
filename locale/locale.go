// Package locale holds every sentence that people read, in the languages of Gridkeeper, and nothing
// else.
//
//	l := locale.Match("de-AT", "en")     // the best there is, English at worst
//	l.Text("reveal.solved", nil)         // "Das Gitter ist gelöst: Es gibt keine Tipps mehr."
//	l.Text("mistake.digit", locale.Args{"Digit": 5, "Cell": "r1c1"})
//	l.Count("count.candidates", 3, nil)  // "3 Kandidaten", by the plural forms of the language
//	l.List([]string{"1", "5", "9"})      // "1, 5 und 9"
//
// The messages are in the folders of the languages, such as en: YAML, nested by subject, a file for each
// package that uses them. Placeholders are those in text/template. A
// message with plural forms has the keys of Unicode's plural rules (one, few, many, other) and
// its number as {{.N}}. The languages are the folders, and no code names one besides English.
// To add a language, copy the folder en and translate; docs/languages.md explains how.
//
// Package explain puts steps, hints and errors into words; package bot does so for its commands.
package locale

import (
	"cmp"
	"embed"
	_ "embed"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
	"golang.org/x/text/message"
)

//go:embed */*.yaml
var files embed.FS

// parser reads messages. A placeholder without an argument is an error.
var parser = &template.TextParser{Option: "missingkey=error"}

// Args are the values of the placeholders of a message, by name.
type Args map[string]any

// Language is the messages in one language. It is a small value, safe for concurrent use; make
// one with [Match].
type Language struct {
	all *collection
	tag language.Tag
}

// Match returns the language that fits the preferences best, the first before the others. Each is
// a BCP 47 tag ("de-AT"), or several as in an Accept-Language header ("fr, de;q=0.5"). Empty and
// malformed ones are skipped. If none fits, it is English.
func Match(preferred ...string) Language { return catalogues().match(preferred...) }

// Languages lists the languages that there are catalogues for, English first.
func Languages() []Language {
	c := catalogues()
	var all []Language
	for _, tag := range c.tags {
		all = append(all, c.in(tag))
	}
	return all
}

// Tag returns the language as a BCP 47 tag: "de", "zh-TW".
func (l Language) Tag() string { return l.tag.String() }

// Text returns a message with its placeholders filled in. It returns the key if there is no
// such message, or if a placeholder has no argument; tests of this repository rule out both.
func (l Language) Text(key string, args Args) string {
	return l.message(key, func(language.Tag) plural.Form { return plural.Other }, args)
}

// Count returns the plural form of a message that the language wants for a number, which the
// message calls {{.N}}. Large numbers are written as the language writes them: "12,345".
func (l Language) Count(key string, n int, args Args) string {
	all := Args{"N": n}
	if n >= longNumber || n <= -longNumber {
		all["N"] = l.Number(n)
	}
	maps.Copy(all, args)
	return l.message(key, func(tag language.Tag) plural.Form { return plural.Cardinal.MatchPlural(tag, max(n, -n), 0, 0, 0, 0) }, all)
}

// Below returns the messages of a subtree of the catalogue, by the rest of their keys, for a script that fills
// them in itself: a placeholder such as {{.Row}} stands there as {row}.
func (l Language) Below(key string) map[string]string {
	below := map[string]string{}
	for id, m := range catalogues().messages(language.English) {
		rest, ok := strings.CutPrefix(id, key+".")
		if !ok {
			continue
		}
		args := Args{}
		for _, name := range placeholders(m) {
			args[name] = "{" + strings.ToLower(name) + "}"
		}
		below[rest] = l.Text(id, args)
	}
	return below
}

// longNumber is the least number whose digits are written in groups: 12,345, but 1234.
const longNumber = 10_000

// Number writes a number as the language does: "12,345", "12.345".
func (l Language) Number(n int) string { return message.NewPrinter(l.tag).Sprintf("%d", n) }

// message fills in a message in the form that its language has, or in English if it has no translation.
func (l Language) message(key string, formIn func(language.Tag) plural.Form, args Args) string {
	tag := l.tag
	if l.all.messages(tag)[key] == nil {
		tag = language.English
	}
	m := l.all.messages(tag)[key]
	if m == nil {
		return key
	}
	text := cmp.Or(m.in(formIn(tag)), m[plural.Other])
	if !strings.Contains(text, "{{") {
		return text
	}
	filler, ok := parsed.Load(text)
	if !ok {
		read, err := parser.Parse(text, "", "")
		if err != nil {
			return key
		}
		filler, _ = parsed.LoadOrStore(text, read)
	}
	text, err := filler.(template.ParsedTemplate).Execute(args)
	if err != nil {
		return key
	}
	return text
}

// parsed has the texts with placeholders that were used, as [template.TextParser] reads them. Most never are: all of them
// would double the memory of an idle bot.
var parsed sync.Map

// List joins words as a sentence does: "1", "1 and 5", "1, 5 and 9".
func (l Language) List(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return l.Text("list.last", Args{"Before": l.Commas(words[:last]), "Last": words[last]})
}

// Commas joins the parts of an enumeration: "1, 5, 9".
func (l Language) Commas(parts []string) string { return l.Joined("list.comma", parts) }

// Joined puts each part behind those before it, by a message with {{.Before}} and {{.Next}}.
func (l Language) Joined(key string, parts []string) (text string) {
	for i, part := range parts {
		if i > 0 {
			part = l.Text(key, Args{"Before": text, "Next": part})
		}
		text = part
	}
	return text
}

// Alternatives returns the words of a message that lists words with the same meaning, separated by
// commas: the words that people may type. A hyphen alone stands for none.
func (l Language) Alternatives(key string, args Args) []string {
	var words []string
	for word := range strings.SplitSeq(l.Text(key, args), ",") {
		if word = strings.TrimSpace(word); word != "" && word != "-" {
			words = append(words, word)
		}
	}
	return words
}

var (
	action = regexp.MustCompile(`\{\{.*?\}\}`)
	field  = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// placeholders returns the names of the placeholders in all forms of a message.
func placeholders(m wording) (names []string) {
	for _, text := range m {
		actions := strings.Join(action.FindAllString(text, -1), " ")
		for _, found := range field.FindAllStringSubmatch(actions, -1) {
			names = append(names, found[1])
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// forms names the plural forms of Unicode as the catalogues do.
var forms = map[plural.Form]string{
	plural.Zero: "zero", plural.One: "one", plural.Two: "two", plural.Few: "few", plural.Many: "many", plural.Other: "other",
}

// ordinalKey begins the keys of ordinals, one for each form of the language.
const ordinalKey = "ordinal.form-"

// Ordinal writes a place in an order: "1st", "22nd", "113th".
func (l Language) Ordinal(n int) string {
	form := plural.Ordinal.MatchPlural(l.tag, n, 0, 0, 0, 0)
	return l.Text(ordinalKey+forms[form], Args{"N": n})
}

//go:embed countries.tsv
var countriesFile string

// Country returns the name of a country in the language, by its name in English: "Deutschland" for "Germany". A
// name that Unicode's data do not have stays English.
func (l Language) Country(english string) string {
	region, known := regions()[english]
	if !known {
		return english
	}
	if name := display.Regions(l.tag).Name(region); name != "" {
		return name
	}
	return english
}

// regions has the countries by their names in English.
var regions = sync.OnceValue(func() map[string]language.Region {
	byName := map[string]language.Region{}
	for a := 'A'; a <= 'Z'; a++ {
		for b := 'A'; b <= 'Z'; b++ {
			if r, err := language.ParseRegion(string(a) + string(b)); err == nil && r.IsCountry() {
				byName[display.English.Regions().Name(r)] = r
			}
		}
	}
	for line := range strings.Lines(countriesFile) {
		if code, name, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			byName[name] = language.MustParseRegion(code)
		}
	}
	return byName
})
