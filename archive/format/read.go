package format

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"iter"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Entry is one puzzle of a file, or one piece of it that was rejected.
// Its texts are valid UTF-8 without NUL, so that any database takes them.
type Entry struct {
	Line    int         // where Text starts, counted from 1
	Text    string      // the clues exactly as in the file; where Err is set, what was rejected
	Grid    sudoku.Grid // the clues
	Marks   string      // of a position: the candidates of each cell, a dot for none; see [Entry.Pencilmarks]
	Name    string
	Author  string
	Comment string // the rest of the line from its separator on, or the header lines
	Rating  Rating // what the file says of the difficulty; it stands in Comment too, where that has room
	Err     error  // why it was rejected; nil if it was not

	solution bool // stands under a name for solutions
}

// Kind is what the reasons of many rejected entries have in common. The values are keys: the archive keeps
// them, and whoever puts them into words finds the words by them.
type Kind string

const (
	WrongSolution Kind = "wrong-solution" // the solution beside a puzzle is not one of it
	SeveralGrids  Kind = "several-grids"  // where one is expected
	NoPuzzle      Kind = "no-puzzle"      // a value without a grid
	WrongRows     Kind = "rows"           // too few or too many rows, columns or fields
	TooLong       Kind = "too-long"       // a line, value or element
	Variant       Kind = "variant"        // other rules than those of sudoku
	NotACell      Kind = "cell"           // a cell whose value is not a digit
	NoneInLink    Kind = "link"           // a link that names a puzzle, or nothing
	Damaged       Kind = "damaged"        // packed data, JSON or XML
	Foreign       Kind = "foreign"        // not a file of puzzles
	Packed        Kind = "packed"         // too large when unpacked, or encrypted
)

// Error is why an entry was rejected, where it is more than an error of [sudoku.Parse].
type Error struct {
	Kind Kind
	Err  error // in English
}

func (e *Error) Error() string { return e.Err.Error() }

func (e *Error) Unwrap() error { return e.Err }

func failf(kind Kind, text string, args ...any) error { return &Error{kind, fmt.Errorf(text, args...)} }

// Read yields the puzzles and the rejected lines of a file in their order. Blank lines
// and comments are skipped, and so is a solution below its puzzle. An error of r, or of unpacking, is the Err of a last entry.
func Read(r io.Reader) iter.Seq[Entry] { return withoutSolutions(readAny(r)) }

// readAny reads a file of any format, packed or not.
func readAny(r io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
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
	}
}

// readPlain reads what is not packed.
func readPlain(r *bufio.Reader) iter.Seq[Entry] {
	b := bufio.NewReaderSize(decode(r), headSize)
	head := peek(b)
	for _, f := range formats() {
		if f.matches(head) {
			return f.read(b)
		}
	}
	return nil // the last family takes everything
}

// format is one family of files. To add one, write a file with its read function and
// name it in [formats].
type format struct {
	matches func(head []byte) bool // head: the first bytes after unpacking, at most headSize
	read    func(*bufio.Reader) iter.Seq[Entry]
}

// headSize is how much of a file decides about its format.
const headSize = 64 << 10

// formats returns the families, the last of which takes everything.
func formats() []format {
	return []format{
		{isForeign, rejectForeign},
		{isLoose, readLoose},
		{isJSON, readJSON},
		{isXML, readXML},
		{func([]byte) bool { return true }, readText},
	}
}

// peek returns what one read brings, so that a slow pipe is answered line by line.
// An error, if there is one, comes again when the reader gets there.
func peek(b *bufio.Reader) []byte {
	_, _ = b.Peek(1)
	head, _ := b.Peek(b.Buffered())
	return head
}

// foreign lists what is recognised in order to say what to do with it.
func foreign() []struct{ magic, name, remedy string } {
	const unpackIt = "unpack it first"
	const copyIt = "copy the puzzles into a text file"
	const typeIt = "type the puzzles into a text file"
	return []struct{ magic, name, remedy string }{
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
}

// A text may have a control character here and there, which costs it a line. A binary file has
// one in textPerControl bytes or more.
const textPerControl = 200

func isForeign(head []byte) bool {
	for _, f := range foreign() {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return true
		}
	}
	controls := 0
	for _, c := range head {
		if c < ' ' && !bytes.ContainsRune([]byte("\t\n\v\f\r\x1a\x1b"), rune(c)) {
			controls++
		}
	}
	return controls > max(2, len(head)/textPerControl)
}

// rejectForeign yields the one entry that says what the file is.
func rejectForeign(b *bufio.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		head := peek(b)
		err := failf(Foreign, "this is a binary file: puzzles are read from text, plain or packed with gzip, zstd, xz, bzip2 or zip")
		for _, f := range foreign() {
			if bytes.HasPrefix(head, []byte(f.magic)) {
				err = failf(Foreign, "this file is %s: %s", f.name, f.remedy)
				break
			}
		}
		yield(Entry{Line: 1, Text: clean(head[:min(len(head), 16)]), Err: err})
	}
}
