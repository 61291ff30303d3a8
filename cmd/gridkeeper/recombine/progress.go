package recombine

import (
	"fmt"
	"io"
	"time"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// progressLine is the last line of a terminal, which says how far a long run has come. It does
// nothing where standard error is not a terminal.
type progressLine struct {
	out         io.Writer // nil: not a terminal
	begin, last time.Time
	done, total int
	shown       bool
}

func newProgressLine(errOut io.Writer) progressLine {
	if !output.IsTerminal(errOut) {
		return progressLine{}
	}
	return progressLine{out: errOut}
}

// start begins to count up to total.
func (p *progressLine) start(total int) { p.begin, p.done, p.total = time.Now(), 0, total }

// clear removes the line, before something else is printed.
func (p *progressLine) clear() {
	if p.shown {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.shown = false
	}
}

// step counts one, and shows the line a few times a second at most.
func (p *progressLine) step(children int) {
	p.done++
	if p.out == nil || time.Since(p.last) < 200*time.Millisecond {
		return
	}
	p.last = time.Now()
	left := time.Duration(float64(time.Since(p.begin)) / float64(p.done) * float64(p.total-p.done)).Round(time.Second)
	fmt.Fprintf(p.out, "\r\x1b[K%d of %d mothers, %d classes of children, about %v left", p.done, p.total, children, left)
	p.shown = true
}
