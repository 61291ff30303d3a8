package archive

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// spool is a source as a file of our own. A source is read once, from a pipe perhaps, but
// what it is has to be known before its first entry is kept: whether it was imported
// already, or half. On disk, because a source may be larger than the memory.
type spool struct {
	file   *os.File
	count  int
	digest [sha256.Size]byte // of all entries: the identity of the source
}

// newSpool reads a source to its end.
func newSpool(ctx context.Context, entries iter.Seq[Entry]) (*spool, error) {
	file, err := os.CreateTemp("", "gridkeeper-import-")
	if err != nil {
		return nil, err
	}
	s := &spool{file: file}
	// A file without a name takes up room only as long as we live.
	if err := errors.Join(os.Remove(file.Name()), s.fill(ctx, entries)); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return s, nil
}

func (s *spool) close() error { return s.file.Close() }

func (s *spool) fill(ctx context.Context, entries iter.Seq[Entry]) error {
	hash := sha256.New()
	buffer := bufio.NewWriter(s.file)
	both := io.MultiWriter(buffer, hash)
	for e := range entries {
		s.count++
		if _, err := both.Write(encode(e)); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	hash.Sum(s.digest[:0])
	return buffer.Flush()
}

// all yields the entries from the start. It may be called once.
func (s *spool) all() iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			yield(Entry{}, err)
			return
		}
		in := bufio.NewReader(s.file)
		for range s.count {
			e, err := decode(in)
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// encode writes the line, then the texts, each after its length. The reason of a rejection
// is one of them.
func encode(e Entry) []byte {
	grid, reason := e.Grid.String(), ""
	if e.Err != nil {
		reason = e.Err.Error()
		if reason == "" {
			reason = "no puzzle"
		}
	}
	record := binary.AppendUvarint(nil, uint64(e.Line))
	for _, text := range []string{e.Text, grid, e.Name, e.Author, e.Comment, reason} {
		record = binary.AppendUvarint(record, uint64(len(text)))
		record = append(record, text...)
	}
	return record
}

func decode(in *bufio.Reader) (Entry, error) {
	line, err := binary.ReadUvarint(in)
	if err != nil {
		return Entry{}, fmt.Errorf("read the copy of the source: %w", err)
	}
	e := Entry{Line: int(line)}
	var grid, reason string
	for _, text := range []*string{&e.Text, &grid, &e.Name, &e.Author, &e.Comment, &reason} {
		length, err := binary.ReadUvarint(in)
		if err != nil {
			return Entry{}, fmt.Errorf("read the copy of the source: %w", err)
		}
		bytes := make([]byte, length)
		if _, err := io.ReadFull(in, bytes); err != nil {
			return Entry{}, fmt.Errorf("read the copy of the source: %w", err)
		}
		*text = string(bytes)
	}
	if reason != "" {
		e.Err = errors.New(reason)
	}
	e.Grid, err = sudoku.Parse(grid)
	return e, err
}
