package format

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"math"
	"os"
	"slices"
	"strings"
	"syscall"

	dsnet "github.com/dsnet/compress/bzip2" // the standard library only unpacks
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Packed files are read and written here: gzip, zstd, xz, bzip2 and zip. Reading is guarded against bombs, which
// unpack to far more than they have.

const (
	gzipMagic  = "\x1f\x8b"
	zstdMagic  = "\x28\xb5\x2f\xfd"
	xzMagic    = "\xfd7zXZ\x00"
	bzip2Magic = "BZh"
	zipMagic   = "PK\x03\x04"
)

// unpack returns the text of r, unpacked if it begins like a packed file.
func unpack(r io.Reader) (io.Reader, error) {
	in := &countingReader{r: r}
	b := bufio.NewReader(in)
	magic, _ := b.Peek(len(xzMagic)) // an error comes again with the next read
	for _, p := range packings {
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

// packings lists the packings of a single file, by their first bytes.
var packings = []struct {
	name, magic string
	open        func(io.Reader) (io.Reader, error)
}{
	{"gzip", gzipMagic, func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) }},
	{"zstd", zstdMagic, func(r io.Reader) (io.Reader, error) {
		return zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
	}},
	{"xz", xzMagic, func(r io.Reader) (io.Reader, error) { return xz.ReaderConfig{DictCap: maxWindow}.NewReader(r) }},
	{"bzip2", bzip2Magic, func(r io.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
}

// Puzzle lines pack to a fifth, sorted ones to a twentieth, and copies of one line to a thousandth. A bomb of 115 kB
// unpacks to 1 GiB of zeros. Unpacking stops after more than maxRatio times the bytes read, and more than a free
// amount. freeLines is free while lines are as long as those of puzzles, freeBlank while most are empty, as each line
// takes time.
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

// countingReader counts the bytes that are read.
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
	free := int64(freeOutput)
	if g.lines*minAverage > g.out {
		free = freeBlank
	} else if g.lines*maxAverage >= g.out {
		free = freeLines
	}
	if g.stopped = g.stopped || g.out > maxOutput || g.out > free && g.out > maxRatio*g.in(); g.stopped {
		return 0, failf(Packed, "%s: stopped after %d bytes came out of %d: no puzzle file packs so well", g.name, g.out, g.in())
	}
	if err != nil && err != io.EOF {
		err = failf(Damaged, "%s: the file is damaged: %w", g.name, err)
	}
	return n, err
}

// The directory of a zip archive is at its end, so the archive is copied to a file first.
const (
	maxZip       = 1 << 30 // bytes, packed
	maxMembers   = 10_000
	maxDirectory = 4 << 20 // bytes of the directory, which names the members
)

// readZip yields the entries of all files in a zip archive. An error names its file.
func readZip(r io.Reader) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		copied, size, err := temporaryCopy(r)
		if err != nil {
			yield(Entry{Line: 1, Err: fmt.Errorf("zip: %w", err)})
			return
		}
		defer copied.Close()
		metered := &meter{copied, maxDirectory}
		archive, err := zip.NewReader(metered, size)
		switch {
		case metered.left < 0:
			err = failf(Packed, "zip: more than %d files, or names of more than %d MiB: pack fewer at a time", maxMembers, maxDirectory>>20)
		case err != nil:
			err = failf(Damaged, "zip: the file is damaged: %w", err)
		case len(archive.File) > maxMembers:
			err = failf(Packed, "zip: %d files: at most %d are read", len(archive.File), maxMembers)
		}
		if err != nil {
			yield(Entry{Line: 1, Err: err})
			return
		}
		metered.left = math.MaxInt64
		// One guard for all files: they may lie on top of each other (Fifield 2019).
		g := &guard{name: "zip", in: func() int64 { return size }}
		for _, member := range archive.File {
			if !readMember(member, g, yield) {
				return
			}
		}
	}
}

// meter stops a reader that takes more bytes than are left. A member without a name is 46 bytes in a file and some
// hundred in memory, so the directory is bounded before it is built.
type meter struct {
	io.ReaderAt
	left int64
}

func (m *meter) ReadAt(p []byte, offset int64) (int, error) {
	if m.left -= int64(len(p)); m.left < 0 {
		return 0, errors.New("too long")
	}
	return m.ReaderAt.ReadAt(p, offset)
}

// temporaryCopy copies r into a file that is gone when it is closed.
func temporaryCopy(r io.Reader) (*os.File, int64, error) {
	f, err := TemporaryFile()
	if err != nil {
		return nil, 0, err
	}
	size, err := io.Copy(f, io.LimitReader(r, maxZip+1))
	if err == nil && size > maxZip {
		err = failf(Packed, "more than %d MiB: unpack it first", maxZip>>20)
	}
	if err != nil {
		f.Close()
		return nil, 0, AdviseTemporary(err)
	}
	return f, size, nil
}

// readMember yields the entries of one file of an archive, and reports whether to go on.
func readMember(member *zip.File, g *guard, yield func(Entry) bool) bool {
	base := member.Name[strings.LastIndexByte(member.Name, '/')+1:]
	if base == "" || base[0] == '.' || strings.HasPrefix(member.Name, "__MACOSX/") { // a folder, or added by a system
		return true
	}
	name := clean([]byte(member.Name))
	if quoted := sudoku.Excerpt(name); quoted != `"`+name+`"` { // long, or with characters that a terminal would obey
		name = quoted
	}
	inMember := func(e Entry) bool {
		if e.Err != nil {
			e.Err = fmt.Errorf("%s: %w", name, e.Err)
		}
		return yield(e)
	}
	if member.Flags&encrypted != 0 {
		return inMember(Entry{Line: 1, Err: failf(Packed, "it is encrypted: unpack it first")})
	}
	unpacked, err := member.Open()
	if errors.Is(err, zip.ErrAlgorithm) { // Windows packs large files by method 9, others by 12 or 14
		err = failf(Foreign, "it is packed by method %d, which is not read here: unpack it first", member.Method)
	}
	if err != nil {
		return inMember(Entry{Line: 1, Err: err})
	}
	defer unpacked.Close()
	g.unpacked = unpacked
	for e := range readPlain(bufio.NewReader(g)) {
		if !inMember(e) {
			return false
		}
	}
	return !g.stopped
}

// encrypted is the flag of a member that only a password opens.
const encrypted = 1

// TemporaryFile makes a file without a name, which takes up room only as long as it is open.
func TemporaryFile() (*os.File, error) {
	f, err := os.CreateTemp("", "gridkeeper-")
	if err != nil {
		return nil, AdviseTemporary(err)
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// AdviseTemporary adds advice to an error of a temporary file if its folder is full or cannot be written. Other
// errors are returned unchanged.
func AdviseTemporary(err error) error {
	is := func(codes ...syscall.Errno) bool {
		return slices.ContainsFunc(codes, func(code syscall.Errno) bool { return errors.Is(err, code) })
	}
	var path *fs.PathError
	switch {
	case is(syscall.ENOSPC, syscall.EDQUOT):
		return fmt.Errorf("copy it: %w: make room in %q, or name another folder in TMPDIR", err, os.TempDir())
	case errors.As(err, &path) && is(syscall.ENOENT, syscall.ENOTDIR, syscall.EACCES, syscall.EPERM, syscall.EROFS):
		return fmt.Errorf("copy it: no file can be made in the temporary folder %q: %w: name another folder in TMPDIR", os.TempDir(), path.Err)
	}
	return err
}

// Pack returns a writer that packs by the ending of a file's name: .gz, .zst, .xz, .bz2 or .zip; a file with another
// ending is not packed. Close the writer at the end; that does not close w.
func Pack(w io.Writer, name string) (io.WriteCloser, error) {
	dot := strings.LastIndexByte(name, '.')
	switch strings.ToLower(name[max(dot, 0):]) {
	case ".gz":
		return gzip.NewWriter(w), nil
	case ".zst":
		return zstd.NewWriter(w)
	case ".xz":
		return xz.NewWriter(w)
	case ".bz2":
		return dsnet.NewWriter(w, nil)
	case ".zip":
		archive := zip.NewWriter(w)
		file, err := archive.Create(name[strings.LastIndexAny(name, `/\`)+1 : dot])
		return packer{file, archive}, err
	}
	return packer{w, io.NopCloser(nil)}, nil
}

// packer joins a writer with the Close of another.
type packer struct {
	io.Writer
	io.Closer
}
