package dump

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"

	"github.com/gridkeeper/gridkeeper/rating"
)

// The files of a dump.
const (
	ParquetFile  = "puzzles.parquet"
	CSVFile      = "puzzles.csv.zst"
	ManifestFile = "manifest.json"
)

// Manifest describes a dump.
type Manifest struct {
	Schema      int          `json:"schema"`  // SchemaVersion
	Program     string       `json:"program"` // its version
	Rating      int          `json:"rating"`  // version of tiers, certificates and scores
	Changed     time.Time    `json:"changed"` // when the collections changed last
	Rows        int          `json:"rows"`
	Files       []File       `json:"files"`
	Collections []Collection `json:"collections"`
	Columns     []Column     `json:"columns"`
}

// File is a file of a dump.
type File struct {
	Name   string `json:"name"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256"`
	Rows   int    `json:"rows"`
}

// Collection is a collection of a dump.
type Collection struct {
	Name      string `json:"name"`
	Licence   string `json:"licence"` // its SPDX id
	Source    string `json:"source,omitempty"`
	Author    string `json:"author,omitempty"`
	Published string `json:"published,omitempty"`
	Rows      int    `json:"rows"` // puzzles shown as this collection has them
}

// files are the open files of a dump.
type files struct {
	to      *target
	parquet *parquet.GenericWriter[Row]
	packed  *zstd.Encoder
	out     [2]*summed // Parquet, CSV
	rows    int
}

// rowGroup is how many rows the Parquet writer has in memory, and a reader reads at once.
const rowGroup = 100_000

// openFiles makes the files, with the header of the CSV.
func openFiles(to *target) (f *files, err error) {
	f = &files{to: to}
	for i, name := range []string{ParquetFile, CSVFile} {
		if f.out[i], err = newSummed(to, name); err != nil {
			f.close()
			return nil, err
		}
	}
	// The name of the writer has no version, and blocks are packed one after the other: the bytes do not depend on the
	// build, nor on the number of processors.
	f.parquet = parquet.NewGenericWriter[Row](f.out[0], &parquet.WriterConfig{
		CreatedBy: "gridkeeper", Compression: &parquet.Zstd, MaxRowsPerRowGroup: rowGroup,
	})
	if f.packed, err = zstd.NewWriter(f.out[1], zstd.WithEncoderConcurrency(1)); err == nil {
		names := make([]string, len(columns))
		for i, c := range columns {
			names[i] = c.Name
		}
		_, err = f.packed.Write(appendCSV(nil, names))
	}
	return f, err
}

func appendCSV(text []byte, fields []string) []byte {
	out := bytes.NewBuffer(text)
	w := csv.NewWriter(out)
	_ = w.Write(fields) // to memory
	w.Flush()
	return out.Bytes()
}

func (f *files) add(p *page) error {
	if _, err := f.parquet.Write(p.rows); err != nil {
		return err
	}
	f.rows += len(p.rows)
	_, err := f.packed.Write(p.csv)
	return err
}

// finish ends the files, and writes the manifest.
func (f *files) finish(from *source, program string) (m Manifest, err error) {
	if err = errors.Join(f.parquet.Close(), f.packed.Close()); err != nil {
		return m, err
	}
	m = Manifest{
		Schema: SchemaVersion, Program: program, Rating: rating.Version, Changed: from.changed.Truncate(time.Second), Rows: f.rows, Columns: columns,
	}
	for _, out := range f.out {
		if err := out.finish(); err != nil {
			return m, err
		}
		m.Files = append(m.Files, File{out.name, out.size, hex.EncodeToString(out.sum.Sum(nil)), f.rows})
	}
	for _, c := range from.collections {
		m.Collections = append(m.Collections, Collection{c.name, c.Licence, c.Source, c.Author, c.Published, c.puzzles})
	}
	text := new(bytes.Buffer)
	encoder := json.NewEncoder(text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(m); err != nil {
		return m, err
	}
	out, err := newSummed(f.to, ManifestFile)
	if err != nil {
		return m, err
	}
	defer out.file.Close()
	if _, err := out.Write(text.Bytes()); err != nil {
		return m, err
	}
	return m, out.finish()
}

func (f *files) close() {
	if f.packed != nil {
		_ = f.packed.Close() // its goroutines
	}
	for _, out := range f.out {
		if out != nil {
			_ = out.file.Close() // after finish it is closed
		}
	}
}

// summed is a file whose bytes are counted and summed up as they are written.
type summed struct {
	name string
	file *os.File
	*bufio.Writer
	size int64
	sum  hash.Hash
}

func newSummed(to *target, name string) (*summed, error) {
	file, err := os.Create(filepath.Join(to.draft, name))
	if err != nil {
		return nil, err
	}
	s := &summed{name: name, file: file, sum: sha256.New()}
	s.Writer = bufio.NewWriterSize(io.MultiWriter(file, s.sum, (*counter)(&s.size)), 1<<16)
	return s, nil
}

// counter counts the bytes that are written to it.
type counter int64

// Write implements [io.Writer].
func (c *counter) Write(b []byte) (int, error) {
	*c += counter(len(b))
	return len(b), nil
}

// finish writes all to the disk.
func (s *summed) finish() error {
	if err := s.Flush(); err != nil {
		return err
	}
	if err := s.file.Sync(); err != nil {
		return err
	}
	return s.file.Close()
}

// complete computes the rows of a page, without the puzzles in play, and their text.
func (p *page) complete(from *source) error {
	p.rows, p.counts = make([]Row, 0, len(p.lines)), make([]int, len(from.collections))
	text := bytes.NewBuffer(make([]byte, 0, 400*len(p.lines)))
	w := csv.NewWriter(text)
	for i := range p.lines {
		l := &p.lines[i]
		if l.clues.Solved() { // early versions took solved grids
			continue
		}
		if l.guarded || from.inPlay.Guards(l.clues) {
			p.guarded++
			continue
		}
		row, err := newRow(l, from.collections[l.of])
		if err != nil {
			return err
		}
		p.rows = append(p.rows, row)
		p.counts[l.of]++
		_ = w.Write(row.record()) // to memory
	}
	w.Flush()
	p.csv = text.Bytes()
	return nil
}
