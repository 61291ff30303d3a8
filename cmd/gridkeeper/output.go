package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// output is standard output that remembers what went wrong, so that results that were lost
// on a full disk do not pass for success.
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

// isTerminal reports whether a person sits at the other end of an input or an output.
func isTerminal(end any) bool {
	if o, ok := end.(*output); ok {
		end = o.Writer
	}
	f, ok := end.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
