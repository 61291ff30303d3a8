package terminal

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mattn/go-runewidth"
	"github.com/peterh/liner"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// maxLine is the greatest length of a line, in bytes.
const maxLine = 1 << 20

// lineSource yields one line after another, without its end; the last error is io.EOF.
type lineSource interface {
	next() (string, error)
	close()
}

// script reads lines from a file or a pipe.
type script struct{ *bufio.Reader }

func (s script) next() (string, error) {
	var line []byte
	length := 0
	for {
		part, err := s.ReadSlice('\n')
		length += len(part)
		if room := maxLine - len(line); room > 0 {
			line = append(line, part[:min(room, len(part))]...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && length == 0:
			return "", err
		case length > maxLine:
			return "", tooLong(length)
		}
		return strings.TrimRight(string(line), "\r\n"), nil
	}
}

func (s script) close() {}

// tooLong is the error of a line of that many bytes; the lines after it can be read.
type tooLong int

func (n tooLong) Error() string {
	return fmt.Sprintf("line of %d bytes: want %d at most", int(n), maxLine)
}

// prompt reads lines from a terminal, with history and completion.
type prompt struct {
	*liner.State
	session *session
	aborted bool
}

func openPrompt(s *session) *prompt {
	p := &prompt{State: liner.NewLiner(), session: s}
	p.SetCtrlCAborts(true)
	p.SetCompleter(s.complete)
	if f, err := os.Open(s.HistoryFile); err == nil {
		p.ReadHistory(f) // the prompt works without it
		f.Close()
	}
	return p
}

// next asks for a line. Ctrl-C discards it; twice in a row it leaves, as Ctrl-D does.
func (p *prompt) next() (string, error) {
	line, err := p.Prompt("> ")
	if errors.Is(err, liner.ErrPromptAborted) {
		if p.aborted {
			return "", io.EOF
		}
		p.aborted = true
		p.session.print(p.session.words.Text("terminal.leave", nil), "")
		return "", nil
	}
	p.aborted = false
	if err == nil && strings.TrimSpace(line) != "" {
		p.AppendHistory(line)
	}
	return line, err
}

// close restores the terminal and writes the history.
func (p *prompt) close() {
	p.Close()
	if p.session.HistoryFile == "" || os.MkdirAll(filepath.Dir(p.session.HistoryFile), 0o700) != nil {
		return
	}
	if f, err := os.OpenFile(p.session.HistoryFile, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600); err == nil {
		p.WriteHistory(f)
		f.Close()
	}
}

// complete returns the commands that begin like the line.
func (s *session) complete(line string) []string {
	begun := strings.TrimPrefix(line, "/")
	return s.matching(func(command string) bool { return strings.HasPrefix(command, begun) })
}

// matching returns the commands whose name fits, in the player's language or in English.
func (s *session) matching(fits func(name string) bool) (names []string) {
	for _, c := range append(slices.Clone(s.commands), chat.Command{Name: "quit", Label: "quit"}) {
		for _, name := range []string{c.Label, c.Name} {
			if fits(name) && !slices.Contains(names, "/"+name) {
				names = append(names, "/"+name)
			}
		}
	}
	return names
}

// await returns the next line, or the context's error if that comes first.
func await(ctx context.Context, s lineSource) (string, error) {
	type read struct {
		line string
		err  error
	}
	lines := make(chan read, 1)
	go func() {
		line, err := s.next()
		lines <- read{line, err}
	}()
	select {
	case r := <-lines:
		return r.line, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

// narrowest is the width below which the terminal itself breaks lines.
const narrowest = 20

// wrapped breaks lines at blanks, and between Chinese characters, so that they fit a width. The
// next line is indented by two more than its line.
func wrapped(text string, width int) string {
	if width < narrowest {
		return text
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = wrappedLine(line, width)
	}
	return strings.Join(lines, "\n")
}

func wrappedLine(line string, width int) string {
	if runewidth.StringWidth(line) <= width {
		return line
	}
	indent := ""
	if rest := strings.TrimLeft(line, " "); rest != line {
		indent = line[:len(line)-len(rest)] + "  "
	}
	var pieces []string // the line may be broken between them
	runes, begin := []rune(line), 0
	for i := 1; i < len(runes); i++ {
		if breaks(runes[i-1], runes[i]) {
			pieces = append(pieces, string(runes[begin:i]))
			begin = i
		}
	}
	pieces = append(pieces, string(runes[begin:]))
	var out strings.Builder
	column, begun := 0, false
	for _, piece := range pieces {
		if end := column + runewidth.StringWidth(strings.TrimRight(piece, " ")); begun && end > width {
			out.WriteString("\n" + indent)
			column = len(indent)
		}
		out.WriteString(piece)
		column += runewidth.StringWidth(piece)
		begun = begun || strings.TrimSpace(piece) != ""
	}
	return strings.ReplaceAll(out.String(), " \n", "\n")
}

// breaks reports whether a line may end between two runes: not before a closing sign, nor after an
// opening one.
func breaks(before, after rune) bool {
	if before == ' ' || after == ' ' {
		return before == ' ' && after != ' '
	}
	wide := runewidth.RuneWidth(before) > 1 || runewidth.RuneWidth(after) > 1
	return wide && !strings.ContainsRune("、。，：；！？）」』》…", after) && !strings.ContainsRune("（「『《/#", before)
}
