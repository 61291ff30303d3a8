package main

import (
	"cmp"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/locale"
)

// The command line itself speaks English. What players read, the bot at the prompt and the
// explanation of a puzzle, speaks the language of --language.

// addLanguage adds the option --language to a command.
func addLanguage(cmd *cobra.Command, language *string, otherwise string) {
	var tags []string
	for _, l := range locale.Languages() {
		tags = append(tags, l.Tag())
	}
	cmd.Flags().StringVar(language, "language", "", "one of "+strings.Join(tags, ", ")+" (default: "+otherwise+")")
}

// languageOf returns the language that an option names. The error is one of a language that there is
// no catalogue for.
func languageOf(option string) (locale.Language, error) {
	l := locale.Match(option)
	if base, _, _ := strings.Cut(option, "-"); !strings.EqualFold(base, strings.SplitN(l.Tag(), "-", 2)[0]) {
		var tags []string
		for _, l := range locale.Languages() {
			tags = append(tags, l.Tag())
		}
		return l, fmt.Errorf("--language %q: want one of %s", option, strings.Join(tags, ", "))
	}
	return l, nil
}

// environmentLanguage returns the language that the environment asks for as POSIX has it, as a tag:
// "de-DE" for LANG=de_DE.UTF-8; "" for none.
func environmentLanguage() string {
	name := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "C" || name == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(name, "_", "-")
}
