package importing

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// commonOrigin is the origin that all puzzles of a file agree on.
type commonOrigin struct {
	library.Origin
	contents contents
	nothing  bool // they do not agree on anything
}

// contents identifies the puzzles of a file, in any order and format.
type contents struct {
	puzzles int
	sum     uint64 // of the beginnings of their SHA-256
}

// wellKnown are files that people share. An empty licence is not stated.
var wellKnown = map[contents]library.Origin{
	{mostKnown, 0x41152fd47bed63a6}: {Source: "Minimum Sudoku: puzzles of 17 clues", Author: "Gordon Royle", Licence: "CC-BY-2.5"},
	{375, 0xd7263ad438bc5c82}:       {Source: "Sudoku Players' Forum: the hardest puzzles of 2011"},
	{95, 0x43771384d1fb5242}:        {Source: "Solving Every Sudoku Puzzle, by Peter Norvig: top95.txt"},
	{11, 0x9b3f55baf1dac057}:        {Source: "Solving Every Sudoku Puzzle, by Peter Norvig: hardest.txt"},
}

// mostKnown is how many puzzles the largest of them has. Of a larger file the sum is not needed, and would take a fifth of
// the first reading.
const mostKnown = 49151

// add looks at a puzzle.
func (c *commonOrigin) add(e format.Entry) {
	c.contents.add(e.Grid)
	if c.nothing {
		return
	}
	o := originOf(e)
	if c.contents.puzzles == 1 {
		c.Origin = o
	}
	for _, both := range [][2]*string{{&c.Source, &o.Source}, {&c.Author, &o.Author}, {&c.Published, &o.Published}} {
		if *both[0] != *both[1] {
			*both[0] = ""
		}
	}
	c.nothing = c.Origin == library.Origin{}
}

func (c *contents) add(g sudoku.Grid) {
	if c.puzzles++; c.puzzles > mostKnown {
		return
	}
	digest := sha256.Sum256([]byte(g.String()))
	c.sum += binary.BigEndian.Uint64(digest[:])
}

// known is the origin in the file, or else that of a well known file.
func (c *commonOrigin) known() library.Origin { return c.Origin.Or(wellKnown[c.contents]) }

// originOf reads the headers above a puzzle: #A author, #B date, #S source, #U address.
func originOf(e format.Entry) library.Origin {
	o := library.Origin{Author: e.Author}
	if !strings.HasPrefix(e.Comment, "#") && !strings.Contains(e.Comment, "\n#") {
		return o
	}
	for line := range strings.SplitSeq(e.Comment, "\n") {
		if len(line) < 3 || line[0] != '#' {
			continue
		}
		text := strings.TrimSpace(line[2:])
		switch line[1] {
		case 'S':
			o.Source = text
		case 'U':
			if o.Source == "" {
				o.Source = text
			}
		case 'B':
			o.Published = isoDateOf(text)
		}
	}
	return o
}

// isoDateOf returns a date in our form, "" for an ambiguous or invalid one. SudoCue writes the day first.
func isoDateOf(text string) string {
	if text != "" && (library.Origin{Published: text}).Check() == nil {
		return text
	}
	for _, layout := range []string{"02-01-2006", "02.01.2006", "2006/01/02", "2 January 2006", "January 2006"} {
		if at, err := time.Parse(layout, text); err == nil && at.Year() > 0 {
			if !strings.Contains(layout, "2 ") && !strings.Contains(layout, "02") {
				return at.Format("2006-01")
			}
			return at.Format(time.DateOnly)
		}
	}
	return ""
}

// source is the lines of a file. An import reads them twice: their identity has to be known before the first is
// kept, since the file may be imported already, in whole or in part.
type source struct {
	entries iter.Seq2[format.Entry, error] // from the first, each time they are read
	count   int
	digest  [sha256.Size]byte // of all entries: the identity of the source
	origin  commonOrigin
}

// readSource reads entries for the first time. The reason of a rejection is not part of the identity: another
// version of this program may choose other words.
func readSource(ctx context.Context, entries iter.Seq2[format.Entry, error]) (*source, error) {
	s := &source{entries: entries}
	digest := sha256.New()
	var record []byte
	for e, err := range entries {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return nil, err
		}
		s.count++
		record = appendRecord(record[:0], e)
		digest.Write(record) // a hash never fails
		if e.Err == nil {
			s.origin.add(e)
		}
	}
	digest.Sum(s.digest[:0])
	return s, nil
}

// appendRecord appends the line, then the texts, each after its length. Imports know a file again by the hash of
// this, so it must stay as it is.
func appendRecord(record []byte, e format.Entry) []byte {
	reason := ""
	if e.Err != nil {
		reason = "rejected"
	}
	record = binary.AppendUvarint(record, uint64(e.Line))
	for _, text := range []string{e.Text, e.Grid.String(), e.Name, e.Author, e.Comment, reason} {
		record = binary.AppendUvarint(record, uint64(len(text)))
		record = append(record, text...)
	}
	return record
}

var errChanged = errors.New("the file changed while it was imported")

// all yields the entries, from the first. Unless they are to be whole, it leaves out the texts of rejected lines
// that are only counted: a small packed file can hold millions of long ones.
func (s *source) all(whole bool) iter.Seq2[format.Entry, error] {
	return func(yield func(format.Entry, error) bool) {
		read, rejected := 0, 0
		for e, err := range s.entries {
			if e.Err != nil {
				rejected++
			}
			if rejected > maxRejects && e.Err != nil && !whole {
				e = format.Entry{Line: e.Line, Err: e.Err}
			}
			if read++; err == nil && read > s.count {
				err = errChanged
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
		if read < s.count {
			yield(format.Entry{}, errChanged)
		}
	}
}

// input is a file that can be read again: a copy of input that can be read only once, such as a pipe.
type input struct {
	io.Reader
	file    io.ReadSeeker // nil: it is not open yet
	start   int64         // its offset when the import began
	scratch *os.File      // the copy, on disk because it may be larger than the memory; nil: there is none
}

// rewind opens the file, or goes back to its start.
func (in *input) rewind() (err error) {
	if in.file != nil {
		_, err := in.file.Seek(in.start, io.SeekStart)
		return err
	}
	if file, ok := in.Reader.(io.ReadSeeker); ok {
		if in.start, err = file.Seek(0, io.SeekCurrent); err == nil {
			in.file = file
			return nil
		}
	}
	if in.scratch, err = format.TemporaryFile(); err != nil {
		return err
	}
	if _, err = io.Copy(in.scratch, in.Reader); err != nil {
		return format.AdviseTemporary(err)
	}
	in.file, in.start = in.scratch, 0
	return in.rewind()
}

func (in *input) close() {
	if in.scratch != nil {
		_ = in.scratch.Close()
	}
}

// entries yields the entries of the file, each time it is called. If the file cannot be read to its end, the last
// error is that of the reader.
func (in *input) entries(yield func(format.Entry, error) bool) {
	if err := in.rewind(); err != nil {
		yield(format.Entry{}, err)
		return
	}
	r := &reader{Reader: in.file}
	for e := range format.Read(r) {
		if r.failed == nil && !yield(e, nil) {
			return
		}
	}
	if r.failed != nil {
		yield(format.Entry{}, r.failed)
	}
}

// reader remembers why a file could not be read to its end: for package format that is one more
// line that is not a puzzle.
type reader struct {
	io.Reader
	failed error
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.failed = err
	}
	return n, err
}

// sourceLock is the number of the advisory lock of a source, by its digest, in a collection.
func sourceLock(digest []byte, collection int64) int64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clone(digest), uint64(collection)))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// releaseLocks gives a connection back without its lock, or closes it.
func releaseLocks(ctx context.Context, locker *pgxpool.Conn) {
	ctx = context.WithoutCancel(ctx)
	if _, err := locker.Exec(ctx, `select pg_advisory_unlock_all()`); err != nil {
		_ = locker.Conn().Close(ctx) // the database releases the locks of a lost connection
	}
	locker.Release()
}
