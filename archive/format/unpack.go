package format

import (
	"bufio"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// Puzzle lines pack to a fifth, sorted ones to a twentieth. A bomb, 1 GiB of zeros in
// 115 kB, is stopped when it has given freeOutput bytes and more than maxRatio times
// was read.
const (
	freeOutput = 8 << 20
	maxRatio   = 50
	maxOutput  = 16 << 30
	maxWindow  = 32 << 20
)

// unpack returns the text of r, unpacked if its first bytes say that it is packed.
func unpack(r io.Reader) (io.Reader, error) {
	in := &countingReader{r: r}
	b := bufio.NewReader(in)
	magic, _ := b.Peek(len(zstdMagic)) // an error comes again with the next read
	switch {
	case len(magic) >= 2 && string(magic[:2]) == gzipMagic:
		unpacked, err := gzip.NewReader(b)
		if err != nil {
			return nil, fmt.Errorf("gzip: %w", err)
		}
		return &guard{name: "gzip", unpacked: unpacked, in: in}, nil
	case string(magic) == zstdMagic:
		unpacked, err := zstd.NewReader(b, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, fmt.Errorf("zstd: %w", err)
		}
		return &guard{name: "zstd", unpacked: unpacked, in: in}, nil
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
	in       *countingReader
	out      int64
}

func (g *guard) Read(p []byte) (int, error) {
	n, err := g.unpacked.Read(p)
	g.out += int64(n)
	if g.out > maxOutput || g.out > freeOutput && g.out > maxRatio*g.in.n {
		return 0, fmt.Errorf("%s: stopped after %d bytes came out of %d: no puzzle file packs so well", g.name, g.out, g.in.n)
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%s: the file is damaged: %w", g.name, err)
	}
	return n, err
}
