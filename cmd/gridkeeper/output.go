package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"unicode"

	"golang.org/x/term"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// english has the words of the command line, which speaks no other language.
var english = explain.In(locale.Match("en"))

// output is standard output that keeps its first error, so that results lost on a full disk do
// not pass for success.
type output struct {
	io.Writer
	err error
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.err == nil {
		o.err = err
	}
	return n, err
}

// roomMissing says what to do about an error if it is that of a full disk.
func roomMissing(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: make room", err)
	}
	return err
}

// isTerminal reports whether an input or an output is a terminal.
func isTerminal(stream any) bool {
	if o, ok := stream.(*output); ok {
		stream = o.Writer
	}
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// inert returns text of others, such as the name of a file, without what would steer a terminal
// or break a line.
func inert(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return '?'
	}, text)
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// plural counts things in English.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
