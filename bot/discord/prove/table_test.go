package prove

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// counts is what went wrong in the runs of one case.
type counts struct {
	runs    int
	doubles int // posts, moves or hints made twice
	missed  int // posts or answers that did not come though Discord and database could be reached
	replays int // changes by an interaction that came again, or after its deadline
}

func (c counts) plus(d counts) counts {
	return counts{c.runs + d.runs, c.doubles + d.doubles, c.missed + d.missed, c.replays + d.replays}
}

func (c counts) wrong() int { return c.doubles + c.missed + c.replays }

// table collects the counts of the cases of a test.
type table struct {
	mu    sync.Mutex
	names []string
	rows  map[string]counts
}

func (t *table) add(name string, c counts) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.rows == nil {
		t.rows = map[string]counts{}
	}
	if _, ok := t.rows[name]; !ok {
		t.names = append(t.names, name)
	}
	t.rows[name] = t.rows[name].plus(c)
}

// open are the cases that are known to go wrong. A case that goes right fails its test while it
// is named here.
var open = map[string]string{}

// check prints the table, and fails the test for what went wrong.
func (t *table) check(tb testing.TB) {
	tb.Helper()
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 3, ' ', 0)
	fmt.Fprintln(w, "case\truns\tdouble\tmissed\tchanged by a replay")
	for _, name := range t.names {
		c := t.rows[name]
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\n", name, c.runs, c.doubles, c.missed, c.replays)
	}
	w.Flush()
	tb.Logf("\n%s", text.String())
	for _, name := range t.names {
		sudokutest.Proved(tb, name, t.rows[name].runs, t.rows[name].wrong())
		switch c := t.rows[name]; {
		case open[name] == "" && c.wrong() > 0:
			tb.Errorf("%s: %d double, %d missed, %d changed by a replay", name, c.doubles, c.missed, c.replays)
		case open[name] != "" && c.wrong() == 0:
			tb.Errorf("%s: nothing goes wrong: remove it from the open cases", name)
		}
	}
}
