package discordtest

import (
	"fmt"
	"slices"
	"unicode/utf8"
)

// locales are those that Discord's reference lists.
var locales = []string{
	"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR", "ro", "fi",
	"sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko",
}

// localized checks the translations of commands: names in the form of names, short descriptions, and
// no two commands or options with one name in a locale.
func (b *breaches) localized(commands []command) {
	for _, l := range locales {
		names := map[string]string{}
		for _, c := range commands {
			name := in(c.NameLocalizations, l, c.Name)
			id := fmt.Sprint(c.Type, name)
			b.add(names[id] != "", "%q and %q are both %q in %s", names[id], c.Name, name, l)
			names[id] = c.Name
			b.translated(c, l)
		}
	}
	for _, c := range commands {
		b.knownLocales(c.NameLocalizations, c.DescriptionLocalizations)
		for _, o := range c.Options {
			b.knownLocales(o.NameLocalizations, o.DescriptionLocalizations)
		}
	}
}

// translated checks a command in one locale.
func (b *breaches) translated(c command, l string) {
	if c.Type == messageCommand || c.Type == entryPoint {
		n := utf8.RuneCountInString(in(c.NameLocalizations, l, c.Name))
		b.add(n < 1 || n > 32, "command %q has %d characters in %s: 1 to 32", c.Name, n, l)
		return
	}
	b.named(in(c.NameLocalizations, l, c.Name), in(c.DescriptionLocalizations, l, c.Description), "command in "+l)
	options := map[string]bool{}
	for _, o := range c.Options {
		name := in(o.NameLocalizations, l, o.Name)
		b.add(options[name], "option %q of %q twice in %s", name, c.Name, l)
		options[name] = true
		b.named(name, in(o.DescriptionLocalizations, l, o.Description), "option of "+c.Name+" in "+l)
		choices := map[string]bool{}
		for _, choice := range o.Choices {
			name := in(choice.NameLocalizations, l, choice.Name)
			b.add(name == "" || choices[name], "choice %q of %q of %q empty or twice in %s", name, o.Name, c.Name, l)
			choices[name] = true
			b.atMost(100, name, "choice name in "+l)
		}
	}
}

func (b *breaches) knownLocales(all ...map[string]string) {
	for _, translations := range all {
		for l := range translations {
			b.add(!slices.Contains(locales, l), "%q is not a locale", l)
		}
	}
}

// in is a text in a locale, the default where it has no translation.
func in(translations map[string]string, l, text string) string {
	if t, ok := translations[l]; ok {
		return t
	}
	return text
}

// length counts the characters that Discord limits to 8000 for each command: of a text with
// translations, those of the longest.
func (c command) length() int {
	n := longest(c.Name, c.NameLocalizations) + longest(c.Description, c.DescriptionLocalizations)
	for _, o := range c.Options {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations)
		for _, choice := range o.Choices {
			n += longest(choice.Name, choice.NameLocalizations) + utf8.RuneCountInString(fmt.Sprint(choice.Value))
		}
	}
	return n
}

func longest(text string, translations map[string]string) int {
	n := utf8.RuneCountInString(text)
	for _, t := range translations {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
