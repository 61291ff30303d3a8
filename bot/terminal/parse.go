package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// parse reads a line into the command and the options of a request. It knows commands by
// the bot's own table; an unknown one is left to the bot to refuse.
func parse(line string) (bot.Request, error) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "\ufeff"))
	name, rest := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		name, rest = line[:i], line[i:]
	}
	r := bot.Request{Command: strings.ToLower(strings.TrimPrefix(name, "/")), Options: map[string]string{}}
	commands := bot.Commands()
	i := slices.IndexFunc(commands, func(c bot.Command) bool { return c.Name == r.Command })
	if i < 0 {
		return r, nil
	}
	rest = strings.TrimSpace(rest)
	switch options := commands[i].Options; {
	case rest == "":
	case len(options) == 0:
		return r, fmt.Errorf("/%s takes no options, and was given %s", r.Command, sudoku.Excerpt(rest))
	case len(options) == 1:
		r.Options[options[0].Name] = strings.TrimPrefix(rest, options[0].Name+"=")
	default:
		if err := assign(r, options, rest); err != nil {
			return r, err
		}
	}
	return attach(r, commands[i].Options), nil
}

// assign gives the words of a line to options: by name, else to the one that has the word
// among its choices, else to the first that has none yet.
func assign(r bot.Request, options []bot.Option, rest string) error {
	words, err := split(rest)
	if err != nil {
		return err
	}
	free := func(o bot.Option) bool { _, taken := r.Options[o.Name]; return !taken }
	for _, word := range words {
		name, value, named := strings.Cut(word, "=")
		if named && slices.ContainsFunc(options, func(o bot.Option) bool { return o.Name == name }) {
			r.Options[name] = value
			continue
		}
		file := slices.ContainsFunc(options, func(o bot.Option) bool { return free(o) && o.Kind == bot.Attached })
		if named && isName(name) && !file { // a file may be called anything
			return fmt.Errorf("/%s has no option %q: /help %s lists them", r.Command, name, r.Command)
		}
		i := slices.IndexFunc(options, func(o bot.Option) bool { return free(o) && slices.Contains(o.Choices, word) })
		if i < 0 {
			i = slices.IndexFunc(options, free)
		}
		if i < 0 {
			return fmt.Errorf("/%s has no option left for %s: /help %s lists them", r.Command, sudoku.Excerpt(word), r.Command)
		}
		r.Options[options[i].Name] = word
	}
	return nil
}

func isName(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-_") == ""
}

// split cuts a line into words at blanks outside of double quotes.
func split(text string) ([]string, error) {
	var words []string
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
		return nil, fmt.Errorf("%s: a quote is not closed", sudoku.Excerpt(text))
	}
	if begun {
		words = append(words, word.String())
	}
	return words, nil
}

// attach turns the path of a file into an attachment.
func attach(r bot.Request, options []bot.Option) bot.Request {
	for _, o := range options {
		if path := r.Options[o.Name]; o.Kind == bot.Attached && path != "" {
			r.Attachment = &bot.Attachment{Name: path, Open: func() (io.ReadCloser, error) { return os.Open(path) }}
		}
	}
	return r
}
