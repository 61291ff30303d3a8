package locale

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

var allForms = []plural.Form{plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other}

// Problems compares each language with English, and returns what is wrong with it: a
// message that is missing or that English does not have, other placeholders, plural forms that the
// language lacks or does not have. A message that is still the English one, as in a folder that was
// copied to begin with, may have the forms of English besides.
func Problems() []error { return catalogues().problems() }

func (c *collection) problems() (all []error) {
	english := c.messages(c.tags[0])
	for _, tag := range c.tags {
		for _, key := range slices.Sorted(maps.Keys(english)) {
			if m := c.messages(tag)[key]; m != nil {
				all = append(all, differences(tag, key, m, english[key])...)
			} else if !isOrdinal(key) {
				all = append(all, fmt.Errorf("%s: no %s", tag, key))
			}
		}
		for _, key := range slices.Sorted(maps.Keys(c.messages(tag))) {
			if english[key] == nil && !isOrdinal(key) {
				all = append(all, fmt.Errorf("%s: %s is not in English", tag, key))
			}
		}
		all = append(all, c.ordinalProblems(tag)...)
	}
	return all
}

// differences returns what is wrong with a message beside that of English.
func differences(tag language.Tag, key string, m, english wording) (all []error) {
	if got, want := placeholders(m), placeholders(english); !slices.Equal(got, want) {
		all = append(all, fmt.Errorf("%s: %s has the placeholders %q: want %q", tag, key, got, want))
	}
	want := []plural.Form{plural.Other}
	if english.in(plural.One) != "" {
		want = formsOf(plural.Cardinal, tag)
	}
	for _, form := range allForms {
		has := m.in(form) != ""
		if has != slices.Contains(want, form) && !(has && m.in(form) == english.in(form)) {
			all = append(all, fmt.Errorf("%s: %s has the form %q: %t, want %t", tag, key, forms[form], has, !has))
		}
	}
	return all
}

// ordinalProblems checks that the ordinals have the forms of the language, which are not those of
// English.
func (c *collection) ordinalProblems(tag language.Tag) (all []error) {
	want := formsOf(plural.Ordinal, tag)
	for _, form := range allForms {
		key := ordinalKey + forms[form]
		m, english := c.messages(tag)[key], c.messages(c.tags[0])[key]
		has := m != nil
		if has != slices.Contains(want, form) && !(has && english != nil && m[plural.Other] == english[plural.Other]) {
			all = append(all, fmt.Errorf("%s: %s is there: %t, want %t", tag, key, has, !has))
		}
	}
	return all
}

func isOrdinal(key string) bool { return strings.HasPrefix(key, ordinalKey) }

// formsOf returns the plural forms that a language uses for whole numbers, and other, which every language
// has.
func formsOf(rules *plural.Rules, tag language.Tag) []plural.Form {
	used := map[plural.Form]bool{plural.Other: true}
	for n := range 1001 { // all rules of Unicode look at the last two digits; 1000 and millions are beside them
		used[rules.MatchPlural(tag, n, 0, 0, 0, 0)] = true
	}
	used[rules.MatchPlural(tag, 1_000_000, 0, 0, 0, 0)] = true
	return slices.DeleteFunc(slices.Clone(allForms), func(f plural.Form) bool { return !used[f] })
}
