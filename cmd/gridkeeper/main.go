// Gridkeeper keeps a sudoku archive and brings it into the chat.
//
//	gridkeeper chat                 play in the terminal, no account needed
//	gridkeeper serve                the same bot on Discord
//	gridkeeper rate puzzles.txt     solve, rate, explain, generate and import puzzles
//
// main only wires: every command has a file of its own, named after it, that parses its
// arguments, calls the rooms below and prints what they return.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // so that a second Ctrl-C ends what does not end by the first
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// errFailed is returned by commands that have printed what failed themselves.
var errFailed = errors.New("some of the input failed")

// run executes one command line and returns its exit code: 0, or 1 when anything failed.
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	results := &output{Writer: out}
	root.SetOut(results)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	switch {
	case results.err != nil:
		fmt.Fprintf(errOut, "gridkeeper: writing the results: %v\n", results.err)
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(errOut, "gridkeeper: interrupted")
	case !errors.Is(err, errFailed):
		fmt.Fprintf(errOut, "gridkeeper: %v\n", err)
	}
	return 1
}
