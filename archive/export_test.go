package archive

import (
	"context"
	"iter"

	"github.com/gridkeeper/gridkeeper/archive/format"
)

// ImportEntries imports what no reader of files yields.
func ImportEntries(s *Store, ctx context.Context, o ImportOptions, entries iter.Seq[format.Entry]) (Report, error) {
	return s.importEntries(ctx, o, entries, func() error { return nil })
}
