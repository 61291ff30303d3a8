package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	_, ok := terminalOf(stream)
	return ok
}

// terminalOf returns the descriptor of a stream; ok is false if it is not a terminal.
func terminalOf(stream any) (fd int, ok bool) {
	if o, kept := stream.(*output); kept {
		stream = o.Writer
	}
	f, ok := stream.(*os.File)
	if !ok {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
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

// distinctFiles returns an error if one of the files that a flag names has no name, or if two of them are
// one: the second would replace the first.
func distinctFiles(flag string, names ...string) error {
	for i, name := range names {
		if strings.TrimSpace(name) == "" {
			return fmt.Errorf("%s %q: a file without a name", flag, strings.Join(names, ","))
		}
		for _, before := range names[:i] {
			if sameFile(before, name) {
				return fmt.Errorf("%s: %q and %q are the same file: want another one for each", flag, before, name)
			}
		}
	}
	return nil
}

// notInput returns an error if a file to write is one of those to read.
func notInput(args []string, names ...string) error {
	for _, name := range names {
		for _, arg := range args {
			files := []string{arg}
			if info, err := os.Stat(arg); err == nil && info.IsDir() {
				files, _ = filesIn(arg) // reading it reports the error
			}
			if slices.ContainsFunc(files, func(file string) bool { return isThere(file) && sameFile(file, name) }) {
				return fmt.Errorf("--output %q is read too: want another file", name)
			}
		}
	}
	return nil
}

func isThere(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// sameFile reports whether two names are those of one regular file, which may not exist yet.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return infoA.Mode().IsRegular() && os.SameFile(infoA, infoB)
	}
	return errA != nil && errB != nil && locate(a) == locate(b)
}

// locate returns the path of a file that need not exist yet, without symbolic links to its folder.
func locate(name string) string {
	folder, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err == nil {
		folder, err = filepath.Abs(folder)
	}
	if err != nil {
		return filepath.Clean(name)
	}
	return filepath.Join(folder, filepath.Base(name))
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
