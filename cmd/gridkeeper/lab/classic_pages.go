package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver/classic"
)

// pageKeys is the line below each page.
const pageKeys = "n next, p previous, a number and Enter, g start, G end, q quit"

// turnPages shows the states of one puzzle's run, one at a time, by keys from standard input.
func (o *methodOptions) turnPages(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || slices.Contains(args, "-") {
		return errors.New("--pages reads keys from standard input: give the puzzle as an argument or in a file")
	}
	p, err := input.Only(cmd, args, errors.New("more than one puzzle: --pages shows one"))
	if err != nil {
		return err
	}
	out, clear := cmd.OutOrStdout(), ""
	if f, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		before, err := term.MakeRaw(int(f.Fd()))
		if err != nil {
			return err
		}
		defer term.Restore(int(f.Fd()), before)
		out, clear = carriage{out}, "\x1b[H\x1b[2J"
	}
	keys := readKeys(cmd.Context(), cmd.InOrStdin())
	for o.step = max(o.step, 0); ; {
		at, _, err := o.method.At(cmd.Context(), p.Grid, o.step, o.limits())
		if err != nil && (at.Step.Number == 0 || cmd.Context().Err() != nil) {
			return p.Fail(err) // else the last step before the method gave up is shown
		}
		coloured := output.Coloured(cmd.OutOrStdout())
		fmt.Fprintf(out, "%s%s\n%s%s\n", clear, stepTitle(at), picture.Drawing(o.board(at), coloured), pageKeys)
		var more bool
		if o.step, more = turnPage(cmd.Context(), at.Step.Number, keys); !more {
			return cmd.Context().Err()
		}
	}
}

// The keys of which terminals send something else than a letter.
const enter, interrupt, backspace = '\r', '\x03', '\x7f'

// turnPage returns the step that keys ask for, counted from where they are pressed. It returns false to quit.
func turnPage(ctx context.Context, at int, keys <-chan byte) (step int, more bool) {
	number := ""
	for {
		var key byte
		select {
		case key, more = <-keys:
		case <-ctx.Done():
		}
		if !more {
			return 0, false
		}
		if key >= '0' && key <= '9' {
			number += string(key)
			continue
		}
		if step, err := strconv.Atoi(number); err == nil && (key == enter || key == '\n') {
			return step, true
		}
		number = ""
		switch key {
		case 'n', ' ', 'C', enter, '\n': // C and D end what arrow keys send
			return at + 1, true
		case 'p', 'b', 'D', backspace:
			return max(at-1, 0), true
		case 'g':
			return 0, true
		case 'G':
			return classic.ToTheEnd, true
		case 'q', interrupt:
			return 0, false
		}
	}
}

// readKeys returns a channel of what is typed, which is closed at the end.
func readKeys(ctx context.Context, in io.Reader) <-chan byte {
	keys := make(chan byte)
	go func() {
		defer close(keys)
		for r := bufio.NewReader(in); ; {
			key, err := r.ReadByte()
			if err != nil {
				return
			}
			select {
			case keys <- key:
			case <-ctx.Done():
				return
			}
		}
	}()
	return keys
}

// carriage writes lines to a terminal that does not return the carriage by itself.
type carriage struct{ out io.Writer }

func (c carriage) Write(p []byte) (int, error) {
	_, err := io.WriteString(c.out, strings.ReplaceAll(string(p), "\n", "\r\n"))
	return len(p), err
}
