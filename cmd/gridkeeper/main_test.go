package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A puzzle that is typed is answered at once, before the next one is, and an error too.
func TestTypedPuzzles(t *testing.T) {
	in, typed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan int)
	go func() { done <- run(t.Context(), []string{"solve", "-"}, in, out, out) }()
	lines := bufio.NewReader(answers)
	for i, test := range []struct{ line, want string }{
		{"1.....3..2.....4", "1342243142133124"},
		{"1....2....3....4", "standard input:2: "},
		{"020030040600000003004000500000806000800010006000705000007000600400000008030040020", "925631847"},
	} {
		fmt.Fprintln(typed, test.line)
		answer := make(chan string, 1)
		go func() {
			line, _ := lines.ReadString('\n')
			answer <- line
		}()
		select {
		case line := <-answer:
			if !strings.HasPrefix(line, test.want) {
				t.Errorf("line %d: answer %q", i+1, line)
			}
		case <-time.After(3 * time.Minute):
			t.Fatalf("line %d: no answer while the input waits", i+1)
		}
	}
	typed.Close()
	if code := <-done; code != 1 {
		t.Errorf("exit code %d", code)
	}
}

// fullDisk takes nothing.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

func TestFullDisk(t *testing.T) {
	for _, args := range [][]string{
		{"solve", "1.....3..2.....4"}, {"generate", "--count", "1000000"}, {"techniques"}, {"--help"},
	} {
		var errOut strings.Builder
		code := run(t.Context(), args, strings.NewReader(""), fullDisk{}, &errOut)
		if code != 1 || !strings.Contains(errOut.String(), "no space left on device") {
			t.Errorf("%q: exit code %d and %q, want 1 and the reason", args, code, errOut.String())
		}
	}
}

// A signal ends a command at once: when it waits for input, when there is much to do, and when
// the next result is long in coming.
func TestInterrupted(t *testing.T) {
	problems := t.TempDir()
	hard := strings.Repeat(".....5......6.1...............5........1.6...........553.....61......3...........\n", 10_000)
	for _, test := range []struct {
		args []string
		in   string // then it waits
	}{
		{[]string{"solve"}, ""},
		{[]string{"rate", "-"}, "1.....3..2.....4\n"},
		{[]string{"canon", "-"}, ""},
		{[]string{"solve", "--limit", "1000000"}, hard},
		{[]string{"lab", "classic", "moler", "--trace"}, hard},
		{[]string{"lab", "classic", "compare", "--max-steps", "100000000", "-"}, "020000000000600003074080000000003002080040010600500000000010780500009000000000040\n"},
		{[]string{"generate", "--tier", "4", "--count", "1000000"}, ""},
		{[]string{"lab", "leak", "-", "1.....3..2.....4"}, ""},
		{[]string{"lab", "bench", "--tries", "1000000000", "--output", problems}, ""},
	} {
		t.Run(strings.Join(test.args, " "), func(t *testing.T) {
			waits, end := io.Pipe()
			defer end.Close()
			ctx, interrupt := context.WithCancel(t.Context())
			var errOut strings.Builder
			done := make(chan int)
			go func() {
				done <- run(ctx, test.args, io.MultiReader(strings.NewReader(test.in), waits), io.Discard, &errOut)
			}()
			time.Sleep(100 * time.Millisecond)
			interrupt()
			select {
			case code := <-done:
				if code != 130 || !strings.HasSuffix(errOut.String(), "gridkeeper: interrupted\n") {
					t.Errorf("exit code %d and %q", code, errOut.String())
				}
			case <-time.After(3 * time.Minute):
				t.Error("it still runs after three minutes")
			}
		})
	}
	if left, err := os.ReadDir(problems); err != nil || len(left) > 0 {
		t.Errorf("an interrupted command left files: %v, %v", left, err)
	}
}

// What the help shows with a puzzle works as it stands there.
func TestHelpExamples(t *testing.T) {
	example := regexp.MustCompile(`(?m)^  gridkeeper ([-a-z]+ .*[1-4.]{16})$`)
	shown := 0
	root := newRoot()
	lab, _, err := root.Find([]string{"lab"})
	must(t, err)
	for _, c := range append(root.Commands(), lab.Commands()...) {
		for _, m := range example.FindAllStringSubmatch(c.Example, -1) {
			if c.GroupID != "puzzles" && c.Parent() != lab || strings.Contains(m[1], `"`) { // another needs an archive
				continue
			}
			shown++
			var out, errOut strings.Builder
			if code := run(t.Context(), strings.Fields(m[1]), strings.NewReader(""), &out, &errOut); code != 0 || out.Len() == 0 {
				t.Errorf("%s: exit code %d and %q", m[1], code, errOut.String())
			}
		}
	}
	if shown < 10 {
		t.Errorf("only %d examples were found", shown)
	}
}

// The page of commands has the tables of the program; cmd/lab/doctables writes them.
func TestCommandsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/commands.md")
	must(t, err)
	var tables strings.Builder
	if code := run(t.Context(), []string{"help", "--all"}, strings.NewReader(""), &tables, io.Discard); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	for table := range strings.SplitSeq(strings.TrimSpace(tables.String()), "\n\n") {
		if !strings.Contains(string(page), "\n"+table+"\n") {
			t.Errorf("docs/commands.md lacks this table ('make docs' writes it):\n%s", table)
		}
	}
}
