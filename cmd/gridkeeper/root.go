package main

import (
	"cmp"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/booklet"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/classic"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/curate"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/engine"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/recombine"
)

// newRoot returns the command tree. Every command reads its settings with [config.Load].
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "gridkeeper COMMAND",
		Short:         "a sudoku archive, and the bot for the daily puzzle",
		Example:       "  gridkeeper chat\n  gridkeeper rate puzzles.txt",
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return unknownCommand(cmd, args[0])
			}
			return cmd.Help()
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpCommand(newHelp())
	root.SetFlagErrorFunc(flagError)
	config.AddFlags(root.PersistentFlags())
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) {
		if warning := config.Exposed(cmd.Flags()); warning != "" {
			fmt.Fprintln(cmd.ErrOrStderr(), "gridkeeper: "+warning)
		}
	}
	root.AddGroup(
		&cobra.Group{ID: "puzzles", Title: "Puzzles, one per line, from arguments, files or -:"},
		&cobra.Group{ID: "archive", Title: "The archive:"},
		&cobra.Group{ID: "bot", Title: "The bot:"},
		&cobra.Group{ID: "operate", Title: "Operating:"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			root.AddCommand(c)
		}
	}
	add("puzzles", engine.Commands()...)
	add("puzzles", curate.Generate(), recombine.New(), classic.New(), booklet.New())
	add("archive", curate.Commands()...)
	add("bot", newChat(), newWeb(), newServe())
	add("operate", curate.Upkeep()...)
	add("operate", newWork(), newMigrate(), newDoctor(), newHealthcheck())
	return root
}

func unknownCommand(root *cobra.Command, name string) error {
	root.InitDefaultVersionFlag() // which the library adds when it gets to the root
	hint := "'gridkeeper --help' lists all commands"
	near, least := "", math.MaxInt
	for _, c := range root.Commands() {
		away := math.MaxInt
		switch {
		case c.Hidden || name == "":
		case strings.HasPrefix(c.Name(), name):
			away = 0
		case chat.Resembles(name, c.Name()):
			away = chat.Distance(name, c.Name())
		}
		if away < least {
			near, least = c.Name(), away
		}
	}
	if near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else if root.Flags().Lookup(name) != nil {
		hint = fmt.Sprintf("did you mean --%s?", name)
	}
	return fmt.Errorf("unknown command %q: %s", name, hint)
}

// newHelp returns the help command. Unlike the library's own, it fails for an unknown command.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "explain a command",
		Example: "  gridkeeper help rate",
		RunE: func(cmd *cobra.Command, args []string) error {
			explained, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 && explained == cmd.Root() {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			return explained.Help()
		},
	}
}

// flagError adds where the flags are listed, and says in plain words what strconv found wrong.
func flagError(cmd *cobra.Command, err error) error {
	text, parsed, found := strings.Cut(err.Error(), ": strconv.")
	switch {
	case !found:
	case strings.HasSuffix(parsed, strconv.ErrRange.Error()):
		text += ": the number is too large"
	case strings.HasPrefix(parsed, "ParseBool"):
		text += ": want true or false"
	case strings.HasPrefix(parsed, "ParseUint"):
		text += ": want a whole number, 0 or more"
	default:
		text += ": want a whole number"
	}
	return fmt.Errorf("%s (see '%s --help')", text, cmd.CommandPath())
}

// version is the version of a release, which `make release` sets from git. Other builds have what
// Go knows of the module.
var version string

// versionText returns the version, and what the program was built with and for.
func versionText() string {
	level := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "GOAMD64" {
				level = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("%s %s %s/%s%s", versionName(), runtime.Version(), runtime.GOOS, runtime.GOARCH, level)
}

// versionName returns the version alone.
func versionName() string {
	if info, ok := debug.ReadBuildInfo(); ok && version == "" {
		return cmp.Or(info.Main.Version, "(devel)")
	}
	return cmp.Or(version, "(devel)")
}
