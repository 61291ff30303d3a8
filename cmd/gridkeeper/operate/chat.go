package operate

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/terminal"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// Chat returns the command that plays in the terminal.
func Chat() *cobra.Command {
	name, language, admin := "", "", false
	cmd := &cobra.Command{
		Use:   "chat [--as NAME] [--admin] [--language TAG]",
		Short: "play with the bot in the terminal",
		Long: "Play with the bot in the terminal: the commands of the Discord bot at a prompt. When standard input is not a\n" +
			"terminal, one command per line is read from it, and the exit code is 1 if one of them failed. Without input\n" +
			"the bot plays a short game by itself, as a player of its own.",
		Example: "  gridkeeper chat\n  printf '/daily\\n/hint\\n' | gridkeeper chat --as ann",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(cmd.Flags())
			if err != nil {
				return err
			}
			player, err := localPlayer(name)
			if err != nil {
				return err
			}
			if language == "" {
				language = environmentLanguage()
			} else if _, err := input.Language(language); err != nil {
				return err
			}
			return withPuzzles(cmd, c, func(store *archive.Store) error {
				return runChat(cmd, c, store, terminal.Options{Player: player, Admin: admin, Language: language})
			})
		},
	}
	cmd.Flags().StringVar(&name, "as", "", "the player's name (default: yours)")
	cmd.Flags().BoolVar(&admin, "admin", false, "allow the commands of those who manage the server")
	input.AddLanguage(cmd, &language, "that of LANG, else en")
	return cmd
}

// runChat adds the streams and the terminal to the options, and plays.
func runChat(cmd *cobra.Command, c config.Config, store *archive.Store, options terminal.Options) error {
	interactive := output.IsTerminal(cmd.InOrStdin())
	c.Log.Level = max(c.Log.Level, slog.LevelWarn) // the log shares the terminal with the game
	log, flush := newLog(cmd.ErrOrStderr(), c)
	defer flush()
	b := newBot(store, bot.Config{Log: log})
	options.In, options.Out, options.Err = cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr()
	options.Interactive = interactive
	if c.DataDir != "" {
		options.HistoryFile = filepath.Join(c.DataDir, "history")
	}
	options.Colour = interactive && output.Coloured(cmd.OutOrStdout())
	if fd, ok := output.Terminal(cmd.OutOrStdout()); ok {
		options.Width = func() int { width, _, _ := term.GetSize(fd); return width }
	}
	options.Empty = func() (failed bool, err error) { return demo(cmd.Context(), store, log, options) }
	failed, err := terminal.Run(cmd.Context(), b, options)
	return errors.Join(err, output.Failure(failed && !interactive))
}

// demo plays a round with a player and a guild of its own, so that it touches no games, streaks or leaderboards. It erases
// both afterwards.
func demo(ctx context.Context, store *archive.Store, log *slog.Logger, o terminal.Options) (failed bool, err error) {
	clock := terminal.NewDemoClock(store.Now())
	b := bot.New(store.WithClock(clock.Now), bot.Config{Log: log, Now: clock.Now})
	id := "demo-" + rand.Text()
	o.Player, o.GuildID, o.Admin = games.Player{ID: id, Name: "Demo"}, id, false
	failed, err = terminal.Demo(ctx, b, clock, o)
	return failed, errors.Join(err, store.EraseGuild(context.WithoutCancel(ctx), id))
}

// localPlayer returns the player of the terminal and of the local pages: the one with this name, or the user.
func localPlayer(name string) (games.Player, error) {
	if name == "" {
		name = "player"
		if u, err := user.Current(); err == nil && u.Username != "" {
			name = u.Username
		}
	}
	if !utf8.ValidString(name) || strings.ContainsRune(name, 0) {
		return games.Player{}, fmt.Errorf("--as %q: want a name in UTF-8", name)
	}
	return games.Player{ID: name, Name: name}, nil
}

// environmentLanguage returns the language of the POSIX environment as a tag, "de-DE" for LANG=de_DE.UTF-8, or "".
func environmentLanguage() string {
	name := cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_MESSAGES"), os.Getenv("LANG"))
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "@")
	if name == "C" || name == "POSIX" {
		return ""
	}
	return strings.ReplaceAll(name, "_", "-")
}
