package terminal

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// Options say who plays, and where lines come from and go to.
type Options struct {
	In          io.Reader // a script; a prompt reads the terminal itself
	Out, Err    io.Writer
	Player      archive.Player
	Guild       string // "terminal" if empty
	Admin       bool
	Interactive bool   // ask at a prompt
	HistoryFile string // of the prompt, kept between runs; empty: none
	Colour      bool
}

// Run answers lines until they end, "/quit" is read, or the context is done. failed tells
// that a command failed; the error is one of reading, or the context's for a script.
func Run(ctx context.Context, b *bot.Bot, o Options) (failed bool, err error) {
	s := session{Options: o, bot: b}
	var lines source = script{bufio.NewReaderSize(o.In, 1<<16)}
	if o.Interactive {
		lines = openPrompt(o.HistoryFile)
		fmt.Fprintln(o.Out, "Welcome to Gridkeeper. /daily opens today's sudoku, /help lists the commands, /quit leaves.")
	}
	defer lines.close()
	for number := 1; ; number++ {
		line, err := await(ctx, lines)
		var long tooLong
		switch {
		case errors.As(err, &long):
			s.fail(number, err.Error())
			continue
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
		s.answer(ctx, number, line)
	}
}

// session is one run.
type session struct {
	Options
	bot    *bot.Bot
	failed bool
}

func (s *session) answer(ctx context.Context, number int, line string) {
	request, err := parse(line)
	if err != nil {
		s.fail(number, err.Error())
		return
	}
	request.Player, request.Admin = s.Player, s.Admin
	request.Guild, request.Channel = cmp.Or(s.Guild, "terminal"), "terminal"
	reply := s.bot.Handle(ctx, request)
	if reply.Failed {
		s.fail(number, reply.Text)
		return
	}
	s.show(reply)
	if request.Command == "help" && len(request.Options) == 0 {
		fmt.Fprintln(s.Out, "Options go in their order or by name: /play hidden, /play shape=shidoku.\n/quit leaves.")
	}
}

// show prints a reply, the text last, where the eye rests.
func (s *session) show(reply bot.Reply) {
	if reply.Title != "" {
		fmt.Fprintln(s.Out, s.paint("1", printable(reply.Title)))
	}
	if reply.Board != nil {
		fmt.Fprint(s.Out, picture.Text(*reply.Board, s.Colour))
	}
	fmt.Fprintln(s.Out, printable(reply.Text))
	if s.Interactive {
		fmt.Fprintln(s.Out)
	}
}

// fail prints an error, on a script with the line's number.
func (s *session) fail(number int, text string) {
	s.failed = true
	if !s.Interactive {
		text = fmt.Sprintf("line %d: %s", number, text)
	}
	fmt.Fprintln(s.Err, s.paint("31", printable(text)))
}

func (s *session) paint(style, text string) string {
	if !s.Colour {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// printable keeps what others wrote, such as a player's name, from steering the terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
			return '?'
		}
		return r
	}, text)
}
