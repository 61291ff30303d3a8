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
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/terminal"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/play"
)

// Chat returns the command that plays in the terminal.
func Chat() *cobra.Command {
	var at prompt
	cmd := &cobra.Command{
		Use:   "chat [--as NAME] [--admin] [--language TAG]",
		Short: "play with the bot in the terminal",
		Long: "Play with the bot in the terminal: the commands of the Discord bot at a prompt. When standard input is not a\n" +
			"terminal, one command per line is read from it, and the exit code is 1 if one of them failed. Without input\n" +
			"the bot plays a short game by itself, as a player of its own.",
		Example: "  gridkeeper chat\n  printf '/daily\\n/hint\\n' | gridkeeper chat --as ann",
		Args:    input.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return at.play(cmd, chat.Ask{}) },
	}
	cmd.Flags().BoolVar(&at.admin, "admin", false, "allow the commands of those who manage the server")
	at.addTo(cmd)
	return cmd
}

// Play returns the command that plays a given puzzle in the terminal.
func Play() *cobra.Command {
	var at prompt
	cmd := &cobra.Command{
		Use:   "play [--as NAME] [--language TAG] PUZZLE|FILE",
		Short: "play a puzzle of your own in the terminal, from a text or a file",
		Long: "Open a puzzle as a game of your own, with hints and checks, at the prompt of 'gridkeeper chat': from 81\n" +
			"characters, 36 for a 6x6, 16 for a shidoku, a link, a drawing, or a file in any common format, of which the\n" +
			"first puzzle is played. Pencil marks are kept. The game is also open in 'gridkeeper chat' and 'gridkeeper web',\n" +
			"and counts for no rank and no streak. Moves and commands are typed, or read from standard input, one per line.",
		Example: "  gridkeeper play 000000340360000080000070000500008004600209750009605000040500000102000403900000001\n  gridkeeper play newspaper.txt",
		Args:    onePuzzle,
		RunE: func(cmd *cobra.Command, args []string) error {
			ask, err := askToPlay(cmd, args[0])
			if err != nil {
				return err
			}
			return at.play(cmd, ask)
		},
	}
	at.addTo(cmd)
	return cmd
}

func onePuzzle(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%s takes one puzzle or file, got %d (see '%s --help')", cmd.Name(), len(args), cmd.CommandPath())
	}
	return nil
}

// askToPlay returns the command of the bot that opens the puzzle of an argument. Of a file with several it is the first that
// can be read, and a line says so.
func askToPlay(cmd *cobra.Command, arg string) (chat.Ask, error) {
	if arg == "-" {
		return chat.Ask{}, fmt.Errorf("%q: standard input has the moves, so the puzzle has to be an argument or a file", arg)
	}
	var found []input.Puzzle
	var rejected []error
	for p := range input.UntilDone(cmd.Context(), input.Puzzles(cmd, []string{arg})) {
		if p.Err != nil {
			rejected = append(rejected, p.Fail(p.Err))
		} else if found = append(found, p); len(found) > 1 {
			break
		}
	}
	switch {
	case cmd.Context().Err() != nil:
		return chat.Ask{}, cmd.Context().Err()
	case len(found) == 0:
		return chat.Ask{}, rejected[0]
	case len(found) > 1:
		fmt.Fprintf(cmd.ErrOrStderr(), "%sthe first of several puzzles\n", found[0].Where)
	}
	start := play.NewBoard(found[0].Grid)
	if e := found[0].Entry; e.Marks != "" {
		start.Grid, start.Marks = e.Position()
	}
	return chat.Ask{Command: "play", Options: map[string]string{"puzzle": games.PastedText(start)}}, nil
}

// prompt has the flags of the commands that play in the terminal.
type prompt struct {
	name, language string
	admin          bool
}

func (p *prompt) addTo(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.name, "as", "", "the player's name (default: yours)")
	input.AddLanguage(cmd, &p.language, "that of LANG, else en")
}

// play plays at the prompt. first is the command that it begins with; zero: the daily.
func (p *prompt) play(cmd *cobra.Command, first chat.Ask) error {
	c, err := config.Load(cmd.Flags())
	if err != nil {
		return err
	}
	player, err := localPlayer(p.name)
	if err != nil {
		return err
	}
	if p.language == "" {
		p.language = environmentLanguage()
	} else if _, err := input.Language(p.language); err != nil {
		return err
	}
	return withPuzzles(cmd, c, func(store *archive.Store) error {
		return runChat(cmd, c, store, terminal.Options{Player: player, Admin: p.admin, Language: p.language, First: first})
	})
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
	if options.First.Command == "" {
		options.Empty = func() (failed bool, err error) { return demo(cmd.Context(), store, log, options) }
	}
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
