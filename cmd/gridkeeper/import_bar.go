package main

import (
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// importBar shows on a terminal how far an import is, its rate and the time left.
type importBar struct {
	out io.Writer // nil: not a terminal
	bar *progressbar.ProgressBar
}

func newImportBar(errOut io.Writer) *importBar {
	if !output.IsTerminal(errOut) {
		return &importBar{}
	}
	return &importBar{out: errOut}
}

// show shows the counts of a report. An import that goes on begins where it stopped.
func (b *importBar) show(r library.Report) {
	if b.out == nil {
		return
	}
	if b.bar == nil {
		b.bar = progressbar.NewOptions(r.Total,
			progressbar.OptionSetWriter(b.out), progressbar.OptionSetDescription(output.Inert(r.Collection)),
			progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString("lines"),
			progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish(),
			progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionUseANSICodes(true),
		)
	}
	_ = b.bar.Set(r.Read) // a terminal that is gone
}

// clear removes the bar, before something else is printed.
func (b *importBar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
