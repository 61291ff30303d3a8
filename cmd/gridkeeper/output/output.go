// Package output writes the results of commands: to standard output and standard error, which may be terminals, and to
// files.
package output

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Failure returns [ErrFailed] if some of the input failed.
func Failure(failed bool) error {
	if failed {
		return ErrFailed
	}
	return nil
}

// ErrFailed is the error of a command that has already printed its failures.
var ErrFailed = errors.New("some of the input failed")

// Unprinted returns the parts of a command's error that it has not printed. Besides [ErrFailed], there may be an error of
// closing the archive.
func Unprinted(err error) (parts []error) {
	joined, ok := err.(interface{ Unwrap() []error })
	switch {
	case !errors.Is(err, ErrFailed):
		return []error{err}
	case ok:
		for _, part := range joined.Unwrap() {
			parts = append(parts, Unprinted(part)...)
		}
	}
	return parts
}

// English has the words of the command line, whose output is always in English.
var English = explain.In(locale.Match("en"))

// JSON returns a value as a line of JSON. Notations keep their "<>".
func JSON(value any) (string, error) {
	var text strings.Builder
	lines := json.NewEncoder(&text)
	lines.SetEscapeHTML(false)
	err := lines.Encode(value)
	return strings.TrimSuffix(text.String(), "\n"), err
}

// Results is standard output. It keeps its first error, so that results lost on a full disk do not pass for success.
type Results struct {
	io.Writer
	Err error
}

func (o *Results) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if o.Err == nil {
		o.Err = err
	}
	return n, err
}

// AdviseRoom adds advice to the error of a full disk.
func AdviseRoom(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w: make room", err)
	}
	return err
}

// IsTerminal reports whether an input or an output is a terminal.
func IsTerminal(stream any) bool {
	_, ok := Terminal(stream)
	return ok
}

// Coloured reports whether an output is a terminal with colours, unless NO_COLOR is set (no-color.org).
func Coloured(stream any) bool {
	return IsTerminal(stream) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// Terminal returns the descriptor of a stream; ok is false if it is not a terminal.
func Terminal(stream any) (fd int, ok bool) {
	if o, kept := stream.(*Results); kept {
		stream = o.Writer
	}
	f, ok := stream.(*os.File)
	if !ok {
		return 0, false
	}
	return int(f.Fd()), term.IsTerminal(int(f.Fd()))
}

// Inert returns foreign text, such as the name of a file, without control characters, which could steer a terminal or break
// a line.
func Inert(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return '?'
	}, text)
}

// YesNo returns "yes" or "no".
func YesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}

// Plural counts things in English: lines, classes.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "s") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Progress is a progress bar on a terminal, with the rate and the time left. Elsewhere it shows nothing.
type Progress struct {
	out  io.Writer // nil: not a terminal
	unit string    // what is counted, in the plural
	bar  *progressbar.ProgressBar
}

// NewProgress returns a progress bar on standard error.
func NewProgress(errOut io.Writer, unit string) *Progress {
	if !IsTerminal(errOut) {
		errOut = nil
	}
	return &Progress{out: errOut, unit: unit}
}

// Show shows how many of all units are done. The rate counts from the first call.
func (p *Progress) Show(title string, done, all int) {
	if p.out == nil {
		return
	}
	if p.bar == nil {
		p.bar = progressbar.NewOptions(all,
			progressbar.OptionSetWriter(p.out), progressbar.OptionSetDescription(Inert(title)), progressbar.OptionShowCount(), progressbar.OptionShowIts(),
			progressbar.OptionSetItsString(p.unit), progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(),
			progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(200*time.Millisecond), progressbar.OptionUseANSICodes(true),
		)
	}
	_ = p.bar.Set(done) // the terminal may be gone
	p.bar.Describe(Inert(title))
}

// Clear removes the bar before other output.
func (p *Progress) Clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// WriteAs writes entries in a format of package format. One line on report lists the properties that the format cannot hold.
func WriteAs(as string, w, report io.Writer, entries iter.Seq[format.Entry]) error {
	lost, err := format.WriteAs(as, w, entries)
	if text := lost.String(); text != "" {
		fmt.Fprintf(report, "not written, as the format %s has no place for it: %s\n", as, text)
	}
	return err
}

// CostSample is the time that an estimate of a cost may try parts of the work.
const CostSample = 3 * time.Second

// Roughly formats a time in its largest unit.
func Roughly(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < 2*time.Minute:
		return fmt.Sprintf("%.0f s", d.Seconds())
	case d < 2*time.Hour:
		return fmt.Sprintf("%.0f min", d.Minutes())
	case d < 48*time.Hour:
		return fmt.Sprintf("%.0f h", d.Hours())
	case d < 100*365*24*time.Hour:
		return fmt.Sprintf("%.0f days", d.Hours()/24)
	}
	return "a century or more"
}

// ProcessTime returns the processor time of this process. Unlike the clock, it does not count the time of other processes.
func ProcessTime() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
