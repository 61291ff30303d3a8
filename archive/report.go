package archive

// Report says what an import did. Every entry that was read is either new, a duplicate
// or rejected: Read = New + Duplicates + Rejected.
type Report struct {
	Import     int64 // its number in the archive
	Collection string
	Read       int
	New        int // puzzles that the archive did not have
	Duplicates int // puzzles that it had, or isomorphs of them
	Rejected   int // lines that are no puzzle

	// The first of each, for display; [Store.Rejects] and [Store.Duplicates] have all.
	Rejects     []Reject
	DuplicateOf []Duplicate

	// Repeated: this very source is in this collection already, as import Import, and
	// nothing was added. All its puzzles count as duplicates.
	Repeated bool
}

// Reject is a line that is no puzzle.
type Reject struct {
	Line   int
	Text   string // at most its first 4,000 bytes
	Reason string
}

// Duplicate is a line whose puzzle the archive had already.
type Duplicate struct {
	Line   int
	Text   string
	Puzzle int64
	OfLine int // the line of the same source that brought the puzzle; 0 if another import did
}
