package main

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Results come in the order of the input, however long each takes, and all of them.
func TestInOrder(t *testing.T) {
	const n = 1000
	puzzles := func(yield func(puzzle) bool) {
		for line := 1; line <= n; line++ {
			if !yield(puzzle{where: place{"file", line}}) {
				return
			}
			if rand.IntN(100) == 0 {
				time.Sleep(time.Millisecond)
			}
		}
	}
	work := func(sudoku.Grid) (string, error) {
		if rand.IntN(50) == 0 {
			time.Sleep(time.Millisecond)
		}
		return "", nil
	}
	line := 0
	for r := range inOrder(t.Context(), puzzles, work) {
		if line++; r.puzzle.where != (place{"file", line}) {
			t.Fatalf("result %d is that of %v", line, r.puzzle.where)
		}
	}
	if line != n {
		t.Errorf("%d results, want %d", line, n)
	}
}

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
