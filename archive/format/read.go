package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Entry is one puzzle of a file, or one piece of the file that was rejected.
// Its texts are valid UTF-8 without NUL, so any database takes them.
type Entry struct {
	Line    int         // the line where Text starts, counted from 1
	Text    string      // the clues exactly as in the file; if Err is set, the rejected text
	Grid    sudoku.Grid // the clues
	Marks   string      // the candidates of each cell of a position, a dot for none; see [Entry.Pencilmarks]
	Name    string
	Author  string
	Comment string // the rest of the line from its separator on, or the header lines
	Rating  Rating // the difficulty that the file states; part of Comment too, if the format keeps it there
	Err     error  // the reason of a rejection, else nil

	solution bool // stands under a name for solutions
}

// Kind groups rejected entries by reason. The values are keys: the archive stores them,
// and catalogues of messages use them.
type Kind string

const (
	WrongSolution Kind = "wrong-solution" // the solution beside a puzzle does not solve it
	SeveralGrids  Kind = "several-grids"  // more than the one grid that is expected
	NoPuzzle      Kind = "no-puzzle"      // a value without a grid
	WrongRows     Kind = "rows"           // too few or too many rows, columns or fields
	TooLong       Kind = "too-long"       // a line, value or element
	Variant       Kind = "variant"        // other rules than those of sudoku
	NotACell      Kind = "cell"           // a cell whose value is not a digit
	NoneInLink    Kind = "link"           // a link that only names a puzzle, or has none
	Damaged       Kind = "damaged"        // packed data, JSON or XML
	Foreign       Kind = "foreign"        // not a file of puzzles
	Packed        Kind = "packed"         // too large when unpacked, or encrypted
)

// Error is the reason of a rejection, unless an error of [sudoku.Parse] suffices.
type Error struct {
	Kind Kind
	Err  error // in English
}

func (e *Error) Error() string { return e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

func failf(kind Kind, text string, args ...any) error { return &Error{kind, fmt.Errorf(text, args...)} }

// Read yields the puzzles and the rejected lines of a file in their order. It skips blank lines,
// comments, and a solution below its puzzle. An error of r, or of unpacking, is the Err of a last entry.
func Read(r io.Reader) iter.Seq[Entry] {
	return withoutSolutions(func(yield func(Entry) bool) {
		b := bufio.NewReader(r)
		if magic, _ := b.Peek(len(zipMagic)); string(magic) == zipMagic {
			readZip(b)(yield)
			return
		}
		unpacked, err := unpack(b)
		if err != nil {
			yield(Entry{Line: 1, Err: err})
			return
		}
		readPlain(bufio.NewReader(unpacked))(yield)
	})
}

// headSize is the length of the beginning that decides about the format of a file.
const headSize = 64 << 10

// readPlain reads a file that is not packed, in the first format that its beginning matches. Any file matches the
// last one, text; [text.take] has the order in which a line of text is tried.
func readPlain(r *bufio.Reader) iter.Seq[Entry] {
	b := bufio.NewReaderSize(decode(r), headSize)
	// One read, so that a slow pipe is answered line by line. An error comes again when the reader gets there.
	_, _ = b.Peek(1)
	head, _ := b.Peek(b.Buffered())
	if err := foreignError(head); err != nil {
		rejected := Entry{Line: 1, Text: clean(head[:min(len(head), 16)]), Err: err}
		return func(yield func(Entry) bool) { yield(rejected) }
	}
	switch {
	case isLoose(head):
		return readJSON(bufio.NewReader(&looseReader{r: b}))
	case isJSON(head):
		return readJSON(b)
	case xmlStart.Match(head):
		return readXML(b)
	}
	return readText(b, 1)
}

const (
	unpackIt = "unpack it first"
	copyIt   = "copy the puzzles into a text file"
	typeIt   = "type the puzzles into a text file"
)

// foreignFiles lists files without readable puzzles, by their first bytes, with advice to their owner.
var foreignFiles = []struct{ magic, name, remedy string }{
	{zipMagic, "packed twice", unpackIt},
	{bzip2Magic, "packed twice", unpackIt},
	{xzMagic, "packed twice", unpackIt},
	{gzipMagic, "packed twice", unpackIt},
	{zstdMagic, "packed twice", unpackIt},
	{"PK\x05\x06", "an empty zip archive", "pack the files again"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", unpackIt},
	{"Rar!\x1a\x07", "a RAR archive", unpackIt},
	{"%PDF", "a PDF document", copyIt},
	{"SQLite format 3\x00", "an SQLite database", "export the puzzles as text or CSV"},
	{"\x89PNG", "a PNG picture", typeIt},
	{"GIF8", "a GIF picture", typeIt},
	{"\xff\xd8\xff", "a JPEG picture", typeIt},
}

// A text may have a few control characters, each of which costs it a line. A binary file has
// one in textPerControl bytes or more.
const textPerControl = 200

// foreignError returns an error for the beginning of a binary file, nil for text.
func foreignError(head []byte) error {
	for _, f := range foreignFiles {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return failf(Foreign, "this file is %s: %s", f.name, f.remedy)
		}
	}
	controls := 0
	for _, c := range head {
		if c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1a\x1b"), rune(c)) {
			controls++
		}
	}
	if controls > max(2, len(head)/textPerControl) {
		return failf(Foreign, "this is a binary file: puzzles are read from text, plain or packed with gzip, zstd, xz, bzip2 or zip")
	}
	return nil
}
