package terminal

import (
	"context"
	"errors"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// parse reads a line into a command and its options, by the bot's own table of commands.
func (s *session) parse(line string) (chat.Ask, error) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	name, rest := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		name, rest = line[:i], line[i:]
	}
	ask := chat.Ask{Command: strings.ToLower(strings.TrimPrefix(name, "/")), Options: map[string]string{}}
	i := slices.IndexFunc(s.commands, func(c chat.Command) bool { return c.Is(ask.Command) })
	if i < 0 {
		return s.unnamed(ask, strings.TrimPrefix(line, "/"))
	}
	ask.Command = s.commands[i].Name
	if s.commands[i].Admin && !s.Admin {
		return ask, s.refuse("terminal.not-admin", ask, "")
	}
	rest = strings.TrimSpace(rest)
	switch options := s.commands[i].Options; {
	case rest == "":
	case len(options) == 0:
		return ask, s.refuse("terminal.no-options", ask, rest)
	case len(options) == 1:
		if words, ok := split(rest); ok {
			if words = joined(words); len(words) == 1 {
				rest = words[0] // without quotes
			}
		}
		if name, value, named := cut(options, rest); named && options[0].Is(name) {
			rest = value
		}
		ask.Options[options[0].Name] = rest
	case isPuzzle(options, rest):
		ask.Options["puzzle"] = rest
	default:
		if err := s.assign(ask, options, rest); err != nil {
			return ask, err
		}
	}
	for _, o := range s.commands[i].Options {
		if path := ask.Options[o.Name]; o.Kind == chat.FileOption && path != "" {
			ask.File = &chat.Attachment{Name: path, Open: func(context.Context) (io.ReadCloser, error) { return open(path) }}
		}
	}
	return ask, nil
}

// unnamed reads a line that does not begin with a command: moves, a whole answer, or a puzzle to play. For any other line it
// names commands with a similar spelling, or leaves it to the bot to refuse it.
func (s *session) unnamed(ask chat.Ask, line string) (chat.Ask, error) {
	text := sudoku.Narrow(line)
	play := chat.Ask{Command: "play", Options: map[string]string{"puzzle": line}}
	_, unread := games.ReadPasted(line)
	switch grid, err := sudoku.Parse(text); {
	case text == "?": // help is wanted, not all candidates
		return chat.Ask{Command: "help"}, nil
	case err == nil && grid.Len() == len(grid.Shape().Cells()):
		return chat.Ask{Command: "submit", Options: map[string]string{"answer": line}}, nil
	case unread == nil && strings.ContainsAny(text, "0.\n"): // moves are digits too: 457 is r4c5=7
		return play, nil
	case bot.Moved(s.words, ask.Command): // the bot answers with the new name
		return ask, nil
	case isMove(text), isMove(strings.Fields(text + " -")[0]):
		return chat.Ask{Command: "move", Options: map[string]string{"moves": line}}, nil
	case unread == nil:
		return play, nil
	}
	if alike := s.alike(ask.Command); len(alike) > 0 {
		return ask, errors.New(s.words.Text("terminal.unknown-command", locale.Args{
			"Name": strconv.Quote(ask.Command), "Commands": strings.Join(alike, ", "),
		}))
	}
	return ask, nil
}

// isPuzzle reports whether the text behind a command with several options is a puzzle for one of them, with all its blanks
// and lines. One of "puzzle=…" is read as an option.
func isPuzzle(options []chat.Option, text string) bool {
	if !slices.ContainsFunc(options, func(o chat.Option) bool { return o.Name == "puzzle" }) {
		return false
	}
	name, _, named := cut(options, strings.Fields(text)[0])
	if named && slices.ContainsFunc(options, func(o chat.Option) bool { return o.Is(name) }) {
		return false
	}
	_, err := games.ReadPasted(text)
	return err == nil
}

// isRow reports whether a line looks like a row of a drawn grid, or its border, of which more follow. A few digits alone are
// moves.
func isRow(line string) bool {
	cells := strings.Count(line, ".") + strings.Count(line, "_") + strings.Count(line, "*")
	for d := '0'; d <= '9'; d++ {
		cells += strings.Count(line, string(d))
	}
	_, isSide := sudoku.ShapeOfSide(cells)
	return strings.Trim(line, "0123456789._*|+-=:┌┬┐├┼┤└┴┘─│╔╦╗╠╬╣╚╩╝═║ \t") == "" &&
		(cells == sudoku.MaxSide || isSide && strings.ContainsAny(line, "0._*|│") || cells == 0 && strings.ContainsAny(line, "-─═") && len(line) > 6)
}

// isBorder reports whether a line looks like the border of a drawn grid.
func isBorder(line string) bool { return isRow(line) && !strings.ContainsAny(line, "0123456789._*") }

// isMove reports whether a text has the form of moves, even if they cannot be made.
func isMove(text string) bool {
	_, err := play.ParseMoves(sudoku.Sudoku, text)
	wrong, ok := errors.AsType[*play.MoveError](err)
	return !ok || !slices.Contains([]play.MoveReason{play.NotAMove, play.NoMoves, play.TooLong}, wrong.Reason)
}

// alike returns the commands with a spelling similar to a name: mistyped, or cut short.
func (s *session) alike(name string) []string {
	if alike := s.complete(name); len(alike) > 0 && name != "" {
		return alike[:min(len(alike), 4)]
	}
	return s.matching(func(command string) bool { return chat.Resembles(name, command) })
}

// refuse returns the error of options that a command does not take, with the ones that it takes instead.
func (s *session) refuse(key string, ask chat.Ask, text string, instead ...string) error {
	name := ask.Command
	for _, c := range s.commands {
		if c.Name == name {
			name = c.Label
			break
		}
	}
	return errors.New(s.words.Text(key, locale.Args{"Command": "/" + name, "Name": name, "Text": sudoku.Excerpt(text), "Instead": strings.Join(instead, "")}))
}

// assign gives the words of a line to options: by name, else to the first that clearly takes
// the word, else to the first without a value. A word that begins with a plus sign belongs to the value before it, as in
// "easy +6x6". A pasted puzzle, and a file that is not required, need their names.
func (s *session) assign(ask chat.Ask, options []chat.Option, rest string) error {
	words, ok := split(rest)
	if !ok {
		return s.refuse("terminal.open-quote", ask, rest)
	}
	free := func(o chat.Option) bool { _, taken := ask.Options[o.Name]; return !taken }
	last := "" // the option of the word before
	for _, word := range joined(words) {
		name, value, named := cut(options, word)
		called := slices.IndexFunc(options, func(o chat.Option) bool { return o.Is(name) })
		switch {
		case called >= 0 && !named:
			return s.refuse("terminal.no-value", ask, word)
		case called >= 0:
			last = options[called].Name
			ask.Options[last] = value
			continue
		case last != "" && strings.HasPrefix(word, "+"):
			ask.Options[last] += " " + word
			continue
		}
		file := slices.ContainsFunc(options, func(o chat.Option) bool { return free(o) && o.Required && o.Kind == chat.FileOption })
		if named && isName(name) && !file { // a file may have any name
			return s.unknownOption(ask, options, name, value)
		}
		i := slices.IndexFunc(options, func(o chat.Option) bool { return free(o) && o.Takes(s.words, word) })
		if i < 0 {
			i = slices.IndexFunc(options, func(o chat.Option) bool {
				return free(o) && (o.Required || o.Kind != chat.FileOption && (o.Kind != chat.TextOption || o.Name != "puzzle"))
			})
		}
		if i < 0 {
			return s.refuse("terminal.no-option-left", ask, word)
		}
		last = options[i].Name
		ask.Options[last] = word
	}
	return nil
}

// unknownOption returns the error of an unknown option. It names the option that clearly takes the value,
// else all options; if there are many, /help lists them.
func (s *session) unknownOption(ask chat.Ask, options []chat.Option, name, value string) error {
	for _, o := range options {
		if o.Takes(s.words, value) {
			return s.refuse("terminal.other-option", ask, name, o.Label+"="+value)
		}
	}
	const few = 8
	if len(options) > few {
		return s.refuse("terminal.unknown-option", ask, name)
	}
	var labels []string
	for _, o := range options {
		labels = append(labels, o.Label)
	}
	return s.refuse("terminal.no-such-option", ask, name, strings.Join(labels, ", "))
}

// joined joins "name:" with the value after it, Discord's notation of an option.
func joined(words []string) (together []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if name, ends := strings.CutSuffix(word, ":"); ends && isName(name) && i+1 < len(words) {
			i++
			word = name + "=" + words[i]
		}
		together = append(together, word)
	}
	return together
}

// cut cuts "name=value", and "name:value", Discord's notation, unless that is an address or a text.
func cut(options []chat.Option, word string) (name, value string, named bool) {
	name, value, named = strings.Cut(word, ":")
	isValue := isName(name) && strings.Trim(value[:min(len(value), 1)], "/ ") != ""
	if named && (isValue || slices.ContainsFunc(options, func(o chat.Option) bool { return o.Is(name) })) {
		return name, value, true
	}
	return strings.Cut(word, "=")
}

func isName(word string) bool {
	return word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '-' && r != '_' })
}

// split splits a line into words at blanks outside of double quotes. ok is false if a quote
// is not closed.
func split(text string) (words []string, ok bool) {
	var word strings.Builder
	quoted, begun := false, false
	for _, r := range text {
		switch {
		case r == '"':
			quoted, begun = !quoted, true
		case (r == ' ' || r == '\t') && !quoted:
			if begun {
				words = append(words, word.String())
			}
			word.Reset()
			begun = false
		default:
			word.WriteRune(r)
			begun = true
		}
	}
	if quoted {
		return nil, false
	}
	if begun {
		words = append(words, word.String())
	}
	return words, true
}

// open opens a file. Its error omits the path, which the bot quotes before it.
func open(path string) (io.ReadCloser, error) {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil, errors.New("it is a folder: name one of its files")
	}
	file, err := os.Open(path)
	if failed, ok := errors.AsType[*os.PathError](err); ok {
		return nil, failed.Err
	}
	return file, err
}
