package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/booklet"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/curate"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/engine"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/lab"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/mcp"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/operate"
)

// newRoot returns the command tree. Every command reads its settings with [config.Load] or [config.LoadSystem].
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "gridkeeper COMMAND",
		Short:         "a sudoku archive, and the bot for the daily puzzle",
		Example:       "  gridkeeper chat\n  gridkeeper rate puzzles.txt",
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
		RunE:          runGroup,
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetHelpCommand(newHelp())
	root.SetUsageFunc(usageFunc(root.UsageFunc()))
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
		&cobra.Group{ID: "lab", Title: "For study:"},
	)
	add := func(group string, settings []string, commands ...*cobra.Command) {
		for _, c := range commands {
			c.GroupID = group
			showSettings(c, settings)
			root.AddCommand(c)
		}
	}
	archive := []string{"data_dir", "database."}
	play := append(slices.Clone(archive), "log.")
	all := []string{""}
	add("puzzles", nil, engine.Commands()...)
	add("puzzles", archive, curate.Generate(), booklet.New())
	add("operate", []string{"database.url", "database.pooler"}, mcp.New(versionName()))
	add("archive", archive, curate.Commands(versionName())...)
	add("bot", play, operate.Chat(), operate.Play(), operate.Web())
	add("bot", all, operate.Serve(versionName()))
	add("operate", archive, curate.Jobs(), operate.Migrate())
	add("operate", append(slices.Clone(play), "work.stock_per_tier"), operate.Work())
	add("operate", all, operate.Doctor())
	add("operate", []string{"metrics.listen"}, operate.Healthcheck())
	study := &cobra.Command{
		Use:     "lab COMMAND",
		Short:   "study grids and puzzles: ranks, unavoidable sets, few clues, relatives, historic programs; test other programs",
		Example: "  gridkeeper lab unavoidable 1.....3..2.....4\n  gridkeeper lab compare mine.txt theirs.csv",
		Args:    cobra.ArbitraryArgs,
		RunE:    runGroup,
	}
	add("lab", nil, study)
	study.AddCommand(lab.Problems()...)
	role := lab.SQLRole()
	showSettings(role, archive)
	study.AddCommand(role)
	for _, parent := range []*cobra.Command{study, root} { // the root: under the names of the last release
		recombine := lab.Recombine()
		showSettings(recombine, archive)
		for _, c := range append(lab.Commands(), recombine) {
			c.Hidden = parent == root
			parent.AddCommand(c)
		}
	}
	return root
}

// runGroup is the RunE of a command that only groups others: it prints the help, or the error of an unknown command.
func runGroup(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// unknownCommand returns the error for a command that the root or lab does not have. It suggests the most similar name.
func unknownCommand(group *cobra.Command, name string) error {
	known := group.Commands()
	for _, c := range group.Commands() {
		if c.GroupID == "lab" {
			known = append(known, c.Commands()...)
		}
	}
	near, least := "", math.MaxInt
	for _, c := range known {
		away := math.MaxInt
		switch {
		case c.Hidden || name == "":
		case strings.HasPrefix(c.Name(), name):
			away = 0
		case chat.Resembles(name, c.Name()):
			away = chat.Distance(name, c.Name())
		}
		if away < least {
			near, least = nameOf(c), away
		}
	}
	group.InitDefaultVersionFlag() // the library adds it only when it gets to the root
	hint := fmt.Sprintf("'%s --help' lists all commands", group.CommandPath())
	if near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else if group.Flags().Lookup(name) != nil {
		hint = fmt.Sprintf("did you mean --%s?", name)
	}
	return fmt.Errorf("unknown command %q: %s", name, hint)
}

// nameOf returns the words of a command after the program's name: "lab grid".
func nameOf(cmd *cobra.Command) string {
	return strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" ")
}

// showSettings shows the flags of settings, by the beginnings of their keys, in the help of a command and of its subcommands.
func showSettings(cmd *cobra.Command, settings []string) {
	if settings == nil {
		return
	}
	config.ShowFlags(cmd.Flags(), settings)
	for _, c := range cmd.Commands() {
		showSettings(c, settings)
	}
}

// usageFunc returns a usage function that lists the flags of settings below the others.
func usageFunc(usage func(*cobra.Command) error) func(*cobra.Command) error {
	return func(cmd *cobra.Command) error {
		var settings pflag.FlagSet
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if config.IsFlag(f.Name) && !f.Hidden {
				settings.AddFlag(f)
			}
		})
		hide := func(hidden bool) { settings.VisitAll(func(f *pflag.Flag) { f.Hidden = hidden }) }
		hide(true)
		err := usage(cmd)
		hide(false)
		if settings.HasFlags() {
			fmt.Fprintf(cmd.OutOrStderr(), "\nSettings, also in config.yaml and the environment:\n%s", settings.FlagUsages())
		}
		return err
	}
}

// newHelp returns the help command. Unlike the library's own, it fails for an unknown command.
func newHelp() *cobra.Command {
	all := false
	cmd := &cobra.Command{
		Use:     "help [COMMAND] [--all]",
		Short:   "explain a command, or list all of them",
		Example: "  gridkeeper help rate\n  gridkeeper help --all",
		RunE: func(cmd *cobra.Command, args []string) error {
			if all {
				printTables(cmd.OutOrStdout(), cmd.Root())
				return nil
			}
			explained, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 && explained == cmd.Root() {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			return explained.Help()
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "list all commands, as tables in Markdown")
	return cmd
}

// printTables prints the commands of each group as a table in Markdown.
func printTables(out io.Writer, root *cobra.Command) {
	var rows func(c *cobra.Command)
	rows = func(c *cobra.Command) {
		if c.Hidden {
			return
		}
		usage := strings.ReplaceAll(strings.TrimSuffix(nameOf(c), c.Name())+c.Use, "|", `\|`)
		fmt.Fprintf(out, "| `%s` | %s |\n", usage, c.Short)
		for _, below := range c.Commands() {
			rows(below)
		}
	}
	for _, group := range root.Groups() {
		title, _, _ := strings.Cut(strings.TrimSuffix(group.Title, ":"), ",")
		fmt.Fprintf(out, "| %s | |\n|---|---|\n", title)
		for _, c := range root.Commands() {
			if c.GroupID == group.ID {
				rows(c)
			}
		}
		fmt.Fprintln(out)
	}
}

// flagError returns the error of a flag, with its cause in plain words and the command that lists the flags.
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

// version is the version of a release, set by `make release` from git. Other builds use the version of the Go module.
var version string

// versionText returns the version, the version of Go, and the platform.
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
