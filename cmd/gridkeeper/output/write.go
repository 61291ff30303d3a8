package output

import (
	"fmt"
	"io"
	"iter"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// WriteAs writes entries in a format of package format, and reports what that could not hold, in one line.
func WriteAs(as string, w, report io.Writer, entries iter.Seq[format.Entry]) error {
	lost, err := format.WriteAs(as, w, entries)
	if text := lost.String(); text != "" {
		fmt.Fprintf(report, "not written, as the format %s has no place for it: %s\n", as, text)
	}
	return err
}
