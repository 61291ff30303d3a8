package curate

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// estimate reports how long the search for rare puzzles will take, after a few seconds and then ever less often.
type estimate struct {
	out     io.Writer
	wanted  int
	started time.Time
	timer   *time.Timer

	mu         sync.Mutex
	candidates uint64
	made       int
	last       time.Time // when the last puzzle was found, and after how many candidates
	lastAfter  uint64
	wait       time.Duration
	stopped    bool
}

// The first estimate comes after firstEstimate; each wait is twice as long as the one before, up to lastEstimate.
const (
	firstEstimate = 4 * time.Second
	lastEstimate  = time.Minute
)

func newEstimate(out io.Writer, wanted int) *estimate {
	now := time.Now()
	e := &estimate{out: out, wanted: wanted, started: now, last: now, wait: firstEstimate}
	e.mu.Lock() // report uses the timer
	defer e.mu.Unlock()
	e.timer = time.AfterFunc(e.wait, e.report)
	return e
}

func (e *estimate) tried(n uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.candidates = n
}

func (e *estimate) found() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.made++
	e.last, e.lastAfter = time.Now(), e.candidates
}

// without returns the time and the number of candidates since the last puzzle was found.
func (e *estimate) without() (took time.Duration, candidates uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return time.Since(e.last), e.candidates - e.lastAfter
}

// stop ends the reports: after it nothing is written.
func (e *estimate) stop() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.stopped = true
	e.timer.Stop()
}

func (e *estimate) report() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.stopped {
		return
	}
	fmt.Fprintln(e.out, e.text(time.Since(e.started)))
	e.wait = min(2*e.wait, lastEstimate)
	e.timer.Reset(e.wait)
}

// text returns the rate of puzzles among the candidates so far.
func (e *estimate) text(took time.Duration) string {
	switch {
	case e.candidates == 0 && e.made > 0:
		return fmt.Sprintf("%d of %d puzzles", e.made, e.wanted)
	case e.candidates == 0:
		return "none so far: a candidate takes long"
	case e.made == 0:
		return fmt.Sprintf("none of %s candidates so far, %s a second", thousands(float64(e.candidates)), thousands(float64(e.candidates)/took.Seconds()))
	}
	each := took / time.Duration(e.made)
	return fmt.Sprintf("%d of %d puzzles: 1 in about %s candidates so far, about %s a puzzle, %s more for the rest", e.made, e.wanted,
		thousands(float64(e.candidates)/float64(e.made)), output.Roughly(each), output.Roughly(each*time.Duration(e.wanted-e.made)))
}

// thousands formats a number with commas. Numbers of 100 and more are rounded to two significant digits.
func thousands(x float64) string {
	if x < 10 {
		return strconv.FormatFloat(x, 'g', 2, 64)
	}
	if x >= 100 {
		unit := math.Pow(10, math.Floor(math.Log10(x))-1)
		x = math.Round(x/unit) * unit
	}
	digits := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
