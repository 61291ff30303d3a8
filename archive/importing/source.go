package importing

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
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

// commonOrigin is what the puzzles of a file say of where they are from, as far as all say the same.
type commonOrigin struct {
	library.Origin
	contents contents
	nothing  bool // they do not agree on anything
}

// contents identifies the puzzles of a file, whatever their order and its format.
type contents struct {
	puzzles int
	sum     uint64 // of the beginnings of their SHA-256
}

// wellKnown has files that people share. Where the licence is empty, none is stated.
var wellKnown = map[contents]library.Origin{
	{49151, 0x41152fd47bed63a6}: {Source: "Minimum Sudoku: puzzles of 17 clues", Author: "Gordon Royle", Licence: "CC-BY-2.5"},
	{375, 0xd7263ad438bc5c82}:   {Source: "Sudoku Players' Forum: the hardest puzzles of 2011"},
	{95, 0x43771384d1fb5242}:    {Source: "Solving Every Sudoku Puzzle, by Peter Norvig: top95.txt"},
	{11, 0x9b3f55baf1dac057}:    {Source: "Solving Every Sudoku Puzzle, by Peter Norvig: hardest.txt"},
}

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
	digest := sha256.Sum256([]byte(g.String()))
	c.puzzles, c.sum = c.puzzles+1, c.sum+binary.BigEndian.Uint64(digest[:])
}

// known is the origin as the file says it, and else that of a file that is well known.
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

// isoDateOf returns a date in our form, "" for one that is ambiguous or none. SudoCue writes the day
// first.
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

// source is what an import reads, as a file of our own. The original is read once, from a pipe
// perhaps, but its identity has to be known before its first entry is kept: it may have been
// imported already, or half. On disk, because it may be larger than the memory.
type source struct {
	file   *os.File
	count  int
	digest [sha256.Size]byte // of all entries: the identity of the source
	whole  bool              // it has all rejected lines, and not only the first
	first  []error           // why the first lines are rejected; of the rest, the file has the kind and the words
	origin commonOrigin
}

const sourceBuffer = 256 << 10

// newSource reads entries to their end. Unless the source is to be whole, it only counts rejected
// lines beyond the first.
func newSource(ctx context.Context, entries iter.Seq[format.Entry], whole bool) (*source, error) {
	file, err := format.TemporaryFile()
	if err != nil {
		return nil, err
	}
	s := &source{file: file, whole: whole}
	if err := s.fill(ctx, entries); err != nil {
		_ = file.Close()
		return nil, format.AdviseTemporary(err)
	}
	return s, nil
}

func (s *source) close() error { return s.file.Close() }

// fill writes the entries to the file. The words of a reason, which another version of this
// program may choose differently, are not part of the identity. Of rejected lines that are only
// counted, the file has the number: a small packed file can hold millions of them.
func (s *source) fill(ctx context.Context, entries iter.Seq[format.Entry]) (err error) {
	digest := sha256.New()
	out := sourceWriter{Writer: bufio.NewWriterSize(s.file, sourceBuffer)}
	rejected := 0
	var record []byte
	for e := range entries {
		s.count++
		record = appendRecord(record[:0], e)
		why := e.Err
		if e.Err == nil {
			digest.Write(record) // a hash never fails
			s.origin.add(e)
		} else {
			rejected++
			e.Err = errRejected
			digest.Write(appendRecord(nil, e))
		}
		if why != nil && rejected <= shown {
			s.first = append(s.first, why)
		}
		if rejected > maxRejects && why != nil && !s.whole {
			err = out.count(kindNumber(why))
		} else {
			e.Err = why
			record = appendRest(record, e)
			err = out.write(record)
		}
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	digest.Sum(s.digest[:0])
	return errors.Join(out.writeCounted(), out.Flush())
}

// sourceWriter writes records, and in one record how many rejected lines of a kind stood between two.
type sourceWriter struct {
	*bufio.Writer
	counted int // rejected lines that are not written yet
	kind    int // of their reasons
}

func (w *sourceWriter) write(record []byte) error {
	if err := w.writeCounted(); err != nil {
		return err
	}
	_, err := w.Write(record)
	return err
}

// count counts a rejected line.
func (w *sourceWriter) count(kind int) (err error) {
	if kind != w.kind {
		err = w.writeCounted()
	}
	w.kind = kind
	w.counted++
	return err
}

// writeCounted writes line 0, which no entry has, the number and the kind.
func (w *sourceWriter) writeCounted() error {
	if w.counted == 0 {
		return nil
	}
	record := binary.AppendUvarint([]byte{0}, uint64(w.counted))
	_, err := w.Write(binary.AppendUvarint(record, uint64(w.kind)))
	w.counted = 0
	return err
}

// all yields the entries from the start. It may be called once.
func (s *source) all() iter.Seq2[format.Entry, error] {
	return func(yield func(format.Entry, error) bool) {
		first := s.first
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			yield(format.Entry{}, err)
			return
		}
		in := bufio.NewReaderSize(s.file, sourceBuffer)
		for left := s.count; left > 0; {
			e, n, err := decode(in)
			if e.Err != nil && len(first) > 0 {
				e.Err, first = first[0], first[1:]
			}
			for range min(n, left) {
				if !yield(e, err) || err != nil {
					return
				}
			}
			left -= n
		}
	}
}

// appendRecord appends the line, then the texts, each after its length. The reason of a rejection
// is one of them. Imports know a file again by the hash of this, so it must stay as it is.
func appendRecord(record []byte, e format.Entry) []byte {
	grid, reason := e.Grid.String(), ""
	if e.Err != nil {
		reason = cmp.Or(e.Err.Error(), errRejected.Error())
	}
	record = binary.AppendUvarint(record, uint64(e.Line))
	for _, text := range []string{e.Text, grid, e.Name, e.Author, e.Comment, reason} {
		record = binary.AppendUvarint(record, uint64(len(text)))
		record = append(record, text...)
	}
	return record
}

// What follows the texts of an entry begins with one of these, or with rejectedAs and the number of the kind.
// Pieces of former versions have no kinds.
const (
	unrated = iota
	rated
	rejectedAs
)

// appendRest appends the kind of the reason of a rejection, or what a file says of the difficulty of a puzzle.
// They are not part of the identity, since they follow from the other texts.
func appendRest(record []byte, e format.Entry) []byte {
	r := e.Rating
	switch {
	case e.Err != nil:
		return append(record, byte(rejectedAs+kindNumber(e.Err)))
	case r == (format.Rating{}):
		return append(record, unrated)
	}
	record = append(record, rated)
	for _, text := range []string{r.Program, r.Version, r.Value} {
		record = append(binary.AppendUvarint(record, uint64(len(text))), text...)
	}
	return record
}

// decode returns an entry and how often it comes.
func decode(in *bufio.Reader) (format.Entry, int, error) {
	line, err := binary.ReadUvarint(in)
	if err != nil {
		return format.Entry{}, 1, fmt.Errorf("read the copy of the source: %w", err)
	}
	if line == 0 {
		n, err := binary.ReadUvarint(in)
		if err != nil {
			return format.Entry{}, 1, err
		}
		kind, err := binary.ReadUvarint(in)
		return format.Entry{Err: keptError(int(kind), "")}, max(int(n), 1), err
	}
	e := format.Entry{Line: int(line)}
	var grid, reason string
	if err := decodeTexts(in, &e.Text, &grid, &e.Name, &e.Author, &e.Comment, &reason); err != nil {
		return format.Entry{}, 1, err
	}
	rest, err := in.ReadByte()
	if err == nil && rest == rated {
		err = decodeTexts(in, &e.Rating.Program, &e.Rating.Version, &e.Rating.Value)
	}
	if err != nil {
		return format.Entry{}, 1, fmt.Errorf("read the copy of the source: %w", err)
	}
	if reason != "" {
		e.Err = keptError(int(rest)-rejectedAs, reason)
	}
	e.Grid, err = sudoku.Parse(grid)
	return e, 1, err
}

func decodeTexts(in *bufio.Reader, texts ...*string) error {
	for _, text := range texts {
		length, err := binary.ReadUvarint(in)
		if err != nil {
			return fmt.Errorf("read the copy of the source: %w", err)
		}
		bytes := make([]byte, length)
		if _, err := io.ReadFull(in, bytes); err != nil {
			return fmt.Errorf("read the copy of the source: %w", err)
		}
		*text = string(bytes)
	}
	return nil
}

// sourceLock is the number of the advisory lock of a source, by its digest, in a collection.
func sourceLock(digest []byte, collection int64) int64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clone(digest), uint64(collection)))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// releaseLocks gives a connection back without the lock that it holds, or not at all.
func releaseLocks(ctx context.Context, locker *pgxpool.Conn) {
	ctx = context.WithoutCancel(ctx)
	if _, err := locker.Exec(ctx, `select pg_advisory_unlock_all()`); err != nil {
		_ = locker.Conn().Close(ctx) // the database releases the locks of a lost connection
	}
	locker.Release()
}
