// Gridkeeper keeps a sudoku archive and brings its puzzles into chats.
//
//	gridkeeper chat                 play in the terminal, no account needed
//	gridkeeper serve                the same bot on Discord
//	gridkeeper rate puzzles.txt     solve, rate, explain, generate and import puzzles
//
// The commands are in the packages below, in files that are named after them. Each parses its arguments, calls the packages
// of the engine, the archive and the bot, and prints the results.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	_ "golang.org/x/crypto/x509roots/fallback" // for images and machines without certificates; those of the machine come first

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	context.AfterFunc(ctx, stop) // so that a second Ctrl-C ends the process at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// interrupted is the exit code after Ctrl-C: shells write 128 and the number of the signal.
const interrupted = 128 + int(syscall.SIGINT)

// run executes one command line and returns its exit code: 0, 1 when anything failed, or that of
// [interrupted].
func run(ctx context.Context, args []string, in io.Reader, out, errOut io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	results := &output.Results{Writer: out}
	root.SetOut(results)
	root.SetErr(errOut)
	err := root.ExecuteContext(ctx)
	switch {
	case results.Err != nil:
		fmt.Fprintf(errOut, "gridkeeper: writing the results: %v\n", output.AdviseRoom(results.Err))
	case err == nil:
		return 0
	case ctx.Err() != nil:
		fmt.Fprintln(errOut, "gridkeeper: interrupted")
		return interrupted
	default:
		for _, e := range output.Unprinted(err) {
			fmt.Fprintf(errOut, "gridkeeper: %v\n", e)
		}
	}
	return 1
}
