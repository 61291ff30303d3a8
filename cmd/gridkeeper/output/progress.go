package output

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// Progress shows on a terminal how far something is, its rate and the time left. Elsewhere it shows nothing.
type Progress struct {
	out  io.Writer // nil: not a terminal
	unit string    // what is counted, in the plural
	bar  *progressbar.ProgressBar
}

// NewProgress returns what shows progress on standard error.
func NewProgress(errOut io.Writer, unit string) *Progress {
	if !IsTerminal(errOut) {
		errOut = nil
	}
	return &Progress{out: errOut, unit: unit}
}

// Show shows how much is done, and what about it. What goes on begins where it stopped.
func (p *Progress) Show(what string, done, all int) {
	if p.out == nil {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(all,
			progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(Inert(what)), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(p.unit), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionUseANSICodes(true),
		)
	}
	_ = p.bar.Set(done) // a terminal that is gone
	p.bar.Describe(Inert(what))
}

// Clear removes what is shown, before something else is printed.
func (p *Progress) Clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
