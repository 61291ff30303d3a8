package input

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// NotEmpty returns an error if a flag was given without a value. The empty variable of a script would else count as no
// wish.
func NotEmpty(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if value := flags.Lookup(name).Value.String(); flags.Changed(name) && (strings.TrimSpace(value) == "" || value == "[]") {
			return fmt.Errorf("--%s \"\": want a value, or leave the flag out", name)
		}
	}
	return nil
}

// The command line itself is in English. Text for players, of the bot at the prompt and of the explanation of a puzzle,
// is in the language of --language.

// AddLanguage adds the option --language to a command.
func AddLanguage(cmd *cobra.Command, language *string, otherwise string) {
	cmd.Flags().StringVar(language, "language", "", "one of "+languages()+" (default: "+otherwise+")")
}

// AddNoUniqueness adds the option --no-uniqueness.
func AddNoUniqueness(flags *pflag.FlagSet, into *bool) {
	flags.BoolVar(into, "no-uniqueness", false, "leave out the techniques that rest on the puzzle having one solution, such as unique rectangles")
}

// Language returns the language that an option names. A language without a catalogue is an error.
func Language(option string) (locale.Language, error) {
	l := locale.Match(option)
	if base, _, _ := strings.Cut(strings.ReplaceAll(option, "_", "-"), "-"); !strings.EqualFold(base, strings.SplitN(l.Tag(), "-", 2)[0]) {
		return l, fmt.Errorf("--language %q: want one of %s", option, languages())
	}
	return l, nil
}

func languages() string {
	var tags []string
	for _, l := range locale.Languages() {
		tags = append(tags, l.Tag())
	}
	return strings.Join(tags, ", ")
}

// NoArgs rejects arguments of a command that takes none.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	takes := "only flags"
	for _, below := range cmd.Commands() {
		takes += " or " + below.Name()
	}
	return fmt.Errorf("%s: %s takes no arguments, %s (see '%s --help')", sudoku.Excerpt(args[0]), cmd.Name(), takes, cmd.CommandPath())
}
