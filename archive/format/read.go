package format

import (
	"bufio"
	"bytes"
	"errors"
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
	Name    string
	Author  string
	Comment string // the rest of the line from its separator on, or the header lines
	Err     error  // why it was rejected; nil if it was not
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
		{func([]byte) bool { return true }, readText},
	}
}

// Read yields the puzzles and the rejected lines of a file in their order. Blank lines
// and comments are skipped. An error of r, or of unpacking, is the Err of a last entry.
func Read(r io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		unpacked, err := unpack(r)
		if err != nil {
			yield(Entry{Line: 1, Err: err})
			return
		}
		b := bufio.NewReaderSize(unpacked, headSize)
		head := peek(b)
		for _, f := range formats() {
			if f.matches(head) {
				f.read(b)(yield)
				return
			}
		}
	}
}

// peek returns what one read brings, so that a slow pipe is answered line by line.
// An error, if there is one, comes again when the reader gets there.
func peek(b *bufio.Reader) []byte {
	_, _ = b.Peek(len(zstdMagic))
	head, _ := b.Peek(b.Buffered())
	return head
}

// foreign lists what is recognised in order to say what to do with it.
func foreign() []struct{ magic, name, remedy string } {
	const unpackIt = "unpack it first"
	const saveIt = "save it as UTF-8 text"
	return []struct{ magic, name, remedy string }{
		{"PK\x03\x04", "a zip archive", unpackIt},
		{"BZh", "packed with bzip2", unpackIt},
		{"\xfd7zXZ\x00", "packed with xz", unpackIt},
		{"7z\xbc\xaf\x27\x1c", "a 7z archive", unpackIt},
		{"\x1f\x8b", "packed twice", unpackIt},
		{zstdMagic, "packed twice", unpackIt},
		{"\xff\xfe", "UTF-16 text", saveIt},
		{"\xfe\xff", "UTF-16 text", saveIt},
		{"%PDF", "a PDF document", "copy the puzzles into a text file"},
		{"\x89PNG", "a PNG picture", "type the puzzles into a text file"},
		{"\xff\xd8\xff", "a JPEG picture", "type the puzzles into a text file"},
	}
}

func isForeign(head []byte) bool {
	for _, f := range foreign() {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return true
		}
	}
	return bytes.IndexByte(head, 0) >= 0
}

// rejectForeign yields the one entry that says what the file is.
func rejectForeign(b *bufio.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		head := peek(b)
		err := errors.New("this is a binary file: want text with puzzles, or such text packed with gzip or zstd")
		for _, f := range foreign() {
			if bytes.HasPrefix(head, []byte(f.magic)) {
				err = fmt.Errorf("this file is %s: %s", f.name, f.remedy)
				break
			}
		}
		yield(Entry{Line: 1, Text: clean(head[:min(len(head), 16)]), Err: err})
	}
}
