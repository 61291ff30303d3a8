// Package terminal runs the bot at a prompt, or on a script.
//
//	failed, err := terminal.Run(ctx, b, terminal.Options{
//		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
//		Player: games.Player{ID: "ann", Name: "Ann"}, Interactive: true, Colour: true,
//	})
//
// A line is a command, with or without its slash. A command with one option takes the rest
// of the line unchanged. One with several takes words in the order of its options, or
// name=value, with quotes around blanks:
//
//	/submit 534678912672195348198342567859761423426853791713924856961537284287419635345286179
//	play hidden
//	play shape=shidoku
//	import "my puzzles.txt" collection="My puzzles"
//
// A puzzle is played, in one line or drawn in several. A value of several lines stands between fences, as in a chat:
//
//	/difficulty ```
//	53..7....
//	…
//	```
//
// On a script, blank lines and lines that start with # are skipped, errors go to Err with
// the number of their line, and Run reports that something failed when all is done.
package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// GuildID is the guild in which the player at the prompt plays, unless [Options] name another.
const GuildID = "terminal"

// Options are the settings of a run: the player, and the source and the destination of lines.
type Options struct {
	In          io.Reader // a script; a prompt reads the terminal itself
	Out, Err    io.Writer
	Player      games.Player
	GuildID     string // "terminal" if empty
	Admin       bool
	Language    string // a BCP 47 tag; English if empty
	Interactive bool   // ask at a prompt
	HistoryFile string // of the prompt, kept between runs; empty: none
	Colour      bool
	Width       func() int // of the terminal, in columns; nil: lines are not broken

	// First is asked before the first line. If it is refused, the run ends with the words as its error. Zero: a prompt begins
	// with the daily.
	First chat.Ask

	// Empty is called if a script has no lines; nil: nothing is done.
	Empty func() (failed bool, err error)
}

// Run answers lines until they end, "/quit" is read, or the context is done. failed reports
// whether a command failed; the error is one of reading, or the context's for a script.
func Run(ctx context.Context, b *bot.Bot, o Options) (failed bool, err error) {
	s := newSession(b, o)
	begun := o.First.Command != ""
	if begun {
		reply := s.ask(ctx, o.First)
		if reply.Failed {
			return true, errors.New(printable(reply.Screen.Body.String()))
		}
		s.show(reply.Screen)
	}
	var lines lineSource = script{bufio.NewReaderSize(o.In, 1<<16)}
	if o.Interactive {
		lines = openPrompt(s)
		if begun {
			s.print(s.words.Text("terminal.next-steps", nil)+"\n", "")
		} else {
			s.greet(ctx)
		}
	}
	defer lines.close()
	for number := 1; ; number++ {
		line, err := await(ctx, lines)
		var long tooLong
		switch {
		case errors.As(err, &long):
			s.fail(number, s.words.Text("terminal.line-too-long", locale.Args{"Length": int(long), "Most": maxLine}))
			continue
		case errors.Is(err, io.EOF) && number == 1 && !o.Interactive && o.Empty != nil:
			return o.Empty()
		case errors.Is(err, io.EOF), o.Interactive && ctx.Err() != nil:
			return s.failed, nil
		case err != nil:
			return s.failed, fmt.Errorf("reading commands: %w", err)
		}
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if line == "/quit" || line == "quit" || line == "/exit" || line == "exit" {
			return s.failed, nil
		}
		first := number
		for strings.Count(line, "```")%2 == 1 && len(line) < maxLine {
			more, err := await(ctx, lines)
			if err != nil { // the end of a script is read again
				break
			}
			line += "\n" + more
			number++
		}
		framed := isBorder(line)
		for isRow(line[strings.LastIndex(line, "\n")+1:]) && strings.Count(line, "\n") < maxRows {
			if _, err := games.ReadPasted(line); err == nil && (!framed || isBorder(line[strings.LastIndex(line, "\n")+1:])) {
				break
			}
			more, err := await(ctx, lines)
			if err != nil || strings.TrimSpace(more) == "" {
				break
			}
			line += "\n" + more
			number++
		}
		s.answer(ctx, first, line)
	}
}

// maxRows is how many lines a drawn grid has at most: its rows and borders.
const maxRows = 20

// session is one run.
type session struct {
	Options
	bot      *bot.Bot
	words    locale.Language
	commands []chat.Command
	failed   bool
}

func newSession(b *bot.Bot, o Options) *session {
	words := locale.Match(o.Language)
	return &session{Options: o, bot: b, words: words, commands: bot.Commands(words)}
}

func (s *session) answer(ctx context.Context, number int, line string) {
	ask, err := s.parse(line)
	if err != nil {
		s.fail(number, err.Error())
		return
	}
	reply := s.ask(ctx, ask)
	if reply.Failed {
		s.fail(number, reply.Screen.Body.String())
		return
	}
	if reply.File != nil {
		if err := s.keep(*reply.File); err != nil {
			s.fail(number, err.Error())
			return
		}
	}
	s.show(reply.Screen)
	if ask.Command == "help" && len(ask.Options) == 0 {
		s.print(s.words.Text("terminal.help", nil), "")
	}
}

// ask lets the bot answer a command.
func (s *session) ask(ctx context.Context, ask chat.Ask) chat.Reply {
	return s.bot.Handle(ctx, s.request(ask))
}

func (s *session) request(action chat.Action) chat.Request {
	return chat.Request{
		Language: s.Language, Player: s.Player, Rights: chat.Rights{ManageGuild: s.Admin}, Action: action,
		Place: chat.Place{GuildID: cmp.Or(s.GuildID, GuildID), ChannelID: "terminal", Private: true},
	}
}

// show prints a screen, with the text below the board, next to the prompt.
func (s *session) show(screen chat.Screen) {
	if title := screen.Title.String(); title != "" {
		s.print(title, "1")
	}
	if screen.Board != nil {
		fmt.Fprint(s.Out, picture.Text(*screen.Board, s.Colour))
	}
	if screen.Chart != nil {
		fmt.Fprint(s.Out, printable(screen.Chart.Text()))
	}
	body := screen.Body
	for {
		i := slices.IndexFunc(body, func(p chat.Part) bool { return p.Kind == chat.HeadingPart })
		if i < 0 {
			break
		}
		if before := body[:i].String(); before != "" {
			s.print(strings.TrimSuffix(before, "\n"), "")
		}
		s.print(body[i].Text, "1")
		if body = slices.Clone(body[i+1:]); len(body) > 0 {
			body[0].Text = strings.TrimPrefix(body[0].Text, "\n")
		}
	}
	s.print(body.String(), "")
	if s.Interactive {
		fmt.Fprintln(s.Out)
	}
}

// keep writes a file into the working folder for its owner alone, and prints its name. It never replaces a file.
func (s *session) keep(file chat.File) error {
	name := filepath.Base(file.Name)
	for n := 2; ; n++ {
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			_, err = f.Write(file.Data)
			err = errors.Join(err, f.Close())
		}
		if err == nil {
			fmt.Fprintln(s.Out, s.words.Text("terminal.file", locale.Args{"Name": name}))
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		stem, ending, _ := strings.Cut(filepath.Base(file.Name), ".")
		name = fmt.Sprintf("%s-%d.%s", stem, n, ending)
	}
}

// fail prints an error, on a script with the line's number.
func (s *session) fail(number int, text string) {
	s.failed = true
	if !s.Interactive {
		text = s.words.Text("terminal.failed-line", locale.Args{"Line": number, "Text": text})
	}
	fmt.Fprintln(s.Err, s.paint("31", s.fitted(text)))
}

// print writes a text in a style, which may be empty.
func (s *session) print(text, style string) { fmt.Fprintln(s.Out, s.paint(style, s.fitted(text))) }

// fitted returns a text that cannot control the terminal, wrapped to its width.
func (s *session) fitted(text string) string {
	if s.Width == nil {
		return printable(text)
	}
	return wrapped(printable(text), s.Width())
}

func (s *session) paint(style, text string) string {
	if !s.Colour || style == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// printable keeps text of others, such as a player's name, from controlling the terminal.
// Control characters become "?". Invisible ones, which can turn the direction of the text,
// are dropped.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || unicode.IsGraphic(r):
			return r
		case unicode.IsControl(r):
			return '?'
		}
		return -1
	}, text)
}

// greet shows a daily and suggests the first commands. The time of the daily counts from then.
func (s *session) greet(ctx context.Context) {
	first := s.first(ctx)
	reply := s.ask(ctx, first)
	board := reply.Screen.Board
	if reply.Failed || board == nil {
		s.print(s.words.Text("terminal.welcome-without-daily", nil), "")
		s.print(s.words.Text("terminal.next-steps", nil), "")
		return
	}
	welcome := "terminal.welcome"
	if len(first.Options) > 0 {
		welcome = "terminal.welcome-newcomer"
	}
	s.print(s.words.Text(welcome, nil)+"\n", "")
	key, args := "terminal.next-steps", locale.Args{}
	if m, ok := firstMove(*board); ok {
		key = "terminal.first-steps"
		args = locale.Args{"Move": move(m.Cell, m.Digit), "Row": m.Cell.Row() + 1, "Column": m.Cell.Column() + 1}
		reply.Screen.Body = nil // it has the same advice
	}
	s.print(reply.Screen.Title.String(), "1")
	fmt.Fprint(s.Out, picture.Text(*board, s.Colour))
	if body := reply.Screen.Body.String(); body != "" {
		s.print(body, "")
	}
	s.print(s.words.Text(key, args)+"\n", "")
}

// first returns the command for the first daily: an easy one for a newcomer. If the archive cannot be asked,
// it does not have the daily either.
func (s *session) first(ctx context.Context) chat.Ask {
	ask, err := s.bot.First(ctx, s.request(nil))
	if err != nil {
		return chat.Ask{Command: "daily"}
	}
	return ask
}

// firstMove returns an obvious move: the digit of a cell with one candidate. ok is false
// if there is none.
func firstMove(b picture.Diagram) (move sudoku.Candidate, ok bool) {
	candidates := b.Grid.Candidates()
	for _, c := range b.Grid.Shape().Cells() {
		if b.Grid.At(c) == 0 && candidates[c].Len() == 1 {
			return sudoku.Candidate{Cell: c, Digit: candidates[c].First()}, true
		}
	}
	return sudoku.Candidate{}, false
}
