package format

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

const (
	gzipMagic  = "\x1f\x8b"
	zstdMagic  = "\x28\xb5\x2f\xfd"
	xzMagic    = "\xfd7zXZ\x00"
	bzip2Magic = "BZh"
	zipMagic   = "PK\x03\x04"
)

// packings lists the packings of a single file, by their first bytes.
func packings() []packing {
	return []packing{
		{"gzip", gzipMagic, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
		{"zstd", zstdMagic, func(r io.Reader) (io.Reader, error) {
			return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		}},
		{"xz", xzMagic, func(r io.Reader) (io.Reader, error) {
			return xz.ReaderConfig{DictCap: maxWindow}.NewReader(r)
		}},
		{"bzip2", bzip2Magic, func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	}
}

type packing struct {
	name, magic string
	open        func(io.Reader) (io.Reader, error)
}

// Puzzle lines pack to a fifth, sorted ones to a twentieth, and copies of one line to a
// thousandth. A bomb, 1 GiB of zeros in 115 kB, is stopped when more than maxRatio times came
// out than was read, and more than is free: more where the lines have the length that puzzles
// have, less where there is nothing but line ends, as each costs time.
const (
	freeOutput = 8 << 20
	freeLines  = 24 << 20
	freeBlank  = 1 << 20
	maxAverage = 4 << 10 // bytes a line
	minAverage = 4
	maxRatio   = 50
	maxOutput  = 16 << 30
	maxWindow  = 32 << 20
)

// unpack returns the text of r, unpacked if its first bytes say that it is packed.
func unpack(r io.Reader) (io.Reader, error) {
	in := &countingReader{r: r}
	b := bufio.NewReader(in)
	magic, _ := b.Peek(len(xzMagic)) // an error comes again with the next read
	for _, p := range packings() {
		if !bytes.HasPrefix(magic, []byte(p.magic)) {
			continue
		}
		unpacked, err := p.open(b)
		if err != nil {
			return nil, failf(Damaged, "%s: the file is damaged: %w", p.name, err)
		}
		return &guard{name: p.name, unpacked: unpacked, in: func() int64 { return in.n }}, nil
	}
	return b, nil
}

// countingReader counts what was read.
type countingReader struct {
	r io.Reader
	n int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// guard stops unpacking when far more comes out than was read.
type guard struct {
	name     string
	unpacked io.Reader
	in       func() int64 // bytes read
	out      int64
	lines    int64
	stopped  bool
}

func (g *guard) Read(p []byte) (int, error) {
	n, err := g.unpacked.Read(p)
	g.out += int64(n)
	g.lines += int64(bytes.Count(p[:n], []byte("\n")))
	if g.stopped = g.stopped || g.out > maxOutput || g.out > g.free() && g.out > maxRatio*g.in(); g.stopped {
		return 0, failf(Packed, "%s: stopped after %d bytes came out of %d: no puzzle file packs so well", g.name, g.out, g.in())
	}
	if err != nil && err != io.EOF {
		err = failf(Damaged, "%s: the file is damaged: %w", g.name, err)
	}
	return n, err
}

// free is how much may come out, however little was read.
func (g *guard) free() int64 {
	switch {
	case g.lines*minAverage > g.out:
		return freeBlank
	case g.lines*maxAverage >= g.out:
		return freeLines
	}
	return freeOutput
}
